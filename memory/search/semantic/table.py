"""All vectors of the store in this process's memory, brought up to date before each use. Called by `vectors.py`.

They stay the bytes that the database has and become numbers a few thousand at a time, so that 100,000 of them
take 40 MB.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.db import connection

from memory.search.semantic.encoder import DIMENSIONS, MODEL, Array

# The newest vectors are kept, the others are not searched.
MOST_VECTORS: Final = 100_000
# Rows that become float32 at a time (6 MB).
CHUNK: Final = 4_096

_ROWS: Final = """
    SELECT v.passage_id, p.memory_id, m.project_id, v.codes
    FROM memory_vector AS v CROSS JOIN memory_passage AS p ON p.id = v.passage_id
    CROSS JOIN memory_memory AS m ON m.id = p.memory_id
    WHERE v.id > %(after)s AND v.id <= %(newest)s AND v.model = %(model)s AND length(v.codes) = %(dimensions)s
    ORDER BY v.id DESC LIMIT %(most)s"""


@dataclass(frozen=True, slots=True)
class Table:
    """`codes` is int8 of (vectors, DIMENSIONS); the others have one number for each row: the length of its
    codes, and the ids of its passage, memory and project. `state` tells which rows of the database these are.
    """

    codes: Array
    lengths: Array
    passages: Array
    memories: Array
    projects: Array
    state: _State

    def cosines(self, vector: Array, project_ids: Sequence[int] | None) -> tuple[Array, Array]:
        """(row numbers in these projects, their cosines with `vector`). The same rows give the same cosines."""
        import numpy

        if project_ids is None:
            rows = numpy.arange(len(self.codes))
        else:
            rows = numpy.flatnonzero(numpy.isin(self.projects, project_ids))
        found = numpy.empty(len(rows), dtype=numpy.float32)
        for at in range(0, len(rows), CHUNK):
            some = rows[at : at + CHUNK]
            numbers = self.codes[some].astype(numpy.float32)
            # Not `@`: that wakes all of BLAS's threads, which spin on when they are done (twice the CPU time).
            found[at : at + CHUNK] = numpy.einsum("ij,j->i", numbers, vector) / self.lengths[some]
        return rows, found.round(5)


@dataclass(frozen=True, slots=True)
class _State:
    """Of the rows read: how many the database had in all, the newest id, and the codes of that one."""

    count: int
    newest: int
    newest_codes: bytes


class Kept:
    """The one table of this process; threads share it."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._table: Table | None = None

    def current(self) -> Table:
        """The table as the database has it now. Costs three look-ups when nothing has changed."""
        with self._lock:
            self._table = _refreshed(self._table)
            return self._table


def _refreshed(old: Table | None) -> Table:
    known = old.state if old else _State(0, 0, b"")
    count, newest, newest_codes, added, same = _query(
        """SELECT (SELECT count(*) FROM memory_vector), (SELECT coalesce(max(id), 0) FROM memory_vector),
                  (SELECT codes FROM memory_vector ORDER BY id DESC LIMIT 1),
                  (SELECT count(*) FROM memory_vector WHERE id > %(newest)s),
                  (SELECT codes FROM memory_vector WHERE id = %(newest)s)""",
        {"newest": known.newest},
    )[0]
    state = _State(count, newest, bytes(newest_codes or b""))
    if old and state == known:
        return old
    if old and bytes(same or b"") == known.newest_codes and known.count + added == count:
        return _joined(old, _read(known.newest, state))
    return _read(0, state)


def _read(after: int, state: _State) -> Table:
    """The rows with an id above `after`, oldest first."""
    import numpy

    rows = _query(
        _ROWS,
        {
            "after": after,
            "newest": state.newest,
            "model": MODEL,
            "dimensions": DIMENSIONS,
            "most": MOST_VECTORS,
        },
    )[::-1]
    codes = numpy.frombuffer(b"".join(bytes(row[3]) for row in rows), dtype=numpy.int8).reshape(-1, DIMENSIONS)
    lengths = numpy.sqrt(numpy.einsum("ij,ij->i", codes, codes, dtype=numpy.float32))
    ids = numpy.array([row[:3] for row in rows], dtype=numpy.int64).reshape(-1, 3)
    return Table(codes, numpy.maximum(lengths, 1.0), ids[:, 0], ids[:, 1], ids[:, 2], state)


def _joined(old: Table, new: Table) -> Table:
    import numpy

    def both(first: Array, second: Array) -> Array:
        return numpy.concatenate([first, second])[-MOST_VECTORS:]

    return Table(
        both(old.codes, new.codes),
        both(old.lengths, new.lengths),
        both(old.passages, new.passages),
        both(old.memories, new.memories),
        both(old.projects, new.projects),
        new.state,
    )


def _query(sql: str, parameters: dict[str, Any]) -> list[tuple[Any, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(sql, parameters)
        rows: list[tuple[Any, ...]] = cursor.fetchall()
    return rows
