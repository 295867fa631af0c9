"""Codex: `~/.codex/sessions/YYYY/MM/DD/rollout-<time>-<id>.jsonl` (seen with 0.171.0).

Words are told twice: to the model (`response_item`, mixed with injected context) and to the screen (`event_msg`).
The screen's are taken: `item_completed` of today, `user_message` and `agent_message` of older versions; a version
that writes both is noticed. Calls of tools are in the model's items, their outcome in both.
"""

from __future__ import annotations

import re
from datetime import datetime
from hashlib import blake2b
from typing import Literal

from clients.transcripts.actions import actions_of
from clients.transcripts.fields import Record, moment, parsed, record, records, text
from clients.transcripts.gathering import Gathering
from clients.transcripts.jsonl import JsonLines

_EXIT = re.compile(r"^(?:Exit code:|Process exited with code) (-?\d+)\s*$", re.MULTILINE)
# The frame of a result stands before the output, which could hold the same words.
_FRAME_CHARS = 400
# Calls whose end may still be told by another record; only the newest can matter.
_REMEMBERED_CALLS = 16


def _take(found: Gathering, row: Record) -> None:
    payload = record(row.get("payload"))
    kind, at = row.get("type"), moment(row.get("timestamp"))
    if kind == "session_meta":
        _session(found, payload)
    elif found.kept.get("aside") is True:
        return
    elif kind == "event_msg":
        _event(found, payload, at)
    elif kind == "response_item":
        _model_item(found, payload, at)


def _session(found: Gathering, payload: Record) -> None:
    # A forked session goes on with what it was forked from: that has a second head, and the first is its own.
    if found.session:
        return
    found.session, found.cwd = text(payload.get("id")), text(payload.get("cwd"))
    # A sub-agent's file: `source` is an object that says whose.
    found.kept["aside"] = "subagent" in record(payload.get("source")) or payload.get("thread_source") == "subagent"


def _event(found: Gathering, payload: Record, at: datetime | None) -> None:
    kind = payload.get("type")
    if kind == "user_message":
        _say(found, "user", text(payload.get("message")), at, "event")
    elif kind == "agent_message":
        _say(found, "assistant", text(payload.get("message")), at, "event")
    elif kind == "thread_rolled_back":
        turns = payload.get("num_turns")
        found.take_back_turns(turns if isinstance(turns, int) else 0)
    elif kind == "item_completed":
        _screen_item(found, record(payload.get("item")), at)


def _screen_item(found: Gathering, item: Record, at: datetime | None) -> None:
    kind = item.get("type")
    if kind == "UserMessage":
        _say(found, "user", _words(item), at, "item")
    elif kind == "AgentMessage":
        _say(found, "assistant", _words(item), at, "item")
    elif kind == "CommandExecution":
        code = item.get("exit_code")
        ok = code == 0 if isinstance(code, int) else None
        _ended(found, item, "exec_command", [{"command": item.get("command")}], at, ok=ok)
    elif kind == "FileChange":
        paths = [{"path": path} for path in record(item.get("changes"))]
        _ended(found, item, "write_file", paths, at, ok=item.get("status") == "completed")


def _ended(
    found: Gathering, item: Record, tool: str, calls: list[Record], at: datetime | None, *, ok: bool | None
) -> None:
    """The end of a call, which need not have been a call of its own: code of the model's can run several."""
    name = text(item.get("id"))
    if not found.outcome(name, ok=ok) and name not in _answered(found):
        found.act([action for call in calls for action in actions_of(tool, call, at, ok=ok)])


def _model_item(found: Gathering, item: Record, at: datetime | None) -> None:
    kind, name = item.get("type"), text(item.get("call_id"))
    if kind == "function_call":
        arguments = text(item.get("arguments"))
        found.call(name, text(item.get("name")), parsed(arguments) or {"input": arguments}, at)
    elif kind == "custom_tool_call":
        found.call(name, text(item.get("name")), {"input": text(item.get("input"))}, at)
    elif kind == "local_shell_call":
        found.call(name, "shell", record(item.get("action")), at)
    elif kind in ("function_call_output", "custom_tool_call_output") and found.outcome(
        name, ok=_ok(item.get("output"))
    ):
        found.kept["answered"] = [*_answered(found), name][-_REMEMBERED_CALLS:]


def _answered(found: Gathering) -> list[str]:
    names = found.kept.get("answered")
    return [text(name) for name in names] if isinstance(names, list) else []


def _say(found: Gathering, role: Literal["user", "assistant"], words: str, at: datetime | None, channel: str) -> None:
    digest = blake2b(words.encode("utf-8", "replace"), digest_size=8).hexdigest()
    last = found.kept.get("said")
    other = "event" if channel == "item" else "item"
    if last == [other, role, digest]:
        return
    found.kept["said"] = [channel, role, digest]
    if role == "user":
        found.user(words, at)
    else:
        found.assistant(words, at)


def _words(item: Record) -> str:
    blocks = records(item.get("content"))
    return "\n\n".join(text(block.get("text")) for block in blocks if text(block.get("type")).lower() == "text")


def _ok(output: object) -> bool | None:
    """Whether a result tells of success; None if it does not say, as for a command that goes on running."""
    if isinstance(output, dict):
        success = output.get("success")
        return success if isinstance(success, bool) else _ok(output.get("content"))
    if isinstance(output, list):
        output = "\n".join(text(block.get("text")) for block in records(output))
    code = record(parsed(text(output)).get("metadata")).get("exit_code")
    if isinstance(code, int):
        return code == 0
    frame = text(output)[:_FRAME_CHARS]
    exit_line = _EXIT.search(frame)
    if exit_line:
        return int(exit_line[1]) == 0
    return True if frame.startswith("Success.") else None


CODEX = JsonLines(_take)
