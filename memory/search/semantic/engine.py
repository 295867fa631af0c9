"""The search engine where the extra `semantic` is installed: by words as ever, joined with nearness in meaning.

Chosen by `memory.search.engine()`; same contract (`memory/search/contract.py`). Whenever there is no vector to
be had - the model is broken, the query is in a script it cannot read - the answer is the one by words.
"""

from __future__ import annotations

from datetime import datetime
from typing import Final

from memory.search import sqlite
from memory.search.contract import Filters, Found, Scope
from memory.search.semantic import vectors
from memory.search.semantic.fuse import fuse, telling_words
from memory.search.sqlite import index_fault, index_memory, unindex_memory

__all__ = ["index_fault", "index_memory", "search", "unindex_memory"]

# As many are weighed by words as for a page of this many, so that few of those near in meaning are taken for
# having no word of the query.
LEAST_LIMIT: Final = 25


def search(query: str, scope: Scope, filters: Filters, limit: int, now: datetime) -> Found:
    """The memories that fit `query` by words or by meaning, best first; all that were weighed are returned."""
    telling = telling_words(query)
    if not telling or limit < 1:
        return sqlite.search(query, scope, filters, limit, now)
    words = sqlite.search(query, scope, filters, max(limit, LEAST_LIMIT), now)
    near = vectors.nearest(query, scope, filters, now, frozenset(hit.memory_id for hit in words.hits))
    if near is None:
        return words
    hits = fuse(words.hits, near.known, near.others, telling)
    return Found(hits, len(hits))
