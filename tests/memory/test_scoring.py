"""The prior: what age, outcomes and kind may do, and how little that is."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory.scoring import KIND_WEIGHT, final, prior, retention, utility

SHARES = st.floats(0, 1)
DAYS = st.floats(0, 20_000)


def test_memories_fade_slowly_and_never_vanish() -> None:
    assert retention(0, 30) == 1.0
    assert retention(30, 30) == pytest.approx(0.707, abs=0.001)
    assert retention(10_000, 30) > 0.05


@given(DAYS, DAYS, st.floats(0.1, 3_650))
def test_older_never_counts_more(one: float, other: float, stability_days: float) -> None:
    younger, older = sorted((one, other))
    assert retention(younger, stability_days) >= retention(older, stability_days)


def test_a_memory_from_the_future_counts_as_fresh_and_no_stability_is_no_error() -> None:
    assert retention(-5, 30) == 1.0
    assert retention(5, 0) == 0.0
    assert retention(0, 0) == 1.0


def test_outcomes_move_utility_from_one_half() -> None:
    assert utility(0, 0) == 0.5
    assert utility(3, 0) == 0.8
    assert utility(0, 3) == 0.2


@pytest.mark.parametrize(("kind", "pinned"), [("rule", False), ("fact", True), ("decision", True)])
def test_rules_and_pinned_memories_do_not_fade(kind: str, pinned: bool) -> None:  # noqa: FBT001
    fresh = prior(kind=kind, age_days=0, stability_days=30, pinned=pinned)
    assert prior(kind=kind, age_days=5_000, stability_days=30, pinned=pinned) == fresh


def test_other_memories_do() -> None:
    ages = (0, 10, 100, 1_000)
    values = [prior(kind="fact", age_days=age, stability_days=30) for age in ages]
    assert values == sorted(values, reverse=True)
    assert len(set(values)) == 4


def test_kinds_weigh_in_this_order() -> None:
    order = ["decision", "preference", "fact", "outcome"]
    values = [prior(kind=kind, age_days=0, stability_days=30) for kind in order]
    assert values == sorted(values, reverse=True)
    assert KIND_WEIGHT["rule"] == KIND_WEIGHT["decision"]
    assert prior(kind="hunch", age_days=0, stability_days=30) == prior(kind="fact", age_days=0, stability_days=30)


@given(SHARES, SHARES, SHARES, SHARES)
def test_nothing_under_85_percent_of_the_relevance_wins_by_its_prior(
    relevance: float, share: float, prior_one: float, prior_other: float
) -> None:
    behind = relevance * 0.85 * share
    assert final(behind, prior_one) <= final(relevance, prior_other) + 1e-12


@given(
    st.sampled_from([*KIND_WEIGHT, "unknown"]), DAYS, st.floats(0, 3_650),
    st.integers(0, 1_000), st.integers(0, 1_000), st.booleans(),
)  # fmt: skip
def test_the_prior_stays_between_0_and_1(
    kind: str,
    age_days: float,
    stability_days: float,
    successes: int,
    failures: int,
    pinned: bool,  # noqa: FBT001
) -> None:
    value = prior(
        kind=kind, age_days=age_days, stability_days=stability_days,
        successes=successes, failures=failures, pinned=pinned,
    )  # fmt: skip
    assert 0 <= value <= 1
