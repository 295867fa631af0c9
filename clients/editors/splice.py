"""Cuts into a text: what the TOML, YAML, dotenv and block editors have in common. Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

from clients.editors.contract import MISSING, CannotEdit, Element, Item, Path, Swap, Value
from clients.editors.undo import swap_of

DEEPEST = 200  # levels of nesting; as deep as no configuration is, and far from Python's own limit
Steps: TypeAlias = tuple[str | Item, ...]  # the paths that the editors of TOML and YAML know
NAMES = {dict: "a map", list: "a list", str: "a string", bool: "a boolean", int: "a number", float: "a number"}


@dataclass(frozen=True, slots=True)
class Splice:
    """Put `new` in the place of the characters from `start` up to `end`; positions are those of the text before."""

    start: int
    end: int
    new: str


def spliced(text: str, splices: Sequence[Splice]) -> tuple[str, tuple[Swap, ...]]:
    """The text with all splices, which do not overlap, and how to undo them. The last place is changed first, so that
    the positions of the others stay true.
    """
    swaps = []
    for splice in sorted(splices, key=lambda one: (one.start, one.end), reverse=True):
        if text[splice.start : splice.end] != splice.new:
            swaps.append(swap_of(text, splice.start, splice.end, splice.new))
            text = text[: splice.start] + splice.new + text[splice.end :]
    return text, tuple(swaps)


def newline_of(text: str) -> str:
    """The line end to write: that of the first line."""
    return "\r\n" if re.match(r"[^\n]*\r\n", text) else "\n"


def line_start(text: str, position: int) -> int:
    """Where the line of `position` starts."""
    return text.rfind("\n", 0, position) + 1


def line_end(text: str, position: int) -> int:
    """Where the line of `position` ends: in front of its line end."""
    found = text.find("\n", position)
    if found < 0:
        return len(text)
    return found - 1 if found > position and text[found - 1] == "\r" else found


def next_line(text: str, position: int) -> int:
    """Where the line after that of `position` starts; the end of the text, if there is none."""
    return text.find("\n", position) + 1 or len(text)


def cut_lines(text: str, start: int, end: int) -> Splice:
    """Removes whole lines. If they are the last ones and have no line end, the line end in front of them goes."""
    if 0 < start < end == len(text) and not text.endswith("\n"):
        start -= 2 if text[:start].endswith("\r\n") else 1
    return Splice(start, end, "")


def same(one: Value, other: Value) -> bool:
    """Whether two documents are equal in values and in types (True is not 1, and nan is nan). A list or map that is
    shared by several places (YAML's aliases) is compared once.
    """
    seen: set[tuple[int, int]] = set()
    waiting = [(one, other)]
    while waiting:
        left, right = waiting.pop()
        if left is right or (id(left), id(right)) in seen:
            continue
        seen.add((id(left), id(right)))
        if type(left) is not type(right) or not _same_alone(left, right):
            return False
        if isinstance(left, dict):
            waiting += [(left[key], right[key]) for key in left]
        elif isinstance(left, list):
            waiting += zip(left, right, strict=True)
    return True


def _same_alone(left: Value, right: Value) -> bool:
    """Whether two values of one type are the same as far as one sees without looking into them."""
    if isinstance(left, dict):
        # The order of keys is no part of the value.
        return {*map(_typed, left)} == {*map(_typed, right)}
    if isinstance(left, list):
        return len(left) == len(right)
    return bool(left == right) if not isinstance(left, float) else repr(left) == repr(right)


def _typed(key: Value) -> tuple[type, Value]:
    return type(key), key


def with_value(values: Value, path: Steps, value: Value) -> Value:
    """A copy of the document with `value` at `path`; only what is on the path is copied."""
    if not path:
        return value
    step, rest = path[0], path[1:]
    if isinstance(step, Item):
        rows = list(values) if isinstance(values, list) else []
        place = next((i for i, row in enumerate(rows) if isinstance(row, dict) and row.get(step.key) == step.value), -1)
        if place < 0:
            return [*rows, with_value({step.key: step.value} if rest else MISSING, rest, value)]
        rows[place] = with_value(rows[place], rest, value)
        return rows
    known = values if isinstance(values, dict) else {}
    return {**known, step: with_value(known.get(step, MISSING), rest, value)}


def without(values: Value, path: Steps) -> Value:
    """A copy of the document without `path`, which is there."""
    step, rest = path[0], path[1:]
    if isinstance(step, Item):
        place = next(i for i, row in enumerate(values) if isinstance(row, dict) and row.get(step.key) == step.value)
        return [*values[:place], *([without(values[place], rest)] if rest else []), *values[place + 1 :]]
    kept = {key: one for key, one in values.items() if key != step}
    return {key: without(one, rest) if key == step else one for key, one in values.items()} if rest else kept


def too_deep(values: Value) -> bool:
    """Whether the document has more than DEEPEST levels."""
    level, seen = [values], set[int]()
    for _ in range(DEEPEST + 1):
        below: list[Value] = []
        for one in level:
            if isinstance(one, dict | list) and id(one) not in seen:
                seen.add(id(one))
                below += one.values() if isinstance(one, dict) else one
        if not below:
            return False
        level = below
    return True


def made_for(values: Value, path: Steps) -> tuple[str, ...]:
    """What `put` must make for the containers of `path` below the root. Raises CannotEdit if one is something else."""
    made = []
    for length in range(1, len(path)):
        found, needed = step_into(values, path[length - 1]), list if isinstance(path[length], Item) else dict
        if found is MISSING:
            made.append("absent")
        elif found is None:
            made.append("null")
        elif type(found) is not needed:
            there = NAMES.get(type(found), f"a {type(found).__name__}")
            raise CannotEdit(f"{shown(path[:length])} is {there}, not {NAMES[needed]}")
        values = found
    return tuple(made)


def step_into(values: Value, step: str | Item) -> Value:
    """The value one step below; MISSING if there is none."""
    if isinstance(step, Item):
        rows = values if isinstance(values, list) else []
        return next((row for row in rows if isinstance(row, dict) and row.get(step.key) == step.value), MISSING)
    return values[step] if isinstance(values, dict) and step in values else MISSING


def shown(path: Path) -> str:
    """A path as a message names it."""
    return ".".join(_shown(step) for step in path)


def _shown(step: str | Item | Element) -> str:
    if isinstance(step, Element):
        return repr(step.value)
    return f"{step.key}={step.value}" if isinstance(step, Item) else step


def steps_of(path: Path) -> Steps:
    """The path, if it has no step to an element by its value. Raises CannotEdit."""
    steps = tuple(step for step in path if not isinstance(step, Element))
    if not steps or len(steps) != len(path):
        raise CannotEdit(f"not a path of this format: {shown(path) or 'the whole document'}")
    return steps
