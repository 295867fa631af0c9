"""The lines between `---` at the top of a rule file. Pure.

Not YAML: Cursor writes `globs: *.ts,*.tsx`, which a YAML parser refuses, and people write `description: Note: …`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

_KEY = re.compile(r"(\s*)([A-Za-z][\w-]*)\s*:(?:\s+(.*))?$")
_ENTRY = re.compile(r"\s*-\s+(.+)$")
# A comma within braces belongs to the glob: `*.{ts,tsx}`.
_COMMA = re.compile(r",(?![^{}]*\})")

# More is no front matter that anybody wrote.
MAX_LINES = 200
MAX_LINE_CHARS = 4_000


@dataclass(frozen=True, slots=True)
class FrontMatter:
    """The values of each key as a list of texts; keys in lower case, those of a nested mapping beside the others."""

    values: dict[str, list[str]] = field(default_factory=dict)

    def text(self, key: str) -> str:
        return ", ".join(self.values.get(key, []))

    def globs(self, *keys: str) -> tuple[str, ...]:
        """The globs under the first of `keys` that has any."""
        for key in keys:
            parts = [part for value in self.values.get(key, []) for part in _COMMA.split(_bare(value).strip("[]"))]
            if found := tuple(dict.fromkeys(filter(None, map(_bare, parts)))):
                return found
        return ()


def split(text: str) -> tuple[FrontMatter, str]:
    """The front matter of `text`, and `text` with blank lines in its place."""
    lines = text.split("\n")
    if lines[0].rstrip() != "---":
        return FrontMatter(), text
    end = next((i for i, line in enumerate(lines[1:], 1) if line.rstrip() in ("---", "...")), None)
    # A rule of dashes is also what may open a text without any front matter.
    if end is None or not any(_KEY.match(line) for line in lines[1:end]):
        return FrontMatter(), text
    return FrontMatter(_read(lines[1:end])), "\n".join([""] * (end + 1) + lines[end + 1 :])


def _read(lines: list[str]) -> dict[str, list[str]]:
    values: dict[str, list[str]] = {}
    key = ""
    for line in (line[:MAX_LINE_CHARS] for line in lines[:MAX_LINES]):
        if found := _KEY.match(line):
            key = found[2].casefold()
            value = _bare(re.sub(r"\s+#.*$", "", found[3] or ""))
            values[key] = [value] if value and value not in ("|", ">", "|-", ">-") else []
        elif key and (entry := _ENTRY.match(line)):
            values[key].append(_bare(entry[1]))
        elif key and line.startswith((" ", "\t")) and line.strip():
            values[key] = [" ".join([*values[key], line.strip()])]
    return values


def _bare(value: str) -> str:
    value = value.strip()
    return value[1:-1] if len(value) > 1 and value[0] == value[-1] and value[0] in "'\"" else value
