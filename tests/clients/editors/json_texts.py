"""What the tests of the JSON editors share."""

from __future__ import annotations

from typing import Any

from clients.editors.contract import Edit, Path, at
from clients.editors.jsonc import JSONC, JsonEditor
from clients.editors.undo import take_back

PATH = ("mcpServers", "genesis")
ENTRY = {"command": "genesis", "args": ["mcp", "--client", "x"]}


def lines(*rows: str, end: str = "\n") -> str:
    """A text of these lines, each with a line end."""
    return "".join(row + end for row in rows)


def put_and_take_back(text: str, path: Path, value: Any, editor: JsonEditor = JSONC) -> Edit:
    """The edit, after a look whether it can be taken back and is not made twice."""
    edit = editor.put(text, path, value)
    assert take_back(edit.text, edit.undo) == text
    assert editor.put(edit.text, path, value) == Edit(edit.text, (), ())
    assert at(editor.values(edit.text), path) == value
    return edit
