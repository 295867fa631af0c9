"""Bring the SQLite file to the shape that this program needs, safely. Every entry point calls `prepare()`.

The number in SQLite's `user_version` tells at once whether there is anything to do, so that an ordinary
start costs one PRAGMA and never loads Django's migration machinery.
"""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from datetime import UTC, datetime

from django.core.files import locks
from django.core.management import call_command
from django.db import connection

from memory import paths
from memory.errors import StoreUnavailable
from memory.search import by_words
from memory.transactions import readable_errors

# "Gnss": marks a SQLite file as ours, whatever tables it has.
APPLICATION_ID = 0x476E7373
# Goes up by one with every migration of any app; tests/memory/test_database.py holds it to the migration files.
SCHEMA_VERSION = 10
KEPT_BACKUPS = 5


def prepare() -> None:
    """Create or migrate the database if needed. Safe with several processes at once.

    Raises StoreUnavailable if the file is not ours, is newer than this program, or cannot be used.
    """
    path = paths.database()
    try:
        if _version_of(path) == SCHEMA_VERSION:
            return
        paths.ensure_private_dir(os.path.dirname(path))
        with open(path + ".migrate-lock", "a", encoding="utf-8") as lock:
            os.chmod(lock.name, 0o600)
            locks.lock(lock, locks.LOCK_EX)
            found = _version_of(path)
            if found != SCHEMA_VERSION:
                _migrate(path, found)
    except OSError as error:
        raise StoreUnavailable(
            f"The memory at {path} cannot be used: {error.strerror or error}. Check the folder, its "
            "permissions and the free space, or set GENESIS_HOME to another folder."
        ) from error


def is_current() -> bool:
    """Tell whether the database is there and has this program's shape. Opens read-only, creates nothing."""
    return _version_of(paths.database()) == SCHEMA_VERSION


def _version_of(path: str) -> int:
    """The schema version in the file; 0 for a missing or empty one. Opens read-only, creates nothing."""
    if not os.path.exists(path) or os.path.getsize(path) == 0:
        return 0
    try:
        with closing(sqlite3.connect(f"file:{_uri_path(path)}?mode=ro", uri=True, timeout=5)) as database:
            application = database.execute("PRAGMA application_id").fetchone()[0]
            version = int(database.execute("PRAGMA user_version").fetchone()[0])
            tables = database.execute("SELECT count(*) FROM sqlite_schema").fetchone()[0]
    except sqlite3.OperationalError as error:
        raise StoreUnavailable(
            f"{path} cannot be opened ({error}). Its folder may be read-only, or another program holds the file: "
            "check the permissions, or set GENESIS_HOME to another folder."
        ) from error
    except sqlite3.DatabaseError as error:
        raise StoreUnavailable(
            f"{path} is damaged or no Genesis database ({error}). Stop all tools, move the file away and put "
            f"{newest_backup(path) or 'a backup, if you have one,'} in its place, or start with an empty memory. "
            "`genesis doctor` checks the rest."
        ) from error
    if application != APPLICATION_ID and tables:
        raise StoreUnavailable(
            f"{path} belongs to another program, so Genesis does not touch it. "
            "Set GENESIS_HOME (or GENESIS_DAEMON_DB) to another place."
        )
    if version > SCHEMA_VERSION:
        raise StoreUnavailable(
            f"{path} was written by a newer Genesis (schema {version}; this one knows {SCHEMA_VERSION}). "
            "Upgrade this Genesis, or set GENESIS_HOME to another folder. Nothing was changed."
        )
    return version


def _uri_path(path: str) -> str:
    return path.replace("\\", "/").replace("%", "%25").replace("?", "%3f").replace("#", "%23")


def _migrate(path: str, found: int) -> None:
    """Back up, then migrate. Each migration is a transaction of its own: a kill leaves a usable file."""
    if found:
        back_up(path, f"schema-{found}")
    if not os.path.exists(path):
        os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))
    with readable_errors():
        with connection.cursor() as cursor:
            cursor.execute(f"PRAGMA application_id={APPLICATION_ID}")
        call_command("migrate", verbosity=0, interactive=False)
        by_words().restore_triggers()
        with connection.cursor() as cursor:
            cursor.execute(f"PRAGMA user_version={SCHEMA_VERSION}")
    _keep_private(path)


def newest_backup(path: str) -> str:
    """The path of the newest copy that `back_up` made of the database at `path`; blank if there is none."""
    folder = os.path.join(os.path.dirname(path), "backups")
    copies = sorted(name for name in os.listdir(folder) if name.startswith("memory-")) if os.path.isdir(folder) else []
    return os.path.join(folder, copies[-1]) if copies else ""


def back_up(path: str, label: str) -> str:
    """Write a consistent copy beside the database into `backups/`; returns its path (mode 0600)."""
    folder = os.path.join(os.path.dirname(path), "backups")
    paths.ensure_private_dir(folder)
    stamp = datetime.now(UTC).strftime("%Y%m%dT%H%M%S%fZ")
    copy = os.path.join(folder, f"memory-{stamp}-{label}.db")
    with closing(sqlite3.connect(path, timeout=30)) as database:
        database.execute("VACUUM INTO ?", (copy,))
    os.chmod(copy, 0o600)
    for old in sorted(name for name in os.listdir(folder) if name.startswith("memory-"))[:-KEPT_BACKUPS]:
        os.remove(os.path.join(folder, old))
    return copy


def _keep_private(path: str) -> None:
    for suffix in ("", "-wal", "-shm"):
        if os.path.exists(path + suffix):
            os.chmod(path + suffix, 0o600)
