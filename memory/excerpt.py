"""Which stretch of a long text to show: the one with most of the words that were looked for. Pure."""

from __future__ import annotations

from collections.abc import Sequence

# How much of the room stands before the first word found, so that its sentence can be read.
LEAD = 4
MOST_PLACES = 200


def stretch(text: str, words: Sequence[str], *, start: int, length: int, limit: int) -> tuple[int, int]:
    """The (start, end) of at most `limit` characters of `text`, inside or around the passage given.

    `words` are as the reader wrote them; case does not matter. Without any of them in the passage it is
    the passage's beginning.
    """
    if len(text) <= limit:
        return 0, len(text)
    passage = text[start : start + length].lower()
    places = sorted(place for word in words for place in _places(passage, word.lower()))[:MOST_PLACES]
    best = max(places, key=lambda at: (sum(at <= place < at + limit for place in places), -at), default=0)
    first = max(0, start + best - (limit // LEAD if places else 0))
    first = min(first, len(text) - limit)
    return first, first + limit


def _places(passage: str, word: str) -> list[int]:
    found: list[int] = []
    at = passage.find(word) if word else -1
    while at >= 0 and len(found) < MOST_PLACES:
        found.append(at)
        at = passage.find(word, at + 1)
    return found
