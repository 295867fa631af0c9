"""Entries of ours that no journal knows of: the journal was deleted with the store, or lies in another one.

Called by `setup --revert` and `uninstall`, after the journal's own rows. Only what starts Genesis directly is taken
out; a file with a row in the journal, taken back or not, is the journal's business.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator

from clients.catalogue import Client, HookFile, McpFile, catalogue
from clients.change import BLOCK, Change, Outcome, drop_from, put_into, without_ours
from clients.editors import EDITORS
from clients.editors.block import block
from clients.editors.contract import MISSING, CannotEdit, Element, Malformed, Path, Value, at
from clients.entry import argv_of
from clients.files import Found, look_at
from clients.hooks import PLUGIN, is_our_hook, is_our_plugin
from clients.machine import Machine
from clients.models import ClientConfig
from clients.planned import FileChange
from clients.server import starts_server
from clients.snippets import COMMENTS


def strays(machine: Machine, only: tuple[str, ...] = ()) -> list[FileChange]:
    """For each file with such an entry the change that takes it out. `only`: ids of clients; empty: all."""
    known = _with_entries_of_the_users_own()
    found: dict[str, FileChange] = {}
    for client in catalogue():
        if only and client.id not in only:
            continue
        for change in _of(client, machine):
            if change.found.target not in known or change.hooks:
                found.setdefault(change.found.target, change)
    return list(found.values())


def _with_entries_of_the_users_own() -> set[str]:
    """Files in which an entry that starts Genesis stood before setup came: what is there now may be that one."""
    rows = ClientConfig.objects.values_list("target", "changes")
    return {
        target
        for target, changes in rows
        if any(starts_server(argv_of(change.get("before"))) for change in changes)
        or ClientConfig.objects.in_force().filter(target=target).exists()
    }


def _of(client: Client, machine: Machine) -> Iterator[FileChange]:
    if client.mcp is not None and client.mcp.how != "paste":
        for path in dict.fromkeys([*(path for path, _ in client.places_on(machine)), *client.stale_on(machine)]):
            yield from _cleaned(client, client.mcp, look_at(path))
    for file, path in client.hook_places(machine):
        yield from _unhooked(client, file, look_at(path))


def _cleaned(client: Client, mcp: McpFile, found: Found) -> Iterator[FileChange]:
    if found.data is None or found.unreadable:
        return
    with contextlib.suppress(Malformed, CannotEdit):
        outcome = _without_block(mcp.format, found.text) if mcp.how == "block" else without_ours(mcp, found.text)
        yield from _change(client, found, mcp.format, outcome)


def _without_block(form: str, text: str) -> Outcome:
    marks = block(COMMENTS[form])
    body = marks.body(text)
    return Outcome(text) if body is None else Outcome(marks.drop(text), [Change(BLOCK, body, MISSING)])


def _unhooked(client: Client, file: HookFile, found: Found) -> Iterator[FileChange]:
    if found.data is None or found.unreadable:
        return
    with contextlib.suppress(Malformed, CannotEdit):
        if file.format in COMMENTS:
            yield from _change(client, found, file.format, _without_block(file.format, found.text))
        elif file.format == PLUGIN:
            # A file that is wholly ours: nothing is left of it.
            ours = is_our_plugin(found.text)
            yield from _change(client, found, file.format, Outcome("", [Change(BLOCK, found.text, MISSING)] * ours))
        else:
            yield from _change(client, found, file.format, _without_elements(file, found.text), hooks=True)


def _without_elements(file: HookFile, text: str) -> Outcome:
    editor, outcome = EDITORS[file.format], Outcome(text)
    for event in (*file.recall, *file.capture):
        place: Path = tuple(step.replace("{event}", event) for step in file.at)
        present: Value = at(editor.values(outcome.text), place)
        for one in present if isinstance(present, list) else []:
            if is_our_hook(one):
                drop_from(outcome, editor, (*place, Element(one)))
                rest = _without_our_command(one)
                if rest is not None:
                    put_into(outcome, editor, (*place, Element(rest)), rest, MISSING)
    return outcome


def _without_our_command(element: Value) -> Value | None:
    """A group with what somebody else has added to it, without ours; None if nothing else is in it."""
    inner = element.get("hooks") if isinstance(element, dict) else None
    others = [one for one in inner if not is_our_hook(one)] if isinstance(inner, list) else []
    return {**element, "hooks": others} if others else None


def _change(client: Client, found: Found, form: str, outcome: Outcome, *, hooks: bool = False) -> Iterator[FileChange]:
    if outcome.changes:
        yield FileChange(client.id, found, form, outcome.text.encode(), tuple(outcome.changes), hooks=hooks)


def still_starts_genesis(client_id: str, path: str) -> str:
    """The name of an entry in a client's file that starts Genesis all the same; blank if there is none."""
    client = next((one for one in catalogue() if one.id == client_id), None)
    found = look_at(path)
    if client is None or client.mcp is None or client.mcp.how != "edit" or found.data is None or found.unreadable:
        return ""
    try:
        changes = without_ours(client.mcp, found.text).changes
    except (Malformed, CannotEdit):
        return ""
    return ", ".join(str(change.path[-1]) for change in changes)
