"""Put a newer statement in the place of an older one, close a validity interval, or forget.

Nothing is destroyed here. Called by `remember`, `invalidate` and `forget` at every door.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime

from memory.errors import BadInput, NotFound
from memory.intake import Intake
from memory.models import Memory, Provenance
from memory.origin import Origin
from memory.search import engine
from memory.transactions import write


def memory_in(memory_id: int, project_ids: tuple[int, ...] | None) -> Memory:
    """The row with this id if the caller may touch it. NotFound says what to do otherwise."""
    memory = Memory.objects.select_related("project").filter(pk=memory_id).first()
    if memory is None:
        raise NotFound(f"There is no memory {memory_id}. Use an id that recall returned.")
    if project_ids is not None and memory.project_id not in project_ids:
        raise NotFound(
            f"Memory {memory_id} belongs to another project. Call from that project's folder, or name it in `project`."
        )
    return memory


def living_memory_in(memory_id: int, project_ids: tuple[int, ...] | None) -> Memory:
    """The same, but a forgotten memory is out of reach: nothing is to be said of it any more."""
    memory = memory_in(memory_id, project_ids)
    if memory.forgotten_at is not None:
        raise NotFound(f"Memory {memory_id} was forgotten. Use an id that recall returned.")
    return memory


def head_of(memory: Memory) -> Memory:
    """The statement that stands for `memory` now: follows `superseded_by` to its end."""
    seen = {memory.pk}
    while memory.superseded_by is not None and memory.superseded_by_id not in seen:
        memory = memory.superseded_by
        seen.add(memory.pk)
    return memory


def put_in_place_of(older: Memory, newer: Memory, reason: str, origin: Origin, now: datetime) -> Memory:
    """`newer` supersedes `older`, or the head of its chain. Returns the row that gave way.

    Runs inside the caller's transaction. The two must be of one project, and no circle may arise.
    """
    if older.project_id != newer.project_id:
        raise BadInput(
            f"Memory {older.pk} and the new text belong to different projects, so one cannot supersede the "
            "other. Remember it in the same project."
        )
    giving_way = head_of(older)
    if giving_way.pk == newer.pk or head_of(newer).pk != newer.pk:
        raise BadInput(
            f"Memory {newer.pk} cannot supersede {older.pk}: it is itself older or the same in that chain. "
            f"The statement that stands now is {head_of(older).pk}."
        )
    giving_way.superseded_by = newer
    giving_way.valid_until = min(giving_way.valid_until or now, now)
    giving_way.invalid_reason = reason or giving_way.invalid_reason
    giving_way.save(update_fields=["superseded_by", "valid_until", "invalid_reason"])
    _record(giving_way, Provenance.Action.SUPERSEDED, reason or f"by {newer.pk}", origin, now)
    return giving_way


@write
def invalidate(
    memory_id: int,
    reason: str,
    *,
    superseded_by: int | None,
    project_ids: tuple[int, ...] | None,
    origin: Origin,
    now: datetime,
) -> Memory:
    """Say that a statement no longer holds; optionally point at the one that holds instead."""
    memory = living_memory_in(memory_id, project_ids)
    why = Intake().optional(reason, "reason", limit=2_000)
    if superseded_by is not None:
        return put_in_place_of(memory, living_memory_in(superseded_by, project_ids), why, origin, now)
    if memory.valid_until is None or memory.valid_until > now:
        memory.valid_until = now
    memory.invalid_reason = why
    memory.save(update_fields=["valid_until", "invalid_reason"])
    _record(memory, Provenance.Action.INVALIDATED, why, origin, now)
    return memory


@dataclass(frozen=True, slots=True)
class Forgotten:
    """`reopened`: what the forgotten memory had superseded, which stands again."""

    memory: Memory
    reopened: list[Memory] = field(default_factory=list)


@write
def forget(
    memory_id: int, reason: str, *, project_ids: tuple[int, ...] | None, origin: Origin, now: datetime
) -> Forgotten:
    """Take a memory out of every search. The row stays as a tombstone, so that its id is not used again.

    What it superseded stands again: a correction that is taken back corrects nothing.
    """
    memory = memory_in(memory_id, project_ids)
    if memory.forgotten_at is not None:
        return Forgotten(memory)
    memory.forgotten_at = now
    memory.save(update_fields=["forgotten_at"])
    engine().unindex_memory(memory.pk)
    reopened = _reopened(memory)
    why = Intake().optional(reason, "reason", limit=2_000)
    note = "; ".join([why, *(f"{older.pk} stands again" for older in reopened)]).strip("; ")
    _record(memory, Provenance.Action.FORGOTTEN, note, origin, now)
    return Forgotten(memory, reopened)


def _reopened(memory: Memory) -> list[Memory]:
    """Undo what superseding did to the rows that `memory` replaced, unless they were invalid before."""
    older = list(memory.supersedes.filter(forgotten_at=None))
    for one in older:
        moment = Provenance.objects.filter(memory=one, action=Provenance.Action.SUPERSEDED).order_by("-pk").first()
        one.superseded_by = None
        if moment is not None and one.valid_until == moment.at:
            one.valid_until, one.invalid_reason = None, ""
        one.save(update_fields=["superseded_by", "valid_until", "invalid_reason"])
    return older


def _record(memory: Memory, action: Provenance.Action, reason: str, origin: Origin, now: datetime) -> None:
    Provenance.objects.create(
        memory=memory, action=action, reason=reason, client=origin.client, session=origin.session, at=now
    )
