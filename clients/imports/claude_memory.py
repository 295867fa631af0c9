"""Claude Code's own notes on a project: `projects/<slug>/memory/MEMORY.md` and one file for each note beside it. Pure.

A note has front matter (`name`, `description`, `type`: user, feedback, project or reference; newer ones keep `type` and
`modified` under `metadata`). MEMORY.md is an index of links to them, or, from older versions, the notes themselves.
"""

from __future__ import annotations

import re
from dataclasses import replace

from clients.imports import front_matter
from clients.imports.contract import Statement
from clients.imports.markdown import statements_of
from clients.imports.private import without_asides
from clients.imports.wording import heading_text, kind_of, plain, tag_of

# A note up to this long is one statement: its "Why" and "How to apply" belong together.
NOTE_CHARS = 1_500
KINDS = {"user": "preference", "feedback": "rule", "project": "fact", "reference": "fact"}
_INDEX_LINE = re.compile(r"^\s*[-*+]\s+(?:\*\*)?\[[^\]]*\]\((?!https?:)[^)]+\.md\)")
_DAY = re.compile(r"\d{4}-\d{2}-\d{2}")


def slug_of(root: str) -> str:
    """The name of the folder in which Claude Code keeps what belongs to the project at `root`."""
    return re.sub(r"[^A-Za-z0-9]", "-", root)


def read(text: str) -> tuple[Statement, ...]:
    """The statements of one file of that folder."""
    matter, body = front_matter.split(text)
    kind = KINDS.get(matter.text("type").casefold(), "")
    if not kind:
        return statements_of(_without_index(body), about="")
    name = heading_text(matter.text("name").replace("-", " ").replace("_", " "))
    written = _DAY.search(matter.text("modified"))
    tags = tuple(filter(None, ("claude-memory", tag_of(matter.text("type")), tag_of(name))))
    return tuple(replace(said, tags=tags, written=written[0] if written else "") for said in _notes(body, kind, name))


def _without_index(body: str) -> str:
    """The links to the other notes say nothing by themselves: those files are read, too."""
    return "\n".join("" if _INDEX_LINE.match(line) else line for line in body.split("\n"))


def _notes(body: str, kind: str, name: str) -> tuple[Statement, ...]:
    lines = without_asides(body).split("\n")
    first = next((number for number, line in enumerate(lines, 1) if line.strip()), 1)
    words = [plain(line.lstrip("# ")) for line in lines if line.strip()]
    whole = "\n".join(filter(None, words))
    if len(whole) > NOTE_CHARS:
        return tuple(replace(said, kind=_kind(said.text, kind)) for said in statements_of(body, about=name))
    return (Statement(whole, _kind(whole, kind), first),) if any(map(str.isalnum, whole)) else ()


def _kind(text: str, told: str) -> str:
    """What the note calls itself, unless its words say more than "fact"."""
    found = kind_of(text)
    return "decision" if found == "decision" else found if told == "fact" and found == "preference" else told
