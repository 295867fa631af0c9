"""OpenCode: one database for all sessions, in which messages change until they are complete."""

from __future__ import annotations

import json
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from tests.clients.transcripts.reading import opencode_database, read, told

MAIN = "ses_dd0232d8bffeOGYoPvtCJRc33M"


@pytest.fixture
def database(tmp_path: Path) -> Iterator[sqlite3.Connection]:
    """An empty database, opened by its owner."""
    with closing(sqlite3.connect(opencode_database(tmp_path), isolation_level=None)) as connection:
        connection.execute("PRAGMA journal_mode = wal")
        for table in ("session", "message", "part"):
            connection.execute(f"DELETE FROM {table}")
        yield connection


def add_session(database: sqlite3.Connection, name: str, parent: str | None = None) -> None:
    database.execute(
        "INSERT INTO session (id, project_id, parent_id, slug, directory, title, version, time_created, time_updated)"
        " VALUES (?, 'p', ?, 's', ?, 't', '1', 1, 1)",
        (name, parent, f"/home/ada/{name}"),
    )


def add_message(database: sqlite3.Connection, session: str, name: str, at: int, text: str, **fields: Any) -> None:
    fields = {"role": "assistant", "time": {"created": at, "completed": at + 5}, **fields}
    database.execute(
        "INSERT OR REPLACE INTO message VALUES (?, ?, ?, ?, ?)", (name, session, at, at, json.dumps(fields))
    )
    part = json.dumps({"type": "text", "text": text})
    database.execute("INSERT OR REPLACE INTO part VALUES (?, ?, ?, ?, ?, ?)", (f"p{name}", name, session, at, at, part))


def add_question(database: sqlite3.Connection, session: str, name: str, at: int, text: str) -> None:
    add_message(database, session, name, at, text, role="user", time={"created": at})


def test_two_readings_with_any_message_between_them_tell_the_same_as_one(tmp_path: Path) -> None:
    path = opencode_database(tmp_path)
    expected = read("opencode", path).events
    with closing(sqlite3.connect(path)) as connection:
        names = [name for (name,) in connection.execute("SELECT id FROM message ORDER BY time_created")]
    for count in range(len(names) + 1):
        part = tmp_path / "part.db"
        shutil.copyfile(path, part)
        with closing(sqlite3.connect(part)) as connection, connection:
            for name in names[count:]:
                connection.execute("DELETE FROM message WHERE id = ?", (name,))
        first = read("opencode", part)
        assert first.events + read("opencode", path, first.position).events == expected


def test_an_answer_is_told_when_it_is_complete_and_the_question_with_it(
    database: sqlite3.Connection, tmp_path: Path
) -> None:
    path = tmp_path / "opencode.db"
    add_session(database, "ses_1")
    add_question(database, "ses_1", "m1", 10, "Use tabs.")
    add_message(database, "ses_1", "m2", 20, "I", parentID="m1", time={"created": 20})
    first = read("opencode", path)
    add_message(database, "ses_1", "m2", 20, "I do.", parentID="m1")
    assert first.events == ()
    assert told("opencode", path, first.position) == [("user", "Use tabs."), ("assistant", "I do.")]


def test_questions_that_were_asked_while_it_worked_are_told_with_the_next_answer_to_the_last(
    database: sqlite3.Connection, tmp_path: Path
) -> None:
    add_session(database, "ses_1")
    for name, at in (("m1", 10), ("m3", 30), ("m4", 40)):
        add_question(database, "ses_1", name, at, name)
    add_message(database, "ses_1", "m2", 20, "first", parentID="m1")
    add_message(database, "ses_1", "m5", 50, "second", parentID="m4")
    assert told("opencode", tmp_path / "opencode.db") == [
        ("user", "m1"),
        ("assistant", "first"),
        ("user", "m3"),
        ("user", "m4"),
        ("assistant", "second"),
    ]


def test_of_several_sessions_one_is_told_at_a_time(database: sqlite3.Connection, tmp_path: Path) -> None:
    path, position, readings = tmp_path / "opencode.db", "", []
    for name, session, at in (("m1", "ses_1", 10), ("m2", "ses_2", 20), ("m3", "ses_2", 30), ("m4", "ses_1", 40)):
        database.execute("DELETE FROM session WHERE id = ?", (session,))
        add_session(database, session)
        add_message(database, session, name, at, name)
    while (reading := read("opencode", path, position)).position != position:
        readings.append((reading.session, reading.cwd, len(reading.events)))
        position = reading.position
    assert readings == [
        ("ses_1", "/home/ada/ses_1", 1),
        ("ses_2", "/home/ada/ses_2", 2),
        ("ses_1", "/home/ada/ses_1", 1),
    ]
    assert told("opencode", f"{path}#ses_2") == [("assistant", "m2"), ("assistant", "m3")]


