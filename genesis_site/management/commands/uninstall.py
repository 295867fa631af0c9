"""`genesis uninstall`: put every client's file back, and with `--purge` delete the memory."""

from __future__ import annotations

import os
from argparse import ArgumentParser
from typing import Any

from clients.journal import only_one, recover
from clients.models import ClientConfig
from genesis_site.management.base import GenesisCommand, now
from genesis_site.management.data import Data, our_data, purge
from genesis_site.management.reverting import revert_all, told_where_copies_are
from genesis_site.management.screen import Screen
from memory import paths
from memory.errors import GenesisError
from memory.overview import overview


class Command(GenesisCommand):
    help = "Take back everything that setup wrote. The memory stays, unless --purge is given."
    takes_project = False

    def add_own_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--yes", action="store_true", help="do it without asking")
        parser.add_argument("--dry-run", action="store_true", help="show what would be done and do nothing")
        parser.add_argument("--purge", action="store_true", help="also delete the memory, its backups and settings")

    def handle(self, *args: Any, **options: Any) -> None:
        with told_where_copies_are():
            super().handle(*args, **options)

    def work(self, options: dict[str, Any]) -> tuple[dict[str, Any], str]:
        screen = Screen(quiet=options["as_json"])
        with only_one():
            recover()
            values = revert_all(screen, options)
            kept = ClientConfig.objects.in_force().exists()
        data = our_data()
        if not options["purge"]:
            screen.say(f"Your memory stays in {paths.home()}: {_told(data)}. `--purge` deletes it.")
        elif options["dry_run"]:
            screen.say(f"Would delete from {paths.home()}: {_told(data)}.")
        elif kept:
            raise GenesisError("Nothing was deleted: some files are not put back yet, and their backups are needed.")
        else:
            values["purged"] = self._purge(screen, options, data)
        return values, ""

    def _purge(self, screen: Screen, options: dict[str, Any], data: Data) -> list[str]:
        stored = overview(None, now())
        screen.say(f"Memories: {stored.all_memories}, projects: {stored.projects}, and {_told(data)}:", "bold")
        for path in data.paths:
            screen.say(f"  {path}")
        if not options["yes"]:
            if not screen.interactive:
                raise GenesisError("Nothing was deleted. `genesis uninstall --purge --yes` deletes what is listed.")
            if not screen.confirm("Delete all of it? It cannot be brought back."):
                raise GenesisError("Nothing was deleted.")
        left = purge(data)
        screen.say("Deleted." if not left else f"Deleted, but for what is not ours: {', '.join(left)}")
        return list(data.paths)


def _told(data: Data) -> str:
    return (
        f"{len(data.paths)} files and folders, {data.size_bytes / 1e6:.1f} MB" if os.path.isdir(paths.home()) else "-"
    )
