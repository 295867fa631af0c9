"""What a plan consists of: for each client what becomes of it, and its files before and after."""

from __future__ import annotations

import difflib
from dataclasses import dataclass, field

from clients.catalogue import Client
from clients.change import Change
from clients.files import Found
from memory.shield.redact import redact

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

    @property
    def diff(self) -> str:
        """A unified diff, without secrets that happen to stand near the change."""
        before, after = self.found.text if self.found.data else "", self.after.decode("utf-8")
        old = "/dev/null" if self.found.data is None else self.found.path
        lines = difflib.unified_diff(before.splitlines(), after.splitlines(), old, self.found.path, lineterm="")
        return redact("\n".join(lines)).text


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
