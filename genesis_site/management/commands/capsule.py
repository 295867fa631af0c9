"""`genesis capsule`: what would go before a prompt in this folder."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.conf import settings

from genesis_site.management.base import GenesisCommand, here, now
from memory.capsule import capsule
from memory.origin import Origin
from memory.projects import chosen_place
from memory.tokens import estimate


class Command(GenesisCommand):
    help = "Show the text that the prompt hook would put before a prompt."

    def add_own_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("prompt", nargs="*", help="the prompt; without one, what a new session would hear")
        parser.add_argument("--tokens", type=int, default=settings.GENESIS_CAPSULE_TOKENS, help="the longest it may be")

    def work(self, options: dict[str, Any]) -> tuple[dict[str, Any], str]:
        place = chosen_place(options["project"], here())
        text = capsule(" ".join(options["prompt"]), place, Origin("terminal"), now(), options["tokens"])
        return {"project": place.key, "text": text, "tokens": estimate(text)}, text or "Nothing to say."
