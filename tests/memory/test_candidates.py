"""Candidates: noticed, seen again, decided."""

from __future__ import annotations

from datetime import timedelta

import pytest

from memory.candidates import accept, propose, reject, waiting_in
from memory.errors import BadInput
from memory.models import Candidate, Memory
from memory.origin import Origin
from tests.make import NOW, place, recalled, texts

pytestmark = pytest.mark.django_db
TEXT = "We decided to keep sessions in Redis"


def noticed(text: str = TEXT, session: str = "s1", hours: int = 0) -> Candidate:
    said_at = NOW - timedelta(days=1) + timedelta(hours=hours)
    found = propose(text, "decision", "stated", place(), Origin("codex", session), NOW, said_at=said_at)
    assert found is not None
    return found


def test_one_sighting_waits_and_is_not_recalled() -> None:
    noticed()
    noticed()
    assert [one.text for one in waiting_in(place())] == [TEXT]
    assert recalled("where are sessions kept") == []


def test_a_second_session_that_says_the_same_makes_a_memory() -> None:
    noticed(session="s1")
    noticed(TEXT.upper(), session="s2", hours=1)
    assert texts(recalled("sessions redis")) == [TEXT]
    assert waiting_in(place()) == []


def test_a_forked_session_that_repeats_the_same_words_is_no_second_sighting() -> None:
    noticed(session="s1")
    noticed(session="s2")
    assert [one.text for one in waiting_in(place())] == [TEXT]
    assert not Memory.objects.exists()


def test_what_was_rejected_is_never_proposed_again() -> None:
    reject(noticed(session="s1"))
    noticed(session="s2")
    noticed(session="s3")
    assert waiting_in(place()) == []
    assert not Memory.objects.exists()


def test_a_decision_is_made_once() -> None:
    candidate = accept(noticed(), place(), Origin("terminal"), NOW)
    assert candidate.memory is not None
    with pytest.raises(BadInput, match="accepted before"):
        reject(candidate)


def test_secrets_are_taken_out_before_anything_is_kept() -> None:
    key = "sk-" + "proj-" + "A1b2" * 12
    assert key not in noticed(f"We decided to use the key {key} for staging").text


def test_projects_have_their_own() -> None:
    noticed()
    assert waiting_in(place("example.org/other")) == []
    propose(TEXT, "decision", "stated", place("example.org/other"), Origin("codex", "s2"), NOW)
    assert not Memory.objects.exists(), "another project's sighting counts for nothing"


@pytest.mark.parametrize(("text", "kind"), [("x" * 501, "fact"), ("fine", "no such kind")])
def test_what_is_no_single_statement_is_not_noted(text: str, kind: str) -> None:
    assert propose(text, kind, "", place(), Origin("codex", "s"), NOW) is None
