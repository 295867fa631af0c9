"""What every editor of a configuration format takes and gives. Pure: text in, text out.

An editor changes one key of a text and leaves every other character as it is. `clients/plan.py` calls it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol, TypeAlias

# What the formats have in common: None, bool, int, float, str, and lists and string-keyed dicts of these.
Value: TypeAlias = Any


@dataclass(frozen=True, slots=True)
class Item:
    """One step of a path into a list: the element, a map, whose `key` is `value`."""

    key: str
    value: str


@dataclass(frozen=True, slots=True)
class Element:
    """One step of a path into a list: the element that equals `value`. Putting it there adds it at the end."""

    value: Value


Path: TypeAlias = tuple[str | Item | Element, ...]


class _Missing:
    def __repr__(self) -> str:
        return "MISSING"


MISSING = _Missing()


@dataclass(frozen=True, slots=True)
class Swap:
    """One place that an edit changed: `new` stands there now, `old` stood there before (blank: nothing did)."""

    new: str
    old: str


@dataclass(frozen=True, slots=True)
class Edit:
    """The outcome of `put`.

    `undo`: every changed place, in the order of the changes. `made`: the containers that had to be made, outermost
    first: "absent" (there was none) or "null" (there was a null).
    """

    text: str
    undo: tuple[Swap, ...]
    made: tuple[str, ...]


class Malformed(Exception):
    """The text is not in its format. `line` and `column` count from 1; 0: not known."""

    def __init__(self, reason: str, line: int = 0, column: int = 0) -> None:
        where = f" (line {line}, column {column})" if line else ""
        super().__init__(f"{reason}{where}")
        self.reason, self.line, self.column = reason, line, column


class CannotEdit(Exception):
    """The text is valid, but the change cannot be made without risk to what else is in it."""


class Editor(Protocol):
    """One format."""

    def values(self, text: str) -> Value:
        """The whole document; {} for one without content. Raises Malformed."""

    def put(self, text: str, path: Path, value: Value) -> Edit:
        """Set the value at `path`, making missing containers. Raises Malformed, CannotEdit."""

    def drop(self, text: str, path: Path, made: tuple[str, ...] = ()) -> str:
        """Remove `path`; of its innermost `len(made)` containers also those that are empty then, back to what `made`
        says they were. A path that is not there changes nothing. Raises Malformed, CannotEdit.
        """

    def snippet(self, path: Path, value: Value) -> str:
        """What a person would paste by hand: the value within its containers, with a final newline."""


def at(values: Value, path: Path) -> Value:
    """The value at `path`; MISSING if there is none."""
    for step in path:
        if isinstance(step, Element):
            values = step.value if isinstance(values, list) and step.value in values else MISSING
        elif isinstance(step, Item):
            rows = values if isinstance(values, list) else []
            values = next((row for row in rows if isinstance(row, dict) and row.get(step.key) == step.value), MISSING)
        elif isinstance(values, dict) and step in values:
            values = values[step]
        else:
            return MISSING
    return values
