"""Checks of every client: is our entry in its file, is it current, and does the command in it really answer.

Called by `genesis doctor`. Reads files and starts servers; writes nothing.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import partial

from clients import planned as planning
from clients.catalogue import Client
from clients.change import shape_for
from clients.editors import EDITORS
from clients.editors.contract import MISSING, Malformed, Value, at
from clients.entry import argv_of, environment_of, switched_off
from clients.files import look_at
from clients.handshake import Answer, ask_all, hook_problem
from clients.hook_plan import hook_state
from clients.machine import Machine
from clients.models import ClientConfig
from clients.plan import plan_clients
from clients.planned import ClientPlan, Wiring
from clients.server import recall_command
from memory import paths
from memory.health import Check
from memory.heartbeat import beats, hook_beats

# The keys under which one client or another keeps its servers.
_CONTAINERS = ("mcpServers", "servers", "mcp_servers", "context_servers", "mcp")

Command = tuple[tuple[str, ...], tuple[tuple[str, str], ...]]


@dataclass(frozen=True, slots=True)
class Wired:
    """An entry that a client's file holds: the very command, with the variables it sets."""

    client: str
    path: str
    command: Command
    off: bool


def client_checks(
    clients: Iterable[Client],
    machine: Machine,
    wiring: Wiring,
    seen: Mapping[str, datetime],
    *,
    named: tuple[str, ...] = (),
) -> list[Check]:
    """Checks of the clients that are installed, wired, or `named`; each command is started once, all at a time."""
    journal = set(ClientConfig.objects.in_force().values_list("path", flat=True))
    plans = [
        plan
        for plan in plan_clients(clients, machine, wiring, named=named)
        if plan.client.id in named or plan.evidence or not journal.isdisjoint(plan.paths)
    ]
    entries = [entry for plan in plans for entry in entries_of(plan)]
    distinct = list(dict.fromkeys(entry.command for entry in entries if not entry.off))
    answers = dict(zip(distinct, ask_all(distinct), strict=True))
    checks: list[Check] = []
    for plan in plans:
        own = [entry for entry in entries if entry.client == plan.client.id]
        checks.append(_file_check(plan, own, journalled=not journal.isdisjoint(plan.paths)))
        checks += [_start_check(plan, entry, answers) for entry in own if not entry.off]
        checks += _seen_check(plan.client, seen.get(plan.client.id)) if own else []
        checks += _hook_check(plan, machine, wiring) if own else []
    return checks


def entries_of(plan: ClientPlan) -> list[Wired]:
    """The entries named as ours in the files of a client, as they are on the disk now."""
    mcp = plan.client.mcp
    if mcp is None or mcp.how != "edit":
        return []
    found = []
    for path in plan.paths:
        values = _values_of(plan, path)
        entry = at(values, shape_for(mcp, values).key)
        if argv_of(entry):
            found.append(Wired(plan.client.id, path, _command(entry), switched_off(entry)))
    return found


def _command(entry: Value) -> Command:
    return tuple(argv_of(entry)), tuple(sorted(environment_of(entry).items()))


def _file_check(plan: ClientPlan, own: list[Wired], *, journalled: bool) -> Check:
    """Whether the entry stands where the client reads it, is switched on, and leads to this very memory."""
    where = ", ".join(plan.paths)
    check = partial(Check, "client.file", about=plan.client.id)
    other = next((store for entry in own if (store := other_store(entry))), "")
    if any(entry.off for entry in own):
        return check(
            passed=True,
            found=f"the entry in {where} is switched off",
            advice="Switch it on in the client.",
            warning=True,
        )
    if other:
        found = f"the entry in {where} uses another memory: {other}"
        return check(passed=True, found=found, advice="Is that what you want?", warning=True)
    if plan.outcome == planning.BLOCKED:
        return check(
            passed=False, found=plan.reason, advice="Mend the file, or paste the entry: see `genesis export-config`."
        )
    if plan.outcome == planning.LEFT_ALONE:
        return check(passed=True, found=plan.reason, advice="Nothing to do if that is what you want.", warning=True)
    if plan.outcome == planning.WIRE:
        found = _why_to_wire(plan, connected=bool(own), journalled=journalled)
        gone = journalled and not own
        advice = f"{f'Close {plan.client.name} and r' if gone else 'R'}un `genesis setup --client {plan.client.id}`."
        return check(passed=not gone, found=found, advice=advice, warning=not gone)
    return check(passed=True, found=plan.reason or f"the entry in {where} is current")


