"""The search engine on SQLite's FTS5: find candidates cheaply, then let `rank.py` order them.

Called by recall (and by remember, for near matches) through `memory.search.engine()`. With `schema.py` the
only place of raw SQL outside the prompt hook. Reading writes nothing.

A query reads at most a set number of postings, the rarest words first: words that half of all memories
contain cost most and say least. They still count when the candidates are ranked.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any, Final

from django.db import DatabaseError, connection

from memory.search import schema
from memory.search.contract import Filters, Found, Hit, Scope
from memory.search.passages import passages
from memory.search.query import Query, Term, corrected, parse
from memory.search.rank import Candidate, Counts, Ranked, rank
from memory.search.spelling import SHORTEST, letter_groups, nearest
from memory.search.words import clean, extra_of, vocabulary

# Counting stops here and is extrapolated from how far back the newest ones reach: a word's weight needs no more.
COUNTED: Final = 100
# Up to this many passages are counted, above it the span of their ids will do.
COUNTED_EXACTLY: Final = 10_000
# Postings that one query reads at most. Everywhere: measured 45 ms at 1,000,000 memories. In a scope the
# index skips what other projects wrote, so more of them are affordable.
MOST_POSTINGS: Final = 20_000
MOST_POSTINGS_IN_SCOPE: Final = 100_000
# Passages ranked closely: enough for the best ten to be stable (100 and 200 differ by 0.1 points of nDCG).
CANDIDATES: Final = 100
# The rarest words of a query find the candidates; all of its words rank them.
MOST_TERMS: Final = 16
CANDIDATES_PER_HIT: Final = 5
FEWEST_CANDIDATES: Final = 50
MOST_CANDIDATES: Final = 1_000
# Words of a query that are looked up in the word list when no memory has them.
MOST_CORRECTED: Final = 8
# `near` reads the opening of a text, up to so many words of it, and looks for the rarest of them. Words with
# NEAR_COMMON postings or more count as equally common.
NEAR_CHARS: Final = 1_000
NEAR_TERMS: Final = 24
NEAR_TELLING: Final = 6
NEAR_COMMON: Final = 100
NEAR_WORDS: Final = 60
# So many times the wanted passages are taken by their words alone, and the long ones among them stand back by
# this much (BM25's k1 * b at its usual values is 0.9; 0.7 to 2 differ by 0.5 points in benchmarks/retrieval.py).
WIDE: Final = 5
LONG: Final = 1.2


def search(query: str, scope: Scope, filters: Filters, limit: int, now: datetime) -> Found:
    """The memories that fit `query`, best first; the same store gives the same answer.

    `limit`: how many the caller will show. More are weighed, and all that were are returned.
    """
    parsed = parse(query)
    passage_count, newest = _passage_count()
    if not parsed.terms or not passage_count or limit < 1 or scope.project_ids == ():
        return Found()
    parsed, counts = _counted(parsed, passage_count, newest)
    wanted = min(MOST_CANDIDATES, max(FEWEST_CANDIDATES, min(CANDIDATES, CANDIDATES_PER_HIT * limit), limit))
    ranked = rank(parsed, _candidates(parsed, counts, scope, filters, wanted, now), counts)
    return Found([_hit(one, ranked[0].score) for one in ranked], len(ranked))


def near(text: str, scope: Scope, limit: int, now: datetime) -> list[int]:
    """The ids of current memories that share most of the telling words of `text`, most first.

    For a writer that compares them itself: it looks for a few rare words only, and costs a fifth of a search.
    """
    terms = [term for term in parse(text[:NEAR_CHARS]).terms if term.proves and not term.stands_for][:NEAR_TERMS]
    rows = _rows(
        """SELECT (SELECT count(*) FROM (SELECT 1 FROM memory_fts WHERE memory_fts MATCH wanted.value LIMIT %s))
           FROM json_each(%s) AS wanted ORDER BY wanted.key""",
        [NEAR_COMMON, json.dumps([term.match for term in terms])],
    )
    counts = {term.stems: count for term, (count,) in zip(terms, rows, strict=True) if count}
    # Among words that are too common to be counted on, the longer ones say more.
    telling = sorted(
        (term for term in terms if term.stems in counts),
        key=lambda term: (counts[term.stems], -len(term.match), term.match),
    )[:NEAR_TELLING]
    query = Query(tuple(telling), ())
    found = _candidates(query, Counts(max(10 * NEAR_COMMON, 1), counts), scope, Filters(), limit, now)
    return list(dict.fromkeys(one.memory_id for one in found))


def index_memory(memory_id: int, text: str, project_id: int) -> None:
    """Make a stored memory findable. Inside the caller's transaction; the triggers feed the index."""
    plain = clean(text)
    rows = []
    for start, length in passages(text):
        part = plain[start : start + length]
        extra = extra_of(part)
        if "\0" in text[start : start + length]:
            # SQLite's substr() stops at a NUL, so the index would not see what comes after it.
            extra = f"{extra} {part}"
        rows.append((memory_id, start, length, f"p{project_id}", extra))
    with connection.cursor() as cursor:
        cursor.executemany(
            "INSERT INTO memory_passage (memory_id, start, length, scope, extra) VALUES (%s, %s, %s, %s, %s)",
            rows,
        )
        # Looking first keeps the common case, no new word, free of writes.
        cursor.execute(
            "INSERT INTO memory_word (word) SELECT value FROM json_each(%s) AS new "
            "WHERE NOT EXISTS (SELECT 1 FROM memory_word WHERE word = new.value)",
            [json.dumps(vocabulary(plain))],
        )


