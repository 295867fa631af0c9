"""Take a user's query apart into terms for the index. Pure; called by the engine.

Whatever stands in a query is text: each term reaches FTS5 as a quoted string of letters and digits only.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from memory.search.kin import related, short_forms
from memory.search.stem import stem
from memory.search.words import (
    COMPOUND,
    STOP_WORDS,
    TOKEN,
    UNSPACED_RUN,
    clean,
    emoji,
    humps,
    light_stem,
    sign_names,
    tokens,
    unspaced_parts,
)

# Bounds of the work that one query can cause.
MAX_QUERY_CHARS: Final = 12_000
MAX_TERMS: Final = 120
# A path of more parts than this is looked for by its parts only.
MAX_PHRASE_WORDS: Final = 8

# What another form is worth beside the word itself. By taste and measure: between 0.2 and 0.6 for
# related words the figures of benchmarks/retrieval.py are flat.
SHORT_FORM_WEIGHT: Final = 0.7
RELATED_WEIGHT: Final = 0.4
LIGHT_STEM_WEIGHT: Final = 0.6
SPELLING_WEIGHT: Final = 0.7


@dataclass(frozen=True, slots=True)
class Term:
    """One thing to look for: `words` in a row. `written` is the user's word, as hits show it.

    `stands_for` holds the stems whose place a related or corrected word takes; it counts only where those
    are missing. `proves` tells whether a match can show that a hit is on the subject.
    """

    written: str
    words: tuple[str, ...]
    stems: tuple[str, ...]
    weight: float = 1.0
    stands_for: tuple[str, ...] = ()
    proves: bool = True

    @property
    def match(self) -> str:
        """An FTS5 string: letters and digits in quotes, nothing that FTS5 could obey."""
        return '"' + " ".join(self.words) + '"'


@dataclass(frozen=True, slots=True)
class Query:
    """`terms` in the order of the query; `content` are its telling words, folded but not stemmed."""

    terms: tuple[Term, ...]
    content: tuple[str, ...]


def parse(text: str) -> Query:
    """The terms of a query. Only stop words: they are looked for as they stand, in a row."""
    text = clean(text[:MAX_QUERY_CHARS])
    found: dict[tuple[str, ...], Term] = {}
    for term in _terms(text):
        if len(found) >= MAX_TERMS:
            break
        found.setdefault(term.stems, term)
    if not found:
        words = tuple(tokens(text)[:MAX_PHRASE_WORDS])
        if words:
            found[words] = _term(" ".join(words), *words)
    content = tuple(dict.fromkeys(word for term in found.values() for word in term.words))
    return Query((*found.values(), *_other_forms(found)), content)


def corrected(term: Term, word: str) -> Term:
    """`word`, which the store knows, in place of a word that it does not know."""
    other = _term(term.written, word)
    return replace(other, weight=SPELLING_WEIGHT, stands_for=term.stems)


def _term(written: str, *words: str, weight: float = 1.0) -> Term:
    return Term(written, words, tuple(map(stem, words)), weight)


def _terms(text: str) -> Iterator[Term]:
    for found in COMPOUND.finditer(text):
        yield from _compound_terms(found[0])
    for written, token in (*sign_names(text), *emoji(text)):
        yield _term(written, token)


def _compound_terms(compound: str) -> Iterator[Term]:
    parts = TOKEN.findall(compound)
    if len(parts) == 1:
        yield from _word_terms(compound)
        return
    words = tuple(word for part in parts for word in tokens(part))
    if 2 <= len(words) <= MAX_PHRASE_WORDS:
        yield _term(compound, *words)
    for part in parts:
        # The numbers of 3.11.7 say nothing one by one.
        if not part.isdecimal():
            yield from _word_terms(part)


def _word_terms(written: str) -> Iterator[Term]:
    if not written.isascii() and (runs := UNSPACED_RUN.findall(written)):
        for run in runs:
            yield from (_term(pair, pair) for pair in unspaced_parts(run))
        written = UNSPACED_RUN.sub(" ", written)
    for word in tokens(written):
        if len(word) > 1 and word not in STOP_WORDS:
            yield _term(written, word)
            if light := light_stem(word):
                yield _term(written, light, weight=LIGHT_STEM_WEIGHT)
    for hump in humps(written):
        if hump not in STOP_WORDS:
            yield _term(hump, hump)


def _other_forms(found: dict[tuple[str, ...], Term]) -> Iterator[Term]:
    """Short forms and related words of what the query says, where it does not say them itself."""
    seen = set(found)
    for term in found.values():
        if len(term.stems) > 1:
            continue
        for forms, weight, proves in (
            (short_forms(term.stems[0]), SHORT_FORM_WEIGHT, True),
            (related(term.stems[0]), RELATED_WEIGHT, False),
        ):
            for word in forms:
                stems = (stem(word),)
                if stems not in seen:
                    seen.add(stems)
                    yield Term(term.written, (word,), stems, weight, term.stems, proves)
