"""Gemini CLI and Qwen Code: messages that change, turns that were taken back, words that nobody typed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.clients.transcripts.reading import read, told, write

HEAD = {"sessionId": "s1", "projectHash": "h", "startTime": "2026-12-01T04:29:08.910Z", "kind": "main"}
AT = {"timestamp": "2026-12-01T04:29:08.910Z"}


def user(name: str, text: str, **more: object) -> dict[str, Any]:
    return {"id": name, "type": "user", "content": [{"text": text}], **AT, **more}


def gemini(name: str, text: str, *calls: dict[str, Any]) -> dict[str, Any]:
    return {"id": name, "type": "gemini", "content": text, "toolCalls": list(calls), **AT}


def call(name: str, command: str, status: str = "success", output: str = "") -> dict[str, Any]:
    response = {"functionResponse": {"response": {"output": output}}}
    return {
        "id": name,
        "name": "run_shell_command",
        "args": {"command": command},
        "status": status,
        "result": [response],
    }


def test_what_was_rewound_is_not_told(tmp_path: Path) -> None:
    rows = [
        user("u1", "one"),
        gemini("g1", "One.", call("c1", "ls")),
        user("u2", "two"),
        gemini("g2", "Two."),
        {"$rewindTo": "u2"},
        user("u3", "three"),
    ]
    kept = [("user", "one"), ("assistant", "One."), ("command", "ls", True), ("user", "three")]
    assert told("gemini-cli", write(tmp_path / "t.jsonl", HEAD, *rows)) == kept


@pytest.mark.parametrize("target", ["u1", "unknown"])
def test_a_rewind_to_the_start_or_to_a_message_that_is_unknown_takes_everything_back(
    target: str, tmp_path: Path
) -> None:
    rows = [user("u1", "one"), gemini("g1", "One."), {"$rewindTo": target}, user("u2", "two")]
    assert told("gemini-cli", write(tmp_path / "t.jsonl", HEAD, *rows)) == [("user", "two")]


def test_a_rewind_behind_an_earlier_reading_takes_back_only_what_is_new(tmp_path: Path) -> None:
    before = [HEAD, user("u1", "one"), gemini("g1", "One.")]
    position = read("gemini-cli", write(tmp_path / "before.jsonl", *before)).position
    path = write(tmp_path / "t.jsonl", *before, user("u2", "two"), {"$rewindTo": "g1"}, gemini("g2", "Other."))
    assert told("gemini-cli", path, position) == [("assistant", "Other.")]


def test_a_message_that_is_written_again_is_told_once_over_two_readings(tmp_path: Path) -> None:
    before = [HEAD, user("u1", "one"), gemini("g1", "One.", call("c1", "ls"))]
    position = read("gemini-cli", write(tmp_path / "before.jsonl", *before)).position
    path = write(tmp_path / "t.jsonl", *before, gemini("g1", "One.", call("c1", "ls"), call("c2", "make", "error")))
    assert told("gemini-cli", path, position) == [("command", "make", False)]
    assert told("gemini-cli", path)[1:] == [("assistant", "One."), ("command", "ls", True), ("command", "make", False)]


def test_a_call_that_still_runs_is_told_when_it_has_ended(tmp_path: Path) -> None:
    rows = [
        gemini("g1", "", call("c1", "make", "executing")),
        gemini("g1", "", call("c1", "make", output="Exit Code: 2")),
    ]
    assert told("gemini-cli", write(tmp_path / "t.jsonl", HEAD, *rows)) == [("command", "make", False)]


@pytest.mark.parametrize(
    "row",
    [
        {"$set": {"messages": [user("u9", "A summary of all that was said.")]}},
        {"id": "i1", "type": "info", "content": "Update available", **AT},
        {"id": "e1", "type": "error", "content": "Quota", **AT},
        {"id": "g1", "type": "gemini", "content": [{"thought": True, "text": "hm"}], **AT},
        {"id": "u1", "type": "user", "content": [{"functionResponse": {"response": {"output": "x"}}}], **AT},
        user("u1", "<hook_context>Notes</hook_context>"),
    ],
)
def test_what_nobody_said_to_gemini_is_not_told(row: dict[str, Any], tmp_path: Path) -> None:
    assert told("gemini-cli", write(tmp_path / "t.jsonl", HEAD, row)) == []


def test_what_was_shown_is_told_in_place_of_what_was_sent(tmp_path: Path) -> None:
    row = user("u1", "See price.py x = 1 (the whole file)", displayContent=[{"text": "See @price.py"}])
    assert told("gemini-cli", write(tmp_path / "t.jsonl", HEAD, row)) == [("user", "See @price.py")]


def test_the_session_of_a_sub_agent_of_gemini_tells_nothing(tmp_path: Path) -> None:
    rows = [{**HEAD, "kind": "subagent"}, user("u1", "Look for tests."), gemini("g1", "None.")]
    assert told("gemini-cli", write(tmp_path / "t.jsonl", *rows)) == []


def test_a_session_that_an_older_version_wrote_as_one_object_in_the_first_line_is_told(tmp_path: Path) -> None:
    row = {**HEAD, "messages": [user("u1", "one"), gemini("g1", "One.")]}
    assert told("gemini-cli", write(tmp_path / "t.jsonl", row)) == [("user", "one"), ("assistant", "One.")]


def qwen(kind: str, name: str, parent: str | None, *parts: dict[str, Any], **more: object) -> dict[str, Any]:
    message = {"role": "user" if kind == "user" else "model", "parts": list(parts)}
    return {"uuid": name, "parentUuid": parent, "sessionId": "s1", "type": kind, "message": message, **AT, **more}


def text(words: str, **more: object) -> dict[str, Any]:
    return {"text": words, **more}


def test_what_was_rewound_in_qwen_is_not_told(tmp_path: Path) -> None:
    rows = [
        qwen("user", "u1", None, text("one")),
        qwen("assistant", "a1", "u1", text("One.")),
        qwen("user", "u2", "a1", text("two")),
        qwen("assistant", "a2", "u2", text("Two.")),
        {"uuid": "r1", "parentUuid": "a1", "type": "system", "subtype": "rewind"},
        qwen("user", "u3", "r1", text("three")),
    ]
    path = write(tmp_path / "t.jsonl", *rows)
    assert told("qwen-code", path) == [("user", "one"), ("assistant", "One."), ("user", "three")]
    rows[4]["parentUuid"] = None
    assert told("qwen-code", write(path, *rows)) == [("user", "three")]


@pytest.mark.parametrize("subtype", ["cron", "notification"])
def test_prompts_of_qwen_that_nobody_typed_are_not_told(subtype: str, tmp_path: Path) -> None:
    row = qwen("user", "u1", None, text("Check the build."), subtype=subtype)
    assert told("qwen-code", write(tmp_path / "t.jsonl", row)) == []


def test_thoughts_of_qwen_are_not_told(tmp_path: Path) -> None:
    row = qwen("assistant", "a1", None, text("hm", thought=True), text("Use tabs."))
    assert told("qwen-code", write(tmp_path / "t.jsonl", row)) == [("assistant", "Use tabs.")]


def test_a_tool_of_qwen_that_failed_is_told(tmp_path: Path) -> None:
    ask = {"functionCall": {"id": "c1", "name": "write_file", "args": {"file_path": "/a.py"}}}
    answer = {"functionResponse": {"id": "c1", "name": "write_file", "response": {"error": "not read"}}}
    rows = [qwen("assistant", "a1", None, ask), qwen("tool_result", "t1", "a1", answer)]
    assert told("qwen-code", write(tmp_path / "t.jsonl", *rows)) == [("edit", "/a.py", False)]
