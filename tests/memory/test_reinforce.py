"""Outcomes: what counts, how often, and what it moves."""

from __future__ import annotations

import pytest

from memory.errors import BadInput, NotFound
from memory.models import Memory, Provenance
from memory.origin import Origin
from memory.reinforce import MOST_STABILITY_DAYS, reinforce
from memory.supersede import forget
from tests.make import NOW, remembered

pytestmark = pytest.mark.django_db


def reported(memory_id: int, value: int, session: str = "s1", reason: str = ""):
    return reinforce(memory_id, value, reason, project_ids=None, origin=Origin("c", session), now=NOW)


def test_success_and_failure_move_utility_and_stability() -> None:
    memory = remembered("Retry with backoff.").memory
    before = memory.stability_days
    assert reported(memory.pk, 1).memory.stability_days > before
    weakened = reported(memory.pk, -1).memory
    assert (weakened.successes, weakened.failures) == (1, 1)


def test_one_session_counts_once_but_is_written_down_twice() -> None:
    memory = remembered("Retry with backoff.").memory
    assert reported(memory.pk, 1).counted
    assert not reported(memory.pk, 1).counted
    assert reported(memory.pk, 1, session="s2").counted
    assert Memory.objects.get(pk=memory.pk).successes == 2
    assert Provenance.objects.filter(action="reinforced").count() == 3


def test_one_success_makes_no_permanent_rule() -> None:
    memory = remembered("Retry with backoff.").memory
    reported(memory.pk, 1)
    kept = Memory.objects.get(pk=memory.pk)
    assert (kept.kind, kept.pinned) == ("fact", False)
    new = remembered("Retry without backoff.", supersedes_id=memory.pk)
    assert new.superseded.pk == memory.pk


def test_stability_is_bounded() -> None:
    memory = remembered("Retry with backoff.").memory
    for n in range(60):
        reported(memory.pk, 1, session=f"s{n}")
    assert Memory.objects.get(pk=memory.pk).stability_days == MOST_STABILITY_DAYS


@pytest.mark.parametrize("value", [0, 2, -5])
def test_other_values_are_refused(value: int) -> None:
    memory = remembered("Retry with backoff.").memory
    with pytest.raises(BadInput, match=r"1 \(it helped\) or -1"):
        reported(memory.pk, value)


def test_a_forgotten_memory_takes_no_reports() -> None:
    memory = remembered("Retry with backoff.").memory
    forget(memory.pk, "", project_ids=None, origin=Origin("c", "s"), now=NOW)
    with pytest.raises(NotFound, match="was forgotten"):
        reported(memory.pk, 1)


def test_an_unknown_memory_is_said_to_be_unknown() -> None:
    with pytest.raises(NotFound, match="no memory 42"):
        reported(42, 1)
