"""`genesis doctor`: prove that the memory works, or say what to do."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from genesis_site.management.base import GenesisCommand, harmless
from genesis_site.management.handshake import server_check
from memory.errors import GenesisError, StoreUnavailable
from memory.health import Check, store_checks
from memory.reindex import rebuild_index


class Command(GenesisCommand):
    help = "Check the store, its index and the MCP server. Exit code 1 when a check fails."

    def add_own_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--rebuild-index", action="store_true", help="build the search index anew first")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            super().handle(*args, **options)
        except StoreUnavailable as error:
            # Without a store the rest can still be checked, and is worth knowing.
            self.failed = 1
            self.stdout.write(harmless(_line(Check("store.open", passed=False, found=str(error)))))
            self.stdout.write(harmless(_line(server_check())))
        if self.failed:
            raise GenesisError(f"{self.failed} of the checks above failed.")

    def work(self, options: dict[str, Any]) -> tuple[dict[str, Any], str]:
        rebuilt = rebuild_index() if options["rebuild_index"] else None
        checks = [*store_checks(), server_check()]
        self.failed = sum(not check.passed for check in checks)
        values = {
            "rebuilt": rebuilt,
            "checks": [
                {"id": check.id, "passed": check.passed, "found": check.found, "advice": check.advice}
                for check in checks
            ],
        }
        lines = [_line(check) for check in checks]
        if rebuilt is not None:
            lines.insert(0, f"Index built anew for {rebuilt} memories.")
        return values, "\n".join(lines)


def _line(check: Check) -> str:
    line = f"{'ok  ' if check.passed else 'FAIL'}  {check.id:16} {check.found}"
    return f"{line}\n      {check.advice}" if check.advice else line
