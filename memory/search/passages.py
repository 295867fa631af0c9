"""Cut a long text into passages for the index, so that one good paragraph is not lost in a long text. Pure."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

# About 250 words: long enough to keep a thought together, short enough to be ranked fairly beside notes of
# a sentence. Nearly all memories are shorter and stay whole.
PASSAGE_CHARS: Final = 1_500
# A cut is looked for in the last part of a passage only, so that no passage gets tiny.
_SEARCH_FROM: Final = 0.5
# Where a text is best cut, best first: paragraph, line, sentence, word.
_ENDS: Final = ("\n\n", "\n", ". ", "。", "? ", "! ", "; ", " ")


def passages(text: str) -> Iterator[tuple[int, int]]:
    """(start, length) in characters; together they cover `text` without gap or overlap."""
    start = 0
    while len(text) - start > PASSAGE_CHARS:
        end = _cut(text, start)
        yield start, end - start
        start = end
    yield start, len(text) - start


def _cut(text: str, start: int) -> int:
    limit = start + PASSAGE_CHARS
    earliest = start + int(PASSAGE_CHARS * _SEARCH_FROM)
    for end in _ENDS:
        at = text.rfind(end, earliest, limit)
        if at >= 0:
            return at + len(end)
    return limit
