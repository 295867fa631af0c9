"""Transcripts of the real programs: exactly what was said and done is told, wherever the reading is interrupted."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime
from pathlib import Path

import pytest

from clients.catalogue import FOLDER
from clients.transcripts import TRANSCRIPTS
from clients.transcripts.contract import Event
from tests.clients.transcripts.reading import fixture, opencode_database, read, short, subagent, told

FIRST = ("user", "The total in the cart must be rounded. We always round half up.")
LOOK = ("assistant", "I will look at the price code first.")
DONE = ("assistant", "Prices are now rounded half up in price.py, because the bank does the same.")
SECOND = ("user", "Thanks. Is it tested?")
LATER = ("assistant", "Not yet: the shop has no tests at all.")
LS = ("command", "ls -a", True)
FAILING = ("command", "python3 -c 'raise SystemExit(3)'", False)
CAT = ("command", "cat price.py", True)
EDIT = ("edit", "/home/ada/shop/price.py", True)

EXPECTED = {
    "claude-code": [FIRST, LOOK, LS, EDIT, FAILING, CAT, DONE, SECOND, LATER],
    "codex": [FIRST, LOOK, LS, ("edit", "price.py", True), CAT, FAILING, DONE, SECOND, DONE],
    "gemini-cli": [FIRST, LS, EDIT, FAILING, CAT, DONE, SECOND, LATER],
    "qwen-code": [FIRST, LS, EDIT, FAILING, CAT, DONE, SECOND, LATER],
    "cursor": [
        FIRST,
        LOOK,
        ("command", "ls -a", None),
        ("edit", "/home/ada/shop/price.py", None),
        ("edit", "/home/ada/shop/price.py", None),
        DONE,
        SECOND,
        LATER,
    ],
}
SESSIONS = {
    "claude-code": "dd2d253d-6772-4d53-8da2-e611de614a76",
    "codex": "01a22fd8-da5c-7c22-bb17-be2c4af33458",
    "gemini-cli": "cc1927c5-7aa7-4a63-8142-4c18b4e0ad94",
    "qwen-code": "27f38766-d4f2-4c10-a781-87c2b9feefa5",
    "cursor": "5f2b7c1e-90aa-4d0e-8f0e-2b7d0a4c6e11",
}
# The lines of the fixtures with the first message, the first words and the first call with its outcome.
SMALL = {
    "claude-code": slice(2, 10),
    "codex": slice(7, 17),
    "gemini-cli": slice(0, 9),
    "qwen-code": slice(0, 6),
    "cursor": slice(0, 9),
}
CLIENTS = list(EXPECTED)


def small(client: str) -> bytes:
    return b"".join(fixture(client).read_bytes().splitlines(keepends=True)[SMALL[client]])


@pytest.mark.parametrize("client", CLIENTS)
def test_exactly_what_was_said_and_done_is_told(client: str) -> None:
    assert told(client, fixture(client)) == EXPECTED[client]


@pytest.mark.parametrize("client", CLIENTS)
def test_the_session_and_its_folder_are_told(client: str) -> None:
    reading = read(client, fixture(client))
    assert reading.session == SESSIONS[client]
    assert reading.cwd == ("" if client == "cursor" else "/home/ada/shop")


@pytest.mark.parametrize("client", CLIENTS)
def test_a_second_reading_tells_nothing_and_still_knows_the_session(client: str) -> None:
    first = read(client, fixture(client))
    second = read(client, fixture(client), first.position)
    assert (second.events, second.session, second.position) == ((), first.session, first.position)


def halves_tell_the_same(client: str, whole: bytes, cuts: Iterable[int], folder: Path) -> None:
    part, full = folder / "part.jsonl", folder / "full.jsonl"
    full.write_bytes(whole)
    expected = read(client, full).events
    with part.open("ab", buffering=0) as file:
        for cut in cuts:
            file.write(whole[file.tell() : cut])
            first = read(client, part)
            assert first.events + read(client, full, first.position).events == expected, cut


@pytest.mark.parametrize("client", CLIENTS)
def test_two_readings_with_any_line_between_them_tell_the_same_as_one(client: str, tmp_path: Path) -> None:
    whole = fixture(client).read_bytes()
    ends = [number + 1 for number, byte in enumerate(whole) if byte == ord("\n")]
    halves_tell_the_same(client, whole, [cut + step for cut in [0, *ends[:-1]] for step in (0, 1, 2)], tmp_path)


@pytest.mark.parametrize("client", CLIENTS)
def test_two_readings_with_any_byte_between_them_tell_the_same_as_one(client: str, tmp_path: Path) -> None:
    whole = small(client)
    halves_tell_the_same(client, whole, range(len(whole) + 1), tmp_path)


@pytest.mark.parametrize("client", CLIENTS)
def test_a_reading_after_every_byte_tells_all_of_it_once(client: str, tmp_path: Path) -> None:
    path, position = tmp_path / "grows.jsonl", ""
    events: list[Event] = []
    with path.open("ab", buffering=0) as file:
        for byte in small(client):
            file.write(bytes([byte]))
            reading = read(client, path, position)
            events += reading.events
            position = reading.position
    assert tuple(events) == read(client, path).events
    assert len(events) >= 2


def test_times_are_aware_and_in_utc() -> None:
    assert read("claude-code", fixture("claude-code")).events[0].at == datetime(2026, 12, 1, 4, 28, 47, 192000, UTC)


@pytest.mark.parametrize("client", ["claude-code", "cursor"])
def test_the_transcript_of_a_sub_agent_tells_nothing(client: str) -> None:
    assert told(client, subagent(client)) == []


def test_opencode_tells_the_same_conversation_without_its_sub_agent(tmp_path: Path) -> None:
    reading = read("opencode", opencode_database(tmp_path))
    # `opencode run` puts what is typed on the command line into quotation marks.
    quoted = [
        ("user", f'"{FIRST[1]}"'),
        LOOK,
        LS,
        EDIT,
        FAILING,
        CAT,
        DONE,
        ("user", '" Thanks. Is it tested?"'),
        LATER,
    ]
    assert short(reading.events) == quoted
    assert (reading.session, reading.cwd) == ("ses_dd0232d8bffeOGYoPvtCJRc33M", "/home/ada/shop")


def test_every_reader_is_of_a_client_in_the_catalogue() -> None:
    assert set(TRANSCRIPTS) <= {path.stem for path in FOLDER.glob("*.toml")}
