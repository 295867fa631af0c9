"""`genesis clients`: the table of all clients that setup knows."""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Callable
from datetime import datetime
from typing import Any

from clients import planned as planning
from clients.catalogue import catalogue
from clients.doctor import ago, entries_of, last_seen
from clients.machine import Machine
from clients.plan import plan_clients
from clients.planned import ClientPlan
from genesis_site.management.base import GenesisCommand
from genesis_site.management.screen import Screen, at_home
from genesis_site.management.wiring import wiring_of

WIRED = {
    planning.CURRENT: "yes",
    planning.WIRE: "no",
    planning.COVERED: "covered",
    planning.LEFT_ALONE: "your own",
    planning.PASTE: "by hand",
    planning.UNCONFIRMED: "no",
    planning.BLOCKED: "blocked",
    planning.NO_MCP: "-",
}


class Command(GenesisCommand):
    help = "List the clients: installed, connected, what they can take, when they last called."
    takes_project = False

    def add_own_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--installed", action="store_true", help="only those found on this machine")

    def work(self, options: dict[str, Any]) -> tuple[dict[str, Any], str]:
        machine = Machine.this()
        seen = last_seen()
        # Unproven places are looked at too: the table tells what is, not what setup would choose.
        names = [one.id for one in catalogue() if not (one.mcp and one.mcp.covered_by)]
        plans = plan_clients(catalogue(), machine, wiring_of({}), named=names)
        if options["installed"]:
            plans = [plan for plan in plans if plan.evidence]
        screen = Screen(quiet=options["as_json"])
        screen.table(("ID", "NAME", "INSTALLED", "CONNECTED", "CAN TAKE", "LAST SEEN", "NOTE"), map(_row(seen), plans))
        return {"clients": [_values(plan, seen.get(plan.client.id)) for plan in plans]}, ""


def _row(seen: dict[str, datetime]) -> Callable[[ClientPlan], tuple[str, ...]]:
    def row(plan: ClientPlan) -> tuple[str, ...]:
        client = plan.client
        called = seen.get(client.id)
        return (
            client.id,
            client.name,
            "yes" if plan.evidence else "",
            _connected(plan),
            ", ".join(client.primitives),
            ago(called) if called else "",
            _note(plan),
        )

    return row


def _connected(plan: ClientPlan) -> str:
    return "out of date" if plan.outcome == planning.WIRE and entries_of(plan) else WIRED[plan.outcome]


def _note(plan: ClientPlan) -> str:
    if plan.client.status == "unconfirmed":
        return "UNCONFIRMED: setup leaves it out unless you name it"
    if plan.client.status == "ended":
        return "discontinued by its makers"
    if plan.outcome in (planning.BLOCKED, planning.LEFT_ALONE, planning.COVERED):
        return at_home(plan.reason)
    open_points = len(plan.client.unconfirmed)
    return f"{open_points} facts UNCONFIRMED (--json)" if open_points else ""


def _values(plan: ClientPlan, seen: datetime | None) -> dict[str, Any]:
    client = plan.client
    return {
        "id": client.id,
        "name": client.name,
        "installed": plan.evidence or None,
        "connected": _connected(plan),
        "reason": plan.reason,
        "paths": list(plan.paths),
        "primitives": list(client.primitives),
        "status": client.status,
        "unconfirmed": list(client.unconfirmed),
        "tool_mode": client.tool_mode,
        "last_seen_at": seen,
    }