def _why_to_wire(plan: ClientPlan, *, connected: bool, journalled: bool) -> str:
    """What is wrong with a client that setup would write to."""
    where = ", ".join(plan.paths)
    if connected:
        return f"the entry in {where} is out of date"
    if journalled:
        return f"the entry that setup wrote into {where} is gone; another program has rewritten the file"
    if name := _wrong_container(plan):
        return f"an entry stands under '{name}' in {where}, where it is never read"
    return "installed, not connected yet"


def other_store(entry: Wired) -> str:
    """The database that an entry names, if it is not the one of this run; blank otherwise."""
    named = dict(entry.command[1])
    store = named.get("DATABASE_URL", "").removeprefix("sqlite:///") or named.get("GENESIS_DAEMON_DB", "")
    if not store and named.get("GENESIS_HOME"):
        store = os.path.join(named["GENESIS_HOME"], "memory.db")
    same = not store or os.path.realpath(os.path.expanduser(store)) == os.path.realpath(paths.database())
    return "" if same else store


def _wrong_container(plan: ClientPlan) -> str:
    """The key under which a `genesis` entry stands in a file of this client that reads another key; blank: none."""
    mcp = plan.client.mcp
    read = {shape.key[0] for shape in mcp.shapes} if mcp else set()
    for path in plan.paths:
        values = _values_of(plan, path)
        for name in _CONTAINERS:
            if name not in read and at(values, (name, "genesis")) is not MISSING:
                return name
    return ""


def _values_of(plan: ClientPlan, path: str) -> Value:
    """What a file of a client holds; empty if it cannot be read."""
    mcp, file = plan.client.mcp, look_at(path)
    if mcp is None or mcp.format not in EDITORS or file.data is None or file.unreadable:
        return {}
    try:
        return EDITORS[mcp.format].values(file.text)
    except Malformed:
        return {}


def _start_check(plan: ClientPlan, entry: Wired, answers: Mapping[Command, Answer]) -> Check:
    answer = answers[entry.command]
    shown = " ".join(entry.command[0])
    if answer.problem:
        advice = f"Run `{shown}` and read what it says, or run `genesis setup --client {plan.client.id}`."
        return Check("client.start", passed=False, found=answer.problem, advice=advice, about=plan.client.id)
    found = f"its command answers with {answer.tools} tools"
    return Check("client.start", passed=True, found=found, about=plan.client.id)


def _seen_check(client: Client, seen: datetime | None) -> list[Check]:
    if seen is None:
        advice = f"Restart {client.name} and use it once. {client.notes[0] if client.notes else ''}".rstrip()
        return [Check("client.seen", passed=True, found="has not called yet", advice=advice, about=client.id)]
    return [Check("client.seen", passed=True, found=f"called last {ago(seen)}", about=client.id)]


def _hook_check(plan: ClientPlan, machine: Machine, wiring: Wiring) -> list[Check]:
    """Whether the prompt hook is in the client's files and starts; nothing for a client without one."""
    client = plan.client
    state = hook_state(client, machine, replace(wiring, hooks=True))
    if state == "none" or client.hook.get("output") == "plugin":
        return []
    if state != "current":
        found = "not connected" if state == "missing" else state
        advice = f"`genesis setup --client {client.id}` adds it, if you want notes before your prompts."
        return [Check("client.hook", passed=True, found=found, advice=advice, warning=True, about=client.id)]
    problem = hook_problem(recall_command(client.id, client.hook["output"]))
    if problem:
        advice = "Run `genesis setup`; if that does not help, report it."
        return [Check("client.hook", passed=False, found=problem, advice=advice, about=client.id)]
    ran = hook_beats().get(client.id)
    when = f"ran last {ago(datetime.fromtimestamp(ran, UTC))}" if ran else "has not been run by the client yet"
    return [Check("client.hook", passed=True, found=f"in place, starts, {when}", about=client.id)]


def last_seen() -> dict[str, datetime]:
    """When each client called last, by its id."""
    return {client: datetime.fromtimestamp(float(str(said["at_s"])), UTC) for client, said in beats().items()}


def ago(at_: datetime) -> str:
    """A time as a person reads it: `2026-11-30 12:05 UTC`."""
    return at_.strftime("%Y-%m-%d %H:%M UTC")


def program_on_path(machine: Machine, own: str) -> str:
    """The `genesis` that a shell would start, if it is not the one beside this Python; blank if all is well."""
    found = machine.program("genesis")
    if not found or os.path.realpath(found) == os.path.realpath(own):
        return ""
    return found
