"""Notes put straight into the store and asked for through the engine, without the verbs above it."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from memory.models import Memory, Project
from memory.search import engine
from memory.search.contract import Filters, Found, Scope
from tests.make import NOW

GLOBAL = 1


def note(text: str, *, project: int = GLOBAL, at: datetime = NOW, **fields: Any) -> int:
    """Store and index one text; returns its id."""
    memory = Memory.objects.create(
        project_id=project, text=text, created_at=at, confirmed_at=at, valid_from=at, **fields
    )
    engine().index_memory(memory.pk, text, project)
    return memory.pk


def project(key: str) -> int:
    return Project.objects.create(key=key, name=key, created_at=NOW).pk


def find(query: str, *, within: tuple[int, ...] | None = None, limit: int = 10, **filters: Any) -> Found:
    found: Found = engine().search(query, Scope(within), Filters(**filters), limit, NOW)
    return found


def ids(query: str, **options: Any) -> list[int]:
    return [hit.memory_id for hit in find(query, **options).hits]


# Other subjects, so that a test's own note has something to stand out from.
NOISE = (
    "Deployments go through make release, which tags the commit.",
    "The staging database is restored from production every Sunday.",
    "Invoices are numbered per year and never reused.",
    "Frontend tests run in a headless browser.",
    "Log lines carry the request id.",
    "The mobile app talks to the gateway only.",
    "Feature flags live in a table, not in files.",
    "Weekly reports are sent on Monday morning.",
)


def noise() -> None:
    for text in NOISE:
        note(text)
