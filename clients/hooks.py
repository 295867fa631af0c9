"""The change of a client's hook file: our hooks beside everybody else's. Pure.

Called by `clients/plan.py`. What a hook starts is decided by `clients/server.py`.
"""

from __future__ import annotations

import json
import shlex
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path as FilePath
from typing import Any

from clients.catalogue import HookFile
from clients.change import BLOCK, Change, Outcome, drop_from, put_into
from clients.editors import EDITORS
from clients.editors.block import block
from clients.editors.contract import MISSING, CannotEdit, Element, Path, Value, at
from clients.server import is_capture, is_recall

PLUGINS = FilePath(__file__).parent / "plugins"
# The formats in which hooks are no elements of a list: a block of TOML, a program.
TOML_BLOCK, PLUGIN = "toml-hooks", "opencode-plugin"
OWN_FILE: Path = ("#file",)


@dataclass(frozen=True, slots=True)
class HookCommands:
    """What the hooks of one client start, as arguments."""

    recall: tuple[str, ...]
    capture: tuple[str, ...]

    def of(self, kind: str) -> tuple[str, ...]:
        return self.recall if kind == "recall" else self.capture


def hooked(file: HookFile, text: str, commands: HookCommands) -> Outcome:
    """`text` with our hooks, up to date and each only once. Raises Malformed, CannotEdit."""
    if file.format == TOML_BLOCK:
        return _block(file, text, commands)
    if file.format == PLUGIN:
        return _plugin(text, commands)
    editor, outcome = EDITORS[file.format], Outcome(text)
    for key, value in file.root.items():
        if at(editor.values(outcome.text), (key,)) is MISSING:
            put_into(outcome, editor, (key,), value, MISSING)
    for kind, events in (("recall", file.recall), ("capture", file.capture)):
        for event in events:
            _bring_up_to_date(outcome, file, kind, event, commands)
    return outcome


def _bring_up_to_date(outcome: Outcome, file: HookFile, kind: str, event: str, commands: HookCommands) -> None:
    editor = EDITORS[file.format]
    place = tuple(step.replace("{event}", event) for step in file.at)
    command = shlex.join(commands.of(kind))
    wanted = _filled(file.element, command, event)
    present = at(editor.values(outcome.text), place)
    elements = present if isinstance(present, list) else []
    about = [one for one in elements if _is_about(one, event, file)]
    if any(_wraps(said) for one in about for said in _strings(one)):
        return  # the user starts our hook in a way of his own
    ours = [one for one in about if any(_is_ours(said, kind) for said in _strings(one))]
    if any(_client_of(said) not in ("", _client_of(command)) for one in ours for said in _strings(one)):
        return  # several programs read this file, and another one's hook speaks for all of them
    # An element with this very command is current, whatever waiting time its owner has given it.
    current = next((one for one in ours if command in _strings(one)), None)
    for old in ours:
        if old is not current:
            drop_from(outcome, editor, (*place, Element(old)))
    if current is None:
        put_into(outcome, editor, (*place, Element(wanted)), wanted, MISSING)


def is_our_hook(element: Value) -> bool:
    """Tell whether an element of a hook file starts one of our hooks, and nothing in front of it."""
    return any(_is_ours(said, kind) for said in _strings(element) for kind in ("recall", "capture"))


def is_our_plugin(text: str) -> bool:
    """Tell whether a plugin file is one that setup writes."""
    return text.startswith((PLUGINS / "opencode.js").read_text(encoding="utf-8").partition("\n")[0])


def _is_about(element: Value, event: str, file: HookFile) -> bool:
    """Where one list holds the hooks of all events, an element says which one it is for."""
    return "{event}" in "".join(file.at) or event in _strings(element)


def _is_ours(said: str, kind: str) -> bool:
    argv = _split(said)
    return is_recall(argv) if kind == "recall" else is_capture(argv)


def _wraps(said: str) -> bool:
    argv = _split(said)
    named = "genesis_hook.py" in said or ("hook-capture" in said and "genesis" in said)
    return named and not (is_recall(argv) or is_capture(argv))


def _client_of(said: str) -> str:
    """The client that a command of ours names; blank if it is none of ours, or names none."""
    argv = _split(said)
    named = "--client" in argv[:-1] and (is_recall(argv) or is_capture(argv))
    return argv[argv.index("--client") + 1] if named else ""


def _split(said: str) -> list[str]:
    try:
        return shlex.split(said)
    except ValueError:
        return []


def _strings(value: Value) -> list[str]:
    if isinstance(value, str):
        return [value]
    if isinstance(value, Mapping):
        return [said for inner in value.values() for said in _strings(inner)]
    return [said for inner in value for said in _strings(inner)] if isinstance(value, list) else []


def _filled(template: Value, command: str, event: str) -> Any:
    if isinstance(template, str):
        return command if template == "{command}" else template.replace("{event}", event)
    if isinstance(template, Mapping):
        return {key: _filled(value, command, event) for key, value in template.items()}
    return [_filled(value, command, event) for value in template] if isinstance(template, list) else template


def _block(file: HookFile, text: str, commands: HookCommands) -> Outcome:
    """Tables of a TOML list, which may stand at the end of any file."""
    lines = []
    for kind, events in (("recall", file.recall), ("capture", file.capture)):
        for event in events:
            command = json.dumps(shlex.join(commands.of(kind)), ensure_ascii=False)
            lines += ["[[hooks]]", f'event = "{event}"', f"command = {command}", "timeout = 10"]
    marks, body = block("#"), "\n".join(lines)
    present = marks.body(text)
    if present == body:
        return Outcome(text)
    edit = marks.put(text, body)
    EDITORS["toml"].values(edit.text)
    before = MISSING if present is None else present
    return Outcome(edit.text, [Change(BLOCK, before, body, edit.made, edit.undo)])


def _plugin(text: str, commands: HookCommands) -> Outcome:
    """A file that is wholly ours."""
    template = (PLUGINS / "opencode.js").read_text(encoding="utf-8")
    wanted = template.replace("@RECALL@", json.dumps(commands.recall)).replace(
        "@CAPTURE@", json.dumps(commands.capture)
    )
    if text == wanted:
        return Outcome(text)
    if text.strip() and not is_our_plugin(text):
        raise CannotEdit("a file that is not ours stands where our plugin belongs")
    return Outcome(wanted, [Change(OWN_FILE, text or MISSING, wanted)])
