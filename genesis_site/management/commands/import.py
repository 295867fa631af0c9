"""`genesis import`: what is written down for agents (CLAUDE.md, AGENTS.md, Cursor's rules …) becomes memories."""

from __future__ import annotations

from argparse import ArgumentParser
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

from clients.imports.find import found_files, named_files
from clients.imports.source_file import Refused, SourceFile, load
from clients.imports.sync import FilePlan, bring_in_step, missing_files, plan_import
from clients.machine import Machine
from genesis_site.management.base import GenesisCommand, here, now
from genesis_site.management.screen import at_home
from memory.errors import GenesisError
from memory.projects import GLOBAL_PLACE, Place, chosen_place

SHOWN_CHARS = 110


class Command(GenesisCommand):
    help = (
        "Turn what is written down for agents (CLAUDE.md, AGENTS.md, GEMINI.md, Cursor's rules ...) into memories. "
        "Run it again after a change: what left a file holds no longer. Exit code 1 when a file was refused."
    )

    def add_own_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "paths", nargs="*", metavar="PATH", help="files, or folders with known files (default: all known files)"
        )
        parser.add_argument("--dry-run", action="store_true", help="show what would change and store nothing")

    def handle(self, *args: Any, **options: Any) -> None:
        self.refused: list[Refused] = []
        super().handle(*args, **options)
        if self.refused:
            raise GenesisError(f"{len(self.refused)} of the files could not be imported; see above.")

    def work(self, options: dict[str, Any]) -> tuple[dict[str, Any], str]:
        moment, dry_run = now(), bool(options["dry_run"])
        files = self.files(options["paths"], chosen_place(options["project"], here()), named=bool(options["project"]))
        plans = plan_import(files, moment)
        if not dry_run:
            bring_in_step(plans, moment)
        values = {
            "dry_run": dry_run,
            "files": [_values(plan) for plan in plans],
            "refused": [{"path": one.path, "why": one.why} for one in self.refused],
            "redacted": dict(_redacted(plans)),
        }
        return values, "\n".join(_lines(plans, self.refused, dry_run=dry_run))

    def files(self, paths: list[str], target: Place, *, named: bool) -> list[SourceFile]:
        """What there is to import, and what was imported and is not there any more."""
        machine = Machine.this()
        if paths:
            located = named_files(paths, here(), target if named else None, machine)
            places, only = {one.place.key: one.place for one in located}, {one.path for one in located}
        else:
            located = found_files(here(), target, machine)
            places, only = {place.key: place for place in (target, GLOBAL_PLACE)}, None
        missing = [file for place in places.values() for file in missing_files(place, only)]
        known = {file.path for file in missing}
        loaded = [load(one) for one in located if one.path not in known]
        self.refused = [one for one in loaded if isinstance(one, Refused)]
        return [one for one in loaded if isinstance(one, SourceFile)] + missing


def _redacted(plans: Iterable[FilePlan]) -> Counter[str]:
    """How many secrets of which kind were taken out of all files."""
    found: Counter[str] = Counter()
    for plan in plans:
        found.update(plan.redacted)
    return found


def _values(plan: FilePlan) -> dict[str, Any]:
    file = plan.file
    return {
        "path": file.path,
        "client": file.client,
        "project": file.place.key,
        "is_gone": file.is_gone,
        "added": [
            {"line": new.statement.line, "kind": new.statement.kind, "text": new.statement.text} for new in plan.added
        ],
        "changed": [
            {
                "line": new.statement.line,
                "kind": new.statement.kind,
                "text": new.statement.text,
                "supersedes": old.memory_id,
            }
            for new, old in plan.changed
        ],
        "gone": [{"id": row.memory_id, "text": row.memory.text if row.memory else ""} for row in plan.gone],
        "left": [row.memory_id for row in plan.left],
        "unchanged": len(plan.unchanged) + len(plan.set_aside),
        "private": file.private_count,
        "redacted": plan.redacted,
    }


def _lines(plans: list[FilePlan], refused: list[Refused], *, dry_run: bool) -> Iterator[str]:
    """The report for a person: file by file, then what holds for all."""
    for plan in plans:
        yield from _file_lines(plan)
    for one in refused:
        yield f"{at_home(one.path)}: not imported: {one.why}"
    if not plans and not refused:
        yield "Nothing to import: no CLAUDE.md, AGENTS.md or the like here, and none of your own."
        return
    if redacted := _redacted(plans):
        yield "Secrets taken out: " + ", ".join(f"{kind} x{count}" for kind, count in redacted.items())
    if private := sum(plan.file.private_count for plan in plans):
        yield f"Private passages left out: {private}"
    if dry_run:
        yield "Nothing was stored (--dry-run)."


def _file_lines(plan: FilePlan) -> Iterator[str]:
    counts = {"added": len(plan.added), "changed": len(plan.changed), "gone": len(plan.gone)}
    counts |= {"kept though no longer there": len(plan.left), "unchanged": len(plan.unchanged) + len(plan.set_aside)}
    told = ", ".join(f"{count} {what}" for what, count in counts.items() if count) or "no statements"
    gone = " (the file is gone)" if plan.file.is_gone else ""
    yield f"{at_home(plan.file.path)}{gone} -> {plan.file.place.key}: {told}"
    for new in plan.added:
        yield f"  + {new.statement.kind:10} {_short(new.statement.text)}"
    for new, old in plan.changed:
        yield f"  ~ {new.statement.kind:10} {_short(new.statement.text)}"
        yield f"    instead of {_short(old.memory.text if old.memory else '')}"
    for row in plan.gone:
        yield f"  - {row.memory.kind if row.memory else '':10} {_short(row.memory.text if row.memory else '')}"


def _short(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= SHOWN_CHARS else line[: SHOWN_CHARS - 1] + "…"
