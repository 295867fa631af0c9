"""Values out of JSON that another program wrote: a field that is missing or of another type is an empty one."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import Any, TypeAlias

Record: TypeAlias = dict[str, Any]


def record(value: object) -> Record:
    """The value if it is a JSON object, else {}."""
    return value if isinstance(value, dict) else {}


def records(value: object) -> list[Record]:
    """The JSON objects in the value if it is a list, else []."""
    return [row for row in value if isinstance(row, dict)] if isinstance(value, list) else []


def text(value: object) -> str:
    """The value if it is a string, else ""."""
    return value if isinstance(value, str) else ""


def parsed(source: str | bytes) -> Record:
    """The JSON object that `source` is; {} if it is anything else, broken JSON included."""
    try:
        return record(json.loads(source))
    except (ValueError, RecursionError):
        return {}


def moment(value: object) -> datetime | None:
    """The time that an ISO 8601 string or a number of milliseconds since 1970 names, in UTC; else None."""
    try:
        if isinstance(value, str):
            at = datetime.fromisoformat(value)
            return at.replace(tzinfo=UTC) if at.tzinfo is None else at.astimezone(UTC)
        if isinstance(value, int | float) and not isinstance(value, bool):
            return datetime.fromtimestamp(value / 1000, UTC)
    except (ValueError, OverflowError, OSError):
        pass
    return None
