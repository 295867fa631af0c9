"""Correcting and forgetting: chains, circles, scopes, and what stays readable."""

from __future__ import annotations

from datetime import timedelta

import pytest

from memory.errors import BadInput, NotFound
from memory.models import Memory, Passage, Provenance
from memory.origin import Origin
from memory.supersede import forget, head_of, invalidate
from tests.make import NOW, place, recalled, remembered, texts

pytestmark = pytest.mark.django_db
ORIGIN = Origin("cursor", "s1")


def closed(memory_id: int, *, by: int | None = None, reason: str = "", at=NOW) -> Memory:
    return invalidate(memory_id, reason, superseded_by=by, project_ids=None, origin=ORIGIN, now=at)


def test_a_chain_of_corrections_shows_only_its_head() -> None:
    one = remembered("The rate limit is 60 per hour.")
    two = remembered("The rate limit is 40 per hour.", supersedes_id=one.memory.pk)
    three = remembered("The rate limit is 20 per minute.", supersedes_id=two.memory.pk)
    assert texts(recalled("rate limit")) == ["The rate limit is 20 per minute."]
    assert head_of(Memory.objects.get(pk=one.memory.pk)).pk == three.memory.pk


def test_correcting_an_older_link_of_a_chain_replaces_its_head() -> None:
    one = remembered("The rate limit is 60.")
    two = remembered("The rate limit is 40.", supersedes_id=one.memory.pk)
    three = remembered("The rate limit is 20.", supersedes_id=one.memory.pk)
    assert three.superseded.pk == two.memory.pk
    assert texts(recalled("rate limit")) == ["The rate limit is 20."]


def test_a_circle_is_refused_and_changes_nothing() -> None:
    one = remembered("We use black.")
    two = remembered("We use ruff format.", supersedes_id=one.memory.pk)
    with pytest.raises(BadInput, match="cannot supersede"):
        closed(two.memory.pk, by=one.memory.pk)
    with pytest.raises(BadInput, match="cannot supersede"):
        closed(two.memory.pk, by=two.memory.pk)
    assert texts(recalled("ruff format")) == ["We use ruff format."]


def test_any_state_can_be_superseded() -> None:
    gone = remembered("We use webpack.")
    forget(gone.memory.pk, "", project_ids=None, origin=ORIGIN, now=NOW)
    rule = remembered("Always squash commits.", kind="rule")
    for old in (gone, rule):
        new = remembered(f"Changed: {old.memory.text}", supersedes_id=old.memory.pk)
        assert Memory.objects.get(pk=old.memory.pk).superseded_by_id == new.memory.pk


def test_an_invalid_memory_is_history() -> None:
    old = remembered("The frontend is built with webpack.", at=NOW - timedelta(days=30))
    closed(old.memory.pk, reason="moved to Vite")
    assert recalled("what builds the frontend") == []
    then = recalled("what builds the frontend", as_of=NOW - timedelta(days=3))
    assert texts(then) == ["The frontend is built with webpack."]
    shown = recalled("what builds the frontend", include_archived=True, at=NOW + timedelta(days=1))
    assert [result.state for result in shown] == ["invalid"]


def test_superseded_rows_stand_below_their_successor_when_shown() -> None:
    old = remembered("Upload limit upload limit is 10 MB upload.")
    remembered("Uploads may have 50 MB; the upload limit grew.", supersedes_id=old.memory.pk)
    shown = recalled("upload limit", include_archived=True)
    assert [result.state for result in shown] == ["current", "superseded"]


def test_as_of_shows_what_was_believed_then() -> None:
    old = remembered("The default branch is master.", at=NOW - timedelta(days=10))
    remembered("The default branch is main.", at=NOW - timedelta(days=5), supersedes_id=old.memory.pk)
    assert texts(recalled("default branch", as_of=NOW - timedelta(days=7))) == ["The default branch is master."]
    assert texts(recalled("default branch", as_of=NOW)) == ["The default branch is main."]
    assert recalled("default branch", as_of=NOW - timedelta(days=20)) == []


def test_a_forgotten_memory_is_never_found_again() -> None:
    memory = remembered("The old server is called frodo.").memory
    forget(memory.pk, "wrong", project_ids=None, origin=ORIGIN, now=NOW)
    for filters in ({}, {"include_archived": True}, {"as_of": NOW}):
        assert recalled("frodo server", **filters) == []
    assert not Passage.objects.filter(memory=memory).exists()
    kept = Memory.objects.get(pk=memory.pk)
    assert kept.forgotten_at == NOW
    assert kept.text == "The old server is called frodo."


def test_forgetting_twice_is_once() -> None:
    memory = remembered("x y z").memory
    for _ in range(2):
        forget(memory.pk, "", project_ids=None, origin=ORIGIN, now=NOW)
    assert Provenance.objects.filter(action="forgotten").count() == 1


def test_forgetting_the_newer_of_a_conflict_works_and_blocks_nobody() -> None:
    remembered("The maximum upload size is 10 MB.")
    new = remembered("The maximum upload size was raised to 50 MB.")
    forget(new.memory.pk, "", project_ids=None, origin=ORIGIN, now=NOW)
    found = recalled("maximum upload size")
    assert texts(found) == ["The maximum upload size is 10 MB."]
    assert found[0].conflicts == []
    assert remembered("Another note entirely.").is_new


def test_a_memory_of_another_project_is_out_of_reach() -> None:
    other = remembered("Secret plan of the other project.", where=place("example.org/a/other"))
    mine = remembered("Mine.").memory
    with pytest.raises(NotFound, match="belongs to another project"):
        forget(other.memory.pk, "", project_ids=(mine.project_id, 1), origin=ORIGIN, now=NOW)
    assert Memory.objects.get(pk=other.memory.pk).forgotten_at is None


def test_a_memory_deleted_by_a_person_leaves_nothing_behind_and_its_id_is_not_reused() -> None:
    old = remembered("The maximum upload size is 10 MB.")
    new = remembered("The maximum upload size was raised to 50 MB.")
    deleted = new.memory.pk
    new.memory.delete()
    assert texts(recalled("maximum upload size")) == ["The maximum upload size is 10 MB."]
    assert remembered("Another one.").memory.pk > deleted
    assert Memory.objects.filter(pk=old.memory.pk).exists()


def test_a_secret_in_a_reason_is_taken_out() -> None:
    memory = remembered("x y z").memory
    token = "gh" + "p_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"
    closed(memory.pk, reason=f"rotated {token}")
    assert token not in Memory.objects.get(pk=memory.pk).invalid_reason


def test_forgetting_a_wrong_correction_brings_the_old_text_back() -> None:
    old = remembered("The cache is Redis.")
    wrong = remembered("The cache is a spreadsheet.", supersedes_id=old.memory.pk)
    done = forget(wrong.memory.pk, "a mistake", project_ids=None, origin=ORIGIN, now=NOW)
    assert [one.pk for one in done.reopened] == [old.memory.pk]
    assert texts(recalled("what is the cache")) == ["The cache is Redis."]


def test_what_was_invalid_before_it_was_superseded_stays_so() -> None:
    old = remembered("The cache is Redis.", at=NOW - timedelta(days=9))
    closed(old.memory.pk, at=NOW - timedelta(days=5))
    new = remembered("The cache is Valkey.", supersedes_id=old.memory.pk)
    forget(new.memory.pk, "", project_ids=None, origin=ORIGIN, now=NOW)
    assert recalled("what is the cache") == []
