"""`genesis review`: what was noticed in conversations and waits for a decision."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from genesis_site.management.base import GenesisCommand, here, now, terminal
from memory.candidates import accept, candidate_in, reject, waiting_in
from memory.models import Candidate
from memory.projects import chosen_place
from memory.transactions import readable_errors


class Command(GenesisCommand):
    help = "List the statements that capture noticed, and accept or reject them."

    def add_own_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--accept", nargs="+", type=int, default=[], metavar="ID", help="make memories of these")
        parser.add_argument("--reject", nargs="+", type=int, default=[], metavar="ID", help="never propose these again")

    def work(self, options: dict[str, Any]) -> tuple[dict[str, Any], str]:
        with readable_errors():
            place = chosen_place(options["project"], here())
            decided = [accept(candidate_in(number, place), place, terminal(), now()) for number in options["accept"]]
            decided += [reject(candidate_in(number, place)) for number in options["reject"]]
            waiting = waiting_in(place)
        values = {"decided": list(map(_values, decided)), "waiting": list(map(_values, waiting))}
        lines = [f"{one.state}: {one.text}" for one in decided]
        lines += [f"{one.pk:6}  {one.kind:10}  {one.text}  ({one.why}, {one.client})" for one in waiting]
        return values, "\n".join(lines) or f"Nothing waits for a decision in {place.key}."


def _values(candidate: Candidate) -> dict[str, Any]:
    return {
        "id": candidate.pk,
        "state": candidate.state,
        "kind": candidate.kind,
        "text": candidate.text,
        "why": candidate.why,
        "client": candidate.client,
        "memory": candidate.memory_id,
    }
