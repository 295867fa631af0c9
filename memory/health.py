"""Checks of the store itself: can it be opened, is it whole, is the index in step. Reads only.

Called by `genesis doctor`; each check says what to do when it fails.
"""

from __future__ import annotations

import os
import shutil
import stat
from dataclasses import dataclass

from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from memory import paths
from memory.database import SCHEMA_VERSION
from memory.models import Memory
from memory.search import engine
from memory.search.semantic.state import semantic_state
from memory.transactions import readable_errors

LEAST_FREE_BYTES = 100_000_000


@dataclass(frozen=True, slots=True)
class Check:
    """`id` is stable (`docs/doctor.md` lists them); `advice` says what to do, blank when there is nothing.

    `warning`: it works, and is yet worth a look. `about`: the client that a check is for; blank for the system's.
    """

    id: str
    passed: bool
    found: str
    advice: str = ""
    warning: bool = False
    about: str = ""


def store_checks() -> list[Check]:
    """Every check of the store, in the order in which a fault would explain the next."""
    path = paths.database()
    with readable_errors():
        return [_schema(), _journal(path), _integrity(), _index(), _semantic(), _private(path), _space(path)]


def _schema() -> Check:
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA user_version")
        version = int(cursor.fetchone()[0])
    executor = MigrationExecutor(connection)
    waiting = len(executor.migration_plan(executor.loader.graph.leaf_nodes()))
    fits = version == SCHEMA_VERSION and not waiting
    return Check(
        "store.schema",
        fits,
        f"version {version}, {waiting} migrations waiting" if not fits else f"version {version}, nothing to migrate",
        "" if fits else "Stop all tools and run `genesis status`: it migrates after making a backup.",
    )


def _journal(path: str) -> Check:
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA journal_mode")
        mode = str(cursor.fetchone()[0]).lower()
    wal = mode == "wal"
    return Check(
        "store.journal",
        wal,
        f"journal mode {mode}, at {path}",
        "" if wal else "Move the database to a local disk: write-ahead logging does not work on this file system.",
    )


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
