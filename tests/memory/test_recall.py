"""Finding: order, silence, scope, filters, pages."""

from __future__ import annotations

from datetime import timedelta

import pytest

from memory.models import GLOBAL_PROJECT_ID
from memory.origin import Origin
from memory.projects import GLOBAL_PLACE
from memory.recall import recall
from memory.reinforce import reinforce
from memory.search.contract import Filters, Scope
from tests.make import NOW, place, recalled, remembered, texts

pytestmark = pytest.mark.django_db

NOTES = [
    "Deployments go through make release, which tags the commit.",
    "The release notes are written by hand before each deployment.",
    "Deploy keys are rotated every quarter.",
    "The staging database is restored from production every Sunday.",
]


def test_asking_twenty_times_changes_no_order() -> None:
    for note in NOTES:
        remembered(note)
    first = [(result.memory.pk, result.score) for result in recalled("release deployment")]
    for _ in range(20):
        recalled("staging database restored")
        recalled("deploy keys rotated")
    assert [(result.memory.pk, result.score) for result in recalled("release deployment")] == first


def test_outcomes_move_only_close_neighbours() -> None:
    best = remembered("The cache is cleared with make clear-cache on every deploy of the shop.").memory
    weak = remembered("On Mondays the cache of the wiki may be slow.").memory
    for session in range(30):
        reinforce(weak.pk, 1, "", project_ids=None, origin=Origin("c", f"s{session}"), now=NOW)
    assert recalled("clear the cache on deploy")[0].memory.pk == best.pk


def test_a_reinforced_memory_wins_between_equals() -> None:
    remembered("The api gateway listens on port 9000 in staging area one.", kind="outcome")
    second = remembered("The api gateway listens on port 9000 in staging area two.", kind="outcome").memory
    third = remembered("The api gateway listens on port 9000 in staging area six.", kind="outcome").memory
    for session in range(3):
        reinforce(second.pk, 1, "", project_ids=None, origin=Origin("c", f"s{session}"), now=NOW)
        reinforce(third.pk, -1, "", project_ids=None, origin=Origin("c", f"s{session}"), now=NOW)
    found = [r.memory.pk for r in recalled("api gateway port staging area")]
    assert found[0] == second.pk
    assert found[-1] == third.pk


@pytest.mark.parametrize("query", ["zebra quantum lighthouse", "", "   ", "?!", "🦄"])
def test_a_query_without_answer_returns_nothing(query: str) -> None:
    for note in NOTES:
        remembered(note)
    assert recalled(query) == []


def test_a_short_unknown_word_is_not_taken_for_a_misspelt_one() -> None:
    remembered("Use `make seed` to fill the local database with demo data.")
    assert recalled("how do I bake bread") == []


def test_projects_never_mix_but_global_is_always_there() -> None:
    remembered("Acme rule: releases are tagged.", where=place("example.org/a/acme"))
    remembered("Other rule: releases are untagged.", where=place("example.org/a/other"))
    remembered("Global rule: releases are announced.", where=GLOBAL_PLACE)
    assert sorted(texts(recalled("releases rule", where=place("example.org/a/acme")))) == [
        "Acme rule: releases are tagged.",
        "Global rule: releases are announced.",
    ]
    assert texts(recalled("releases rule", where=place("example.org/a/unknown"))) == [
        "Global rule: releases are announced."
    ]
    everywhere = recall("releases rule", Scope(None), Filters(), limit=10, now=NOW)
    assert everywhere.total == 3


def test_filters_narrow_and_never_empty_a_page_that_has_matches() -> None:
    for n in range(150):
        remembered(f"Release {n} of the shop went well.", kind="outcome")
    wanted = remembered(
        "Release policy of the shop: two reviews.", kind="rule", tags=["policy"], confidence=0.95
    ).memory
    for filters in ({"kinds": ("rule",)}, {"tags": ("policy",)}, {"min_confidence": 0.9}):
        assert [r.memory.pk for r in recalled("release of the shop", **filters)] == [wanted.pk]
    assert recalled("release of the shop", kinds=("decision",)) == []


def test_since_and_until_look_at_when_it_began_to_hold() -> None:
    remembered("Old release train.", at=NOW - timedelta(days=90))
    remembered("New release train.", at=NOW - timedelta(days=2))
    assert texts(recalled("release train", since=NOW - timedelta(days=7))) == ["New release train."]
    assert texts(recalled("release train", until=NOW - timedelta(days=7))) == ["Old release train."]


def test_pages_follow_one_another_without_gap_or_repetition() -> None:
    for n in range(30):
        remembered(f"Service number {n} owns the billing queue number {n}.")
    scope = Scope((GLOBAL_PROJECT_ID, remembered("x").memory.project_id))
    paged: list[int] = []
    for _ in range(5):
        page = recall("billing queue service", scope, Filters(), limit=7, shown=paged, now=NOW)
        assert page.total == 30 - len(paged)
        paged += [result.memory.pk for result in page.results]
        remembered(f"Service number {100 + len(paged)} is not about it.")
    assert len(paged) == len(set(paged)) == 30


def test_scores_never_rise_down_the_list() -> None:
    remembered("The maximum upload size is 10 MB.")
    remembered("The maximum upload size was raised to 50 MB.")
    remembered("Uploads are stored in the maximum bucket size class.")
    scores = [result.score for result in recalled("maximum upload size is 10 MB")]
    assert scores == sorted(scores, reverse=True)
    assert all(0 < score <= 1 for score in scores)


def test_a_result_says_why_it_matched_and_where_it_came_from() -> None:
    remembered("Deployments go through make release.")
    result = recalled("how are deployments made with release")[0]
    assert {"deployments", "release"} <= {word.lower() for word in result.hit.matched}
    assert 0 < result.parts["relevance"] <= 1
    assert (result.origin.client, result.origin.session) == ("cursor", "s1")


def test_nothing_fades_out_of_reach() -> None:
    remembered("The zanzibar flag turns on tracing.", at=NOW - timedelta(days=2000))
    assert texts(recalled("zanzibar")) == ["The zanzibar flag turns on tracing."]


def test_a_recall_costs_a_fixed_number_of_queries(django_assert_max_num_queries) -> None:
    for n in range(40):
        remembered(f"Service number {n} owns the billing queue number {n}.")
    with django_assert_max_num_queries(30):
        recalled("billing queue service", limit=40)
