"""`genesis remember TEXT`: store a note from the terminal."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from typing import Any

from genesis_site.management.base import GenesisCommand, here, now, terminal
from memory.models import Kind
from memory.projects import chosen_place
from memory.remember import Draft, Remembered, remember


class Command(GenesisCommand):
    help = "Store one statement. With - as TEXT it is read from standard input."

    def add_own_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("text", help="what to remember; - reads standard input")
        parser.add_argument("--kind", default=Kind.FACT.value, help=f"one of {', '.join(Kind.values)}")
        parser.add_argument("--confidence", type=float, default=0.8, help="0 to 1 (default 0.8)")
        parser.add_argument("--tag", action="append", default=[], dest="tags", metavar="TAG")
        parser.add_argument("--file", action="append", default=[], dest="files", metavar="PATH")
        parser.add_argument("--supersedes", type=int, metavar="ID", help="the memory that this one corrects")

    def work(self, options: dict[str, Any]) -> tuple[dict[str, Any], str]:
        text = options["text"]
        if text == "-":
            text = sys.stdin.buffer.read().decode("utf-8", "replace")
        draft = Draft(
            text,
            options["kind"],
            options["confidence"],
            options["tags"],
            options["files"],
            options["supersedes"],
        )
        place = chosen_place(options["project"], here())
        done = remember(draft, place, terminal(), now())
        return _values(done, place.key, place.note), _text(done, place.key, place.note)


def _values(done: Remembered, project: str, note: str) -> dict[str, Any]:
    return {
        "id": done.memory.pk,
        "stored": "new" if done.is_new else "known",
        "project": project,
        "note": note,
        "redacted": done.redacted,
        "superseded": done.superseded.pk if done.superseded else None,
        "similar": [
            {"id": near.memory.pk, "text": near.memory.text, "score": near.likeness.score} for near in done.similar
        ],
    }


def _text(done: Remembered, project: str, note: str) -> str:
    verb = "Remembered" if done.is_new else f"Known already (seen {done.memory.seen_count} times)"
    lines = [f"{verb}: {done.memory.pk} in {project}"]
    if note:
        lines.append(note)
    if done.redacted:
        taken = ", ".join(f"{kind} x{count}" for kind, count in done.redacted.items())
        lines.append(f"Secrets taken out: {taken}")
    if done.superseded:
        lines.append(f"Supersedes {done.superseded.pk}: {done.superseded.text[:100]}")
    for near in done.similar:
        lines.append(f"Similar: {near.memory.pk} ({near.likeness.score:.2f}) {near.memory.text[:100]}")
    if done.similar:
        lines.append("If it corrects one of these: genesis remember TEXT --supersedes ID")
    return "\n".join(lines)
