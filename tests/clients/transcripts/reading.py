"""What the tests of the readers share: the fixtures, and events in a form that is short to write down."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path
from typing import Any

from clients.transcripts import TRANSCRIPTS
from clients.transcripts.contract import Event, Reading, Turn
from tests.make import ROOT

FIXTURES = ROOT / "tests" / "fixtures" / "transcripts"


def fixture(client: str) -> Path:
    """The main transcript of a client."""
    found = [path for path in sorted((FIXTURES / client).rglob("*.jsonl")) if "subagents" not in path.parts]
    return found[0]


def subagent(client: str) -> Path:
    """The transcript of a sub-agent of a client."""
    return next((FIXTURES / client).rglob("subagents/*.jsonl"))


def opencode_database(folder: Path) -> Path:
    """The database of OpenCode's fixture."""
    path = folder / "opencode.db"
    connection = sqlite3.connect(path)
    connection.executescript(f"BEGIN; {(FIXTURES / 'opencode' / 'opencode.sql').read_text('utf-8')} COMMIT;")
    connection.close()
    return path


def write(path: Path, *rows: dict[str, Any] | str) -> Path:
    """A file of these lines: JSON objects, or text as it is."""
    lines = [row if isinstance(row, str) else json.dumps(row) for row in rows]
    path.write_text("".join(line + "\n" for line in lines), "utf-8")
    return path


def read(client: str, path: Path | str, position: str = "", *, ended: bool = False) -> Reading:
    return TRANSCRIPTS[client].read(str(path), position, ended=ended)


def short(events: tuple[Event, ...]) -> list[tuple[str, str] | tuple[str, str, bool | None]]:
    """(role, text) of the turns and (kind, what, ok) of the actions."""
    return [(e.role, e.text) if isinstance(e, Turn) else (e.kind, e.what, e.ok) for e in events]


def told(client: str, path: Path | str, position: str = "", *, ended: bool = False) -> list[Any]:
    """What a reading tells, in short."""
    return list(short(read(client, path, position, ended=ended).events))
