"""Claude Code: `~/.claude/projects/<folder>/<session>.jsonl` (seen with 2.1.197). Documented as internal and changing.

One line per block of a message, so several lines share a message id.
"""

from __future__ import annotations

from datetime import datetime

from clients.transcripts.fields import Record, moment, record, records, text
from clients.transcripts.gathering import Gathering
from clients.transcripts.jsonl import JsonLines

# Who wrote a line of the type "user" that people write too; absent in older versions.
_PEOPLE = ("", "human", "auto-continuation")


def _take(found: Gathering, row: Record) -> None:
    if row.get("isSidechain") is True:
        return
    found.session = text(row.get("sessionId")) or found.session
    found.cwd = found.cwd or text(row.get("cwd"))
    at = moment(row.get("timestamp"))
    kind = row.get("type")
    if kind == "user":
        _user(found, row, at)
    elif kind == "assistant":
        _assistant(found, row, at)
    elif kind == "attachment":
        _queued(found, record(row.get("attachment")), at)


def _user(found: Gathering, row: Record, at: datetime | None) -> None:
    content = record(row.get("message")).get("content")
    results = [block for block in records(content) if block.get("type") == "tool_result"]
    for block in results:
        found.outcome(text(block.get("tool_use_id")), ok=block.get("is_error") is not True)
    made = any(row.get(flag) is True for flag in ("isMeta", "isCompactSummary", "isVisibleInTranscriptOnly"))
    if not results and not made and _by_a_person(row):
        found.user(_words(content), at)


def _assistant(found: Gathering, row: Record, at: datetime | None) -> None:
    message = record(row.get("message"))
    if row.get("isApiErrorMessage") is True or message.get("model") == "<synthetic>":
        return
    # A message that called tools goes on after the first of its lines, one that stopped has said its last.
    whole = text(message.get("stop_reason")) not in ("", "tool_use")
    content = message.get("content")
    found.assistant(_words(content), at, text(message.get("id")), whole=whole)
    for block in records(content):
        if block.get("type") == "tool_use":
            found.call(text(block.get("id")), text(block.get("name")), record(block.get("input")), at)


def _queued(found: Gathering, attachment: Record, at: datetime | None) -> None:
    """What the user typed while the agent was working."""
    typed = attachment.get("type") == "queued_command" and attachment.get("commandMode") == "prompt"
    if typed and attachment.get("isMeta") is not True and _by_a_person(attachment):
        found.user(_words(attachment.get("prompt")), at)


def _by_a_person(row: Record) -> bool:
    return text(record(row.get("origin")).get("kind")) in _PEOPLE


def _words(content: object) -> str:
    if isinstance(content, str):
        return content
    return "\n\n".join(text(block.get("text")) for block in records(content) if block.get("type") == "text")


CLAUDE_CODE = JsonLines(_take)