def unindex_memory(memory_id: int) -> None:
    """Take a memory out of the index; the memory itself stays."""
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM memory_passage WHERE memory_id = %s", [memory_id])


def overwrite_deleted() -> None:
    """From now on this connection overwrites what it deletes with zeros."""
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA secure_delete=ON")


def scrub(text: str) -> None:
    """Remove the last traces of a deleted text: words that nothing else says, old index pages, the log."""
    gone = [word for word in vocabulary(clean(text)) if not _is_said(word)]
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM memory_word WHERE word IN (SELECT value FROM json_each(%s))", [json.dumps(gone)])
        for table in ("memory_fts", "memory_word_fts"):
            cursor.execute(f"INSERT INTO {table}({table}) VALUES ('optimize')")
        cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def _is_said(word: str) -> bool:
    match = '"' + word.replace('"', '""') + '"'
    return bool(_rows("SELECT 1 FROM memory_fts WHERE memory_fts MATCH %s LIMIT 1", [match]))


def restore_triggers() -> None:
    """Make the triggers again: a migration that rebuilds a table of ours drops those that stand on it."""
    with connection.cursor() as cursor:
        for statement in (*schema.DROP_TRIGGERS, *schema.ALL_TRIGGERS):
            cursor.execute(statement)


def index_fault() -> str:
    """What is wrong with the index, or "" when it agrees with the memories. Reads everything."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("INSERT INTO memory_fts(memory_fts, rank) VALUES ('integrity-check', 1)")
            cursor.execute("INSERT INTO memory_word_fts(memory_word_fts, rank) VALUES ('integrity-check', 1)")
    except DatabaseError as error:
        return f"the search index does not agree with the memories ({error})"
    return ""


def _rows(sql: str, parameters: Sequence[Any] | dict[str, Any]) -> list[tuple[Any, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(sql, parameters)
        rows: list[tuple[Any, ...]] = cursor.fetchall()
    return rows


def _passage_count() -> tuple[int, int]:
    """(how many passages there are, the newest id). Counting a million rows would take longer than asking."""
    # Two subqueries: SQLite looks up one minimum or maximum, but reads the whole table for both at once.
    first, last = _rows(
        "SELECT coalesce((SELECT min(id) FROM memory_passage), 1), coalesce((SELECT max(id) FROM memory_passage), 0)",
        [],
    )[0]
    if last > COUNTED_EXACTLY:
        return last - first + 1, last
    return _rows("SELECT count(*) FROM memory_passage", [])[0][0], last


def _counted(query: Query, passage_count: int, newest: int) -> tuple[Query, Counts]:
    """How common each term is; words that nobody wrote get the known words that they may mean."""
    of = _frequencies(query.terms, passage_count, newest)
    # A word that exists in another form is not misspelt.
    known = {term.stands_for for term in query.terms if term.proves and term.stands_for and of[term.stems]}
    unknown = [
        term
        for term in query.terms
        if not (of[term.stems] or term.stands_for or len(term.words) > 1 or term.stems in known)
        and len(term.words[0]) >= SHORTEST
    ]
    others = [corrected(term, word) for term in unknown[:MOST_CORRECTED] for word in _near_words(term)]
    others = [term for term in others if term.stems not in of]
    if others:
        query = replace(query, terms=query.terms + tuple(others))
        of |= _frequencies(others, passage_count, newest)
    return query, Counts(passage_count, of)


def _frequencies(terms: Sequence[Term], passage_count: int, newest: int) -> dict[tuple[str, ...], int]:
    """About how many passages hold each term."""
    rows = _rows(
        """SELECT (SELECT json_array(count(*), coalesce(min(id), 0)) FROM (
               SELECT rowid AS id FROM memory_fts WHERE memory_fts MATCH wanted.value
               ORDER BY rowid DESC LIMIT %s))
           FROM json_each(%s) AS wanted ORDER BY wanted.key""",
        [COUNTED, json.dumps([term.match for term in terms])],
    )
    found = {}
    for term, (counted,) in zip(terms, rows, strict=True):
        count, oldest = json.loads(counted)
        if count == COUNTED:
            count = min(passage_count, round(count * passage_count / (newest - oldest + 1)))
        found[term.stems] = count
    return found


def _near_words(term: Term) -> list[str]:
    word = term.words[0]
    groups = " OR ".join('"' + group + '"' for group in letter_groups(word))
    rows = _rows(
        """SELECT word FROM memory_word WHERE id IN (
               SELECT rowid FROM memory_word_fts WHERE memory_word_fts MATCH %s ORDER BY rank LIMIT %s)""",
        [groups, NEAR_WORDS],
    )
    return nearest(word, (str(row[0]) for row in rows))


def _candidates(
    query: Query, counts: Counts, scope: Scope, filters: Filters, wanted: int, now: datetime
) -> list[Candidate]:
    """The passages with the rarest words of the query, among those which the filters let through."""
    in_scope = scope.project_ids is not None
    terms, oldest = _affordable(query, counts, MOST_POSTINGS_IN_SCOPE if in_scope else MOST_POSTINGS)
    if not terms:
        return []
    within = ""
    if scope.project_ids is not None:
        within = "scope : (" + " OR ".join(f'"p{int(one)}"' for one in scope.project_ids) + ") AND "
    wanted_terms = [[f"{within}{{text extra}} : {term.match}", term.weight * counts.weight(term)] for term in terms]
    conditions, parameters = conditions_of(filters, now)
    # Each term's postings are added up here instead of by FTS5's bm25(), which reads every posting of every
    # term in all projects to learn how common it is. The first rows that pass the filters are enough.
    rows = _rows(
        f"""WITH found AS (
                SELECT f.rowid AS id, sum(term.value ->> 1) AS gain
                FROM json_each(%(terms)s) AS term CROSS JOIN memory_fts AS f
                WHERE memory_fts MATCH term.value ->> 0 AND f.rowid >= %(oldest)s
                GROUP BY f.rowid ORDER BY gain DESC, id DESC),
            passed AS (
                SELECT p.*, m.text, found.gain FROM found
                CROSS JOIN memory_passage AS p ON p.id = found.id
                CROSS JOIN memory_memory AS m ON m.id = p.memory_id
                WHERE {conditions} LIMIT %(wide)s)
            SELECT memory_id, start, length, substr(text, start + 1, length), extra FROM passed
            ORDER BY gain / (1 + %(long)s * length / avg(length) OVER ()) DESC, id DESC LIMIT %(wanted)s""",
        {
            "terms": json.dumps(wanted_terms),
            "oldest": oldest,
            "wide": WIDE * wanted,
            "long": LONG,
            "wanted": wanted,
            **parameters,
        },
    )
    return [Candidate(*row) for row in rows]


def _affordable(query: Query, counts: Counts, most: int) -> tuple[list[Term], int]:
    """The rarest terms whose postings can be read, and the id to start from (0 = from the beginning).

    When even the rarest is too common, its newest postings are read.
    """
    terms = [term for term in query.terms if term.proves and counts.of[term.stems]]
    terms.sort(key=lambda term: (counts.of[term.stems], term.stems))
    chosen: list[Term] = []
    postings = 0
    for term in terms:
        postings += counts.of[term.stems]
        if chosen and (postings > most or len(chosen) == MOST_TERMS):
            break
        chosen.append(term)
    if len(chosen) == 1 and counts.of[chosen[0].stems] > most:
        return chosen, round(counts.passages * (1 - most / counts.of[chosen[0].stems]))
    return chosen, 0


def conditions_of(filters: Filters, now: datetime) -> tuple[str, dict[str, Any]]:
    """SQL over `m` (the memory), with its parameters. Used by the search by meaning, too."""
    conditions = ["m.forgotten_at IS NULL"]
    parameters: dict[str, Any] = {"at": _moment(filters.as_of or now)}
    if filters.as_of is not None:
        conditions.append("m.valid_from <= %(at)s AND (m.valid_until IS NULL OR m.valid_until > %(at)s)")
    elif not filters.include_archived:
        conditions.append("m.superseded_by_id IS NULL AND (m.valid_until IS NULL OR m.valid_until > %(at)s)")
    if not filters.include_archived:
        conditions.append("(m.archived_at IS NULL OR m.archived_at > %(at)s)")
    for name, bound, moment in (("since", ">=", filters.since), ("until", "<=", filters.until)):
        if moment is not None:
            parameters[name] = _moment(moment)
            conditions.append(f"m.valid_from {bound} %({name})s")
    if filters.min_confidence > 0:
        parameters["confidence"] = filters.min_confidence
        conditions.append("m.confidence >= %(confidence)s")
    if filters.kinds:
        parameters["kinds"] = json.dumps(filters.kinds)
        conditions.append("m.kind IN (SELECT value FROM json_each(%(kinds)s))")
    if filters.tags:
        parameters["tags"] = json.dumps(filters.tags)
        conditions.append(
            "EXISTS (SELECT 1 FROM json_each(m.tags) AS tag WHERE tag.value IN (SELECT value FROM json_each(%(tags)s)))"
        )
    return " AND ".join(conditions), parameters


def _moment(moment: datetime) -> str:
    """As Django stores it, so that comparing texts compares times."""
    return str(connection.ops.adapt_datetimefield_value(moment))


def _hit(one: Ranked, best: float) -> Hit:
    parts = {name: round(value / best, 4) for name, value in one.parts.items() if value}
    candidate = one.candidate
    return Hit(candidate.memory_id, one.score / best, parts, one.matched, candidate.start, candidate.length)
