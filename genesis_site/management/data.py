"""What Genesis keeps on disk, and how to delete it: our files by name, never a whole folder that may hold others'."""

from __future__ import annotations

import contextlib
import os
import shutil
from dataclasses import dataclass

from django.db import connections

from memory import paths

FILES = ("memory.db", "capture.log", "setup.lock", "held-lock.json", "proxy.pid", "proxy.log")
FOLDERS = ("backups", "capture", "hook", "seen", "spool")
DATABASE_PARTS = ("", "-wal", "-shm", "-journal", ".migrate-lock")


@dataclass(frozen=True, slots=True)
class Data:
    """Existing paths of ours, and how much they hold."""

    paths: tuple[str, ...]
    size_bytes: int


def our_data() -> Data:
    """Every file and folder that is ours: the database, wherever it is, and what lies in `GENESIS_HOME`."""
    home, database = paths.home(), paths.database()
    candidates = [database + part for part in DATABASE_PARTS]
    candidates += [os.path.join(home, name) for name in (*FILES, *FOLDERS)]
    candidates += [os.path.join(os.path.dirname(database), "backups"), paths.hook_notes()]
    found = [path for path in dict.fromkeys(candidates) if os.path.lexists(path)]
    return Data(tuple(found), sum(map(_size_bytes, found)))


def purge(data: Data) -> list[str]:
    """Delete `data`; the folder itself goes if nothing else is in it. Returns what is left there."""
    connections.close_all()
    for path in data.paths:
        if os.path.isdir(path) and not os.path.islink(path):
            shutil.rmtree(path)
        else:
            with contextlib.suppress(FileNotFoundError):
                os.remove(path)
    with contextlib.suppress(OSError):
        os.rmdir(paths.home())
    return sorted(os.listdir(paths.home())) if os.path.isdir(paths.home()) else []


def _size_bytes(path: str) -> int:
    if not os.path.isdir(path):
        return os.path.getsize(path) if os.path.exists(path) else 0
    return sum(_size_bytes(entry.path) for entry in os.scandir(path))
