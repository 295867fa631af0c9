"""Taking an edit back: the places that `put` changed are found again by what stands there now. Pure.

The editors call `swap_of` to say what they did; whoever undoes an edit calls `take_back`.
"""

from __future__ import annotations

from collections.abc import Sequence

from clients.editors.contract import Swap

# How much text on either side the first attempt takes in when a fragment occurs more than once; then twice that, …
_FIRST_STEP = 16


def take_back(text: str, swaps: Sequence[Swap]) -> str | None:
    """`text` with every new fragment replaced by its old one, the last change first.

    None if a fragment does not occur exactly once: somebody has changed the place since. When other parts of the
    text have changed, the result is not sure to be valid any more (a neighbour may have relied on our comma): parse
    it and look before writing it, and fall back to `drop`.
    """
    for swap in reversed(swaps):
        if not _is_unique(swap.new, text):
            return None
        text = text.replace(swap.new, swap.old)
    return text


def swap_of(text: str, start: int, end: int, new: str) -> Swap:
    """The swap that says: `text[start:end]` became `new`.

    It takes in as much of the text around as it needs to occur exactly once in the changed text.
    """
    changed = text[:start] + new + text[end:]
    left, right, step = start, end, _FIRST_STEP
    moved = len(changed) - len(text)
    while not _is_unique(changed[left : right + moved], changed) and (left > 0 or right < len(text)):
        left, right, step = max(0, left - step), min(len(text), right + step), step * 2
    return Swap(changed[left : right + moved], text[left:right])


def _is_unique(fragment: str, text: str) -> bool:
    """Whether `fragment` occurs exactly once. Occurrences that overlap count: `aa` is twice in `aaa`."""
    first = text.find(fragment) if fragment else -1
    return first >= 0 and text.find(fragment, first + 1) < 0
