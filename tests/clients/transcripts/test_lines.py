"""Files that another program writes: half a line, a broken line, a file that shrank, was replaced or is huge."""

from __future__ import annotations

import json
import tracemalloc
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from clients.transcripts import TRANSCRIPTS
from clients.transcripts.lines import LINE_BYTES, whole_lines
from tests.clients.transcripts.reading import read, told, write


def typed(text: str) -> dict[str, Any]:
    return {"type": "user", "sessionId": "s1", "cwd": "/home/ada/shop", "message": {"role": "user", "content": text}}


def test_a_last_line_without_its_end_waits_for_the_next_reading(tmp_path: Path) -> None:
    path = write(tmp_path / "t.jsonl", typed("one"))
    line = json.dumps(typed("two"))
    with path.open("a") as file:
        file.write(line[:40])
    first = read("claude-code", path)
    with path.open("a") as file:
        file.write(line[40:] + "\n")
    assert [told("claude-code", path, ""), told("claude-code", path, first.position)] == [
        [("user", "one"), ("user", "two")],
        [("user", "two")],
    ]


def test_a_last_line_that_is_whole_json_but_has_no_newline_waits_too(tmp_path: Path) -> None:
    path = tmp_path / "t.jsonl"
    path.write_text(json.dumps(typed("one")))
    assert told("claude-code", path) == []


@pytest.mark.parametrize("client", [client for client in TRANSCRIPTS if client != "opencode"])
def test_broken_lines_and_unknown_records_are_skipped(client: str, tmp_path: Path) -> None:
    strange = ["", "{", "null", "[]", "1e999", '"text"', "\x00", "{" * 2000, "[" * 100_000, "9" * 5000, "{}"]
    rows = [
        {"type": 5},
        {"type": "user", "message": "text"},
        {"type": "user", "message": {"content": 7}},
        {"type": "assistant", "message": {"id": [], "content": [None, {"type": "tool_use", "input": "x"}]}},
        {"role": "assistant", "message": {"content": {"type": "text"}}},
        {"type": "event_msg", "payload": {"type": "item_completed", "item": []}},
        {"type": "response_item", "payload": {"type": "function_call", "arguments": {}, "call_id": None}},
        {"type": "brand_new", "payload": {"type": "brand_new"}},
        {"id": "m", "type": "gemini", "content": {}, "toolCalls": [{"status": "success"}], "timestamp": "yesterday"},
        {"$set": None},
        {"timestamp": 1e300},
    ]
    assert told(client, write(tmp_path / "t.jsonl", *strange, *rows)) == []


def test_bytes_that_are_no_text_are_skipped(tmp_path: Path) -> None:
    path = tmp_path / "t.jsonl"
    path.write_bytes(
        b'{"type": "user", "message": {"content": "\xff\xfe"}}\n' + json.dumps(typed("one")).encode() + b"\r\n"
    )
    assert told("claude-code", path) == [("user", "one")]


def test_a_line_that_is_too_long_is_skipped_and_the_next_is_read(tmp_path: Path) -> None:
    path = write(tmp_path / "t.jsonl", typed("one"), typed("x" * LINE_BYTES), typed("y" * 3 * LINE_BYTES), typed("two"))
    assert told("claude-code", path) == [("user", "one"), ("user", "two")]


def test_a_line_that_is_too_long_and_not_yet_whole_waits(tmp_path: Path) -> None:
    path = write(tmp_path / "t.jsonl", typed("one"))
    with path.open("a") as file:
        file.write("x" * (2 * LINE_BYTES))
    first = read("claude-code", path)
    with path.open("a") as file:
        file.write("\n" + json.dumps(typed("two")) + "\n")
    assert told("claude-code", path, first.position) == [("user", "two")]


@pytest.mark.parametrize(
    "new",
    [
        pytest.param(["new"], id="shorter"),
        pytest.param(["one", "ten"], id="as long as before"),
        pytest.param(["new " * 100, "more"], id="longer"),
    ],
)
def test_a_replaced_file_is_read_from_its_start(new: list[str], tmp_path: Path) -> None:
    path = write(tmp_path / "t.jsonl", typed("one"), typed("two"))
    position = read("claude-code", path).position
    write(path, *(typed(text) for text in new))
    assert told("claude-code", path, position) == [("user", text.strip()) for text in new]


def test_a_file_that_was_emptied_and_filled_again_is_read_from_its_start(tmp_path: Path) -> None:
    path = write(tmp_path / "t.jsonl", typed("one"))
    position = read("claude-code", path).position
    path.write_bytes(b"")
    emptied = read("claude-code", path, position)
    write(path, typed("two"))
    assert emptied.events == ()
    assert told("claude-code", path, emptied.position) == [("user", "two")]


@pytest.mark.parametrize(
    "position", ["x", "{}", "[]", '{"at": -5}', '{"at": true}', '{"at": 10, "trace": "no"}', "5:x"]
)
def test_a_position_that_is_not_one_of_ours_means_the_start(position: str, tmp_path: Path) -> None:
    assert told("claude-code", write(tmp_path / "t.jsonl", typed("one")), position) == [("user", "one")]


def test_what_is_appended_during_a_reading_is_left_for_the_next(tmp_path: Path) -> None:
    path = write(tmp_path / "t.jsonl", typed("one"), typed("two"))
    with path.open("rb") as file, path.open("a") as writer:
        lines = whole_lines(file, 0)
        first = next(lines)
        writer.write(json.dumps(typed("three")) + "\n")
        writer.flush()
        rest = list(lines)
        later = list(whole_lines(file, rest[-1].end))
    contents = [line.content["message"]["content"] for line in [first, *rest, *later]]
    assert contents == ["one", "two", "three"]
    assert [len(rest), len(later)] == [1, 1]


@pytest.mark.parametrize("client", list(TRANSCRIPTS))
def test_a_file_that_is_not_there_is_an_os_error(client: str, tmp_path: Path) -> None:
    with pytest.raises(OSError, match="No such file"):
        read(client, tmp_path / "missing.jsonl")


def huge_session() -> Iterator[str]:
    """Some 50 MB, nearly all of it results of tools, as in a long session."""
    for number in range(1000):
        call = {"type": "tool_use", "id": f"c{number}", "name": "Bash", "input": {"command": f"step {number}"}}
        result = {"type": "tool_result", "tool_use_id": f"c{number}", "content": "row of output\n" * 3700}
        yield json.dumps(typed(f"please {number}"))
        yield json.dumps({"type": "assistant", "message": {"id": f"m{number}", "content": [call]}})
        yield json.dumps({"type": "user", "message": {"role": "user", "content": [result]}})


def test_a_file_of_50_megabytes_is_read_line_by_line(tmp_path: Path) -> None:
    path = tmp_path / "t.jsonl"
    with path.open("w") as file:
        file.writelines(line + "\n" for line in huge_session())
    assert path.stat().st_size > 50_000_000
    tracemalloc.start()
    try:
        events = read("claude-code", path).events
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert len(events) == 2000
    assert peak < 30_000_000
