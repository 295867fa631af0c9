"""Leave out what must not be read at all: `<private>` passages, comments, examples. Pure.

What is cut out leaves its line ends behind, so that the lines that stay keep their numbers.
"""

from __future__ import annotations

import re

# Without an end everything up to the end of the text is private: too much left out is better than too little.
_PRIVATE = re.compile(r"<private\b[^>]{0,200}>.*?(?:</private\s{0,20}>|\Z)", re.IGNORECASE | re.DOTALL)
# Comments, and examples: what is shown as bad must not become a rule, and what is shown as good is too long for one.
_ASIDES = (
    (re.compile(r"<!--"), re.compile(r"-->")),
    (
        re.compile(r"<[\w-]{0,40}\bexamples?\b[^>]{0,200}>", re.I),
        re.compile(r"</[\w-]{0,40}\bexamples?\s{0,20}>", re.I),
    ),
)


def without_private(text: str) -> tuple[str, int]:
    """`text` without its private passages, and how many there were."""
    return _PRIVATE.subn(lambda found: _line_ends(found[0]), text)


def without_asides(text: str) -> str:
    """`text` without HTML comments and passages marked as examples."""
    for start, end in _ASIDES:
        text = _cut(text, start, end)
    return text


def _cut(text: str, start: re.Pattern[str], end: re.Pattern[str]) -> str:
    """`text` without what lies between a start and the next end; a start without an end is text."""
    kept, at = [], 0
    while (opening := start.search(text, at)) and (closing := end.search(text, opening.end())):
        kept += [text[at : opening.start()], _line_ends(text[opening.start() : closing.end()])]
        at = closing.end()
    return "".join(kept) + text[at:]


def _line_ends(text: str) -> str:
    return "\n" * text.count("\n")
