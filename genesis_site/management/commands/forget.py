"""`genesis forget ID`: take a note out of every search."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from genesis_site.management.base import GenesisCommand, here, now, terminal
from memory import paths
from memory.projects import read_projects
from memory.purge import purge
from memory.supersede import Forgotten, forget


class Command(GenesisCommand):
    help = "Take a memory of this folder's project (or of --project NAME, --project all) out of every search."

    def add_own_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("id", type=int)
        parser.add_argument("--reason", default="")
        parser.add_argument("--purge", action="store_true", help="destroy it: nothing of it stays in the database")

    def work(self, options: dict[str, Any]) -> tuple[dict[str, Any], str]:
        project_ids, _ = read_projects(options["project"], here())
        if options["purge"]:
            done = purge(options["id"], project_ids=project_ids, origin=terminal(), now=now())
            return self.told(done, "purged")
        done = forget(options["id"], options["reason"], project_ids=project_ids, origin=terminal(), now=now())
        return self.told(done, "forgotten")

    def told(self, done: Forgotten, state: str) -> tuple[dict[str, Any], str]:
        memory = done.memory
        values = {
            "id": memory.pk,
            "state": state,
            "project": memory.project.key,
            "reopened": [older.pk for older in done.reopened],
        }
        lines = [f"{state.capitalize()}: {memory.pk} in {memory.project.key}"]
        if state == "purged":
            lines.append(f"Copies in {paths.home()}/backups that are older than this still have it; delete them.")
        lines += [f"Stands again: {older.pk} {older.text[:100]}" for older in done.reopened]
        return values, "\n".join(lines)
