"""What the verbs show on a terminal: colour, tables, diffs, questions. Plain text everywhere else.

`rich` leaves colour out for NO_COLOR and for what is no terminal; `questionary` asks only where somebody can answer.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Sequence

from rich.console import Console
from rich.table import Table
from rich.text import Text

from genesis_site.management.base import harmless
from memory import paths

# Of a program's output nobody reads columns; lines must not be broken.
WIDE = 10_000
MARKS = {"ok": ("✅ [OK]", "green"), "warn": ("⚠️ [WARN]", "yellow"), "fail": ("❌ [FAIL]", "red")}


class Screen:
    """One command's output. `quiet`: shows nothing (`--json`)."""

    def __init__(self, *, quiet: bool = False) -> None:
        out = sys.stdout
        self._on_terminal = out is not None and out.isatty()
        self.interactive = not quiet and self._on_terminal and sys.stdin is not None and sys.stdin.isatty()
        width = None if self._on_terminal else WIDE
        self._console = Console(file=out, quiet=quiet or out is None, highlight=False, width=width, emoji=False)

    def say(self, text: str = "", style: str = "") -> None:
        """One or more lines."""
        self._console.print(Text(harmless(text), style=style), soft_wrap=True)

    def table(self, heads: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
        """Columns, as wide as the terminal allows."""
        table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold")
        for head in heads:
            # Only the last column is broken over lines; the others are short.
            table.add_column(head, no_wrap=head != heads[-1], overflow="fold")
        for row in rows:
            table.add_row(*(Text(harmless(cell), style=_style(cell)) for cell in row))
        self._console.print(table)

    def diff(self, text: str) -> None:
        """A unified diff."""
        for line in text.splitlines():
            bold = line.startswith(("+++", "---"))
            colour = {"+": "green", "-": "red", "@": "cyan"}.get(line[:1], "")
            self.say(line, "bold" if bold else colour)

    def mark(self, level: str) -> tuple[str, str]:
        """The sign and the style of a check's outcome; without pictures where the output cannot show them."""
        sign, style = MARKS[level]
        encoding = getattr(sys.stdout, "encoding", None) or "ascii"
        try:
            sign.encode(encoding)
        except (UnicodeEncodeError, LookupError):
            sign = sign.split(" ", 1)[1]
        return sign, style

    def confirm(self, question: str) -> bool:
        """Ask yes or no; no is the default, and the answer of a person who leaves with Ctrl-C."""
        import questionary

        return bool(questionary.confirm(question, default=False).ask())

    def choose(self, question: str, choices: Sequence[tuple[str, str]]) -> list[str]:
        """Let a person tick some of `choices` (value, title); all are ticked at first. Ctrl-C: none."""
        import questionary

        boxes = [questionary.Choice(title, value=value, checked=True) for value, title in choices]
        hint = "(space ticks, enter writes)"
        return list(questionary.checkbox(question, choices=boxes, instruction=hint).ask() or [])


def at_home(text: str) -> str:
    """`text` with the home folder as `~`, for people; not for what is to be pasted."""
    return text.replace(paths.user_home() + os.sep, "~" + os.sep)


def _style(cell: str) -> str:
    return {"connected": "green", "connect": "cyan", "blocked": "red"}.get(cell, "")
