"""A block of lines between two marks, for texts that are programs: Emacs Lisp, Lua, shell. Pure.

Called by `clients/change.py`. Nothing is known of such a text but what starts a comment.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import NamedTuple

from clients.editors.contract import CannotEdit, Edit, Swap
from clients.editors.splice import Splice, cut_lines, newline_of, next_line, spliced

_blank_line = re.compile(r"[ \t]*\r?\n")
_blank_line_behind = re.compile(r"(?:\A|(?<=\n))[ \t]*\r?\n\Z")


class _Found(NamedTuple):
    """A block, from its first mark up to behind its last one, and the characters between the two lines."""

    start: int
    end: int
    inner: str


@dataclass(frozen=True, slots=True)
class MarkedBlock:
    """The editor of one kind of text; `comment` is what starts a comment up to the end of the line."""

    comment: str

    def body(self, text: str) -> str | None:
        """What stands in the (first) block, with LF and without the last line end; None: there is no block. Raises
        CannotEdit if a mark has no counterpart.
        """
        found = self._blocks(text)
        return found[0].inner.replace("\r\n", "\n").removesuffix("\n") if found else None

    def put(self, text: str, body: str) -> Edit:
        """Write the block: in the place of the first one (others go), else at the end after a blank line."""
        found, newline = self._blocks(text), newline_of(text)
        lines = body.replace("\r\n", "\n").removesuffix("\n").split("\n")
        if any(line.strip() in self._marks for line in lines):
            raise CannotEdit("the lines to write hold a mark of ours themselves")
        new = newline.join([self._marks[0], *lines, self._marks[1]])
        if not found:
            if text:
                new = newline + (new + newline if text.endswith("\n") else newline + new)
            edited, undo = spliced(text, [Splice(len(text), len(text), new if text else new + newline)])
            return Edit(edited, undo, ())
        edited, undo = text, tuple[Swap, ...]()
        for block in reversed(found[1:]):
            edited, more = spliced(edited, [_cut(edited, block)])
            undo += more
        edited, more = spliced(edited, [Splice(found[0].start, found[0].end, new)])
        return Edit(edited, undo + more, ())

    def drop(self, text: str) -> str:
        """Remove every block, with one blank line in front of it."""
        for block in reversed(self._blocks(text)):
            text, _ = spliced(text, [_cut(text, block)])
        return text

    @property
    def _marks(self) -> tuple[str, str]:
        return f"{self.comment} >>> genesis-memory >>>", f"{self.comment} <<< genesis-memory <<<"

    def _blocks(self, text: str) -> list[_Found]:
        found: list[_Found] = []
        opened = None
        for number, line in enumerate(re.finditer(r"[^\n]*\n|[^\n]+\Z", text), 1):
            mark = line[0].strip()
            if mark not in self._marks:
                continue
            if (mark == self._marks[0]) == (opened is not None):
                raise CannotEdit(f"line {opened[1] if opened else number}: '{mark}' without its counterpart")
            if opened is None:
                opened = line, number
            else:
                found.append(_Found(opened[0].start(), line.start() + len(line[0].rstrip("\r\n")), ""))
                found[-1] = found[-1]._replace(inner=text[opened[0].end() : line.start()])
                opened = None
        if opened:
            raise CannotEdit(f"line {opened[1]}: '{self._marks[0]}' without its counterpart")
        return found


def block(comment: str) -> MarkedBlock:
    """The editor for texts whose line comments start with `comment`: `;;`, `--`, `#`."""
    return MarkedBlock(comment)


def _cut(text: str, block: _Found) -> Splice:
    """Removes a block with the blank line in front of it; at the very top with the one behind it."""
    start, end = block.start, next_line(text, block.end)
    if start == 0:
        behind = _blank_line.match(text, end)
        return cut_lines(text, start, behind.end() if behind else end)
    in_front = _blank_line_behind.search(text, max(0, start - 1000), start)
    return cut_lines(text, in_front.start() if in_front else start, end)
