"""Taking edits back."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clients.editors.contract import Swap
from clients.editors.undo import swap_of, take_back


@pytest.mark.parametrize(
    ("text", "swaps", "before"),
    [
        pytest.param("one two three", [Swap(" two", "")], "one three", id="an insertion is cut out"),
        pytest.param("one 2 three", [Swap("2", "two")], "one two three", id="what was replaced comes back"),
        pytest.param("axc", [Swap("z", "y"), Swap("x", "b")], None, id="one of two fragments is gone"),
        pytest.param("ayc", [Swap("x", "b"), Swap("y", "x")], "abc", id="the last swap is taken back first"),
        pytest.param("as it was", [], "as it was", id="nothing was changed"),
        pytest.param("one three", [Swap(" two", "")], None, id="the fragment is gone"),
        pytest.param("two two", [Swap("two", "")], None, id="the fragment occurs twice"),
        pytest.param("aaa", [Swap("aa", "")], None, id="occurrences that overlap count"),
        pytest.param("text", [Swap("", "gone")], None, id="nothing cannot be found"),
        pytest.param("", [Swap("", "")], None, id="nothing cannot be found in nothing"),
        pytest.param("a\r\nb\r\n", [Swap("b\r\n", "")], "a\r\n", id="line ends are compared as they are"),
    ],
)
def test_each_fragment_is_replaced_if_it_occurs_once(text: str, swaps: list[Swap], before: str | None) -> None:
    assert take_back(text, swaps) == before


def test_a_fragment_that_occurs_once_is_taken_as_it_is() -> None:
    assert swap_of("a: 1\n", 5, 5, "b: 2\n") == Swap("b: 2\n", "")


def test_a_fragment_that_occurs_elsewhere_takes_in_the_text_around() -> None:
    swap = swap_of("x = 2, y = 1", 11, 12, "2")
    assert swap.new != "2"
    assert take_back("x = 2, y = 2", [swap]) == "x = 2, y = 1"


@given(st.text("ab", max_size=80), st.text("ab", min_size=1, max_size=3), st.data())
def test_any_change_can_be_taken_back(text: str, new: str, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))
    assert take_back(text[:start] + new + text[end:], [swap_of(text, start, end, new)]) == text
