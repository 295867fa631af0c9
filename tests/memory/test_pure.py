"""Small calculations: times, tokens, what is storable."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory.errors import BadInput
from memory.intake import storable
from memory.times import parse_time
from memory.tokens import estimate
from tests.make import NOW


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("2026-03-01", datetime(2026, 3, 1, tzinfo=UTC)),
        ("2026-03-01T10:00:00Z", datetime(2026, 3, 1, 10, tzinfo=UTC)),
        ("2026-03-01T12:00:00+02:00", datetime(2026, 3, 1, 10, tzinfo=UTC)),
        ("24h", NOW - timedelta(hours=24)),
        ("30d", NOW - timedelta(days=30)),
        ("6W", NOW - timedelta(weeks=6)),
        ("  ", None),
    ],
)
def test_times_are_read_as_people_write_them(written: str, meant: datetime | None) -> None:
    assert parse_time(written, "since", NOW) == meant


def test_a_date_can_mean_its_last_moment() -> None:
    end = parse_time("2026-03-01", "as_of", NOW, last=True)
    assert end == datetime(2026, 3, 2, tzinfo=UTC) - timedelta(microseconds=1)
    assert parse_time("2026-03-01T10:00", "as_of", NOW, last=True) == datetime(2026, 3, 1, 10, tzinfo=UTC)


@pytest.mark.parametrize("written", ["yesterday", "2026-13-01", "30 days", "12"])
def test_other_times_are_refused_with_examples(written: str) -> None:
    with pytest.raises(BadInput, match=r"since is .* write a date"):
        parse_time(written, "since", NOW)


@given(st.text())
def test_any_text_is_made_storable(text: str) -> None:
    stored = storable(text)
    assert "\x00" not in stored
    stored.encode("utf-8")


@given(st.text(alphabet=st.characters(exclude_categories=["Cs"], exclude_characters="\x00")))
def test_what_is_storable_stays_as_it_is(text: str) -> None:
    assert storable(text) == text


@pytest.mark.parametrize(("text", "tokens"), [("", 0), ("a", 1), ("abcd", 1), ("abcde", 2), ("日本語", 3)])
def test_tokens_are_bytes_by_four_rounded_up(text: str, tokens: int) -> None:
    assert estimate(text) == tokens
