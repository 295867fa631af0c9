"""Work in progress and last words: what the next client finds."""

from __future__ import annotations

from datetime import timedelta

import pytest

from memory.continuity import elsewhere, resolve
from memory.dialogue import MAX_TURN_CHARS, last_turns, store_turns
from memory.errors import BadInput, NotFound
from memory.models import Thread, Turn
from memory.origin import Origin
from memory.threads import ThreadChange, thread_in, threads_of, update_thread
from tests.make import NOW, place, remembered

pytestmark = pytest.mark.django_db
CURSOR, CLAUDE = Origin("cursor", "c1"), Origin("claude-code", "k1")
TOKEN = "gh" + "p_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"


def changed(origin: Origin = CURSOR, at=NOW, where=None, **change):
    return update_thread(ThreadChange(**change), where or place(), origin, at)


def said(user: str = "", assistant: str = "", origin: Origin = CURSOR, at=NOW, where=None):
    return store_turns(user, assistant, where or place(), origin, at)


def test_a_thread_is_taken_up_by_another_client() -> None:
    first = changed(topic="Fix the login loop", focus="cookie domain is wrong", next_steps=["write a test"])
    assert first.is_new
    later = changed(origin=CLAUDE, at=NOW + timedelta(hours=1), focus="test written")
    assert (later.thread.pk, later.is_new) == (first.thread.pk, False)
    assert (later.thread.client, later.thread.next_steps) == ("claude-code", ["write a test"])


def test_the_same_topic_goes_on_and_another_opens_a_thread() -> None:
    first = changed(topic="Fix the login loop")
    assert changed(topic="fix the LOGIN loop", focus="x").thread.pk == first.thread.pk
    assert changed(topic="Write the release notes").is_new


def test_open_threads_come_before_done_ones() -> None:
    done = changed(topic="one", at=NOW + timedelta(hours=2), state="done").thread
    open_ = changed(topic="two").thread
    assert [thread.pk for thread in threads_of(place(), limit=5)] == [open_.pk, done.pk]


def test_an_update_without_anything_says_what_to_send() -> None:
    with pytest.raises(BadInput, match="send topic"):
        changed()
    with pytest.raises(BadInput, match="Send a topic"):
        changed(focus="no thread yet")


def test_a_thread_of_another_project_is_out_of_reach() -> None:
    theirs = changed(topic="theirs", where=place("example.org/a/other")).thread
    with pytest.raises(NotFound):
        thread_in(theirs.pk, place())
    with pytest.raises(NotFound):
        changed(thread_id=theirs.pk, focus="x")
    assert threads_of(place(), limit=5) == []


def test_an_unknown_state_is_refused() -> None:
    with pytest.raises(BadInput, match="open, done"):
        changed(topic="x", state="paused")


def test_one_side_of_an_exchange_is_enough() -> None:
    said(user="why does the login loop")
    said(assistant="the cookie domain is wrong", at=NOW + timedelta(minutes=1))
    assert [(turn.role, turn.client) for turn in last_turns(place(), limit=5)] == [
        ("user", "cursor"),
        ("assistant", "cursor"),
    ]
    with pytest.raises(BadInput, match="Nothing to keep"):
        said()


def test_a_long_turn_is_cut_and_a_secret_taken_out() -> None:
    done = said(user=f"use {TOKEN} please", assistant="word " * 4000)
    assert TOKEN not in done.turns[0].text
    assert sum(done.redacted.values()) == 1
    assert len(done.turns[1].text) == MAX_TURN_CHARS


def test_secrets_in_thread_fields_are_taken_out() -> None:
    thread = changed(topic=f"key {TOKEN}", focus=TOKEN, next_steps=[TOKEN], files=[TOKEN]).thread
    stored = Thread.objects.values().get(pk=thread.pk)
    assert TOKEN not in str(stored)


def test_a_secret_in_the_name_of_the_client_is_taken_out() -> None:
    said(user="hello there", origin=Origin(f"client {TOKEN}", TOKEN))
    assert TOKEN not in str(Turn.objects.values().get())


def test_what_was_said_elsewhere_leaves_out_the_calling_session() -> None:
    said(user="the invoice total is off by one cent", origin=CLAUDE)
    said(user="mine", origin=CURSOR, at=NOW + timedelta(minutes=5))
    changed(topic="Invoice rounding", origin=CLAUDE)
    found = elsewhere("go on with it", place(), CURSOR, client="", limit=6)
    assert [turn.text for turn in found.turns] == ["the invoice total is off by one cent"]
    assert list(found.clients) == ["claude-code"]
    assert found.thread is not None
    assert found.thread.topic == "Invoice rounding"


def test_a_reference_finds_the_exchange_it_means_rather_than_the_latest() -> None:
    said(user="the invoice rounding bug is in tax.py", assistant="fixed by Decimal", origin=CLAUDE)
    later = Origin("zed", "z1")
    said(user="rename the readme", assistant="done", origin=later, at=NOW + timedelta(hours=1))
    found = elsewhere("that rounding bug", place(), CURSOR, client="", limit=2)
    assert [turn.text for turn in found.turns] == [
        "the invoice rounding bug is in tax.py",
        "fixed by Decimal",
    ]
    only = elsewhere("", place(), CURSOR, client="Claude-Code", limit=2)
    assert [turn.client for turn in only.turns] == ["claude-code"] * 2


def test_another_project_is_silent() -> None:
    said(user="secret", origin=CLAUDE, where=place("example.org/a/other"))
    found = elsewhere("secret", place(), CURSOR, client="", limit=5)
    assert (found.turns, found.clients, found.thread) == ([], {}, None)


def test_a_reference_finds_the_thread_it_means_also_a_done_one() -> None:
    changed(topic="Fix the flaky login test", origin=CLAUDE, state="done")
    changed(topic="Upgrade Django to 5.2", origin=CLAUDE, at=NOW + timedelta(hours=1))
    found = elsewhere("go on with the login test", place(), CURSOR, client="", limit=2)
    assert found.thread is not None
    assert (found.thread.topic, found.matched) == ("Fix the flaky login test", True)
    other = elsewhere("kubernetes ingress certificates", place(), CURSOR, client="", limit=2)
    assert other.thread is not None
    assert (other.thread.topic, other.matched) == ("Upgrade Django to 5.2", False)


def test_a_reference_is_resolved_where_it_is_named_and_honestly_not_otherwise() -> None:
    def source(reference: str) -> str:
        return resolve(reference, place(), CURSOR, NOW, client="", limit=4).source

    assert source("that rounding bug") == "unresolved"
    remembered("The ingress certificates are renewed by a nightly job")
    assert source("the ingress certificates") == "memory"
    assert source("that rounding bug") == "unresolved"
    said(user="why is the total off by a cent?", assistant="It is a rounding bug.", origin=CLAUDE)
    assert source("that rounding bug") == "dialogue"
    assert source("the quarterly report") == "latest"
    changed(origin=CLAUDE, topic="Quarterly report", focus="the chart is missing")
    assert source("the quarterly report") == "thread"
    found = resolve("ingress certificates", place(), CURSOR, NOW, client="", limit=4)
    assert [memory.text for memory in found.memories] == ["The ingress certificates are renewed by a nightly job"]
