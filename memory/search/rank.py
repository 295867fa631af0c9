"""Rank the candidates of a query once more, with all that a full-text index cannot weigh. Pure.

Called by the engine with about a hundred passages. Each part of the score is explained to the user:

- `words`: BM25 over the query's terms. Long queries pay more for long texts, see `_lengths_say`.
- `letters`: cosine of letter groups (a word's inflections, misspellings and relatives).
- `exact`: the share of the query's words that stand there exactly as written.
- `company`: likeness to the best few, since answers to one question resemble each other.

The constants are few and flat: halving or doubling one moves no set of benchmarks/retrieval.py by more than
about half a point.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain
from typing import Final

from memory.search.query import Query, Term
from memory.search.stem import stem
from memory.search.words import STOP_WORDS, tokens

SATURATION: Final = 1.2
EXTRA_WEIGHT: Final = 0.5
LETTERS_SAY: Final = 1.0
EXACT_SAY: Final = 0.3
COMPANY_SAY: Final = 0.4
COMPANY: Final = 4
# In a query longer than this each word matters less for being there exactly.
EXACT_FULL_WORDS: Final = 8

# Cut-off: a hit has to reach this share of the best hit, and to have two of the query's words or a rare one.
LEAST_SHARE: Final = 0.25
ENOUGH_WORDS: Final = 4
# What one word that is not rare has to make up of the query. (Requiring two words or a rare one of every hit
# costs 7 points of R@10 in code search, where questions have three words; half this share gains nothing.)
LEAST_ASKED: Final = 0.15
RARE_SHARE: Final = 0.01
LEAST_PASSAGES: Final = 1_000
# What a rare word has to make up of the query to prove alone that a hit is on the subject. (Where any rare word
# proved, 44 % of the questions from another field were met with silence, now 86 %, for 0.6 points of R@10 in code
# search and 0.1 elsewhere; benchmarks/retrieval.py --strangers measures it again.)
PROOF_SHARE: Final = 0.28
# Under this count a word is rare in any store, however small.
RARE_COUNT: Final = 3


@dataclass(frozen=True, slots=True)
class Candidate:
    """A passage that the index found. `start` and `length` in characters of the memory's text."""

    memory_id: int
    start: int
    length: int
    text: str
    extra: str


@dataclass(frozen=True, slots=True)
class Ranked:
    """A candidate with its score (not yet relative to the best) and what each part gave."""

    candidate: Candidate
    score: float
    parts: dict[str, float]
    matched: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Counts:
    """How many passages hold each term (by its stems), of how many passages in all. Estimates will do."""

    passages: int
    of: Mapping[tuple[str, ...], int]

    def weight(self, term: Term) -> float:
        """Inverse document frequency, as BM25 has it; never negative."""
        count = min(self.of.get(term.stems, 0), self.passages)
        return math.log(1 + (self.passages - count + 0.5) / (count + 0.5))

    def information(self, term: Term) -> float:
        """The same in a store of at least LEAST_PASSAGES: in a smaller one a word in a single note is not common."""
        passages = max(self.passages, LEAST_PASSAGES)
        count = min(self.of.get(term.stems, 0), passages)
        return math.log(1 + (passages - count + 0.5) / (count + 0.5))

    def is_rare(self, term: Term) -> bool:
        return self.of.get(term.stems, 0) <= max(RARE_COUNT, RARE_SHARE * self.passages)


class _Reading:
    """The words of one candidate, as ranking needs them."""

    __slots__ = ("candidate", "counts", "exact", "extra", "groups", "size", "stems")

    def __init__(self, candidate: Candidate) -> None:
        words = tokens(candidate.text)
        self.candidate = candidate
        self.exact = set(words)
        # map() instead of generators: this runs for every word of every candidate.
        self.stems = list(map(stem, words))
        self.counts = Counter(self.stems)
        self.extra = Counter(map(stem, candidate.extra.split()))
        self.size = len(self.stems) + self.extra.total()
        self.groups = _groups(self.exact)

    def frequency(self, term: Term) -> float:
        """How often the passage says the term; places in the second column count half."""
        stems = term.stems
        if len(stems) == 1:
            # get() instead of []: a Counter answers for what it lacks through a slow Python call.
            return self.counts.get(stems[0], 0) + EXTRA_WEIGHT * self.extra.get(stems[0], 0)
        if any(one not in self.counts for one in stems):
            return 0.0
        size, first = len(stems), stems[0]
        return float(
            sum(1 for at, one in enumerate(self.stems) if one == first and tuple(self.stems[at : at + size]) == stems)
        )


