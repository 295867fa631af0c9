"""Codex: the notations of older versions, sub-agents, patches, and words that are written twice."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.clients.transcripts.reading import read, told, write

META = {"type": "session_meta", "payload": {"id": "s1", "cwd": "/home/ada/shop", "source": "cli"}}


def event(kind: str, **payload: object) -> dict[str, Any]:
    return {"timestamp": "2026-12-01T04:24:30.601Z", "type": "event_msg", "payload": {"type": kind, **payload}}


def done(kind: str, **item: object) -> dict[str, Any]:
    return event("item_completed", item={"type": kind, **item})


def model(kind: str, **payload: object) -> dict[str, Any]:
    return {"timestamp": "2026-12-01T04:24:30.601Z", "type": "response_item", "payload": {"type": kind, **payload}}


def call(name: str, tool: str, **arguments: object) -> dict[str, Any]:
    return model("function_call", name=tool, arguments=json.dumps(arguments), call_id=name)


def output(name: str, text: object, kind: str = "function_call_output") -> dict[str, Any]:
    return model(kind, call_id=name, output=text)


PATCH = "*** Begin Patch\n*** Update File: price.py\n@@\n-a\n+b\n*** Add File: web/cart.py\n+x\n*** End Patch"


def test_an_older_session_is_told(tmp_path: Path) -> None:
    injected = [{"type": "input_text", "text": "<environment_context>x</environment_context>"}]
    rows = [
        META,
        model("message", role="user", content=injected),
        model("message", role="user", content=[{"type": "input_text", "text": "Round it."}]),
        event("user_message", message="Round it.", images=[]),
        event("agent_reasoning", text="hm"),
        call("c1", "shell", command=["bash", "-lc", "make test"], workdir="/home/ada/shop"),
        output("c1", json.dumps({"output": "failed", "metadata": {"exit_code": 2, "duration_seconds": 0.1}})),
        event("agent_message", message="It is rounded."),
        model("message", role="assistant", content=[{"type": "output_text", "text": "It is rounded."}]),
    ]
    reading = read("codex", write(tmp_path / "t.jsonl", *rows))
    assert (reading.session, reading.cwd) == ("s1", "/home/ada/shop")
    assert told("codex", tmp_path / "t.jsonl") == [
        ("user", "Round it."),
        ("command", "make test", False),
        ("assistant", "It is rounded."),
    ]


@pytest.mark.parametrize("swapped", [False, True])
def test_words_that_are_written_in_both_notations_are_told_once(swapped: bool, tmp_path: Path) -> None:  # noqa: FBT001
    pairs = [
        (event("user_message", message="go on"), done("UserMessage", content=[{"type": "text", "text": "go on"}])),
        (event("agent_message", message="Yes."), done("AgentMessage", content=[{"type": "Text", "text": "Yes."}])),
    ]
    rows = [row for pair in pairs * 2 for row in (reversed(pair) if swapped else pair)]
    path = write(tmp_path / "t.jsonl", META, *rows)
    first = read("codex", write(tmp_path / "half.jsonl", META, *rows[:1]))
    rest = told("codex", path, first.position)
    assert told("codex", path) == [("user", "go on"), ("assistant", "Yes.")] * 2
    assert rest == [("assistant", "Yes."), ("user", "go on"), ("assistant", "Yes.")]


def test_the_same_words_typed_again_are_told_again(tmp_path: Path) -> None:
    row = done("UserMessage", content=[{"type": "text", "text": "go on"}])
    assert told("codex", write(tmp_path / "t.jsonl", META, row, row)) == [("user", "go on")] * 2


@pytest.mark.parametrize(
    ("result", "ok"),
    [
        ("Chunk ID: 60\nWall time: 0.0 seconds\nProcess exited with code 0\nOutput:\nx", True),
        ("Chunk ID: 60\nWall time: 0.0 seconds\nProcess exited with code 3\nOutput:\nx", False),
        ("Chunk ID: 60\nWall time: 10.0 seconds\nProcess running with session ID 7\nOutput:\nx", None),
        ("Exit code: 1\nWall time: 0.1 seconds\nOutput:\nExit code: 0", False),
        ({"content": "x", "success": False}, False),
        ({"content": "Exit code: 0\nOutput:"}, True),
        ([{"type": "input_text", "text": "Exit code: 0\nOutput:"}], True),
        ("Success. Updated the following files:\nM price.py", True),
        ("x" * 1000 + "\nExit code: 0", None),
        (7, None),
    ],
)
def test_the_outcome_of_a_command_is_told_if_it_is_known(result: object, ok: bool | None, tmp_path: Path) -> None:  # noqa: FBT001
    path = write(tmp_path / "t.jsonl", META, call("c1", "exec_command", cmd="make"), output("c1", result))
    assert told("codex", path) == [("command", "make", ok)]


@pytest.mark.parametrize(
    "row",
    [
        call("c1", "apply_patch", input=PATCH),
        call("c1", "shell", command=["apply_patch", PATCH]),
        call("c1", "shell", command=["bash", "-lc", f"apply_patch <<'EOF'\n{PATCH}\nEOF"]),
        call("c1", "exec_command", cmd=f"apply_patch <<'EOF'\n{PATCH}\nEOF"),
        model("custom_tool_call", name="apply_patch", input=PATCH, call_id="c1"),
    ],
)
def test_a_patch_is_an_edit_of_each_of_its_files(row: dict[str, Any], tmp_path: Path) -> None:
    path = write(tmp_path / "t.jsonl", META, row, output("c1", "Exit code: 0", "custom_tool_call_output"))
    assert told("codex", path) == [("edit", "price.py", True), ("edit", "web/cart.py", True)]


def test_a_call_of_the_shell_of_the_models_own_is_a_command(tmp_path: Path) -> None:
    row = model("local_shell_call", call_id="c1", action={"type": "exec", "command": ["make", "all tests"]})
    path = write(tmp_path / "t.jsonl", META, row, output("c1", "Exit code: 0"))
    assert told("codex", path) == [("command", "make 'all tests'", True)]


def test_a_command_whose_end_is_told_twice_is_told_once(tmp_path: Path) -> None:
    end = done("CommandExecution", id="c1", command=["bash", "-lc", "make"], exit_code=0)
    before = [META, call("c1", "exec_command", cmd="make"), output("c1", "Process running with session ID 7")]
    position = read("codex", write(tmp_path / "before.jsonl", *before)).position
    path = write(tmp_path / "t.jsonl", *before, end)
    assert told("codex", path) == [("command", "make", None)]
    assert told("codex", path, position) == []


def test_what_code_of_the_models_ran_is_told(tmp_path: Path) -> None:
    rows = [
        model("custom_tool_call", name="exec", input="await tools.exec_command({cmd: 'make'})", call_id="c1"),
        done("CommandExecution", id="c1-1", command=["/bin/bash", "-lc", "make"], exit_code=2),
        done("FileChange", id="c1-2", changes={"/home/ada/shop/price.py": {"type": "add"}}, status="completed"),
    ]
    path = write(tmp_path / "t.jsonl", META, *rows)
    assert told("codex", path) == [("command", "make", False), ("edit", "/home/ada/shop/price.py", True)]


@pytest.mark.parametrize(
    "more", [{"source": {"subagent": {"thread_spawn": {"parent_thread_id": "s0"}}}}, {"thread_source": "subagent"}]
)
def test_the_session_of_a_sub_agent_tells_nothing_in_any_reading(more: dict[str, Any], tmp_path: Path) -> None:
    meta = {"type": "session_meta", "payload": {"id": "s2", "cwd": "/home/ada/shop", **more}}
    position = read("codex", write(tmp_path / "half.jsonl", meta)).position
    path = write(tmp_path / "t.jsonl", meta, event("user_message", message="Look for tests."))
    assert (told("codex", path), told("codex", path, position)) == ([], [])


def test_a_forked_session_keeps_its_own_name(tmp_path: Path) -> None:
    parent = {"type": "session_meta", "payload": {"id": "s0", "cwd": "/home/ada/other"}}
    reading = read("codex", write(tmp_path / "t.jsonl", META, parent, event("user_message", message="hello")))
    assert (reading.session, reading.cwd) == ("s1", "/home/ada/shop")


def test_turns_that_were_rolled_back_are_not_told(tmp_path: Path) -> None:
    rows = [event("user_message", message=text) for text in ("one", "two", "three")]
    path = write(tmp_path / "t.jsonl", META, *rows, event("thread_rolled_back", num_turns=2))
    assert told("codex", path) == [("user", "one")]
