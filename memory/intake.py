"""The one gate through which every text enters the store: made storable, then cleared of secrets.

Used by every verb that writes (remember, reinforce, threads, dialogue …); one Intake per call collects
what was taken out, so that the reply can say so.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from memory.errors import BadInput
from memory.models import MAX_TEXT_CHARS
from memory.shield.redact import redact

MAX_LABEL_CHARS = 300
MAX_LABELS = 50


class Intake:
    """Takes texts in and counts what the shield took out: `redacted` maps kind to how often."""

    def __init__(self) -> None:
        self.redacted: Counter[str] = Counter()

    def text(self, value: str, name: str, *, limit: int = MAX_TEXT_CHARS) -> str:
        """A required text: stripped, storable, redacted. BadInput if it is blank or too long."""
        stored = self.optional(value, name, limit=limit)
        if not stored:
            raise BadInput(f"{name} is empty. Send at least one word.")
        return stored

    def optional(self, value: str, name: str, *, limit: int = MAX_TEXT_CHARS) -> str:
        """The same, but blank is allowed and gives an empty text."""
        if len(value) > limit:
            raise BadInput(
                f"{name} has {len(value):,} characters; at most {limit:,} are kept in one piece. "
                "Store a summary, or split it."
            )
        cleared = redact(storable(value).strip())
        self.redacted.update(finding.kind for finding in cleared.found)
        return cleared.text

    def labels(self, values: Iterable[str], name: str) -> list[str]:
        """A list of short texts such as tags and paths: redacted, without blanks and repetitions."""
        taken = [self.optional(value, name, limit=MAX_LABEL_CHARS) for value in values]
        unique = list(dict.fromkeys(label for label in taken if label))
        if len(unique) > MAX_LABELS:
            raise BadInput(f"{name} has {len(unique)} entries; at most {MAX_LABELS} are kept.")
        return unique


def storable(value: str) -> str:
    """`value` without what SQLite cannot keep: lone surrogates become U+FFFD, NULs go."""
    if "\x00" in value:
        value = value.replace("\x00", "")
    try:
        value.encode("utf-8")
    except UnicodeEncodeError:
        value = value.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return value
