"""Filters work inside the query, so that no page comes back empty while there are matches."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from memory.models import Memory
from tests.make import NOW
from tests.memory.search.store import find, ids, note

pytestmark = pytest.mark.django_db

QUERY = "billing worker restarts"
DAY = timedelta(days=1)


def bill(when: str, **fields: Any) -> int:
    return note(f"The billing worker restarts at {when}.", **fields)


def test_a_filter_never_empties_a_page_that_has_matches() -> None:
    wanted = bill("dawn, as ordered by the steering committee of the company in spring", kind="rule")
    for number in range(150):
        bill(f"{number} o'clock")
    assert ids(QUERY, kinds=("rule",), limit=5) == [wanted]


def test_kinds_and_tags_match_when_any_fits() -> None:
    rule = bill("one", kind="rule", tags=["ops", "night"])
    fact = bill("two", kind="fact", tags=["ops"])
    bill("three", kind="outcome", tags=[])
    assert set(ids(QUERY, kinds=("rule", "fact"))) == {rule, fact}
    assert set(ids(QUERY, tags=("night", "ops"))) == {rule, fact}
    assert ids(QUERY, tags=("night",)) == [rule]
    assert ids(QUERY, kinds=("fact",), tags=("night",)) == []


def test_confidence_has_a_lower_bound() -> None:
    sure = bill("one", confidence=0.9)
    unsure = bill("two", confidence=0.3)
    assert ids(QUERY, min_confidence=0.9) == [sure]
    assert set(ids(QUERY, min_confidence=0.3)) == {sure, unsure}


def test_since_and_until_are_included() -> None:
    old, new = bill("one", at=NOW - 10 * DAY), bill("two", at=NOW - DAY)
    assert ids(QUERY, since=NOW - DAY) == [new]
    assert ids(QUERY, until=NOW - 10 * DAY) == [old]
    assert set(ids(QUERY, since=NOW - 10 * DAY, until=NOW - DAY)) == {old, new}


@pytest.fixture
def history() -> dict[str, int]:
    """One note in each state; the second superseded the first five days ago."""
    rows = {
        state: bill(state, at=NOW - 20 * DAY) for state in ("superseded", "invalid", "archived", "forgotten", "current")
    }
    rows["newer"] = bill("newer", at=NOW - 5 * DAY)
    changes: dict[str, dict[str, Any]] = {
        "superseded": {"superseded_by_id": rows["newer"], "valid_until": NOW - 5 * DAY},
        "invalid": {"valid_until": NOW - 3 * DAY},
        "archived": {"archived_at": NOW - 2 * DAY},
        "forgotten": {"forgotten_at": NOW - DAY},
    }
    for state, fields in changes.items():
        Memory.objects.filter(pk=rows[state]).update(**fields)
    return rows


def named(history: dict[str, int], **filters: Any) -> set[str]:
    by_id = {memory_id: state for state, memory_id in history.items()}
    return {by_id[memory_id] for memory_id in ids(QUERY, **filters)}


def test_only_what_is_believed_now_comes_back(history: dict[str, int]) -> None:
    assert named(history) == {"current", "newer"}


def test_the_archive_opens_on_request(history: dict[str, int]) -> None:
    assert {"current", "newer", "archived"} <= named(history, include_archived=True)
    assert "forgotten" not in named(history, include_archived=True)


def test_a_past_moment_shows_what_was_believed_then(history: dict[str, int]) -> None:
    assert named(history, as_of=NOW - 10 * DAY) == {"superseded", "invalid", "archived", "current"}
    assert named(history, as_of=NOW - 4 * DAY) == {"invalid", "archived", "current", "newer"}
    assert named(history, as_of=NOW - 30 * DAY) == set()


def test_a_small_page_counts_and_orders_as_a_large_one() -> None:
    for number in range(8):
        bill(f"{number} o'clock")
    few, many = find(QUERY, limit=3), find(QUERY, limit=50)
    assert few.total == many.total == 8
    assert [hit.memory_id for hit in few.hits[:3]] == [hit.memory_id for hit in many.hits[:3]]
    assert find(QUERY, limit=0).hits == []
