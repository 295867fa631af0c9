"""Take back what setup wrote: the very bytes where nobody else wrote since, else only what is ours."""

from __future__ import annotations

import os
from dataclasses import dataclass
from datetime import datetime

from clients.apply import remove_folders
from clients.catalogue import catalogue
from clients.change import BLOCK, Change, from_journal
from clients.editors import EDITORS
from clients.editors.block import block
from clients.editors.contract import MISSING, CannotEdit, Editor, Malformed, at
from clients.editors.undo import take_back
from clients.entry import argv_of
from clients.errors import NotWritable
from clients.files import Found, digest, look_at, remove_file, replace_file
from clients.journal import client_lock, close
from clients.models import ClientConfig
from clients.server import starts_server
from clients.snippets import COMMENTS

RESTORED = "restored"
REMOVED = "removed"
DELETED = "deleted"
GONE = "gone"
KEPT = "kept"
STUCK = "stuck"


@dataclass(frozen=True, slots=True)
class Reverted:
    """What became of one file. `outcome`: restored (the very bytes), removed (our part only), deleted (it was ours),
    gone (there is no such file any more), kept (`reason`: it is the user's own now), stuck (`reason`).
    """

    client: str
    path: str
    outcome: str
    reason: str = ""


def revert(row: ClientConfig, now: datetime, *, dry_run: bool = False) -> Reverted:
    """Take back one row of the journal. A failure leaves file and row as they are."""
    found = look_at(row.target)
    try:
        if found.data is not None and (problem := found.unreadable or found.unwritable):
            raise NotWritable(problem)
        outcome, data = _way_back(row, found)
        if not dry_run:
            _carry_out(row, found, outcome, data)
            close(row, now)
    except (Malformed, CannotEdit, NotWritable, OSError) as error:
        return Reverted(row.client, row.path, STUCK, str(error))
    reason = "our entry is not in it, or not as setup wrote it" if outcome == KEPT else ""
    return Reverted(row.client, row.path, outcome, reason)


def _carry_out(row: ClientConfig, found: Found, outcome: str, data: bytes | None) -> None:
    with client_lock(row.target, _lock_of(row.client)):
        if data is not None and found.data is not None and data != found.data:
            replace_file(row.target, data, found.data)
        elif outcome == DELETED and found.data is not None:
            remove_file(row.target, found.data)
    if outcome in (DELETED, GONE):
        remove_folders(row.made_folders)


def _lock_of(client: str) -> str:
    return next((one.mcp.lock for one in catalogue() if one.id == client and one.mcp), "")


def _way_back(row: ClientConfig, found: Found) -> tuple[str, bytes | None]:
    """How to take the row back, and the new content of the file (None: it is to be deleted, or is gone)."""
    if found.data is None:
        return GONE, None
    untouched = digest(found.data) == row.hash_after
    if untouched and row.created:
        return DELETED, None
    if untouched and (original := _backup_of(row)) is not None:
        return RESTORED, original
    if digest(found.data) == row.hash_before:
        return RESTORED, found.data
    changes = [from_journal(change) for change in row.changes]
    text = _without(changes, row.format, found.text)
    if text == found.text:
        return KEPT, found.data
    if row.created and text.strip() in ("", "{}"):
        return DELETED, None
    return REMOVED, text.encode()


def _backup_of(row: ClientConfig) -> bytes | None:
    """The file as it was before setup, if the copy is there and whole."""
    if not row.backup or not os.path.exists(row.backup):
        return None
    with open(row.backup, "rb") as file:
        data = file.read()
    return data if digest(data) == row.hash_before else None


def _without(changes: list[Change], form: str, text: str) -> str:
    """`text` without what we wrote. Raises Malformed, CannotEdit."""
    if form in COMMENTS:
        return _without_block(changes, form, text)
    if form not in EDITORS:
        return text  # a program of ours that somebody has changed
    # Comments that came into a strict file since are no reason to leave our entry in it.
    editor = EDITORS["jsonc" if form == "json" else form]
    meant = text
    for change in reversed(changes):
        meant = _undone(editor, meant, change)
    # The very fragments that were put in, taken out, leave the user's white space as it was; they must mean the same.
    exact = take_back(text, [swap for change in changes for swap in change.undo])
    if exact is not None and meant != text and _same_values(editor, exact, meant):
        return exact
    return meant


def _without_block(changes: list[Change], form: str, text: str) -> str:
    marks = block(COMMENTS[form])
    first = next(change for change in changes if change.path == BLOCK)
    whole = take_back(text, [swap for change in changes for swap in change.undo])
    if whole is not None and marks.body(whole) is None and first.before is MISSING:
        return whole
    return marks.drop(text) if first.before is MISSING else marks.put(text, first.before).text


def _same_values(editor: Editor, one: str, other: str) -> bool:
    try:
        return bool(editor.values(one) == editor.values(other))
    except Malformed:
        return False


def _undone(editor: Editor, text: str, change: Change) -> str:
    """One change taken back by its meaning. A value that is somebody else's by now stays."""
    present = at(editor.values(text), change.path)
    if change.after is MISSING:
        return text if present is not MISSING else editor.put(text, change.path, change.before).text
    ours = present == change.after or starts_server(argv_of(present))
    if present is MISSING or not ours:
        return text
    if change.before is MISSING:
        return editor.drop(text, change.path, change.made)
    return editor.put(text, change.path, change.before).text
