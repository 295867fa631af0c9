"""Join what was found by words with what is near in meaning. Pure; called by `engine.py`.

Both sides are numbers from 0 to 1 and are added with fixed weights. (Adding ranks instead, "RRF", forgets how
sure each side is; it ranked worse than words alone.) All constants are measured on three sets of questions:
conversations, commit histories and code; the figures move by less than half a point between 0.3 and 0.4 of
MEANING_SAYS and between 0.1 and 0.3 of FAR.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from memory.search.contract import Hit
from memory.search.words import STOP_WORDS

# Letters up to here are Latin ones, with all their accents.
_LAST_LATIN: Final = "\u024f"

# The share of the meaning in a query of FULL_WORDS telling words or more. A name or two says exactly what is
# meant, so there the words decide.
MEANING_SAYS: Final = 0.35
FULL_WORDS: Final = 3
# A cosine of FAR or less counts as 0; the best one as 1, if it is at least NEAR. In a store that has an answer the
# nearest text has 0.5 to 0.9, in one that has none 0.1 to 0.4.
FAR: Final = 0.3
NEAR: Final = 0.5
# The cosine of a memory that shares no word with the query: beside others that do, and when none does. Of about
# 2,500 questions about another field, and of gibberish in several words, none reached 0.48 in any store. One
# word that nobody wrote finds nothing: to the model unknown names are all alike.
BESIDE: Final = 0.4
ALONE: Final = 0.48
# And by how much at least it has to count, as a share of the best hit by words.
LEAST_SHARE: Final = 0.15


@dataclass(frozen=True, slots=True)
class Near:
    """How near a memory is to the query: the cosine of its nearest passage, and where that passage stands."""

    cosine: float
    start: int
    length: int


def telling_words(query: str) -> int:
    """How many words of `query` the model can read and say something; 0 means: leave it to the words.

    The model knows English and guesses at its neighbours. Of another script it sees hardly more than which one
    it is: any two Russian or Chinese sentences seem as near to it as a question and its answer.
    """
    letters = [sign for sign in query if sign.isalpha()]
    if 2 * sum(sign <= _LAST_LATIN for sign in letters) <= len(letters):
        return 0
    return sum(word.strip(".,;:!?\"'()").casefold() not in STOP_WORDS for word in query.split())


def fuse(words: Sequence[Hit], known: Mapping[int, float], others: Mapping[int, Near], query_words: int) -> list[Hit]:
    """All hits, best first, the newer first among equals.

    `words` are the hits by words; `known` has the cosine of those among them that have a vector, by memory id;
    the rest is judged by words alone. `others` are memories near in meaning that are not in `words`;
    `query_words` comes from `telling_words`.
    """
    floor = BESIDE if words else ALONE if query_words > 1 else 1.1
    others = {memory_id: near for memory_id, near in others.items() if near.cosine >= floor}
    cosines = [*known.values(), *(near.cosine for near in others.values())]
    top = max([NEAR, *cosines])
    share = MEANING_SAYS * min(1.0, query_words / FULL_WORDS)

    def meaning(cosine: float) -> float:
        return share * min(1.0, max(0.0, (cosine - FAR) / (top - FAR)))

    fused = [
        _weighed(hit, 1 - share, meaning(known[hit.memory_id])) if hit.memory_id in known else hit for hit in words
    ]
    least = LEAST_SHARE * max([hit.relevance for hit in fused], default=0.0)
    for memory_id, near in others.items():
        said = meaning(near.cosine)
        if said >= least:
            fused.append(Hit(memory_id, said, {"semantic": said}, (), near.start, near.length))
    return _relative(fused)


def _weighed(hit: Hit, words_say: float, meaning_says: float) -> Hit:
    parts = {name: words_say * value for name, value in hit.parts.items()}
    return replace(hit, relevance=words_say * hit.relevance + meaning_says, parts={**parts, "semantic": meaning_says})


def _relative(hits: list[Hit]) -> list[Hit]:
    """In order, with relevance and parts as shares of the best."""
    hits = sorted(hits, key=lambda hit: (-round(hit.relevance, 9), -hit.memory_id))
    best = (hits[0].relevance if hits else 0.0) or 1.0
    return [
        replace(
            hit,
            relevance=min(1.0, hit.relevance / best),
            parts={name: round(value / best, 4) for name, value in hit.parts.items()},
        )
        for hit in hits
    ]
