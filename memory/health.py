"""Checks of the store itself: can it be opened, is it whole, is the index in step. Reads only.

Called by `genesis doctor`; each check says what to do when it fails.
"""

from __future__ import annotations

import os
import shutil
import stat
from dataclasses import dataclass

from django.db import connection

from memory import paths
from memory.models import Memory
from memory.search import engine
from memory.search.semantic.state import semantic_state
from memory.transactions import readable_errors

LEAST_FREE_BYTES = 100_000_000


@dataclass(frozen=True, slots=True)
class Check:
    """`id` is stable (`docs/doctor.md` lists them); `advice` is blank when `passed`."""

    id: str
    passed: bool
    found: str
    advice: str = ""


def store_checks() -> list[Check]:
    """Every check of the store, in the order in which a fault would explain the next."""
    path = paths.database()
    with readable_errors():
        return [_integrity(), _index(), _semantic(), _private(path), _space(path)]


def _integrity() -> Check:
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA quick_check(3)")
        faults = [str(row[0]) for row in cursor.fetchall()]
    whole = faults == ["ok"]
    return Check(
        "store.integrity",
        whole,
        "every page is whole" if whole else "; ".join(faults),
        "" if whole else "Stop all tools, then put back the newest file of the folder backups/.",
    )


def _index() -> Check:
    visible = Memory.objects.filter(forgotten_at=None).count()
    missing = Memory.objects.filter(forgotten_at=None, passages=None).count()
    fault = engine().index_fault() or (f"{missing} memories are not in it" if missing else "")
    return Check(
        "store.index",
        not fault,
        fault or f"{visible} memories can be searched",
        "" if not fault else "Run `genesis doctor --rebuild-index`.",
    )


def _semantic() -> Check:
    state = semantic_state()
    return Check("store.semantic", not state.advice, state.found, state.advice)


def _private(path: str) -> Check:
    if os.name == "nt":
        return Check("store.private", passed=True, found="left to the user's profile folder")
    mode = stat.S_IMODE(os.stat(path).st_mode)
    private = not mode & 0o077
    return Check(
        "store.private",
        private,
        f"file mode {mode:o}",
        "" if private else f"Others on this machine can read your notes: chmod 600 {path}",
    )


def _space(path: str) -> Check:
    free = shutil.disk_usage(os.path.dirname(path)).free
    enough = free >= LEAST_FREE_BYTES
    return Check(
        "store.space",
        enough,
        f"{free / 1e9:.1f} GB free",
        "" if enough else "Free some space: a write that finds the disk full stores nothing.",
    )
