"""Where the statements of a TOML text stand. Only for texts that `tomllib` has accepted: nothing is checked again.

Keys are compared by what they mean: `["mcp_servers"."a"]`, `[mcp_servers.a]` and `mcp_servers.a = {}` are one path.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from typing import Literal, NamedTuple, TypeAlias

Keys: TypeAlias = tuple[str, ...]
Kind: TypeAlias = Literal["table", "array", "pair", "comment", "blank"]

STRING = r"""
    \"{3} (?: [^"\\]++ | \\. | "{1,2}(?!") )*+ "{3,5}
  | '{3} (?: [^']++ | '{1,2}(?!') )*+ '{3,5}
  | " (?: [^"\\\n]++ | \\. )*+ "
  | ' [^'\n]*+ '
"""
PART = r"""(?: "(?:[^"\\\n]++|\\.)*+" | '[^'\n]*+' | [\w-]++ )"""
KEY = rf"{PART} (?: [ \t]*+ \. [ \t]*+ {PART} )*+"
FLAGS = re.VERBOSE | re.DOTALL
_string = re.compile(STRING, FLAGS)
_bare = re.compile(r"[^,\]}#\r\n]++")
_inside = re.compile(rf"{STRING} | \#[^\n]*+ | (?P<open>[\[{{]) | (?P<close>[\]}}]) | [^\"'\#\[\]{{}}]++", FLAGS)
_start = re.compile(
    rf"""
    (?P<indent>[ \t]*+) (?:
      (?P<blank> \r?\n | \Z )
    | (?P<comment> \# [^\n]*+ \n? )
    | (?P<array> \[\[ ) [ \t]*+ (?P<array_key> {KEY} ) [ \t]*+ \]\]
    | \[ [ \t]*+ (?P<table_key> {KEY} ) [ \t]*+ \]
    | (?P<key> {KEY} ) [ \t]*+ = [ \t]*+
    )
    """,
    FLAGS,
)
_part = re.compile(PART, FLAGS)
_rest_of_line = re.compile(r"[^\n]*+\n?")
_member = re.compile(rf"(?P<key> {KEY} ) [ \t]*+ = [ \t]*+", FLAGS)
_between = re.compile(r"(?: [ \t\r\n]++ | \#[^\n]*+ )*+", FLAGS)


class Span(NamedTuple):
    """From where up to where."""

    start: int
    end: int


class Statement(NamedTuple):
    """One statement: whole lines, with the comment behind it and its line end.

    `keys`: of a header those in the brackets; of a pair the keys of its table and its own. `own`: how many of them the
    statement itself spells. `value`: of a pair; of a header the place behind its brackets.
    """

    kind: Kind
    start: int
    end: int
    indent: str = ""
    keys: Keys = ()
    own: int = 0
    value: Span = Span(0, 0)


class Member(NamedTuple):
    """One `key = value` of an inline table; `keys` as they are spelled, from the inline table on."""

    keys: Keys
    start: int
    value: Span


def statements(text: str) -> list[Statement]:
    """All statements, in order; together they are the whole text."""
    return list(_statements(text))


def _statements(text: str) -> Iterator[Statement]:
    position, table = 0, Keys()
    while position < len(text):
        found = _start.match(text, position)
        if not found:  # what tomllib of a later Python accepts and we do not know
            raise NotScanned
        indent, end = found["indent"], found.end()
        if found["blank"] is not None:
            yield Statement("blank", position, end, indent)
        elif found["comment"]:
            yield Statement("comment", position, end, indent)
        elif found["key"]:
            keys, value = keys_of(found["key"]), Span(end, value_end(text, end))
            end = _line_after(text, value.end)
            yield Statement("pair", position, end, indent, table + keys, len(keys), value)
        else:
            table, value = keys_of(found["array_key"] or found["table_key"]), Span(end, end)
            end = _line_after(text, end)
            yield Statement("array" if found["array"] else "table", position, end, indent, table, len(table), value)
        position = end


class NotScanned(Exception):
    """The text has what this module does not know."""


def keys_of(spelled: str) -> Keys:
    """The keys of a dotted key."""
    return tuple(_key(part) for part in _part.findall(spelled))


def _key(part: str) -> str:
    if part[0] == '"' and "\\" in part:
        return str(tomllib.loads(f"key = {part}")["key"])
    return part[1:-1] if part[0] in "\"'" else part


def _line_after(text: str, position: int) -> int:
    rest = _rest_of_line.match(text, position)
    return rest.end() if rest else position


def value_end(text: str, start: int) -> int:
    """Where the value that starts at `start` ends."""
    if text[start] in "\"'":
        found = _string.match(text, start)
    elif text[start] not in "[{":
        found = _bare.match(text, start)
        return start + len(found[0].rstrip()) if found else start
    else:
        depth, position = 1, start + 1
        while depth and (found := _inside.match(text, position)):
            depth += bool(found["open"]) - bool(found["close"])
            position = found.end()
        return position
    if not found:
        raise NotScanned
    return found.end()


def members(text: str, table: Span) -> list[Member]:
    """The members of the inline table in `table`."""
    found: list[Member] = []
    position = table.start + 1
    while True:
        position = _skip(text, position)
        member = _member.match(text, position)
        if not member:
            return found
        value = Span(member.end(), value_end(text, member.end()))
        found.append(Member(keys_of(member["key"]), position, value))
        position = _skip(text, value.end)
        position += text[position] == ","


def _skip(text: str, position: int) -> int:
    gap = _between.match(text, position)
    return gap.end() if gap else position