def test_a_crashed_session_does_not_hold_back_another(database: sqlite3.Connection, tmp_path: Path) -> None:
    add_session(database, "ses_1")
    add_session(database, "ses_2")
    add_message(database, "ses_1", "m1", 10, "half", time={"created": 10})
    add_message(database, "ses_2", "m2", 20, "whole")
    assert told("opencode", tmp_path / "opencode.db") == [("assistant", "whole")]


def test_sub_agents_summaries_and_synthetic_parts_are_not_told(database: sqlite3.Connection, tmp_path: Path) -> None:
    add_session(database, "ses_1")
    add_session(database, "ses_2", parent="ses_1")
    add_message(database, "ses_2", "m1", 10, "sub-agent")
    add_message(database, "ses_1", "m2", 20, "summary", summary=True)
    add_question(database, "ses_1", "m3", 30, "Use tabs.")
    add_message(database, "ses_1", "m4", 40, "I do.", parentID="m3")
    synthetic = json.dumps({"type": "text", "text": "The file price.py: x = 1", "synthetic": True})
    database.execute("INSERT INTO part VALUES ('q', 'm3', 'ses_1', 30, 30, ?)", (synthetic,))
    assert told("opencode", tmp_path / "opencode.db") == [("user", "Use tabs."), ("assistant", "I do.")]


def test_it_reads_while_the_owner_writes_and_changes_nothing(database: sqlite3.Connection, tmp_path: Path) -> None:
    add_session(database, "ses_1")
    add_message(database, "ses_1", "m1", 10, "committed")
    database.execute("BEGIN IMMEDIATE")
    add_message(database, "ses_1", "m2", 20, "not yet")
    before = (tmp_path / "opencode.db").read_bytes()
    assert told("opencode", tmp_path / "opencode.db") == [("assistant", "committed")]
    assert (tmp_path / "opencode.db").read_bytes() == before
    database.execute("COMMIT")


def test_it_leaves_no_file_beside_a_database_that_nobody_has_open(tmp_path: Path) -> None:
    path = opencode_database(tmp_path)
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA journal_mode = wal")
    assert len(told("opencode", path)) == 9
    assert [file.name for file in tmp_path.iterdir()] == ["opencode.db"]


def test_broken_rows_are_skipped(database: sqlite3.Connection, tmp_path: Path) -> None:
    add_session(database, "ses_1")
    for number, broken in enumerate(["{", "[]", "null", '{"role": 5}', '{"role": "assistant", "time": 7}', ""]):
        database.execute("INSERT INTO message VALUES (?, 'ses_1', ?, 1, ?)", (f"b{number}", number, broken))
    add_message(database, "ses_1", "m1", 10, "fine")
    database.execute("INSERT INTO part VALUES ('q', 'm1', 'ses_1', 30, 30, '{')")
    assert told("opencode", tmp_path / "opencode.db") == [("assistant", "fine")]


def test_a_file_that_is_no_database_of_opencode_tells_nothing_and_keeps_the_position(tmp_path: Path) -> None:
    text, other = tmp_path / "a.db", tmp_path / "b.db"
    text.write_text("not a database " * 100)
    with closing(sqlite3.connect(other)) as connection, connection:
        connection.execute("CREATE TABLE x (y)")
    assert [(r.events, r.position) for r in (read("opencode", text, "5:m"), read("opencode", other, "5:m"))] == [
        ((), "5:m"),
        ((), "5:m"),
    ]


def test_the_folder_of_an_older_version_tells_the_same(tmp_path: Path) -> None:
    path = opencode_database(tmp_path)
    root = tmp_path / "storage"
    with closing(sqlite3.connect(path)) as connection:
        for name, session, data in connection.execute("SELECT id, session_id, data FROM message"):
            put(root / "message" / session / f"{name}.json", {**json.loads(data), "id": name, "sessionID": session})
        for name, message, data in connection.execute("SELECT id, message_id, data FROM part"):
            put(root / "part" / message / f"{name}.json", {**json.loads(data), "id": name, "messageID": message})
    session = put(root / "session" / "global" / f"{MAIN}.json", {"id": MAIN, "directory": "/home/ada/shop"})
    aside = put(root / "session" / "global" / "sub.json", {"id": MAIN, "parentID": "ses_0"})
    reading = read("opencode", session)
    assert reading == read("opencode", path)
    assert (told("opencode", session, reading.position), told("opencode", aside)) == ([], [])


def put(path: Path, content: dict[str, Any]) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(content))
    return path
