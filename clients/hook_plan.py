"""The hook files of a client's plan. Called by `clients/plan.py`; reads files and changes nothing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from clients.catalogue import Client, HookFile
from clients.editors.contract import CannotEdit, Malformed
from clients.errors import NotWritable
from clients.files import look_at
from clients.hooks import HookCommands, hooked
from clients.machine import Machine
from clients.planned import FileChange, Wiring
from clients.server import capture_command, recall_command


def hook_changes(
    client: Client, machine: Machine, wiring: Wiring, files: Sequence[FileChange], wired: set[str]
) -> list[FileChange]:
    """`files` with the changes of hook files added; a file that is in `files` already is changed once more.

    `wired`: clients whose hooks this one may run as well. Raises Malformed, CannotEdit, NotWritable with the path.
    """
    changes = {change.found.target: change for change in files}
    # How shells of Windows would read the command is not proven for any client.
    if not wiring.hooks or wiring.project_root or machine.system == "windows":
        return list(changes.values())
    commands = HookCommands(
        recall_command(client.id, client.hook["output"]) if client.hook_files else (),
        capture_command(wiring.command, client.id, wiring.environment),
    )
    for file, path in client.hook_places(machine):
        if wired.isdisjoint(file.covered_by):
            try:
                _add(changes, client, file, path, commands)
            except (Malformed, CannotEdit, NotWritable) as error:
                raise NotWritable(f"{path}: {error}") from error
    return list(changes.values())


def _add(changes: dict[str, FileChange], client: Client, file: HookFile, path: str, commands: HookCommands) -> None:
    found = look_at(path)
    if found.unreadable:
        raise NotWritable(found.unreadable)
    before = changes.get(found.target)
    text = before.after.decode() if before else found.text
    outcome = hooked(file, text, commands)
    if not outcome.changes:
        return
    if found.unwritable:
        raise NotWritable(found.unwritable)
    new_file = found.data is None and not outcome.text.endswith("\n")
    after = (outcome.text + "\n" * new_file).encode()
    if before:
        changes[found.target] = replace(before, after=after, changes=(*before.changes, *outcome.changes))
    else:
        changes[found.target] = FileChange(client.id, found, file.format, after, tuple(outcome.changes))


def hook_state(client: Client, machine: Machine, wiring: Wiring) -> str:
    """Whether the hooks of a client are in its files: "current", "missing", "none" (it has none) or why not known."""
    if not client.hook_places(machine):
        return "none"
    try:
        return "missing" if hook_changes(client, machine, wiring, (), set()) else "current"
    except NotWritable as error:
        return str(error)
