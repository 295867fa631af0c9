"""Values as TOML text."""

from __future__ import annotations

import re

from clients.editors.contract import CannotEdit, Value

_bare = re.compile(r"[A-Za-z0-9_-]+")
_escapes = {"\b": "\\b", "\t": "\\t", "\n": "\\n", "\f": "\\f", "\r": "\\r", '"': '\\"', "\\": "\\\\"}
_escaped = re.compile(r'[\x00-\x1f"\\\x7f]')


def string(value: str) -> str:
    """A basic string."""
    if any("\ud800" <= sign <= "\udfff" for sign in value):
        raise CannotEdit("TOML cannot hold half of a surrogate pair")
    return '"' + _escaped.sub(lambda sign: _escapes.get(sign[0]) or f"\\u{ord(sign[0]):04X}", value) + '"'


def key(*keys: str) -> str:
    """A key, dotted if there are several; quoted where it must be."""
    return ".".join(one if _bare.fullmatch(one) else string(one) for one in keys)


def inline(value: Value) -> str:
    """A value within one line; a map as an inline table."""
    if isinstance(value, str):
        return string(value)
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | float):
        return repr(value)
    if isinstance(value, list):
        return f"[{', '.join(map(inline, value))}]"
    if isinstance(value, dict):
        inner = ", ".join(f"{key(name)} = {inline(one)}" for name, one in value.items())
        return f"{{ {inner} }}" if inner else "{}"
    raise CannotEdit("TOML has no null" if value is None else f"TOML has no {type(value).__name__}")


def pair(keys: tuple[str, ...], value: Value, indent: str = "") -> str:
    """A line, without its end."""
    return f"{indent}{key(*keys)} = {inline(value)}"


def body(keys: tuple[str, ...], table: dict[str, Value]) -> list[str]:
    """The lines below the header of the table `keys`: its pairs, then its sub-tables with a blank line before each."""
    lines = [pair((name,), one) for name, one in table.items() if not isinstance(one, dict)]
    for name, one in table.items():
        if isinstance(one, dict):
            lines += ["", f"[{key(*keys, name)}]", *body((*keys, name), one)]
    return lines


def block(keys: tuple[str, ...], table: dict[str, Value]) -> list[str]:
    """The lines of a table, with its header."""
    return [f"[{key(*keys)}]", *body(keys, table)]
