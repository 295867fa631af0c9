"""Which search engine serves this store: one answer per database, asked by everything that finds or writes."""

from __future__ import annotations

from types import ModuleType


def engine() -> ModuleType:
    """The module with `search`, `index_memory`, `unindex_memory` and `index_fault` (see `contract.py`)."""
    from memory.search.semantic import presence

    if not presence.enabled():
        return by_words()
    from memory.search.semantic import engine as by_meaning_too

    return by_meaning_too


def by_words() -> ModuleType:
    """The engine that compares words only, whatever is installed; the same four functions."""
    from memory.search import sqlite

    return sqlite


def catch_up(*, fully: bool = False) -> None:
    """Make what a search by meaning needs of new memories and takes a while, a little of it or all.

    Called after a memory is stored, outside its transaction. Does nothing where only words are compared.
    """
    from memory.search.semantic import presence

    if presence.enabled():
        from memory.search.semantic import vectors

        if fully:
            vectors.embed_all()
        else:
            vectors.embed_recent()