def rank(query: Query, candidates: Sequence[Candidate], counts: Counts) -> list[Ranked]:
    """One entry per memory (its best passage) above the cut-off, best first, the newer first among equals."""
    readings = [_Reading(candidate) for candidate in candidates]
    if not readings:
        return []
    says, found = _words(query, readings, counts)
    of_letters = _Letters(readings)
    letters = of_letters.likeness(query)
    exact = [_exact(query, reading) for reading in readings]
    scores = [sum(parts) for parts in zip(says, letters, exact, strict=True)]
    company = of_letters.company(scores)
    parts = [
        {"words": a, "letters": b, "exact": c, "company": d}
        for a, b, c, d in zip(says, letters, exact, company, strict=True)
    ]
    asked = _asked_for(query, counts)
    proven = [_on_subject(query, terms, counts, asked) for terms in found]
    if not any(proven):
        return []
    ranked = [
        Ranked(reading.candidate, round(sum(part.values()), 9), part, _written(terms))
        for reading, part, terms, on_subject in zip(readings, parts, found, proven, strict=True)
        if on_subject or _is_share({term.written for term in terms if term.proves} or (), asked, LEAST_ASKED)
    ]
    return _cut(ranked)


def _cut(ranked: list[Ranked]) -> list[Ranked]:
    """The best passage of each memory, in order, without those far behind the best.

    A long question matches its best answer in so many words that others fall behind although they are on the
    subject; so several words of the question always count as enough.
    """
    ranked.sort(key=lambda one: (-one.score, -one.candidate.memory_id, one.candidate.start))
    best: dict[int, Ranked] = {}
    for one in ranked:
        best.setdefault(one.candidate.memory_id, one)
    floor = LEAST_SHARE * ranked[0].score if ranked else 0.0
    return [one for one in best.values() if one.score >= floor or len(one.matched) >= ENOUGH_WORDS]


def _written(terms: Iterable[Term]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(term.written for term in terms))


def _asked_for(query: Query, counts: Counts) -> dict[str, float]:
    """What each written word of the query asks for: how rare it is. A word that no memory has asks for most."""
    asked: dict[str, float] = {}
    for term in query.terms:
        if not term.stands_for:
            asked[term.written] = max(asked.get(term.written, 0.0), counts.information(term))
    return asked


def _on_subject(query: Query, terms: Sequence[Term], counts: Counts, asked: Mapping[str, float]) -> bool:
    """Whether these matches can be more than chance: two words, or a rare one that makes up enough of the query.

    When no candidate is, the question has no answer here.
    """
    proofs = [term for term in terms if term.proves]
    written = {term.written for term in proofs}
    if len(written) >= 2 or len({term.stems for term in proofs if not term.stands_for}) >= 2:
        return True
    if not written or len(query.content) == 1:
        return bool(written)
    return any(counts.is_rare(term) for term in proofs) and _is_share(written, asked, PROOF_SHARE)


def _is_share(written: Collection[str], asked: Mapping[str, float], least: float) -> bool:
    """Whether these words make up at least that share of what the query asks for."""
    return sum(asked.get(word, 0.0) for word in written) >= least * sum(asked.values())


def _lengths_say(query: Query) -> float:
    """BM25's b: how much a long text has to prove, from 0.26 for one word to 0.75 for ten.

    A long text holds many words of a long query by chance, but hardly the two words of a short one. (With
    b = 0.3 throughout conversations gain 3 points and commit histories lose 7; with this neither loses.)
    """
    return min(0.75, 0.2 + 0.06 * sum(1 for term in query.terms if not term.stands_for))


