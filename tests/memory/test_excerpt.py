"""The stretch of a long text that is shown."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from memory.excerpt import stretch

FILLER = "nothing to see here. " * 100


def shown(text: str, words: list[str], limit: int = 100) -> str:
    start, end = stretch(text, words, start=0, length=len(text), limit=limit)
    return text[start:end]


def test_a_short_text_is_shown_whole() -> None:
    assert shown("short", ["x"]) == "short"


def test_the_words_looked_for_are_in_it() -> None:
    text = FILLER + "The Zanzibar switch enables tracing. " + FILLER
    assert "The Zanzibar switch enables tracing." in shown(text, ["zanzibar", "tracing"])


def test_most_of_the_words_beat_the_first_of_them() -> None:
    text = "a switch. " + FILLER + "the switch turns tracing on. " + FILLER
    assert "tracing" in shown(text, ["switch", "tracing"])


def test_without_the_words_it_is_the_beginning_of_the_passage() -> None:
    text = FILLER + "PASSAGE " + FILLER
    start, _ = stretch(text, ["absent"], start=len(FILLER), length=500, limit=50)
    assert start == len(FILLER)


@given(
    st.text(max_size=300), st.lists(st.text(max_size=5)), st.integers(0, 300), st.integers(0, 300), st.integers(1, 80)
)
def test_it_never_exceeds_the_text_or_the_limit(
    text: str, words: list[str], start: int, length: int, limit: int
) -> None:
    first, end = stretch(text, words, start=min(start, len(text)), length=length, limit=limit)
    assert 0 <= first <= end <= len(text)
    assert end - first <= limit
