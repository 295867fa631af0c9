"""`genesis forget ID`: take a note out of every search."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from genesis_site.management.base import GenesisCommand, here, now, terminal
from memory.projects import read_projects
from memory.supersede import forget


class Command(GenesisCommand):
    help = "Take a memory of this folder's project (or of --project NAME, --project all) out of every search."

    def add_own_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("id", type=int)
        parser.add_argument("--reason", default="")

    def work(self, options: dict[str, Any]) -> tuple[dict[str, Any], str]:
        project_ids, _ = read_projects(options["project"], here())
        done = forget(options["id"], options["reason"], project_ids=project_ids, origin=terminal(), now=now())
        memory = done.memory
        values = {
            "id": memory.pk,
            "state": "forgotten",
            "project": memory.project.key,
            "reopened": [older.pk for older in done.reopened],
        }
        lines = [f"Forgotten: {memory.pk} in {memory.project.key}"]
        lines += [f"Stands again: {older.pk} {older.text[:100]}" for older in done.reopened]
        return values, "\n".join(lines)
