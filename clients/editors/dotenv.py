"""`.env` files: one `NAME=value` a line, some with `export`, values plain or in quotes. Pure.

There are many readers of such files and no standard. What all of them read alike is written; what is there stays.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from clients.editors.contract import CannotEdit, Edit, Path, Value
from clients.editors.splice import Splice, cut_lines, newline_of, next_line, shown, spliced

_name = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_line = re.compile(r"[ \t]*+(?:export[ \t]++)?+(?P<name>[A-Za-z_][\w.-]*+)[ \t]*+=(?P<gap>[ \t]*+)")
_quoted = re.compile(r""""(?:[^"\\]++|\\.)*+"|'[^']*+'""", re.DOTALL)
_bare = re.compile(r"[^\r\n]*?(?=[ \t]+#|[ \t]*\r?$)", re.MULTILINE)
_behind_quotes = re.compile(r"(?:[ \t]+#[^\n]*|[ \t]*\r?)$", re.MULTILINE)
_plain = re.compile(r"[A-Za-z0-9_./:@%+,=~-]*")
_escapes = {"\n": "\\n", "\r": "\\r", "\t": "\\t", '"': '\\"', "\\": "\\\\", "$": "\\$"}
_unescaped = {"n": "\n", "r": "\r", "t": "\t"}


class _Assignment(NamedTuple):
    """Where a line sets a name: its own start, and from where up to where the value stands, quotes included."""

    name: str
    line: int
    start: int
    end: int


class Dotenv:
    """The editor: a path is one name, every value a string. Lines that set nothing are left out of account."""

    def values(self, text: str) -> Value:
        return {one.name: _value(text[one.start : one.end]) for one in _assignments(text)}

    def put(self, text: str, path: Path, value: Value) -> Edit:
        """Set the last assignment of the name, as the one that counts; a new one comes last."""
        name = _name_of(path)
        if not isinstance(value, str) or "\0" in value:
            raise CannotEdit(f"{name} takes a string")
        old = self.values(text)
        if old.get(name) == value:
            return Edit(text, (), ())
        ours = [one for one in _assignments(text) if one.name == name]
        if ours:
            written = _written(value, text[ours[-1].start : ours[-1].end][:1])
            change = Splice(ours[-1].start, ours[-1].end, written)
        else:
            line, newline = f"{name}={_written(value)}", newline_of(text)
            is_open = text and not text.endswith("\n")
            change = Splice(len(text), len(text), newline + line if is_open else line + newline)
        edited, undo = spliced(text, [change])
        if self.values(edited) != {**old, name: value}:
            raise CannotEdit(f"no safe place for {name} in this text")
        return Edit(edited, undo, ())

    def drop(self, text: str, path: Path, made: tuple[str, ...] = ()) -> str:
        """Remove every assignment of the name."""
        name, old = _name_of(path), self.values(text)
        edited = text
        for one in reversed([one for one in _assignments(text) if one.name == name]):
            edited, _ = spliced(edited, [cut_lines(edited, one.line, next_line(edited, one.end))])
        if self.values(edited) != {key: value for key, value in old.items() if key != name}:
            raise CannotEdit(f"{name} cannot be removed from this text without risk to the rest")
        return edited

    def snippet(self, path: Path, value: Value) -> str:
        return f"{_name_of(path)}={_written(value)}\n"


DOTENV = Dotenv()


def _name_of(path: Path) -> str:
    name = path[0] if len(path) == 1 else ""
    if not isinstance(name, str) or not _name.fullmatch(name):
        raise CannotEdit(f"not the name of a variable: {shown(path)!r}")
    return name


def _assignments(text: str) -> list[_Assignment]:
    found, position = [], 0
    while position < len(text):
        line = _line.match(text, position)
        end = position
        if line:
            start = end = line.end()
            if text.startswith("#", start) and line["gap"]:
                start = end = line.start("gap")
            elif value := _value_at(text, start):
                end = value.end()
            found.append(_Assignment(line["name"], position, start, end))
        position = next_line(text, end)
    return found


def _value_at(text: str, start: int) -> re.Match[str] | None:
    """A quote that nothing closes is a part of a plain value."""
    quoted = _quoted.match(text, start)
    if quoted and _behind_quotes.match(text, quoted.end()):
        return quoted
    return _bare.match(text, start)


def _value(written: str) -> str:
    if written[:1] == "'" and len(written) > 1 and written.endswith("'"):
        return written[1:-1]
    if written[:1] == '"' and _quoted.fullmatch(written):
        return re.sub(r"\\(.)", lambda sign: _unescaped.get(sign[1], sign[1]), written[1:-1], flags=re.DOTALL)
    return written


def _written(value: str, quote: str = "") -> str:
    """A value as it stands in a line; in the quotes that were there, where they can hold it."""
    if quote == "'" and not re.search(r"['\r\n]", value):
        return f"'{value}'"
    if quote != '"' and _plain.fullmatch(value):
        return value
    return '"' + re.sub(r'[\n\r\t"\\$]', lambda sign: _escapes[sign[0]], value) + '"'
