"""Which known words a misspelt one may mean. Pure; the engine brings the words that share letters with it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

# Below five letters nearly every word is one letter away from another ("bake" from "make").
SHORTEST: Final = 5
# From this length on, two slips are still far more likely than another word.
TWO_SLIPS_FROM: Final = 8
MOST_WORDS: Final = 4


def letter_groups(word: str) -> list[str]:
    """The groups of three letters of a word with its ends marked, as the word list is indexed."""
    marked = f"^{word}$"
    return [marked[at : at + 3] for at in range(len(marked) - 2)]


def nearest(word: str, known: Iterable[str]) -> list[str]:
    """The known words that `word` may mean, nearest first: few slips, or a name that it is a part of."""
    allowed = 2 if len(word) >= TWO_SLIPS_FROM else 1
    ranked = []
    for other in known:
        if other == word:
            continue
        slips = distance(word, other, allowed)
        # Between equals, the one made of the same letters: a letter is doubled or swapped more often than new.
        strange = len(set(word) ^ set(other))
        if slips <= allowed:
            ranked.append((slips, strange, other))
        elif word in other:
            # Part of a longer name: `pool` in `connectionpool`.
            ranked.append((allowed + len(other) - len(word), strange, other))
    return [other for _, _, other in sorted(ranked)[:MOST_WORDS]]


def distance(one: str, other: str, limit: int) -> int:
    """Letters to add, drop, change or swap with the neighbour; `limit` + 1 when it is more than `limit`.

    The restricted Damerau-Levenshtein distance.
    """
    if abs(len(one) - len(other)) > limit:
        return limit + 1
    before_last: list[int] = []
    last = list(range(len(other) + 1))
    for row, letter in enumerate(one, 1):
        current = [row]
        for column, candidate in enumerate(other, 1):
            cost = min(last[column] + 1, current[-1] + 1, last[column - 1] + (letter != candidate))
            if row > 1 and column > 1 and letter == other[column - 2] and one[row - 2] == candidate:
                cost = min(cost, before_last[column - 2] + 1)
            current.append(cost)
        if min(current) > limit:
            return limit + 1
        before_last, last = last, current
    return min(last[-1], limit + 1)
