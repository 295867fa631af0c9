"""`genesis doctor`: prove that the memory and every connected client work, or say what to do."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from clients.catalogue import catalogue, client
from clients.doctor import client_checks, last_seen
from clients.handshake import ask
from clients.machine import Machine
from clients.planned import Wiring
from genesis_site.management.base import GenesisCommand, now
from genesis_site.management.screen import Screen, at_home
from genesis_site.management.system_checks import installation_checks
from genesis_site.management.wiring import wiring_of
from memory.errors import GenesisError, StoreUnavailable
from memory.health import Check, store_checks
from memory.probe import probe_check
from memory.reindex import rebuild_index


class Command(GenesisCommand):
    help = "Check the store, its index, the server and every connected client. Exit code 1 when a check fails."
    takes_project = False

    def add_own_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--client", nargs="+", metavar="ID", help="only these clients")
        parser.add_argument("--rebuild-index", action="store_true", help="build the search index anew first")

    def handle(self, *args: Any, **options: Any) -> None:
        self.failed = 0
        try:
            super().handle(*args, **options)
        except StoreUnavailable as error:
            # Without a store the rest can still be checked, and is worth knowing.
            checks = [
                Check("store.open", passed=False, found=str(error)),
                server_check(wiring_of({}, with_journal=False)),
            ]
            self._report(Screen(), [*installation_checks(), *checks])
        if self.failed:
            raise GenesisError(f"{self.failed} of the checks above failed.")

    def work(self, options: dict[str, Any]) -> tuple[dict[str, Any], str]:
        screen = Screen(quiet=options["as_json"])
        rebuilt = rebuild_index() if options["rebuild_index"] else None
        if rebuilt is not None:
            screen.say(f"Index built anew for {rebuilt} memories.")
        named = tuple(dict.fromkeys(options["client"] or ()))
        chosen = [client(identifier) for identifier in named] or list(catalogue())
        wiring = wiring_of({})
        checks = [] if named else [*installation_checks(), *store_checks(), probe_check(now()), server_check(wiring)]
        checks += client_checks(chosen, Machine.this(), wiring, last_seen(), named=named)
        self._report(screen, checks)
        return {"rebuilt": rebuilt, "checks": [_values(check) for check in checks]}, ""

    def _report(self, screen: Screen, checks: list[Check]) -> None:
        self.failed = sum(not check.passed for check in checks)
        about = ""
        for check in checks:
            if check.about != about:
                about = check.about
                screen.say(f"\n{client(about).name} ({about})", "bold")
            mark, style = screen.mark("fail" if not check.passed else "warn" if check.warning else "ok")
            found = at_home(check.found) if check.about else check.found
            screen.say(f"{mark} {check.id:16} {found}", style)
            if check.advice:
                screen.say(f"    {check.advice}")


def server_check(wiring: Wiring) -> Check:
    """Ask a new server process for its tools and its status."""
    answer = ask(wiring.command, wiring.environment, status=True)
    if answer.problem:
        advice = "Run `" + " ".join(wiring.command) + "` and read what it says on standard error."
        return Check("mcp.server", passed=False, found=answer.problem, advice=advice)
    return Check("mcp.server", passed=True, found=f"answers with {answer.tools} tools")


def _values(check: Check) -> dict[str, Any]:
    level = "fail" if not check.passed else "warn" if check.warning else "ok"
    return {
        "id": check.id,
        "client": check.about,
        "level": level,
        "passed": check.passed,
        "found": check.found,
        "advice": check.advice,
    }
