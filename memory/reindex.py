"""Build the search index anew from the memories. Called by `genesis doctor --rebuild-index`."""

from __future__ import annotations

from memory.models import Memory
from memory.search import catch_up, engine
from memory.transactions import write

BATCH = 500


def rebuild_index() -> int:
    """Index every memory that is not forgotten again, in short transactions; returns how many."""
    count, last = 0, 0
    while True:
        batch = list(
            Memory.objects.filter(pk__gt=last, forgotten_at=None).order_by("pk")[:BATCH].only("text", "project")
        )
        if not batch:
            catch_up(fully=True)
            return count
        _index_again(batch)
        count, last = count + len(batch), batch[-1].pk


@write
def _index_again(batch: list[Memory]) -> None:
    for memory in batch:
        engine().unindex_memory(memory.pk)
        engine().index_memory(memory.pk, memory.text, memory.project_id)
