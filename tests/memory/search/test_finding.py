"""Finding: what must be found by what, what must come first, and what must stay silent."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.memory.search.store import NOISE, find, ids, noise, note, project

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("text", "query"),
    [
        ("Call get_user_profile before rendering the page.", "get_user_profile"),
        ("Call get_user_profile before rendering the page.", "getUserProfile"),
        ("Call getUserProfile before rendering the page.", "get_user_profile"),
        ("Call getUserProfile before rendering the page.", "user profile"),
        ("Tax rules are in src/orders/tax.py, nowhere else.", "src/orders/tax.py"),
        ("Tax rules are in src/orders/tax.py, nowhere else.", "tax.py"),
        ("pylint E1101 is switched off for the generated client.", "E1101"),
        ("Build the image with --no-cache after a base change.", "--no-cache"),
        ("We stay on Python 3.11.7 until the wheels exist.", "3.11.7"),
        ("The parser is written in C++ for speed.", "C++"),
        ("The desktop client is written in C#.", "C#"),
        ("Secrets are read from .env at start.", ".env"),
        ("The retry policies were changed in March.", "retries policy"),
        ("Migrations are squashed before a major release.", "squashing a migration"),
        ("Der Café-Service läuft auf Port 8000.", "cafe service"),
        ("El servidor está en España.", "España servidor"),
        ("数据库连接池的最大值是二十。", "连接池"),
        ("数据库连接池的最大值是二十。", "数据"),
        ("数据库连接池的最大值是二十。", "池"),
        ("本番環境のデータベースは毎週日曜日に復元されます。", "データベース"),
        ("本番環境のデータベースは毎週日曜日に復元されます。", "日曜"),
        ("배포는 매주 금요일에 진행합니다.", "금요일"),
        ("ฐานข้อมูลจะถูกสำรองทุกคืน", "ข้อมูล"),
        ("Резервные копии базы данных хранятся месяц.", "база данных"),
        ("We celebrate with 🚀 in the channel.", "🚀"),
    ],
)
def test_a_note_is_found_by(text: str, query: str) -> None:
    noise()
    wanted = note(text)
    assert ids(query)[:1] == [wanted]


@pytest.mark.parametrize(
    ("text", "query"),
    [
        ("The connection_pool is limited to twenty.", "conection_pool"),
        ("The connection_pool is limited to twenty.", "connectoin pool"),
        ("Call get_user_profile before rendering the page.", "get_usr_profile"),
        ("Kubernetes restarts the worker at night.", "kuberntes worker"),
        ("The webhook signature is checked first.", "webhok signature"),
    ],
)
def test_a_note_is_found_in_spite_of_a_slip(text: str, query: str) -> None:
    noise()
    wanted = note(text)
    assert ids(query)[:1] == [wanted]


@pytest.mark.parametrize(
    ("better", "worse", "query"),
    [
        ("The cache is cleared nightly.", "The cachet of the brand is cleared nightly.", "cache cleared"),
        ("Set port on the service.", "Set portability on the service.", "port service"),
        ("Use max_retries there.", "Use max attempts and retries there.", "max_retries"),
        ("Python 3.11.7 is pinned.", "Python 3 is fine, 11 people, 7 days.", "python 3.11.7"),
        ("The author signs the release.", "The authentication signs the release.", "author release"),
    ],
)
def test_the_exact_word_beats_its_relatives(better: str, worse: str, query: str) -> None:
    noise()
    first, _ = note(better), note(worse)
    assert ids(query)[0] == first


def test_a_version_does_not_match_every_note_with_its_numbers() -> None:
    note("There are 3 servers, 11 workers and 7 queues.")
    assert ids("3.11.7") == []


@pytest.mark.parametrize(
    "query",
    [
        "zebra quantum lighthouse",
        "",
        "   ",
        "?!",
        "🦄",
        "the of and",
        "数学",
    ],
)
def test_a_query_without_answer_finds_nothing(query: str) -> None:
    noise()
    assert find(query).hits == []


def test_a_question_that_shares_only_one_common_word_finds_nothing() -> None:
    for number in range(60):
        note(f"The worker of region {number} writes its {number}th ledger.")
    assert ids("which yoga studio near the harbour has a worker on holidays") == []
    assert ids("worker") != []


def test_one_meaningful_word_is_enough_in_a_store_of_three_notes() -> None:
    wanted = note("Billing runs on PostgreSQL 16.")
    note("The logo is blue.")
    note("Standup is at ten.")
    assert ids("which postgresql do we use") == [wanted]


def test_stop_words_alone_are_looked_for_in_a_row() -> None:
    noise()
    wanted = note("The motto is: to be or not to be.")
    assert ids("to be or not to be") == [wanted]


NASTY = (
    '"', "*", "-", "cache -deploy", "NEAR(deploy, 2)", "text: deploy", "^deploy", "deploy AND", "OR", "NOT",
    "(((", "deploy*", "{text}: deploy", "'; DROP TABLE memory_fts; --", "\0", "deploy\0commit", "\ud800",
    "%s %(match)s %", "\\", "deploy " * 3_000, "x" * 10_000, "release," * 2_000, "a.b.c.d.e.f.g.h.i.j.k.l",
)  # fmt: skip


@pytest.mark.parametrize("query", NASTY)
def test_whatever_stands_in_a_query_is_text(query: str) -> None:
    noise()
    find(query)


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.text(st.characters(), max_size=120))
def test_no_query_is_an_error(query: str) -> None:
    find(query)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=300))
def test_any_text_can_be_stored_and_leaves_the_index_whole(text: str) -> None:
    from memory.search import engine

    note(text)
    assert engine().index_fault() == ""


def test_the_right_paragraph_of_a_long_text_is_found_and_pointed_at() -> None:
    noise()
    filler = "Background about the project and its people, told at some length. " * 20
    secret = "The staging cluster is called bluebird and lives in Frankfurt."
    text = f"{filler}\n\n{filler}\n\n{secret}\n\n{filler}"
    wanted = note(text)
    (hit,) = find("bluebird staging cluster Frankfurt").hits[:1]
    assert hit.memory_id == wanted
    assert secret in text[hit.start : hit.start + hit.length]
    assert hit.length < len(text)


def test_a_long_text_is_one_hit_however_many_of_its_passages_fit() -> None:
    paragraph = "The billing export writes one file per customer and month. " * 15
    wanted = note("\n\n".join([paragraph] * 6))
    found = find("billing export file per customer")
    assert [hit.memory_id for hit in found.hits] == [wanted]
    assert found.total == 1


def test_words_after_a_nul_are_found() -> None:
    wanted = note("before\0the walrus ledger")
    assert ids("walrus ledger") == [wanted]


def test_hits_explain_themselves() -> None:
    noise()
    note("Deploy keys are rotated every quarter.")
    hits = find("When are deploy keys rotated?").hits
    assert hits[0].relevance == 1.0
    assert hits[0].matched == ("deploy", "keys", "rotated")
    for hit in hits:
        assert sum(hit.parts.values()) == pytest.approx(hit.relevance, abs=0.001)
        assert 0 < hit.relevance <= 1
    assert [hit.relevance for hit in hits] == sorted((hit.relevance for hit in hits), reverse=True)


def test_the_newer_of_two_equal_notes_comes_first_every_time() -> None:
    noise()
    older, newer = note("Deploy keys are rotated."), note("Deploy keys are rotated.")
    assert [ids("deploy keys rotated") for _ in range(5)] == [[newer, older]] * 5


def test_projects_never_mix() -> None:
    one, other, third = project("one"), project("other"), project("third")
    mine = note("The billing worker restarts at night.", project=one)
    theirs = note("The billing worker restarts at noon.", project=other)
    everywhere = note("The billing worker restarts rarely.")
    assert set(ids("billing worker restarts", within=(one, 1))) == {mine, everywhere}
    assert set(ids("billing worker restarts", within=(other,))) == {theirs}
    assert set(ids("billing worker restarts")) == {mine, theirs, everywhere}
    assert ids("billing worker restarts", within=(third,)) == []
    assert ids("billing worker restarts", within=()) == []


def test_the_name_of_a_scope_is_no_word_of_a_text() -> None:
    note("The billing worker restarts at night.")
    assert ids("p1") == []


def test_asking_writes_nothing() -> None:
    from django.db import connection

    noise()
    with connection.cursor() as cursor:
        cursor.execute("SELECT total_changes()")
        before = cursor.fetchone()
        for query in (*NASTY, *NOISE, "conection", "databse"):
            find(query)
        cursor.execute("SELECT total_changes()")
        assert cursor.fetchone() == before
