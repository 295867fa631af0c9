"""The change of one file's text that wires a client, and what stands in its way. Pure.

Called by `clients/plan.py` for setup and by `clients/revert.py` for the way back.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from clients.catalogue import McpFile, Shape
from clients.editors import EDITORS
from clients.editors.block import block
from clients.editors.contract import MISSING, Editor, Element, Item, Path, Swap, Value, at
from clients.entry import argv_of, merged, render
from clients.server import starts_server, wraps_server
from clients.snippets import COMMENTS, body_of

# The path that stands for our marker block, in formats without a structural edit.
BLOCK: Path = ("#genesis-memory",)
_MENTIONED = re.compile(r"(genesis(\.exe)?|manage\.py|genesis_site)['\"][^\n]*['\"]mcp['\"]")


@dataclass(frozen=True, slots=True)
class Change:
    """One key before and after (MISSING: not there). `made`, `undo`: see `clients/editors/contract.py`."""

    path: Path
    before: Value
    after: Value
    made: tuple[str, ...] = ()
    undo: tuple[Swap, ...] = ()


@dataclass(slots=True)
class Outcome:
    """The new text and how it came about. `left_alone`: why nothing may be changed; blank: it may."""

    text: str
    changes: list[Change] = field(default_factory=list)
    left_alone: str = ""


def edited(
    mcp: McpFile,
    text: str,
    command: Sequence[str],
    environment: Mapping[str, str],
    written: Collection[tuple[str, ...]] = (),
) -> Outcome:
    """`text` with exactly one entry of ours, up to date. Raises Malformed, CannotEdit.

    `written`: commands that setup wrote before; such an entry is ours whatever it starts.
    """
    if mcp.how == "block":
        return _with_block(mcp, text, command, environment)
    editor = EDITORS[mcp.format]
    values = editor.values(text)
    shape = shape_for(mcp, values)
    entry = at(values, shape.key)
    known = {tuple(command), *written}
    outcome = Outcome(text, left_alone=_reason_to_leave(entry, _neighbours(values, shape), known))
    if outcome.left_alone:
        return outcome
    wanted = render(shape.entry, command, environment)
    if entry is MISSING:
        put_into(outcome, editor, shape.key, wanted, MISSING)
    else:
        _bring_up_to_date(outcome, editor, shape, wanted, entry)
    for path in _others(mcp, values, shape):
        drop_from(outcome, editor, path)
    return outcome


def without_ours(mcp: McpFile, text: str) -> Outcome:
    """`text` without any entry that starts our server directly. Raises Malformed, CannotEdit."""
    outcome = Outcome(text)
    if mcp.how != "edit":
        return outcome
    editor = EDITORS[mcp.format]
    for path in _ours(mcp, editor.values(text)):
        drop_from(outcome, editor, path)
    return outcome


def shape_for(mcp: McpFile, values: Value) -> Shape:
    """The shape of entry that fits this file."""
    for shape in mcp.shapes[:-1]:
        if any(at(values, key) is not MISSING for key in shape.if_any):
            return shape
    return mcp.shapes[-1]


def _reason_to_leave(entry: Value, neighbours: Mapping[str, Value], known: Collection[tuple[str, ...]]) -> str:
    """Why a person's own arrangement is left as it is; blank if there is none."""
    argv = argv_of(entry)
    if tuple(argv) in known:
        return ""
    if entry is not MISSING and not starts_server(argv) and not wraps_server(argv):
        return f"an entry named 'genesis' starts something else ({_shown(argv)}); rename or remove it"
    for name, other in {"genesis": entry, **neighbours}.items():
        if wraps_server(argv_of(other)):
            return f"the entry {name!r} starts Genesis through a command of yours ({_shown(argv_of(other))}); it stays"
    return ""


def _shown(argv: Sequence[str]) -> str:
    return " ".join(argv) or "no command"


