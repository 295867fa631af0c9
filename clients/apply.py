"""Carry out a plan: backup, journal, write, read again. What is killed at any point leaves each file old or new."""

from __future__ import annotations

import contextlib
import os
from datetime import datetime

from clients.change import BLOCK
from clients.editors import EDITORS
from clients.editors.contract import Malformed, at
from clients.errors import NotWritable
from clients.files import look_at, make_folders, replace_file
from clients.journal import client_lock, discard, keep_backup, plan_row, settle
from clients.planned import ClientPlan, FileChange


def apply(plan: ClientPlan, now: datetime) -> None:
    """Write the files of one client. Raises NotWritable, with the files before the failing one written."""
    for change in plan.files:
        try:
            with client_lock(change.found.target, change.lock):
                _write(change, now)
        except OSError as error:
            raise NotWritable(f"{change.found.path} was not changed: {error.strerror or error}.") from error


def _write(change: FileChange, now: datetime) -> None:
    target = change.found.target
    made_folders = make_folders(os.path.dirname(target))
    backup = ""
    try:
        backup = keep_backup(change.found, change.client, now)
        row = plan_row(change, backup, made_folders, now)
    except BaseException:
        _forget(backup, made_folders)
        raise
    try:
        replace_file(target, change.after, change.found.data)
    except BaseException:
        discard(row)
        _forget(backup, made_folders)
        raise
    settle(row)
    _read_again(change)


def _forget(backup: str, made_folders: list[str]) -> None:
    """Leave nothing behind of a write that did not take place."""
    if backup:
        with contextlib.suppress(OSError):
            os.remove(backup)
    remove_folders(made_folders)


def remove_folders(made_folders: list[str]) -> None:
    """Remove folders that we made, innermost first, as far as they are empty."""
    for folder in reversed(made_folders):
        with contextlib.suppress(OSError):
            os.rmdir(folder)


def _read_again(change: FileChange) -> None:
    """Raise NotWritable if what is in the file now is not what was meant, by its own format's rules."""
    found = look_at(change.found.target)
    if found.data == change.after:
        return
    try:
        values = {} if change.format not in EDITORS else EDITORS[change.format].values(found.text)
        kept = all(at(values, one.path) == one.after for one in change.changes if one.path != BLOCK)
    except (Malformed, UnicodeDecodeError):
        kept = False
    if not kept:
        raise NotWritable(
            f"{change.found.path} was changed by another program right after it was written, and the entry is gone. "
            "Close that program and run setup again."
        )
