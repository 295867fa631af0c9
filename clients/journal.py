"""The journal: a row for every file that setup changes, written before the file is. See `ClientConfig`."""

from __future__ import annotations

import contextlib
import itertools
import json
import os
import time
from collections.abc import Iterator
from datetime import datetime
from pathlib import PurePath

from django.core.files import locks

from clients.change import from_journal, journalled
from clients.editors import EDITORS
from clients.editors.contract import Malformed, at
from clients.errors import SetupBusy
from clients.files import Found, digest, held_lock, look_at, temporary_name, write_private
from clients.models import ClientConfig
from clients.planned import FileChange
from memory import paths
from memory.transactions import write


@contextlib.contextmanager
def client_lock(target: str, kind: str) -> Iterator[None]:
    """Hold a client's own lock on `target`, and note it, so that a run that is killed does not lock the client out."""
    if not kind:
        yield
        return
    paths.ensure_private_dir(paths.home())
    note = os.path.join(paths.home(), "held-lock.json")
    with open(note, "w", encoding="utf-8", opener=_private) as file:
        json.dump({"lock": target + ".lock", "at_s": time.time()}, file)
    try:
        with held_lock(target, kind):
            yield
    finally:
        os.remove(note)


def _release_left_lock() -> None:
    """Remove the lock that a killed run of ours still holds, as far as it can only be ours."""
    note = os.path.join(paths.home(), "held-lock.json")
    try:
        with open(note, encoding="utf-8") as file:
            left = json.load(file)
        # Noted just before it was made: a lock of another time is the client's own.
        if abs(os.stat(left["lock"]).st_mtime - left["at_s"]) < 2:
            os.rmdir(left["lock"])
    except (OSError, ValueError, KeyError, TypeError):
        pass
    with contextlib.suppress(OSError):
        os.remove(note)


@contextlib.contextmanager
def only_one() -> Iterator[None]:
    """Hold the lock of setup, revert and uninstall. Raises SetupBusy when another one is at work."""
    paths.ensure_private_dir(paths.home())
    with open(os.path.join(paths.home(), "setup.lock"), "a", encoding="utf-8", opener=_private) as file:
        if not locks.lock(file, locks.LOCK_EX | locks.LOCK_NB):
            raise SetupBusy("Another `genesis setup` or `uninstall` is at work. Try again when it is done.")
        try:
            yield
        finally:
            locks.unlock(file)


def _private(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)


def keep_backup(found: Found, client: str, now: datetime) -> str:
    """Copy a file as it is into `backups/clients/`; returns the copy's path, blank if there is no file."""
    if found.data is None:
        return ""
    folder = os.path.join(paths.home(), "backups", "clients")
    paths.ensure_private_dir(folder)
    stamp = now.strftime("%Y%m%dT%H%M%S%f")
    for number in itertools.count():
        # A client may have several files of one name.
        copy = os.path.join(folder, f"{stamp}-{number}-{client}-{PurePath(found.target).name}")
        if not os.path.exists(copy):
            break
    write_private(copy, found.data)
    return copy


@write
def plan_row(change: FileChange, backup: str, made_folders: list[str], now: datetime) -> ClientConfig:
    """Write down what is about to be done. Returns the row; `settle` or `discard` follows."""
    former = ClientConfig.objects.in_force().filter(client=change.client, target=change.found.target).first()
    changes, hash_before = [journalled(one) for one in change.changes], digest(change.found.data)
    created = change.found.data is None
    if former is not None:
        # Applied in this order, they are taken back in reverse.
        changes, created = [*former.changes, *changes], former.created
        if former.hash_after == hash_before:
            # Nobody else wrote in between: the way back leads to what was there before the first run.
            hash_before, backup, made_folders = former.hash_before, former.backup, former.made_folders + made_folders
        else:
            hash_before, backup = "", ""
    return ClientConfig.objects.create(
        client=change.client,
        path=change.found.path,
        target=change.found.target,
        format=change.format,
        changes=changes,
        created=created,
        hash_before=hash_before,
        hash_after=digest(change.after),
        backup=backup,
        made_folders=made_folders,
        written_at=now,
    )


@write
def settle(row: ClientConfig) -> None:
    """The file is written: this row is in force now, in place of an earlier one."""
    ClientConfig.objects.in_force().filter(client=row.client, target=row.target).update(
        state=ClientConfig.State.REPLACED
    )
    ClientConfig.objects.filter(pk=row.pk).update(state=ClientConfig.State.WRITTEN)


@write
def discard(row: ClientConfig) -> None:
    """The file was not written: forget the plan."""
    row.delete()


@write
def close(row: ClientConfig, now: datetime) -> None:
    """The file is as it was before: nothing is left to take back."""
    ClientConfig.objects.filter(pk=row.pk).update(state=ClientConfig.State.REVERTED, reverted_at=now)


def recover() -> list[str]:
    """Bring the journal in step with the files after a run that was killed; returns the paths it was about."""
    _release_left_lock()
    touched = []
    for row in ClientConfig.objects.unfinished().order_by("pk"):
        with contextlib.suppress(OSError):
            os.remove(temporary_name(row.target))
        found = look_at(row.target)
        if digest(found.data) == row.hash_after or _holds(row, found):
            settle(row)
        else:
            discard(row)
        touched.append(row.path)
    return touched


def _holds(row: ClientConfig, found: Found) -> bool:
    """Tell whether the file, changed by somebody else since, holds what the row says we wrote."""
    if found.data is None or found.unreadable or row.format not in EDITORS:
        return False
    try:
        values = EDITORS[row.format].values(found.text)
    except Malformed:
        return False
    return all(at(values, change.path) == change.after for change in map(from_journal, row.changes))
