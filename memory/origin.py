"""Who is speaking: kept with everything that is stored."""

from __future__ import annotations

from dataclasses import dataclass

from memory.intake import storable
from memory.shield.redact import redact

MAX_NAME_CHARS = 100


@dataclass(frozen=True, slots=True)
class Origin:
    """The client (`cursor`, `claude-code`, `terminal` …) and its session. Blank when unknown."""

    client: str = ""
    session: str = ""

    def __post_init__(self) -> None:
        # These come from the client unasked, so they are cut and cleared in place of an error.
        for field in ("client", "session"):
            value = redact(storable(getattr(self, field))).text
            object.__setattr__(self, field, value[:MAX_NAME_CHARS])
