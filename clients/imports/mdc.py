"""Rule files with front matter: Cursor's `.mdc`, and the rules of Claude Code, Copilot, Windsurf and Cline. Pure."""

from __future__ import annotations

from dataclasses import replace

from clients.imports import front_matter
from clients.imports.contract import Statement
from clients.imports.markdown import statements_of
from clients.imports.wording import heading_text, says_something, tag_of

# Under which key the clients keep the globs: Cursor and Windsurf, Claude Code and Cline, Copilot.
GLOB_KEYS = ("globs", "paths", "applyto")
# A longer description tells an agent when to look, and is no subject.
MAX_SUBJECT_CHARS = 60
# Fewer and shorter than what a memory takes.
MAX_GLOBS = 40
MAX_GLOB_CHARS = 200
EVERYTHING = ("**", "**/*", "*")


def read(text: str) -> tuple[Statement, ...]:
    """The statements of a rule file; what the front matter says of files goes to each of them."""
    matter, body = front_matter.split(text)
    if not matter.values:
        return statements_of(body, about="")
    described = heading_text(matter.text("description"))
    about = described if says_something(described) and len(described) <= MAX_SUBJECT_CHARS else _title(body)
    named = [glob for glob in matter.globs(*GLOB_KEYS) if glob not in EVERYTHING and len(glob) <= MAX_GLOB_CHARS]
    globs = tuple(named[:MAX_GLOBS])
    tags = [tag_of(about)] if about else []
    if matter.text("alwaysapply").casefold() == "true":
        tags.append("always")
    return tuple(
        replace(said, tags=tuple(dict.fromkeys([*said.tags, *filter(None, tags)])), files=globs)
        for said in statements_of(body, about=about)
    )


def _title(body: str) -> str:
    line = next((line for line in body.split("\n") if line.startswith("# ")), "")
    title = heading_text(line[2:])
    return title if says_something(title) and len(title) <= MAX_SUBJECT_CHARS else ""
