"""Destroy a memory for good: for what should never have been stored. Called by `genesis forget ID --purge`.

The only way by which a row leaves the store. Backups made before keep it; the caller is told.
"""

from __future__ import annotations

from datetime import datetime

from memory.models import Memory
from memory.origin import Origin
from memory.search import by_words
from memory.supersede import Forgotten, forget
from memory.transactions import readable_errors, write


def purge(memory_id: int, *, project_ids: tuple[int, ...] | None, origin: Origin, now: datetime) -> Forgotten:
    """Forget the memory, then remove its row, its history and its words from the file."""
    with readable_errors():
        by_words().overwrite_deleted()
    done = _removed(memory_id, project_ids, origin, now)
    with readable_errors():
        by_words().scrub(done.memory.text)
    return done


@write
def _removed(memory_id: int, project_ids: tuple[int, ...] | None, origin: Origin, now: datetime) -> Forgotten:
    done = forget(memory_id, "purged", project_ids=project_ids, origin=origin, now=now)
    Memory.objects.filter(pk=memory_id).delete()
    return done
