"""Which tools of the clients change files and which run commands, by the names that their transcripts give them."""

from __future__ import annotations

import re
import shlex
from datetime import datetime
from typing import Literal

from clients.transcripts.contract import Action
from clients.transcripts.fields import Record, text
from clients.transcripts.spoken import said

# Enough for any command a person would look at again; a file written by `cat <<EOF` is cut.
WHAT_CHARS = 2000

_EDITS = frozenset(
    """Write Edit MultiEdit NotebookEdit write edit multiedit write_file replace
    StrReplace EditNotebook Delete search_replace edit_file delete_file""".split()
)
_COMMANDS = frozenset(
    "Bash PowerShell bash run_shell_command Shell run_terminal_cmd exec_command shell shell_command".split()
)
_PATCHES = frozenset("apply_patch patch ApplyPatch".split())
_PATHS = ("file_path", "filePath", "path", "notebook_path", "target_file", "target_notebook")
_PATCH_TEXTS = ("input", "patch", "patchText")
_PATCHED = re.compile(r"^\*\*\* (?:Add|Update|Delete) File: (.+?)\s*$", re.MULTILINE)


def actions_of(tool: str, arguments: Record, at: datetime | None, *, ok: bool | None = None) -> list[Action]:
    """What this call of a tool does; [] for a tool that neither changes files nor runs commands."""
    if tool in _PATCHES:
        return edits_of(_first(arguments, _PATCH_TEXTS) or command_line(arguments.get("command")), at, ok=ok)
    if tool in _EDITS:
        return _actions("edit", [_first(arguments, _PATHS)], at, ok=ok)
    if tool in _COMMANDS:
        command = command_line(arguments.get("command")) or text(arguments.get("cmd"))
        # Codex: a patch that is given to the shell never reaches it.
        return (
            edits_of(command, at, ok=ok) if "*** Begin Patch" in command else _actions("command", [command], at, ok=ok)
        )
    return []


def edits_of(patch: str, at: datetime | None, *, ok: bool | None = None) -> list[Action]:
    """The files that a patch in the notation of `apply_patch` names in its headers."""
    return _actions("edit", _PATCHED.findall(patch), at, ok=ok)


def command_line(command: object) -> str:
    """A command as one line: a list is quoted, and of `bash -lc "…"` only the script is left."""
    if not isinstance(command, list):
        return text(command)
    words = [word for word in command if isinstance(word, str)]
    shell = len(words) == 3 and words[1] in ("-c", "-lc")
    return words[2] if shell else shlex.join(words)


def _first(arguments: Record, names: tuple[str, ...]) -> str:
    return next((value for name in names if (value := text(arguments.get(name)))), "")


def _actions(
    kind: Literal["edit", "command"], whats: list[str], at: datetime | None, *, ok: bool | None
) -> list[Action]:
    cleaned = [said(what)[:WHAT_CHARS] for what in whats]
    return [Action(kind, what, ok, at) for what in cleaned if what]
