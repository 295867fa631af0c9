"""Qwen Code: `~/.qwen/projects/<folder>/chats/<session>.jsonl` (seen with 0.15.10).

The parts of a message are Gemini's, the lines are not: one per record, in a chain of `parentUuid`.
"""

from __future__ import annotations

from datetime import datetime

from clients.transcripts.fields import Record, moment, record, records, text
from clients.transcripts.gathering import Gathering
from clients.transcripts.gemini import parts_text, shell_ok
from clients.transcripts.jsonl import JsonLines


def _take(found: Gathering, row: Record) -> None:
    found.session = text(row.get("sessionId")) or found.session
    found.cwd = found.cwd or text(row.get("cwd"))
    kind, at = row.get("type"), moment(row.get("timestamp"))
    message = record(row.get("message"))
    if kind == "user":
        # "cron" and "notification" are prompts that nobody typed.
        if not row.get("subtype"):
            found.user(parts_text(message.get("parts")), at)
    elif kind == "assistant":
        _assistant(found, message, at)
    elif kind == "tool_result":
        _results(found, message, record(row.get("toolCallResult")))
    elif kind == "system" and row.get("subtype") == "rewind":
        # The record hangs on the last one that stays.
        found.rewind(text(row.get("parentUuid")))
    found.mark(text(row.get("uuid")))


def _assistant(found: Gathering, message: Record, at: datetime | None) -> None:
    parts = message.get("parts")
    found.assistant(parts_text(parts), at)
    for part in records(parts):
        call = record(part.get("functionCall"))
        found.call(text(call.get("id")), text(call.get("name")), record(call.get("args")), at)


def _results(found: Gathering, message: Record, result: Record) -> None:
    for part in records(message.get("parts")):
        answer = record(part.get("functionResponse"))
        response = record(answer.get("response"))
        status = text(result.get("status")) or ("error" if "error" in response else "success")
        found.outcome(text(answer.get("id")), ok=shell_ok(status, text(response.get("output"))))


QWEN_CODE = JsonLines(_take)
