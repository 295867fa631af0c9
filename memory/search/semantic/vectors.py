"""The vectors of the passages: made after a memory is stored, and compared with the one of a query.

Called by `engine.py` (to find), by remember and reindex (to make what is missing) and by the checks of the
store. The rows are `memory.models.Vector`; triggers of the migration that made their table remove a vector
with its passage, so a process without the extra keeps it right, too.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from django.db import connection

from memory.search.contract import Filters, Scope
from memory.search.semantic.encoder import MODEL, Array, encoded
from memory.search.semantic.fuse import BESIDE, Near
from memory.search.semantic.table import Kept
from memory.search.sqlite import conditions_of
from memory.transactions import write

# Memories found by meaning alone. Ten or fifty give the same first page.
OTHERS: Final = 20
# So many of the nearest passages are asked at a time whether scope and filters let them through.
ASKED: Final = 200
# What one `embed_recent` does at most, in passages: 10 to 35 ms each.
AT_ONCE: Final = 8
# It looks at so many of the newest passages for what other processes left out.
RECENT: Final = 500
# Passages that `embed_all` stores together.
BATCH: Final = 64

_KEPT: Final = Kept()


@dataclass(frozen=True, slots=True)
class Nearest:
    """`known`: cosines of the memories asked about, where they have vectors. `others`: near ones besides."""

    known: dict[int, float]
    others: dict[int, Near]


def nearest(query: str, scope: Scope, filters: Filters, now: datetime, among: frozenset[int]) -> Nearest | None:
    """What is near `query` in meaning: how near the memories `among` are, and which others are.

    None when there is no vector of the query.
    """
    vector = encoded(query)
    if vector is None:
        return None
    import numpy

    table = _KEPT.current()
    rows, cosines = table.cosines(vector, scope.project_ids)
    asked = numpy.isin(table.memories[rows], list(among))
    known: dict[int, float] = {}
    for memory_id, cosine in zip(table.memories[rows[asked]].tolist(), cosines[asked].tolist(), strict=True):
        known[memory_id] = max(cosine, known.get(memory_id, -1.0))
    near = numpy.flatnonzero(~asked & (cosines >= BESIDE))
    near = near[numpy.lexsort((-table.passages[rows[near]], -cosines[near]))]
    passages = zip(table.passages[rows[near]].tolist(), cosines[near].tolist(), strict=True)
    return Nearest(known, _others(list(passages), scope, filters, now))


def _others(passages: list[tuple[int, float]], scope: Scope, filters: Filters, now: datetime) -> dict[int, Near]:
    """The first OTHERS memories that scope and filters let through; `passages` are (id, cosine), best first."""
    found: dict[int, Near] = {}
    for at in range(0, len(passages), ASKED):
        some = passages[at : at + ASKED]
        allowed = _allowed([passage for passage, _ in some], scope, filters, now)
        for passage, cosine in some:
            if passage in allowed and len(found) < OTHERS:
                memory_id, start, length = allowed[passage]
                found.setdefault(memory_id, Near(cosine, start, length))
        if len(found) == OTHERS:
            break
    return found


def _allowed(passages: list[int], scope: Scope, filters: Filters, now: datetime) -> dict[int, tuple[int, int, int]]:
    """Of these passages those which may be seen: id -> (memory id, start, length)."""
    conditions, parameters = conditions_of(filters, now)
    if scope.project_ids is not None:
        conditions += " AND m.project_id IN (SELECT value FROM json_each(%(projects)s))"
        parameters = {**parameters, "projects": json.dumps(scope.project_ids)}
    rows = _rows(
        f"""SELECT p.id, p.memory_id, p.start, p.length
            FROM json_each(%(passages)s) AS asked CROSS JOIN memory_passage AS p ON p.id = asked.value
            CROSS JOIN memory_memory AS m ON m.id = p.memory_id WHERE {conditions}""",
        {"passages": json.dumps(passages), **parameters},
    )
    return {passage: (memory_id, start, length) for passage, memory_id, start, length in rows}


def embed_recent() -> None:
    """Make a few vectors: of what was just stored, then of what other processes or earlier times left out.

    Looks at the newest passages and at those older than every vector, which costs the same in any store. The
    work is done outside the transaction that stores the result.
    """
    where = """(p.id > (SELECT max(id) FROM memory_passage) - %(recent)s
                OR p.id < (SELECT coalesce(min(passage_id), 0) FROM memory_vector))"""
    _embed(_missing(where, {"recent": RECENT}, AT_ONCE))


def embed_all() -> None:
    """Make every missing vector, in short transactions, the newest first."""
    last = 2**62
    while (some := _missing("p.id < %(last)s", {"last": last}, BATCH)) and _embed(some):
        last = some[-1][0]


def _missing(where: str, parameters: dict[str, Any], at_most: int) -> list[tuple[int, str]]:
    """(passage id, its text) of passages without a vector of this model, the newest first."""
    rows = _rows(
        f"""SELECT p.id, p.start, p.length, m.text
            FROM memory_passage AS p CROSS JOIN memory_memory AS m ON m.id = p.memory_id
            WHERE {where} AND NOT EXISTS (
                SELECT 1 FROM memory_vector AS v WHERE v.passage_id = p.id AND v.model = %(model)s)
            ORDER BY p.id DESC LIMIT %(most)s""",
        {"model": MODEL, "most": at_most, **parameters},
    )
    return [(passage, text[start : start + length]) for passage, start, length, text in rows]


def _embed(passages: list[tuple[int, str]]) -> bool:
    """Make and store the vectors of (passage id, text); False when the model cannot be used."""
    vectors = [(passage, encoded(text)) for passage, text in passages]
    made = [(MODEL, _packed(vector), passage) for passage, vector in vectors if vector is not None]
    if made:
        _store(made)
    return len(made) == len(passages)


def _packed(vector: Array) -> bytes:
    """A vector as signed bytes. Its length is lost and not needed; a cosine changes by less than 0.01."""
    scaled = vector * (127.0 / float(abs(vector).max() or 1.0))
    return bytes(scaled.round().astype("int8").tobytes())


@write
def _store(made: list[tuple[str, bytes, int]]) -> None:
    """Store (model, codes, passage id), unless the passage has gone meanwhile."""
    with connection.cursor() as cursor:
        cursor.executemany(
            """INSERT OR REPLACE INTO memory_vector (model, codes, passage_id)
               SELECT %s, %s, id FROM memory_passage WHERE id = %s""",
            made,
        )


def coverage() -> tuple[int, int]:
    """(passages, how many of them have a vector of this model). Reads all of them."""
    passages, vectors = _rows(
        "SELECT (SELECT count(*) FROM memory_passage), (SELECT count(*) FROM memory_vector WHERE model = %s)",
        [MODEL],
    )[0]
    return passages, vectors


def _rows(sql: str, parameters: Sequence[Any] | dict[str, Any]) -> list[tuple[Any, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(sql, parameters)
        rows: list[tuple[Any, ...]] = cursor.fetchall()
    return rows
