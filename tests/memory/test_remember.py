"""Storing: what is kept, what is joined, what is refused, what is said about it."""

from __future__ import annotations

import math

import pytest

from memory.errors import BadInput, NotFound
from memory.models import Memory, MemoryEdge, Provenance
from tests.make import NOW, place, recalled, remembered, texts

pytestmark = pytest.mark.django_db


def test_a_note_is_kept_whole_and_found_again() -> None:
    done = remembered("We deploy with make release.", kind="decision", tags=["deploy"], files=["Makefile"])
    assert done.is_new
    assert texts(recalled("how do we deploy")) == ["We deploy with make release."]
    kept = Memory.objects.get(pk=done.memory.pk)
    assert (kept.kind, kept.tags, kept.files) == ("decision", ["deploy"], ["Makefile"])


@pytest.mark.parametrize(
    "text",
    [
        "db is postgres",
        "```python\ndef add(a, b):\n    return a + b\n```",
        "def verify(token: str) -> bool:\n    return token == os.environ['API_TOKEN']",
        "日本語のメモ：データベースはPostgreSQLです",
        "🚀 ship it",
        "line one\r\nline two\ttabbed",
        "a" * 64_000,
        ("The quick brown fox jumps over the lazy dog.\n" * 500)[:20_000].strip(),
    ],
)
def test_any_text_is_accepted_and_kept_to_the_letter(text: str) -> None:
    assert Memory.objects.get(pk=remembered(text).memory.pk).text == text


def test_what_sqlite_cannot_store_is_replaced_and_the_rest_kept() -> None:
    assert remembered("before\x00after \ud800 end").memory.text == "beforeafter \ufffd end"


@pytest.mark.parametrize("text", ["", "   ", "\n\t ", "\x00"])
def test_an_empty_text_is_refused_with_advice(text: str) -> None:
    with pytest.raises(BadInput, match="text is empty"):
        remembered(text)
    assert not Memory.objects.exists()


def test_a_text_that_is_too_long_is_refused_with_the_limit() -> None:
    with pytest.raises(BadInput, match="64,001 characters; at most 64,000"):
        remembered("a" * 64_001)


@pytest.mark.parametrize("confidence", [math.nan, math.inf, -0.1, 1.1])
def test_a_confidence_outside_0_to_1_is_refused(confidence: float) -> None:
    with pytest.raises(BadInput, match="confidence must be a number from 0 to 1"):
        remembered("x", confidence=confidence)


def test_an_unknown_kind_is_refused_with_the_known_ones() -> None:
    with pytest.raises(BadInput, match="decision, fact, outcome, preference, rule"):
        remembered("x", kind="desicion")


def test_an_exact_duplicate_becomes_a_count_and_a_provenance_on_the_old_row() -> None:
    first = remembered("Tests run with pytest.", tags=["a"])
    again = remembered("  tests   RUN with pytest. ", tags=["b"], session="s2")
    assert (again.memory.pk, again.is_new, again.memory.seen_count) == (first.memory.pk, False, 2)
    assert again.memory.tags == ["a", "b"]
    actions = list(Provenance.objects.order_by("pk").values_list("action", "session"))
    assert actions == [("remembered", "s1"), ("seen again", "s2")]
    assert Memory.objects.count() == 1


def test_a_near_duplicate_is_stored_and_reported() -> None:
    first = remembered("The nightly backup job starts at 02:00 UTC on the main server.")
    near = remembered("The nightly backup job starts at 02:00 UTC on the main server, daily.")
    assert near.is_new
    assert [one.memory.pk for one in near.similar] == [first.memory.pk]
    assert near.similar[0].likeness.score > 0.5


def test_the_same_text_is_kept_apart_in_different_projects() -> None:
    one = remembered("We use tabs.", where=place("example.org/a/one"))
    two = remembered("We use tabs.", where=place("example.org/a/two"))
    assert one.memory.pk != two.memory.pk


def test_a_text_that_was_superseded_can_be_decided_again() -> None:
    old = remembered("We use Redis.")
    remembered("We use RabbitMQ.", supersedes_id=old.memory.pk)
    back = remembered("We use Redis.")
    assert back.is_new
    assert back.memory.pk != old.memory.pk


def test_a_secret_is_taken_out_and_the_note_is_kept() -> None:
    token = "gh" + "p_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"
    done = remembered(f"CI pushes with {token} from the vault", tags=[token], files=[token])
    assert token not in done.memory.text
    assert done.memory.text.startswith("CI pushes with [REDACTED:")
    assert token not in str(done.memory.tags) + str(done.memory.files)
    assert sum(done.redacted.values()) == 3


def test_a_changed_value_is_linked_and_the_newer_text_ranks_first() -> None:
    old = remembered("The maximum upload size is 10 MB.")
    new = remembered("The maximum upload size was raised to 50 MB.")
    assert [one.memory.pk for one in new.similar if one.likeness.correction] == [old.memory.pk]
    assert MemoryEdge.objects.get().source_id == new.memory.pk
    found = recalled("What is the maximum upload size?")
    assert [result.memory.pk for result in found] == [new.memory.pk, old.memory.pk]
    assert found[0].conflicts[0].relation == "corrects"
    assert found[1].conflicts[0].relation == "corrected by"


def test_an_outcome_corrects_nothing() -> None:
    remembered("The test run took 10 minutes.", kind="outcome")
    remembered("The test run took 50 minutes.", kind="outcome")
    assert not MemoryEdge.objects.exists()


def test_a_declared_correction_hides_the_old_text() -> None:
    old = remembered("Staging is at staging-1, port 8080.")
    new = remembered("Staging moved to staging-2, port 8443.", supersedes_id=old.memory.pk)
    assert new.superseded.pk == old.memory.pk
    assert texts(recalled("staging port")) == ["Staging moved to staging-2, port 8443."]


def test_superseding_an_unknown_memory_stores_nothing() -> None:
    with pytest.raises(NotFound, match="no memory 999"):
        remembered("new text", supersedes_id=999)
    assert not Memory.objects.exists()


def test_a_memory_of_another_project_cannot_be_superseded() -> None:
    other = remembered("We use tabs.", where=place("example.org/a/other"))
    with pytest.raises(BadInput, match="different projects"):
        remembered("We use spaces.", supersedes_id=other.memory.pk)
    assert Memory.objects.get(pk=other.memory.pk).superseded_by is None


def test_too_many_tags_are_refused() -> None:
    with pytest.raises(BadInput, match="tags has 51 entries"):
        remembered("x", tags=[f"t{n}" for n in range(51)])


def test_reading_and_storing_leave_the_times_of_others_alone() -> None:
    first = remembered("Sessions expire after 14 days.")
    before = Memory.objects.values().get(pk=first.memory.pk)
    for _ in range(20):
        recalled("when do sessions expire", at=NOW)
    assert Memory.objects.values().get(pk=first.memory.pk) == before
