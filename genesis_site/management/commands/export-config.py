"""`genesis export-config`: one client's entry as text, to paste it by hand."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from clients.catalogue import client
from clients.snippets import FORMATS, export
from genesis_site.management.base import GenesisCommand
from genesis_site.management.wiring import wiring_of


class Command(GenesisCommand):
    help = "Print the entry that connects a client, in its own form or another."
    takes_project = False

    def add_own_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--client", required=True, metavar="ID", help="see `genesis clients`")
        parser.add_argument("--format", choices=FORMATS, default="native", help="default: the client's own form")
        parser.add_argument("--command", metavar="CMD", help="what the client is to start; must end with `mcp`")

    def work(self, options: dict[str, Any]) -> tuple[dict[str, Any], str]:
        chosen = client(options["client"])
        wiring = wiring_of(options)
        text = export(chosen, options["format"], wiring.command_for(chosen), wiring.environment)
        return {"client": chosen.id, "format": options["format"], "text": text}, text.rstrip("\n")
