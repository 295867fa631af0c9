"""What every `genesis` verb shares: a ready database, the caller's project, and output for people or programs."""

from __future__ import annotations

import json
import os
import re
import sys
from argparse import ArgumentParser
from datetime import UTC, datetime
from typing import Any

from django.core.management.base import BaseCommand

from memory import paths, scope
from memory.database import prepare
from memory.origin import Origin
from memory.projects import Place

# C0 and C1, but for tab and newline.
_CONTROLS = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")


class GenesisCommand(BaseCommand):
    """Base of the verbs. A subclass says what to do in `work` and returns JSON-ready values plus text."""

    requires_system_checks = ()
    # False for verbs that are about the machine and not about one project.
    takes_project = True
    suppressed_base_arguments = {  # noqa: RUF012 - Django's own name and type
        "--version",
        "--settings",
        "--pythonpath",
        "--traceback",
        "--no-color",
        "--force-color",
        "--skip-checks",
        "--verbosity",
    }

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--json", action="store_true", dest="as_json", help="print JSON")
        if self.takes_project:
            parser.add_argument(
                "--project", default="", help="a project's name or 'global' (default: this folder's project)"
            )
        self.add_own_arguments(parser)

    def add_own_arguments(self, parser: ArgumentParser) -> None:
        """Further arguments of the verb."""

    def handle(self, *args: Any, **options: Any) -> None:
        prepare()
        values, text = self.work(options)
        if sys.stdout is None:
            return
        if options["as_json"]:
            self.stdout.write(json.dumps(values, ensure_ascii=False, default=str))
        elif text:
            self.stdout.write(harmless(text))

    def work(self, options: dict[str, Any]) -> tuple[dict[str, Any], str]:
        """Do the verb's work; returns the values for `--json` and the text for a person (blank: all is said)."""
        raise NotImplementedError


def harmless(text: str) -> str:
    """`text` with control characters written out: a stored note must not drive the reader's terminal."""
    return _CONTROLS.sub(lambda found: f"\\x{ord(found[0]):02x}", text)


def here() -> Place:
    """The project of the folder in which the command was started."""
    return Place.of(scope.identify(os.getcwd(), paths.user_home()))


def terminal() -> Origin:
    return Origin(client="terminal")


def now() -> datetime:
    return datetime.now(UTC)
