"""Times as people and models write them. Pure."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

from memory.errors import BadInput

_AGO = re.compile(r"(\d{1,5})\s*(h|d|w)", re.IGNORECASE)
# A longer text has a time of day, too.
DATE_CHARS = len("2026-03-01")
_UNIT_HOURS = {"h": 1, "d": 24, "w": 168}


def parse_time(value: str, name: str, now: datetime, *, last: bool = False) -> datetime | None:
    """An aware UTC datetime from ISO 8601 (`2026-03-01`, `2026-03-01T10:00:00Z`) or an age (`24h`, `30d`, `6w`).

    A blank gives None. A time without zone is UTC. `last`: a date means its last moment instead of its first.
    Raises BadInput.
    """
    text = value.strip()
    if not text:
        return None
    ago = _AGO.fullmatch(text)
    try:
        if ago:
            return now - timedelta(hours=int(ago[1]) * _UNIT_HOURS[ago[2].lower()])
        parsed = datetime.fromisoformat(text)
        if last and len(text) <= DATE_CHARS:
            parsed += timedelta(days=1, microseconds=-1)
    except (ValueError, OverflowError) as error:
        raise BadInput(
            f"{name} is {value!r}; write a date (2026-03-01), a time (2026-03-01T10:00:00Z) or an age (30d)."
        ) from error
    return parsed.replace(tzinfo=UTC) if parsed.tzinfo is None else parsed.astimezone(UTC)
