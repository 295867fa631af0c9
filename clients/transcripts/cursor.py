"""Cursor: `~/.cursor/projects/<folder>/agent-transcripts/<session>/<session>.jsonl`.

Written from descriptions, never run here. The lines have no times, no ids, no folder and no outcome of a tool;
a sub-agent's file lies in a folder `subagents`.
"""

from __future__ import annotations

import re

from clients.transcripts.actions import actions_of
from clients.transcripts.fields import Record, record, records, text
from clients.transcripts.gathering import Gathering
from clients.transcripts.jsonl import JsonLines

_QUERY = re.compile(r"<user_query>(.*?)(?:</user_query>|\Z)", re.DOTALL)
# Cursor's mark for a thought that it does not show.
_REDACTED = "[REDACTED]"


def _name(path: str, found: Gathering) -> None:
    folders = re.split(r"[/\\]", path)
    found.session = folders[-1].removesuffix(".jsonl")
    found.kept["aside"] = "subagents" in folders[:-1]


def _take(found: Gathering, row: Record) -> None:
    if found.kept.get("aside") is True:
        return
    content = record(row.get("message")).get("content")
    words = _words(content)
    if row.get("role") == "user" and words:
        queries = _QUERY.findall(words)
        found.user("\n\n".join(queries) if queries else words, None)
    elif row.get("role") == "assistant":
        found.assistant(words.replace(_REDACTED, ""), None)
        for block in records(content):
            if block.get("type") == "tool_use":
                found.act(actions_of(text(block.get("name")), record(block.get("input")), None))


def _words(content: object) -> str:
    if isinstance(content, str):
        return content
    return "\n\n".join(text(block.get("text")) for block in records(content) if block.get("type") == "text")


CURSOR = JsonLines(_take, _name)