def _bring_up_to_date(
    outcome: Outcome, editor: Editor, shape: Shape, wanted: dict[str, Value], entry: dict[str, Value]
) -> None:
    nested = [key for key in ("transport", "command") if isinstance(entry.get(key), Mapping)]
    if nested:
        # Old forms with the command one level deeper: two commands in one entry would be worse than a new entry.
        kept = {key: value for key, value in entry.items() if key not in nested}
        put_into(outcome, editor, shape.key, {**kept, **wanted}, entry)
        return
    result = merged(shape.entry, wanted, entry)
    for key, value in result.items():
        if entry.get(key, MISSING) != value:
            put_into(outcome, editor, (*shape.key, key), value, entry.get(key, MISSING))


def put_into(outcome: Outcome, editor: Editor, path: Path, value: Value, before: Value) -> None:
    edit = editor.put(outcome.text, path, value)
    outcome.text = edit.text
    outcome.changes.append(Change(path, before, value, edit.made, edit.undo))


def drop_from(outcome: Outcome, editor: Editor, path: Path) -> None:
    before = at(editor.values(outcome.text), path)
    outcome.text = editor.drop(outcome.text, path)
    outcome.changes.append(Change(path, before, MISSING))


def _neighbours(values: Value, shape: Shape) -> dict[str, Value]:
    """The other entries beside ours, by name."""
    return {name: entry for path, name, entry in _entries(values, shape.key) if path != shape.key}


def _others(mcp: McpFile, values: Value, shape: Shape) -> list[Path]:
    return [path for path in _ours(mcp, values) if path != shape.key]


def _ours(mcp: McpFile, values: Value) -> list[Path]:
    """Where entries that start our server stand, whatever their name, in the containers of every shape."""
    found = [
        path for shape in mcp.shapes for path, _, entry in _entries(values, shape.key) if starts_server(argv_of(entry))
    ]
    return list(dict.fromkeys(found))


def _entries(values: Value, key: Path) -> Iterator[tuple[Path, str, Value]]:
    """Every entry of the container that `key` is in: its path, its name, itself."""
    container = at(values, key[:-1])
    last = key[-1]
    if isinstance(last, Item):
        for row in container if isinstance(container, list) else []:
            if isinstance(row, dict) and isinstance(row.get(last.key), str):
                yield (*key[:-1], Item(last.key, row[last.key])), row[last.key], row
    elif isinstance(container, dict):
        for name, entry in container.items():
            yield (*key[:-1], name), str(name), entry


def _with_block(mcp: McpFile, text: str, command: Sequence[str], environment: Mapping[str, str]) -> Outcome:
    """A program text: our lines stand between two marks."""
    marks = block(COMMENTS[mcp.format])
    present = marks.body(text)
    wanted = body_of(mcp, command, environment)
    if present is None and starts_in_text(text):
        return Outcome(text, left_alone="it starts Genesis already, in lines of yours; they stay")
    if present == wanted:
        return Outcome(text)
    edit = marks.put(text, wanted)
    before = MISSING if present is None else present
    return Outcome(edit.text, [Change(BLOCK, before, wanted, edit.made, edit.undo)])


def starts_in_text(text: str) -> bool:
    """Tell whether a line of a program text mentions the server's command."""
    return bool(_MENTIONED.search(text))


def journalled(change: Change) -> dict[str, Any]:
    """A change as JSON, for the journal."""
    row: dict[str, Any] = {
        "path": [_journalled_step(step) for step in change.path],
        "made": list(change.made),
        "undo": [[swap.new, swap.old] for swap in change.undo],
    }
    for name in ("before", "after"):
        value = getattr(change, name)
        if value is not MISSING:
            row[name] = value
    return row


def _journalled_step(step: str | Item | Element) -> Any:
    if isinstance(step, Element):
        return {"element": step.value}
    return {"key": step.key, "value": step.value} if isinstance(step, Item) else step


def _step(step: Any) -> str | Item | Element:
    if not isinstance(step, dict):
        return str(step)
    return Element(step["element"]) if "element" in step else Item(step["key"], step["value"])


def from_journal(row: Mapping[str, Any]) -> Change:
    """The change that `journalled` wrote down."""
    path = tuple(map(_step, row["path"]))
    undo = tuple(Swap(new, old) for new, old in row["undo"])
    return Change(path, row.get("before", MISSING), row.get("after", MISSING), tuple(row["made"]), undo)
