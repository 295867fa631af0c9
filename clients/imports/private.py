"""Leave out what must not be read at all: `<private>` passages, comments, examples. Pure.

What is cut out leaves its line ends behind, so that the lines that stay keep their numbers.
"""

from __future__ import annotations

import re

# Without an end everything up to the end of the text is private: too much left out is better than too little.
_PRIVATE = re.compile(r"<private\b[^>]*>.*?(?:</private\s*>|\Z)", re.IGNORECASE | re.DOTALL)
_COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)
# What is shown as bad must not become a rule; what is shown as good is too long for one.
_EXAMPLE = re.compile(r"<((?:\w+[-_])?examples?)\b[^>]*>.*?</\1\s*>", re.IGNORECASE | re.DOTALL)


def without_private(text: str) -> tuple[str, int]:
    """`text` without its private passages, and how many there were."""
    return _PRIVATE.subn(_line_ends, text)


def without_asides(text: str) -> str:
    """`text` without HTML comments and passages marked as examples."""
    return _EXAMPLE.sub(_line_ends, _COMMENT.sub(_line_ends, text))


def _line_ends(found: re.Match[str]) -> str:
    return re.sub(r"[^\r\n]+", "", found[0])
