"""Claude Code: messages in several lines, side chains, what only looks like the user's words."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.clients.transcripts.reading import read, told, write


def user(content: object, **more: object) -> dict[str, Any]:
    return {"type": "user", "isSidechain": False, "message": {"role": "user", "content": content}, **more}


def assistant(name: str, *blocks: dict[str, Any], stop: str | None = None, **more: object) -> dict[str, Any]:
    message = {"id": name, "role": "assistant", "content": list(blocks), "stop_reason": stop}
    return {"type": "assistant", "isSidechain": False, "message": message, **more}


def words(text: str) -> dict[str, Any]:
    return {"type": "text", "text": text}


def call(name: str, tool: str, **arguments: object) -> dict[str, Any]:
    return {"type": "tool_use", "id": name, "name": tool, "input": arguments}


def result(name: str, **more: object) -> dict[str, Any]:
    return user([{"type": "tool_result", "tool_use_id": name, "content": "secret output", **more}])


def test_lines_of_one_message_are_one_turn(tmp_path: Path) -> None:
    rows = [
        assistant("m1", {"type": "thinking", "thinking": "hm"}),
        assistant("m1", words("First.")),
        assistant("m1", words("Second."), call("c1", "Bash", command="ls")),
        result("c1"),
        assistant("m1", words("Third."), stop="end_turn"),
    ]
    path = write(tmp_path / "t.jsonl", *rows)
    assert told("claude-code", path) == [("assistant", "First.\n\nSecond.\n\nThird."), ("command", "ls", True)]


def test_of_a_message_that_grows_the_last_state_wins(tmp_path: Path) -> None:
    rows = [
        assistant("m1", words("Use")),
        assistant("m1", words("Use tabs.")),
        assistant("m1", words("Use tabs.")),
        user("ok"),
    ]
    assert told("claude-code", write(tmp_path / "t.jsonl", *rows)) == [("assistant", "Use tabs."), ("user", "ok")]


def test_a_message_that_may_go_on_waits(tmp_path: Path) -> None:
    path = write(tmp_path / "t.jsonl", user("hello"), assistant("m1", words("Use")))
    first = read("claude-code", path)
    with path.open("a") as file:
        file.write(write(tmp_path / "more", assistant("m1", words("Use tabs.")), user("ok")).read_text())
    assert first.events[1:] == ()
    assert told("claude-code", path, first.position) == [("assistant", "Use tabs."), ("user", "ok")]


def test_a_call_without_its_outcome_waits_and_with_the_end_of_the_session_is_told(tmp_path: Path) -> None:
    path = write(
        tmp_path / "t.jsonl", user("hello"), assistant("m1", words("I test."), call("c1", "Bash", command="make"))
    )
    assert told("claude-code", path) == [("user", "hello")]
    ended = read("claude-code", path, ended=True)
    assert told("claude-code", path, ended=True) == [
        ("user", "hello"),
        ("assistant", "I test."),
        ("command", "make", None),
    ]
    assert told("claude-code", path, ended.position, ended=True) == []


def test_a_call_that_was_never_answered_ends_with_the_next_words_of_the_user(tmp_path: Path) -> None:
    rows = [assistant("m1", call("c1", "Bash", command="make")), user("[Request interrupted by user]"), user("stop")]
    assert told("claude-code", write(tmp_path / "t.jsonl", *rows)) == [("command", "make", None), ("user", "stop")]


@pytest.mark.parametrize(
    ("tool", "arguments", "expected"),
    [
        ("Write", {"file_path": "/a.py", "content": "x"}, ("edit", "/a.py", True)),
        ("Edit", {"file_path": "/a.py", "old_string": "x", "new_string": "y"}, ("edit", "/a.py", True)),
        ("MultiEdit", {"file_path": "/a.py", "edits": []}, ("edit", "/a.py", True)),
        ("NotebookEdit", {"notebook_path": "/a.ipynb"}, ("edit", "/a.ipynb", True)),
        ("Bash", {"command": "make test"}, ("command", "make test", True)),
        ("Read", {"file_path": "/a.py"}, None),
        ("Grep", {"pattern": "x", "path": "/"}, None),
        ("mcp__shop__write", {"path": "/a.py"}, None),
        ("Write", {}, None),
        ("Bash", {"command": ["not", 7]}, ("command", "not", True)),
    ],
)
def test_edits_and_commands_are_actions_and_other_tools_are_not(
    tool: str, arguments: dict[str, Any], expected: tuple[str, str, bool] | None, tmp_path: Path
) -> None:
    path = write(tmp_path / "t.jsonl", assistant("m1", call("c1", tool, **arguments)), result("c1"))
    assert told("claude-code", path) == ([expected] if expected else [])


def test_an_error_of_a_tool_is_told(tmp_path: Path) -> None:
    rows = [
        assistant("m1", call("c1", "Bash", command="false"), call("c2", "Write", file_path="/a.py")),
        result("c2", is_error=False),
        result("c1", is_error=True),
    ]
    path = write(tmp_path / "t.jsonl", *rows)
    assert told("claude-code", path) == [("edit", "/a.py", True), ("command", "false", False)]


def test_a_long_command_is_cut_and_its_private_part_removed(tmp_path: Path) -> None:
    command = "<private>hunter2</private>" + "x" * 5000
    path = write(tmp_path / "t.jsonl", assistant("m1", call("c1", "Bash", command=command)), result("c1"))
    assert told("claude-code", path) == [("command", "x" * 2000, True)]


def test_side_chains_tell_nothing(tmp_path: Path) -> None:
    side: dict[str, object] = {"isSidechain": True}
    rows = [user("Look for tests.", **side), assistant("m1", words("None."), stop="end_turn", **side), user("hello")]
    assert told("claude-code", write(tmp_path / "t.jsonl", *rows)) == [("user", "hello")]


@pytest.mark.parametrize(
    "row",
    [
        user("Base directory for this skill: /x", isMeta=True),
        user("Summary of what was said", isCompactSummary=True),
        user("Summary of what was said", isVisibleInTranscriptOnly=True),
        user("<task-notification>done</task-notification>", origin={"kind": "task-notification"}),
        user("Another agent says hello", origin={"kind": "peer"}),
        user("<command-name>/cost</command-name>"),
        user([words("<system-reminder>Be brief.</system-reminder>")]),
        {"type": "summary", "summary": "Rounding", "leafUuid": "x"},
        {"type": "queue-operation", "operation": "enqueue", "content": "hello"},
        {
            "type": "attachment",
            "attachment": {"type": "queued_command", "prompt": "x", "commandMode": "task-notification"},
        },
        {"type": "system", "subtype": "compact_boundary", "content": "Conversation compacted"},
        assistant("m1", words("API Error: 529"), isApiErrorMessage=True),
        {
            "type": "assistant",
            "message": {"id": "m1", "model": "<synthetic>", "content": [words("No response requested.")]},
        },
        result("unknown"),
    ],
)
def test_what_nobody_said_is_not_told(row: dict[str, Any], tmp_path: Path) -> None:
    assert told("claude-code", write(tmp_path / "t.jsonl", row), ended=True) == []


def test_what_was_typed_while_the_agent_worked_is_told(tmp_path: Path) -> None:
    queued = {"type": "queued_command", "prompt": "Use tabs.", "commandMode": "prompt", "origin": {"kind": "human"}}
    path = write(tmp_path / "t.jsonl", {"type": "attachment", "attachment": queued})
    assert told("claude-code", path) == [("user", "Use tabs.")]


def test_text_beside_a_picture_is_told(tmp_path: Path) -> None:
    path = write(tmp_path / "t.jsonl", user([{"type": "image", "source": {"data": "AAAA"}}, words("Like this.")]))
    assert told("claude-code", path) == [("user", "Like this.")]


def test_a_private_part_that_goes_over_several_pieces_is_removed(tmp_path: Path) -> None:
    rows = [
        assistant("m1", words("You said <private>")),
        assistant("m1", words("hunter2")),
        assistant("m1", words("</private> and tabs.")),
    ]
    path = write(tmp_path / "t.jsonl", *rows)
    assert told("claude-code", path, ended=True) == [("assistant", "You said  and tabs.")]


def test_the_folder_in_which_the_session_began_is_told(tmp_path: Path) -> None:
    rows = [user("a", cwd="/home/ada/shop", sessionId="s1"), user("b", cwd="/home/ada/shop/web", sessionId="s1")]
    reading = read("claude-code", write(tmp_path / "t.jsonl", *rows))
    assert (reading.session, reading.cwd) == ("s1", "/home/ada/shop")
