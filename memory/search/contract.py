"""What every search engine takes and gives. Called by recall, remember (for near matches) and the tests.

The SQLite engine is `memory/search/sqlite.py`; another engine has to keep exactly these shapes.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime


@dataclass(frozen=True, slots=True)
class Scope:
    """Where to look: the primary keys of the projects, or None for every project."""

    project_ids: tuple[int, ...] | None


@dataclass(frozen=True, slots=True)
class Filters:
    """Which memories may come back. The defaults let through all that are believed now.

    `kinds` and `tags` match when any of them fits; empty means no condition. `since` and `until` bound
    `valid_from`, both included. `as_of` asks what was believed at that moment: superseded and invalidated
    memories come back when they were valid then. `include_archived` lets through what is superseded, no longer
    valid or archived, too. Forgotten memories never come back.
    """

    kinds: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    min_confidence: float = 0.0
    since: datetime | None = None
    until: datetime | None = None
    as_of: datetime | None = None
    include_archived: bool = False


@dataclass(frozen=True, slots=True)
class Hit:
    """One memory that fits the query.

    `relevance` is 0..1 where the best hit of the query has 1.0; `parts` says what each part of the score
    gave, and they add up to it. `matched` holds the query's words as the user wrote them. `start` and
    `length` (characters of the memory's text) point at the passage that fits best.
    """

    memory_id: int
    relevance: float
    parts: dict[str, float]
    matched: tuple[str, ...]
    start: int
    length: int


@dataclass(frozen=True, slots=True)
class Found:
    """Every hit above the cut-off that was weighed, best first; may be more than were asked for."""

    hits: list[Hit] = field(default_factory=list)
    total: int = 0
