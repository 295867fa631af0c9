"""`genesis status`: what is stored, and where."""

from __future__ import annotations

from typing import Any

from genesis_site.management.base import GenesisCommand, here, now
from genesis_site.version import VERSION
from memory.overview import Overview, overview
from memory.projects import read_projects
from memory.transactions import readable_errors


class Command(GenesisCommand):
    help = "Show which project this folder is, what is stored for it, and where."

    def work(self, options: dict[str, Any]) -> tuple[dict[str, Any], str]:
        with readable_errors():
            project_ids, place = read_projects(options["project"], here())
            seen = overview(project_ids, now())
        values = {
            "version": VERSION,
            "project": place.key,
            "note": place.note,
            "memories": seen.memories,
            "kinds": seen.kinds,
            "all_memories": seen.all_memories,
            "projects": seen.projects,
            "open_threads": seen.open_threads,
            "turns": seen.turns,
            "last_remembered_at": seen.last_remembered_at,
            "semantic": seen.semantic,
            "database": seen.database,
            "database_bytes": seen.database_bytes,
        }
        return values, _text(seen, place.key, place.note)


def _text(seen: Overview, project: str, note: str) -> str:
    kinds = ", ".join(f"{count} {kind}" for kind, count in seen.kinds.items()) or "none yet"
    last = seen.last_remembered_at.strftime("%Y-%m-%d %H:%M UTC") if seen.last_remembered_at else "never"
    rows = [
        ("Genesis", VERSION),
        ("Project", project + (f"  ({note})" if note else "")),
        ("Memories here", f"{seen.memories}: {kinds}"),
        ("Last remembered", last),
        ("In all projects", f"{seen.all_memories} memories, {seen.projects} projects"),
        ("Work in progress", f"{seen.open_threads} open threads, {seen.turns} turns kept"),
        ("Search by meaning", seen.semantic),
        ("Database", f"{seen.database}  ({seen.database_bytes / 1e6:.2f} MB)"),
    ]
    return "\n".join(f"{name:17} {value}" for name, value in rows)
