"""What a plan consists of: for each client what becomes of it, and its files before and after."""

from __future__ import annotations

import difflib
import re
from dataclasses import dataclass, field

from clients.catalogue import Client
from clients.change import Change
from clients.files import Found
from memory.shield.redact import redact

# A value that stands beside a name like this is nobody's business, whatever it looks like.
_NAMED_SECRET = re.compile(
    r"""(["']?[\w.-]*(?:token|key|secret|passw|auth|credential|cookie)[\w.-]*["']?[ \t]*[:=][ \t]*)"""
    r"""("(?:[^"\\\n]|\\.){4,}"|'[^'\n]{4,}'|[^\s"'\[{,][^\n,]{3,})""",
    re.IGNORECASE,
)
# Longer lines (a minified file is one) are cut to what stands around our entry.
_LONGEST_LINE = 400


def _shortened(line: str) -> str:
    if len(line) <= _LONGEST_LINE:
        return line
    at = max(line.find('"genesis"'), 0)
    start, end = max(1, at - 150), at + 250
    return f"{line[0]}{'…' if start > 1 else ''}{line[start:end]}… ({len(line):,} characters)"


# What becomes of a client.
WIRE = "wire"
CURRENT = "current"
COVERED = "covered"
LEFT_ALONE = "left alone"
PASTE = "paste"
UNCONFIRMED = "unconfirmed"
BLOCKED = "blocked"
NO_MCP = "no mcp"


@dataclass(frozen=True, slots=True)
class Wiring:
    """What is to be written: the server's command (ends with `mcp`), variables it needs, for which project folder.

    `project_root` blank: the person's own files. `hooks`: hooks are written as well, where the client has any.
    """

    command: tuple[str, ...]
    environment: dict[str, str] = field(default_factory=dict)
    project_root: str = ""
    hooks: bool = False
    # Commands that setup wrote before, whatever they start: of `--command`.
    written: frozenset[tuple[str, ...]] = frozenset()

    def command_for(self, client: Client) -> list[str]:
        """The command with the client's id, by which the memory knows who speaks, and its tool mode."""
        mode = ["--mode", client.tool_mode] if client.tool_mode != "all" else []
        return [*self.command, "--client", client.id, *mode]


@dataclass(frozen=True, slots=True)
class FileChange:
    """One file before and after. `after` is the whole new content."""

    client: str
    found: Found
    format: str
    after: bytes
    changes: tuple[Change, ...]
    lock: str = ""
    hooks: bool = False

    @property
    def diff(self) -> str:
        """A unified diff, without secrets that happen to stand near the change."""
        before, after = self.found.text if self.found.data else "", self.after.decode("utf-8")
        old = "/dev/null" if self.found.data is None else self.found.path
        lines = difflib.unified_diff(before.splitlines(), after.splitlines(), old, self.found.path, lineterm="")
        shown = redact("\n".join(map(_shortened, lines))).text
        return _NAMED_SECRET.sub(r"\1[REDACTED]", shown)


@dataclass(frozen=True, slots=True)
class ClientPlan:
    """What is to become of one client, and why. `snippet`: what a person can paste where we do not write."""

    client: Client
    evidence: str
    outcome: str
    reason: str = ""
    files: tuple[FileChange, ...] = ()
    snippet: str = ""
    paths: tuple[str, ...] = ()
