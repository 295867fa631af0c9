"""Which search engine serves this store: one answer per database, asked by everything that finds or writes."""

from __future__ import annotations

from types import ModuleType


def engine() -> ModuleType:
    """The module with `search`, `index_memory`, `unindex_memory` and `index_fault` (see `contract.py`)."""
    from memory.search import sqlite

    return sqlite
