"""The index stays in step with the memories, whoever writes and however."""

from __future__ import annotations

import pytest
from django.db import DatabaseError, connection, transaction

from memory.models import Memory, Passage
from memory.search import engine
from tests.memory.search.store import ids, noise, note, project

pytestmark = pytest.mark.django_db


def run(sql: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(sql)


@pytest.fixture
def billing() -> int:
    noise()
    return note("The billing worker restarts at night.")


def test_a_new_note_is_found_at_once(billing: int) -> None:
    assert ids("billing worker") == [billing]
    assert engine().index_fault() == ""


@pytest.mark.parametrize(
    "removal",
    [
        lambda pk: engine().unindex_memory(pk),
        lambda pk: Memory.objects.get(pk=pk).delete(),
        lambda pk: Memory.objects.filter(pk=pk).delete(),
        lambda pk: Passage.objects.filter(memory=pk).delete(),
        lambda pk: run(f"DELETE FROM memory_memory WHERE id = {pk}"),
        lambda pk: run(f"DELETE FROM memory_passage WHERE memory_id = {pk}"),
    ],
    ids=["unindex", "model", "queryset", "passages", "raw memory", "raw passage"],
)
def test_what_is_removed_is_not_found_and_leaves_nothing_behind(billing: int, removal: object) -> None:
    assert callable(removal)
    removal(billing)
    assert ids("billing worker") == []
    assert engine().index_fault() == ""
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM memory_fts WHERE memory_fts MATCH 'billing'")
        assert cursor.fetchone() == (0,)


def test_indexing_again_gives_the_same_answer(billing: int) -> None:
    text = Memory.objects.get(pk=billing).text
    engine().unindex_memory(billing)
    engine().index_memory(billing, text, 1)
    assert ids("billing worker") == [billing]
    assert engine().index_fault() == ""


def test_the_text_of_an_indexed_memory_cannot_change(billing: int) -> None:
    with pytest.raises(DatabaseError, match="never changes"), transaction.atomic():
        Memory.objects.filter(pk=billing).update(text="Something else.")
    Memory.objects.filter(pk=billing).update(confidence=0.5)
    assert ids("billing worker") == [billing]
    assert engine().index_fault() == ""


def test_a_memory_that_moves_to_another_project_is_found_there_only(billing: int) -> None:
    other = project("other")
    Memory.objects.filter(pk=billing).update(project=other)
    assert ids("billing worker", within=(other,)) == [billing]
    assert ids("billing worker", within=(1,)) == []
    assert engine().index_fault() == ""


def test_a_changed_passage_is_found_by_its_new_words(billing: int) -> None:
    Passage.objects.filter(memory=billing).update(extra="walrus")
    assert ids("walrus") == [billing]
    assert engine().index_fault() == ""


def test_an_undone_write_leaves_no_trace(billing: int) -> None:
    with transaction.atomic():
        note("The walrus ledger is kept in the vault.")
        transaction.set_rollback(True)
    assert ids("walrus ledger") == []
    assert engine().index_fault() == ""


def test_an_index_out_of_step_is_noticed(billing: int) -> None:
    run("INSERT INTO memory_fts(rowid, text, extra, scope) VALUES (999999, 'ghost', '', 'p1')")
    assert "does not agree" in engine().index_fault()


def test_a_program_that_knows_only_sqlite_can_ask_the_same_index(billing: int) -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            """SELECT p.memory_id FROM memory_fts AS f JOIN memory_passage AS p ON p.id = f.rowid
               WHERE memory_fts MATCH 'scope : "p1" AND {text extra} : ("billing" OR "restarting")'
               ORDER BY rank LIMIT 5"""
        )
        assert cursor.fetchall() == [(billing,)]
