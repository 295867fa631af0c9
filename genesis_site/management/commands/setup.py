"""`genesis setup`: connect every AI coding tool on the machine to the memory, or put everything back."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from typing import Any

from clients import planned as planning
from clients.apply import apply
from clients.catalogue import catalogue, client
from clients.errors import NotWritable
from clients.handshake import ask
from clients.journal import only_one, recover
from clients.machine import Machine
from clients.plan import plan_clients
from clients.planned import ClientPlan, Wiring
from genesis_site.management.base import GenesisCommand, now
from genesis_site.management.reverting import revert_all, told_where_copies_are
from genesis_site.management.screen import Screen, at_home
from genesis_site.management.wiring import check_wiring, chosen_clients, wiring_of
from memory import paths
from memory.database import is_current
from memory.errors import GenesisError
from memory.health import store_checks

WORDS = {
    planning.WIRE: "connect",
    planning.CURRENT: "connected",
    planning.COVERED: "covered",
    planning.LEFT_ALONE: "left alone",
    planning.PASTE: "by hand",
    planning.UNCONFIRMED: "unconfirmed",
    planning.BLOCKED: "blocked",
    planning.NO_MCP: "no MCP",
}


class Command(GenesisCommand):
    help = (
        "Connect the AI coding tools on this machine: shows what would change, asks, then writes. "
        "Safe to run again; --revert puts every file back."
    )
    takes_project = False
    blocked: list[str]
    plans: list[ClientPlan]

    def add_own_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--yes", action="store_true", help="write without asking")
        parser.add_argument("--dry-run", action="store_true", help="show what would change and write nothing")
        parser.add_argument(
            "--client", nargs="+", metavar="ID", help="only these clients (`genesis clients` lists them)"
        )
        parser.add_argument("--all", action="store_true", help="every client of the catalogue, installed or not")
        parser.add_argument("--project", action="store_true", help="the files of this project in place of your own")
        parser.add_argument("--no-hooks", action="store_true", help="connect the tools only, without prompt hooks")
        parser.add_argument("--revert", action="store_true", help="take everything back that setup wrote")
        parser.add_argument("--command", metavar="CMD", help="what the clients are to start; must end with `mcp`")

    def work(self, options: dict[str, Any]) -> tuple[dict[str, Any], str]:
        screen = Screen(quiet=options["as_json"])
        with only_one():
            recovered = recover()
            if recovered:
                screen.say(f"An earlier run was cut off; its {len(recovered)} files were looked at again.")
            if options["revert"]:
                return revert_all(screen, options), ""
            return self._connect(screen, options), ""

    def _connect(self, screen: Screen, options: dict[str, Any]) -> dict[str, Any]:
        chosen = chosen_clients(options, Machine.this())
        machine, wiring = Machine.this(), wiring_of(options, project=options["project"])
        self._prove(screen, wiring)
        plans = plan_clients(chosen, machine, wiring, named=options["client"] or ())
        self.plans = plans
        show(screen, plans)
        values = {"database": paths.database(), "command": list(wiring.command), "clients": list(map(_values, plans))}
        to_write = [plan for plan in plans if plan.outcome == planning.WIRE]
        if to_write:
            to_write = self._consent(screen, options, to_write, wiring)
        elif not plans:
            screen.say(_by_hand(wiring))
        written, failed = carry_out(screen, to_write)
        self.blocked = [*failed, *(plan.client.id for plan in plans if plan.outcome == planning.BLOCKED)]
        _farewell(screen, written)
        return {**values, "written": written, "failed": failed}

    def _prove(self, screen: Screen, wiring: Wiring) -> None:
        """Raise GenesisError unless store and server work: nothing is connected to what does not."""
        failed = [check for check in store_checks() if not check.passed]
        if failed:
            raise GenesisError("\n".join(f"{check.id}: {check.found}. {check.advice}" for check in failed))
        answer = ask(wiring.command, wiring.environment, status=True)
        if answer.problem:
            raise GenesisError(
                f"The server does not answer: {answer.problem}. Run `{' '.join(wiring.command)}` and read what it says."
            )
        screen.say(f"Your memory is ready: {paths.database()}")
        screen.say(f"The MCP server answers with {answer.tools} tools.")
        screen.say()

    def _plan_without_store(self, options: dict[str, Any]) -> None:
        """A dry run on a machine whose store is missing or of another version: nothing is made or migrated for it."""
        screen, machine = Screen(quiet=options["as_json"]), Machine.this()
        chosen = [client(one) for one in options["client"] or ()]
        if not chosen:
            chosen = [one for one in catalogue() if options["all"] or one.evidence(machine)]
        wiring = wiring_of(options, project=options["project"], with_journal=False)
        self.plans = plan_clients(chosen, machine, wiring, named=options["client"] or ())
        show(screen, self.plans)
        self._consent(screen, options, [plan for plan in self.plans if plan.outcome == planning.WIRE], wiring)
        screen.say("The memory itself would be made, or brought up to date, first.")
        if options["as_json"]:
            self.stdout.write(json.dumps({"clients": list(map(_values, self.plans)), "written": [], "failed": []}))

    def _consent(
        self, screen: Screen, options: dict[str, Any], plans: list[ClientPlan], wiring: Wiring
    ) -> list[ClientPlan]:
        """The plans that may be carried out. Raises BadCommand before anything is written with a bad command."""
        for plan in plans:
            for change in plan.files:
                screen.diff(change.diff)
        screen.say()
        count = sum(len(plan.files) for plan in plans)
        files = f"{count} file" if count == 1 else f"{count} files"
        blocked = [plan.client.name for plan in self.plans if plan.outcome == planning.BLOCKED]
        if blocked:
            screen.say(f"Not possible, see above: {', '.join(blocked)}.", "red")
        if options["dry_run"]:
            screen.say(f"Nothing was written: {files} would change.")
            return []
        if options["yes"] or screen.interactive:
            check_wiring(options, wiring)
        if options["yes"]:
            return plans
        if not screen.interactive:
            screen.say(f"Nothing was written yet. `genesis setup --yes` changes {files}.", "bold")
            return []
        titles = [(plan.client.id, f"{plan.client.name}  {at_home(', '.join(plan.paths))}") for plan in plans]
        ticked = screen.choose("Which tools are to be connected?", titles)
        if not ticked:
            screen.say("Nothing was written.")
        return [plan for plan in plans if plan.client.id in ticked]

    def handle(self, *args: Any, **options: Any) -> None:
        self.blocked = []
        if options["dry_run"] and not options["revert"] and not is_current():
            self._plan_without_store(options)
            return
        with told_where_copies_are():
            super().handle(*args, **options)
        if self.blocked:
            raise GenesisError(f"Not possible for {', '.join(dict.fromkeys(self.blocked))}: see above.")


def show(screen: Screen, plans: list[ClientPlan]) -> None:
    """A line for each client, and for those that we may not write what to paste."""
    if plans:
        rows = [(plan.client.name, WORDS[plan.outcome], _detail(plan)) for plan in plans]
        screen.table(("CLIENT", "STATE", "WHERE OR WHY"), rows)
        screen.say()
    for plan in plans:
        if plan.outcome in (planning.BLOCKED, planning.PASTE):
            screen.say(f"{plan.client.name}: {at_home(plan.reason)}. To do it by hand, add:", "bold")
            screen.say(plan.snippet)


def _detail(plan: ClientPlan) -> str:
    return at_home(plan.reason or ", ".join(plan.paths))


def carry_out(screen: Screen, plans: list[ClientPlan]) -> tuple[list[str], list[str]]:
    """Write the plans, each client by itself; returns the ids of those written and of those that failed."""
    written, failed = [], []
    paths.ensure_private_dir(paths.hook_notes())
    for plan in plans:
        try:
            apply(plan, now())
        except NotWritable as error:
            failed.append(plan.client.id)
            screen.say(f"{plan.client.name}: {error} To do it by hand, add:", "red")
            screen.say(plan.snippet)
        else:
            written.append(plan.client.id)
            screen.say(f"{plan.client.name}: connected. {' '.join(plan.client.notes)}".rstrip(), "green")
    return written, failed


def _farewell(screen: Screen, written: list[str]) -> None:
    if written:
        screen.say()
        screen.say("Restart the tools. `genesis doctor` proves that they work; `genesis setup --revert` undoes this.")


def _by_hand(wiring: Wiring) -> str:
    entry = {"mcpServers": {"genesis": {"command": wiring.command[0], "args": list(wiring.command[1:])}}}
    return (
        "No AI coding tool was found on this machine. Most of them take this entry in their MCP configuration\n"
        "(`genesis clients` lists those that setup knows, `genesis export-config` prints each one's form):\n\n"
        + json.dumps(entry, indent=2, ensure_ascii=False)
    )


def _values(plan: ClientPlan) -> dict[str, Any]:
    return {
        "id": plan.client.id,
        "outcome": WORDS[plan.outcome],
        "reason": plan.reason,
        "paths": list(plan.paths),
        "diffs": [change.diff for change in plan.files],
        "snippet": plan.snippet,
    }
