"""What setup would do, file by file, before it does anything. Reads the clients' files and changes nothing.

`clients/apply.py` carries a plan out; the `setup` command shows it first.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterable, Sequence
from dataclasses import replace

from clients.catalogue import Client, McpFile
from clients.change import edited, without_ours
from clients.editors.contract import CannotEdit, Malformed
from clients.errors import NotWritable
from clients.files import Found, look_at
from clients.hook_plan import hook_changes
from clients.machine import Machine
from clients.planned import (
    BLOCKED,
    COVERED,
    CURRENT,
    LEFT_ALONE,
    NO_MCP,
    PASTE,
    UNCONFIRMED,
    WIRE,
    ClientPlan,
    FileChange,
    Wiring,
)
from clients.snippets import native_snippet


def plan_clients(
    clients: Iterable[Client], machine: Machine, wiring: Wiring, *, named: Sequence[str] = ()
) -> list[ClientPlan]:
    """A plan for each of `clients`. `named`: ids that the person asked for, unconfirmed ones included."""
    plans: dict[str, ClientPlan] = {}
    # Those that read other clients' files come last: by then it is known what these hold.
    for client in sorted(clients, key=lambda one: bool(one.mcp and one.mcp.covered_by)):
        plans[client.id] = plan_client(client, machine, wiring, named=client.id in named, wired=_wired(plans))
    return sorted(plans.values(), key=lambda plan: plan.client.id)


def _wired(plans: dict[str, ClientPlan]) -> set[str]:
    return {name for name, plan in plans.items() if plan.outcome in (WIRE, CURRENT)}


def plan_client(client: Client, machine: Machine, wiring: Wiring, *, named: bool, wired: set[str]) -> ClientPlan:
    """The plan for one client; `wired`: ids of those that have an entry already or get one in this run."""
    evidence = client.evidence(machine)
    mcp = client.mcp
    if mcp is None:
        return ClientPlan(client, evidence, NO_MCP, "takes no MCP server from a file")
    snippet = native_snippet(client, wiring.command_for(client), wiring.environment)
    if mcp.how == "paste":
        unproven = client.status == "unconfirmed"
        reason = "where it reads servers from is not proven" if unproven else "its configuration is a program of yours"
        return ClientPlan(client, evidence, PASTE, reason, snippet=snippet)
    covered = next((other for other in mcp.covered_by if other in wired), "")
    if covered and not named:
        return ClientPlan(client, evidence, COVERED, f"reads the entry of {covered}")
    places = _places(client, machine, wiring)
    if not places:
        return _without_place(client, mcp, evidence, machine, wiring, snippet)
    proven = client.status != "unconfirmed"
    paths = [path for path, confirmed in places if named or (proven and confirmed)]
    if not paths:
        reason = f"where it reads servers from is not proven; `--client {client.id}` writes it all the same"
        return ClientPlan(client, evidence, UNCONFIRMED, reason, snippet=snippet)
    plan = _plan_files(client, mcp, evidence, paths, machine, wiring, snippet)
    return _with_hooks(plan, machine, wiring, wired) if plan.outcome in (WIRE, CURRENT) else plan


def _without_place(
    client: Client, mcp: McpFile, evidence: str, machine: Machine, wiring: Wiring, snippet: str
) -> ClientPlan:
    """The plan of a client that has no file to write here, and the reason."""
    if wiring.project_root:
        return ClientPlan(client, evidence, NO_MCP, "has no file for a single project")
    if mcp.pick == "existing":
        return ClientPlan(
            client, evidence, PASTE, "it has no such file yet, and has to make it itself", snippet=snippet
        )
    return ClientPlan(client, evidence, NO_MCP, f"has no such file on {machine.system}")


def _with_hooks(plan: ClientPlan, machine: Machine, wiring: Wiring, wired: set[str]) -> ClientPlan:
    """The plan with the client's hook files, too. One that cannot be understood stops the client as any other does."""
    try:
        files = hook_changes(plan.client, machine, wiring, plan.files, wired)
    except (Malformed, CannotEdit, NotWritable) as error:
        return replace(plan, outcome=BLOCKED, reason=str(error), files=())
    return replace(plan, outcome=WIRE if files else CURRENT, files=tuple(files))


def _places(client: Client, machine: Machine, wiring: Wiring) -> list[tuple[str, bool]]:
    if not wiring.project_root:
        return client.places_on(machine)
    path = client.project_place(machine, wiring.project_root)
    return [(path, True)] if path else []


def _plan_files(
    client: Client,
    mcp: McpFile,
    evidence: str,
    paths: list[str],
    machine: Machine,
    wiring: Wiring,
    snippet: str,
) -> ClientPlan:
    """Every file of a client is read and understood before the first is written; one that cannot be stops it."""
    files: list[FileChange] = []
    for path in paths:
        try:
            change, left_alone = _file(client, mcp, look_at(path), wiring)
        except (Malformed, CannotEdit, NotWritable) as error:
            return ClientPlan(client, evidence, BLOCKED, f"{path}: {error}", snippet=snippet, paths=tuple(paths))
        if left_alone:
            return ClientPlan(client, evidence, LEFT_ALONE, f"{path}: {left_alone}", paths=tuple(paths))
        files += [change] if change else []
    if not wiring.project_root:
        files += _stale(client, mcp, machine)
    outcome = WIRE if files else CURRENT
    return ClientPlan(client, evidence, outcome, files=tuple(files), snippet=snippet, paths=tuple(paths))


def _file(client: Client, mcp: McpFile, found: Found, wiring: Wiring) -> tuple[FileChange | None, str]:
    """The change of one file (None: none is needed), and why it is left alone (blank: it is not).

    Raises Malformed, CannotEdit, and NotWritable for a file that needs a change and cannot have it.
    """
    if found.unreadable:
        raise NotWritable(found.unreadable)
    outcome = edited(mcp, found.text, wiring.command_for(client), wiring.environment, wiring.written)
    if outcome.left_alone or not outcome.changes:
        return None, outcome.left_alone
    if found.unwritable:
        raise NotWritable(found.unwritable)
    new_file = found.data is None and not outcome.text.endswith("\n")
    after = (outcome.text + "\n" * new_file).encode()
    return FileChange(client.id, found, mcp.format, after, tuple(outcome.changes), mcp.lock), ""


def _stale(client: Client, mcp: McpFile, machine: Machine) -> list[FileChange]:
    """Entries of ours in files that the client has left behind, or would read beside the one that was chosen.

    What cannot be read there is none of this run's business: nothing of ours depends on it.
    """
    files = []
    for path in client.stale_on(machine):
        found = look_at(path)
        if found.data is None or found.unreadable or found.unwritable:
            continue
        with contextlib.suppress(Malformed, CannotEdit):
            outcome = without_ours(mcp, found.text)
            if outcome.changes:
                changes = tuple(outcome.changes)
                files.append(FileChange(client.id, found, mcp.format, outcome.text.encode(), changes, mcp.lock))
    return files
