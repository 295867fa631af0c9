"""`genesis recall QUERY`: find notes from the terminal."""

from __future__ import annotations

import shutil
from argparse import ArgumentParser
from typing import Any

from genesis_site.management.base import GenesisCommand, here, now
from memory.models import Kind
from memory.projects import read_projects
from memory.recall import Recalled, recall
from memory.search.contract import Filters, Scope
from memory.times import parse_time
from memory.transactions import readable_errors


class Command(GenesisCommand):
    help = "Find what is remembered about QUERY, best first. --project all searches every project."

    def add_own_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("query", nargs="+")
        parser.add_argument("--limit", type=int, default=10)
        parser.add_argument("--kind", action="append", default=[], dest="kinds", choices=Kind.values)
        parser.add_argument("--tag", action="append", default=[], dest="tags", metavar="TAG")
        parser.add_argument("--min-confidence", type=float, default=0.0)
        parser.add_argument("--since", default="", help="a date or an age: 2026-03-01, 30d")
        parser.add_argument("--until", default="")
        parser.add_argument("--as-of", default="", help="what was believed then")
        parser.add_argument("--include-archived", action="store_true")

    def work(self, options: dict[str, Any]) -> tuple[dict[str, Any], str]:
        at = now()
        filters = Filters(
            kinds=tuple(options["kinds"]),
            tags=tuple(options["tags"]),
            min_confidence=options["min_confidence"],
            since=parse_time(options["since"], "--since", at),
            until=parse_time(options["until"], "--until", at, last=True),
            as_of=parse_time(options["as_of"], "--as-of", at, last=True),
            include_archived=options["include_archived"],
        )
        with readable_errors():
            project_ids, place = read_projects(options["project"], here())
            found = recall(
                " ".join(options["query"]),
                Scope(project_ids),
                filters,
                limit=max(1, options["limit"]),
                now=at,
            )
        return _values(found, place.key), _table(found, place.key)


def _values(found: Recalled, project: str) -> dict[str, Any]:
    return {
        "project": project,
        "total": found.total,
        "results": [
            {
                "id": result.memory.pk,
                "kind": result.memory.kind,
                "score": round(result.score, 4),
                "date": result.memory.valid_from.date().isoformat(),
                "project": result.memory.project.key,
                "state": result.state,
                "text": result.memory.text,
                "tags": result.memory.tags,
            }
            for result in found.results
        ],
    }


def _table(found: Recalled, project: str) -> str:
    if not found.results:
        return f"Nothing in {project} matches."
    width = max(40, shutil.get_terminal_size((100, 20)).columns)
    lines = [f"{'ID':>6}  {'SCORE':5}  {'KIND':10}  {'DATE':10}  TEXT"]
    for result in found.results:
        memory = result.memory
        flags = [] if result.state == "current" else [result.state]
        flags += [f"{conflict.relation} {conflict.memory_id}" for conflict in result.conflicts]
        state = f"({'; '.join(flags)}) " if flags else ""
        head = f"{memory.pk:>6}  {result.score:.2f}   {memory.kind:10}  {memory.valid_from.date()}  "
        text = " ".join((state + memory.text).split())
        room = max(20, width - len(head))
        lines.append(head + (text if len(text) <= room else text[: room - 1] + "…"))
    if found.total > len(found.results):
        lines.append(f"{found.total - len(found.results)} more; --limit shows them.")
    return "\n".join(lines)
