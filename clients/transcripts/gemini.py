"""Gemini CLI: `~/.gemini/tmp/<project>/chats/session-<time>-<id>.jsonl` (seen with 0.61.0).

A message is written again when it has changed, always the last one. `$set.messages` repeats the whole history as the
model now sees it: nothing in there is new words of anybody.
"""

from __future__ import annotations

import os
import re
from datetime import datetime

from clients.transcripts.actions import actions_of
from clients.transcripts.fields import Record, moment, record, records, text
from clients.transcripts.gathering import Gathering
from clients.transcripts.jsonl import JsonLines

_ENDED = ("success", "error", "cancelled")
_EXIT = re.compile(r"^Exit Code: (-?\d+)\s*$", re.MULTILINE)


def parts_text(content: object) -> str:
    """The words of a string or of a list of parts, without thoughts, calls and results."""
    if isinstance(content, str):
        return content
    parts = [part for part in records(content) if part.get("thought") is not True]
    return "\n\n".join(words for part in parts if (words := text(part.get("text"))))


def shell_ok(status: str, output: str) -> bool:
    """Whether a call succeeded: a command that ran and failed is a success to both programs."""
    codes = _EXIT.findall(output)
    return status == "success" and (not codes or int(codes[-1]) == 0)


def _name(path: str, found: Gathering) -> None:
    """The project's folder is not in the lines, but in a file beside them."""
    if not found.cwd:
        try:
            with open(os.path.join(os.path.dirname(path), os.pardir, ".project_root"), encoding="utf-8") as file:
                found.cwd = file.read(4096).strip()
        except (OSError, UnicodeDecodeError):
            return


def _take(found: Gathering, row: Record) -> None:
    if isinstance(row.get("$rewindTo"), str):
        found.rewind(row["$rewindTo"])
    elif "sessionId" in row and "projectHash" in row:
        found.session = text(row["sessionId"]) or found.session
        found.kept["aside"] = text(row.get("kind")) not in ("", "main")
        for message in records(row.get("messages")):
            _message(found, message)
    elif isinstance(row.get("id"), str):
        _message(found, row)


def _message(found: Gathering, row: Record) -> None:
    if found.kept.get("aside") is True or row.get("type") not in ("user", "gemini"):
        return
    name, at = text(row.get("id")), moment(row.get("timestamp"))
    if found.kept.get("last") != name:
        found.mark(name)
        found.kept.update(last=name, worded=False, calls=[])
    words = parts_text(row.get("displayContent")) or parts_text(row.get("content"))
    # What an earlier reading told of this message is not told again; within one reading the last state wins.
    if words and (found.marked(name) or not found.kept.get("worded")):
        _say(found, row, words, at)
    for call in records(row.get("toolCalls")):
        _call(found, call, at)


def _say(found: Gathering, row: Record, words: str, at: datetime | None) -> None:
    if row["type"] == "gemini":
        found.assistant(words, at, text(row.get("id")))
    elif not found.kept.get("worded"):
        found.user(words, at)
    found.kept["worded"] = True


def _call(found: Gathering, call: Record, at: datetime | None) -> None:
    name, status = text(call.get("id")), text(call.get("status"))
    calls = found.kept.get("calls")
    told = calls if isinstance(calls, list) else []
    if status not in _ENDED or name in told:
        return
    found.kept["calls"] = [*told, name]
    responses = [record(record(part.get("functionResponse")).get("response")) for part in records(call.get("result"))]
    ok = shell_ok(status, "\n".join(text(response.get("output")) for response in responses))
    when = moment(call.get("timestamp")) or at
    found.act(actions_of(text(call.get("name")), record(call.get("args")), when, ok=ok))


GEMINI = JsonLines(_take, _name)
