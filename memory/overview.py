"""The state of the memory in numbers. Called by the MCP tool and the command `status`, and by `doctor`."""

from __future__ import annotations

import os
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, Max

from memory import paths
from memory.models import Memory, Project, Thread, Turn
from memory.search.semantic.state import semantic_state


@dataclass(frozen=True, slots=True)
class Overview:
    """`kinds` counts the current memories of the asked projects by kind; sizes are bytes. `semantic` says in
    words whether there is a search by meaning.
    """

    database: str
    database_bytes: int
    memories: int
    kinds: dict[str, int]
    all_memories: int
    projects: int
    open_threads: int
    turns: int
    last_remembered_at: datetime | None
    semantic: str


def overview(project_ids: tuple[int, ...] | None, now: datetime) -> Overview:
    """Count what is stored: in the given projects (None: in all), and in the whole store."""
    path = paths.database()
    current = Memory.objects.current(now)
    here = current.in_projects(project_ids)
    kinds = dict(here.values_list("kind").annotate(Count("pk")).order_by("kind"))
    return Overview(
        database=path,
        database_bytes=sum(_size(path + suffix) for suffix in ("", "-wal")),
        memories=sum(kinds.values()),
        kinds=kinds,
        all_memories=current.count(),
        projects=Project.objects.count(),
        open_threads=Thread.objects.filter(state=Thread.State.OPEN).count(),
        turns=Turn.objects.count(),
        last_remembered_at=here.aggregate(last=Max("created_at"))["last"],
        semantic=semantic_state().found,
    )


def _size(path: str) -> int:
    try:
        return os.path.getsize(path)
    except OSError:
        return 0
