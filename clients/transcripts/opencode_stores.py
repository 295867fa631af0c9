"""Where OpenCode keeps its messages: a database, in older versions a folder of JSON files. `opencode.py` reads them."""

from __future__ import annotations

import contextlib
import os
import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from clients.transcripts.fields import Record, parsed, record, text

# The one place outside memory/ with SQL: it is another program's database, and Django must not know it.
# Sub-agents have a session of their own, with a parent.
_HEADS = """
    SELECT m.id, m.session_id, s.directory, m.time_created,
           CASE WHEN json_valid(m.data) THEN json_object(
               'role', json_extract(m.data, '$.role'),
               'parentID', json_extract(m.data, '$.parentID'),
               'completed', json_extract(m.data, '$.time.completed'),
               'summary', json_type(m.data, '$.summary') = 'true') END
    FROM message AS m JOIN session AS s ON s.id = m.session_id
    WHERE s.parent_id IS NULL AND (:session = '' OR m.session_id = :session)
    ORDER BY m.time_created, m.id
"""
_PARTS = "SELECT data FROM part WHERE message_id = :message ORDER BY id"


@dataclass(frozen=True, slots=True)
class Head:
    """A message without its parts. `completed_ms` is 0 for one that is not complete, and for the user's."""

    name: str
    session: str
    cwd: str
    role: str
    parent: str
    created_ms: int
    completed_ms: int
    summary: bool


class Store(Protocol):
    """Some of the messages; `session` is "" for those of all sessions."""

    session: str

    def heads(self) -> list[Head]:
        """Every message, in the order in which they began."""

    def parts(self, name: str) -> list[Record]:
        """The parts of the message `name`, in order."""


@contextlib.contextmanager
def opened(path: str) -> Iterator[Store]:
    """The store at a path as `opencode.py` describes it. Raises OSError if there is none."""
    if path.endswith(".json"):
        with open(path, "rb") as file:
            yield _Folder(path, parsed(file.read()))
        return
    # Names of sessions begin like this; a folder may hold a "#" too.
    database, mark, session = path.rpartition("#ses_")
    database = database if mark else path
    with open(database, "rb"):
        connection = sqlite3.connect(f"{Path(database).absolute().as_uri()}?{_mode(database)}", uri=True)
    with contextlib.closing(connection):
        yield _Database(connection, f"ses_{session}" if mark else "")


def _mode(database: str) -> str:
    """How to open it without leaving a trace: a database in WAL mode that nobody has open gets a log from a reader."""
    in_use = any(os.path.exists(f"{database}{suffix}") for suffix in ("-wal", "-journal"))
    return "mode=ro" if in_use else "mode=ro&immutable=1"


class _Database:
    def __init__(self, connection: sqlite3.Connection, session: str) -> None:
        self.session = session
        self._connection = connection

    def heads(self) -> list[Head]:
        rows = self._connection.execute(_HEADS, {"session": self.session})
        return [_head(text(row[0]), text(row[1]), text(row[2]), row[3], parsed(text(row[4]))) for row in rows]

    def parts(self, name: str) -> list[Record]:
        return [parsed(text(data)) for (data,) in self._connection.execute(_PARTS, {"message": name})]


class _Folder:
    """`storage/`: session/<project>/<session>.json, message/<session>/<message>.json, part/<message>/<part>.json."""

    def __init__(self, path: str, session: Record) -> None:
        self.session = text(session.get("id"))
        self._cwd = text(session.get("directory"))
        self._aside = bool(session.get("parentID")) or not self.session
        self._root = os.path.join(os.path.dirname(path), os.pardir, os.pardir)

    def heads(self) -> list[Head]:
        heads = [] if self._aside else [self._read(row) for row in self._rows("message", self.session)]
        return sorted(heads, key=lambda head: (head.created_ms, head.name))

    def parts(self, name: str) -> list[Record]:
        return self._rows("part", name)

    def _read(self, row: Record) -> Head:
        times = record(row.get("time"))
        fields = {**row, "completed": times.get("completed"), "summary": row.get("summary") is True}
        return _head(text(row.get("id")), self.session, self._cwd, times.get("created"), fields)

    def _rows(self, *folders: str) -> list[Record]:
        folder = os.path.join(self._root, *folders)
        rows = []
        with contextlib.suppress(OSError):
            for name in sorted(os.listdir(folder)):
                with open(os.path.join(folder, name), "rb") as file:
                    rows.append(parsed(file.read()))
        return rows


def _head(name: str, session: str, cwd: str, created: object, fields: Record) -> Head:
    role, parent = text(fields.get("role")), text(fields.get("parentID"))
    return Head(
        name, session, cwd, role, parent, _ms(created), _ms(fields.get("completed")), bool(fields.get("summary"))
    )


def _ms(value: object) -> int:
    return int(value) if isinstance(value, int | float) else 0
