"""Which new statement of a file is an old one changed. Pure; called by `clients/imports/sync.py`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from memory.similarity import compare, normal_form

# An old statement that left the file and a new one that came are one statement changed from this likeness on (mean of
# Jaccard and containment of their words). A wrong pair costs little: the old one is out of sight either way.
CHANGED_SCORE = 0.5
# How many old statements are looked at closely for each new one: those with the most words in common.
CANDIDATES = 4


def changed_pairs(old: Mapping[int, str], new: Sequence[str]) -> dict[int, int]:
    """{index in `new`: key in `old`} for the statements that were changed, the most alike first."""
    bags = {key: frozenset(normal_form(text).split()) for key, text in old.items()}
    alike: list[tuple[float, int, int]] = []
    for index, text in enumerate(new):
        bag = frozenset(normal_form(text).split())
        shared = {key: len(bag & other) for key, other in bags.items() if bag & other}
        for key in sorted(shared, key=lambda key: (-shared[key], key))[:CANDIDATES]:
            likeness = compare(old[key], text)
            if likeness.score >= CHANGED_SCORE or likeness.correction:
                alike.append((likeness.score, index, key))
    pairs: dict[int, int] = {}
    for _, index, key in sorted(alike, key=lambda one: (-one[0], one[1], one[2])):
        if index not in pairs and key not in pairs.values():
            pairs[index] = key
    return pairs