def _words(query: Query, readings: list[_Reading], counts: Counts) -> tuple[list[float], list[list[Term]]]:
    """BM25 of each candidate as a share of the best, and the terms that each one matched."""
    b = _lengths_say(query)
    usual = sum(reading.size for reading in readings) / len(readings) or 1.0
    weights = [(term, term.weight * counts.weight(term)) for term in query.terms]
    own = {term.stems: weight for term, weight in weights if not term.stands_for}
    sums, found = [], []
    for reading in readings:
        norm = SATURATION * (1 - b + b * reading.size / usual)
        total, matched, instead = 0.0, [], {}
        for term, weight in weights:
            frequency = 0.0 if term.stands_for in instead else reading.frequency(term)
            if not frequency:
                continue
            value = frequency * (SATURATION + 1) / (frequency + norm)
            if not term.stands_for:
                total += weight * value
                instead[term.stems] = 0.0
            else:
                # A rarer relative is worth no more than the word that was asked for.
                gain = min(weight, term.weight * own.get(term.stands_for, weight)) * value
                instead[term.stands_for] = gain
                total += gain
            matched.append(term)
        sums.append(total)
        found.append(matched)
    best = max(sums) or 1.0
    return [total / best for total in sums], found


def _exact(query: Query, reading: _Reading) -> float:
    words = query.content
    if not words:
        return 0.0
    share = sum(1 for word in words if word in reading.exact) / len(words)
    return EXACT_SAY * share * min(1.0, EXACT_FULL_WORDS / len(words))


@lru_cache(maxsize=20_000)
def _groups_of(word: str) -> tuple[str, ...]:
    """The groups of three letters of a word, its ends marked by spaces."""
    marked = f" {word} "
    return tuple(marked[at : at + 3] for at in range(len(marked) - 2))


def _groups(words: Iterable[str]) -> frozenset[str]:
    return frozenset().union(*map(_groups_of, frozenset(words) - STOP_WORDS))


class _Letters:
    """The letter groups of all candidates, weighed by how rare they are among them.

    What all of them share tells nothing. A candidate's vector holds the weight of each of its groups; its
    `lengths` entry is that vector's length.
    """

    def __init__(self, readings: list[_Reading]) -> None:
        self.groups = [reading.groups for reading in readings]
        count = len(readings)
        holders = Counter(chain.from_iterable(self.groups))
        self.weight = {
            group: math.log(1 + (count - holding + 0.5) / (holding + 0.5)) for group, holding in holders.items()
        }
        self.unknown = math.log(1 + count / 0.5)
        squares = {group: weight * weight for group, weight in self.weight.items()}
        self.lengths = [math.sqrt(sum(map(squares.__getitem__, groups))) or 1.0 for groups in self.groups]

    def cosines(self, vector: Mapping[str, float]) -> list[float]:
        """Of each candidate's vector with `vector`. Sums run in C: this is most of the time of a recall."""
        length = math.sqrt(sum(value * value for value in vector.values())) or 1.0
        product = {group: self.weight[group] * value for group, value in vector.items() if group in self.weight}
        shared = frozenset(product)
        return [
            sum(map(product.__getitem__, groups & shared)) / own / length
            for groups, own in zip(self.groups, self.lengths, strict=True)
        ]

    def likeness(self, query: Query) -> list[float]:
        """Of each candidate to the query's own words."""
        wanted = {group: self.weight.get(group, self.unknown) for group in _groups(query.content)}
        return [LETTERS_SAY * cosine for cosine in self.cosines(wanted)]

    def company(self, scores: list[float]) -> list[float]:
        """Likeness of each candidate to the best few, which weigh by their scores."""
        best = sorted(range(len(scores)), key=lambda at: (-scores[at], at))[:COMPANY]
        top = scores[best[0]] or 1.0
        middle: dict[str, float] = {}
        for at in best:
            share = scores[at] / top / self.lengths[at]
            for group in self.groups[at]:
                middle[group] = middle.get(group, 0.0) + self.weight[group] * share
        return [COMPANY_SAY * cosine for cosine in self.cosines(middle)]
