"""The memory follows the files: what comes, changes, moves and goes."""

from __future__ import annotations

from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from clients.imports.contract import Statement
from clients.imports.markdown import read
from clients.imports.pairing import changed_pairs
from clients.imports.source_file import SourceFile
from clients.imports.sync import FilePlan, bring_in_step, missing_files, plan_import
from clients.models import ImportedStatement
from memory.models import Memory, Provenance
from memory.origin import Origin
from memory.projects import GLOBAL_PLACE
from memory.purge import purge
from memory.supersede import forget
from tests.make import NOW, place, recalled, remembered, texts

pytestmark = pytest.mark.django_db

TESTS = "Run the whole test suite before every push."
DEPLOY = "Deployments go out with make release on Tuesdays."
STYLE = "Use tabs and not spaces in all shell scripts."


def file(*lines: str, path: str = "/work/shop/CLAUDE.md", **fields: Any) -> SourceFile:
    statements = tuple(
        Statement(read(f"- {line}")[0].text, read(f"- {line}")[0].kind, number) for number, line in enumerate(lines, 1)
    )
    return SourceFile(path, "claude-code", fields.pop("where", place()), statements, **fields)


def imported(*files: SourceFile, at: datetime = NOW) -> list[FilePlan]:
    plans = plan_import(files, at)
    bring_in_step(plans, at)
    return plans


def current() -> list[str]:
    return sorted(Memory.objects.current(NOW + timedelta(days=365)).values_list("text", flat=True))


def counts(plan: FilePlan) -> dict[str, int]:
    names = ("added", "changed", "gone", "left", "set_aside", "unchanged")
    return {name: len(getattr(plan, name)) for name in names if getattr(plan, name)}


def test_a_statement_becomes_a_memory_that_tells_where_it_comes_from() -> None:
    imported(file(STYLE))
    memory = Memory.objects.get()
    row = Provenance.objects.get()
    assert (memory.text, memory.kind, memory.project.key) == (STYLE, "rule", "example.org/acme/shop")
    assert (row.action, row.client) == ("remembered", "import")
    assert row.reason == f"/work/shop/CLAUDE.md:1 sha256:{memory.text_hash}"
    assert texts(recalled("tabs or spaces", at=NOW)) == [STYLE]


def test_a_second_run_changes_nothing() -> None:
    imported(file(TESTS, DEPLOY))
    before = [list(model.objects.order_by("pk").values()) for model in (Memory, Provenance, ImportedStatement)]
    (plan,) = imported(file(TESTS, DEPLOY), at=NOW + timedelta(days=1))
    assert counts(plan) == {"unchanged": 2}
    assert [list(model.objects.order_by("pk").values()) for model in (Memory, Provenance, ImportedStatement)] == before


def test_a_plan_changes_nothing() -> None:
    (plan,) = plan_import([file(TESTS)], NOW)
    assert counts(plan) == {"added": 1}
    assert not Memory.objects.exists()


def test_a_changed_statement_supersedes_the_old_one() -> None:
    imported(file(TESTS, DEPLOY))
    (plan,) = imported(file(TESTS, "Deployments go out with make ship on Tuesdays."), at=NOW + timedelta(days=1))
    assert counts(plan) == {"changed": 1, "unchanged": 1}
    old = Memory.objects.get(text=DEPLOY)
    assert old.superseded_by is not None
    assert old.superseded_by.text == "Deployments go out with make ship on Tuesdays."


def test_a_statement_that_left_the_file_holds_no_longer_and_is_not_destroyed() -> None:
    imported(file(TESTS, DEPLOY))
    (plan,) = imported(file(TESTS), at=NOW + timedelta(days=1))
    assert counts(plan) == {"gone": 1, "unchanged": 1}
    gone = Memory.objects.get(text=DEPLOY)
    assert gone.state_at(NOW + timedelta(days=2)) == "invalid"
    assert gone.invalid_reason == "no longer in /work/shop/CLAUDE.md"
    assert current() == [TESTS]


def test_a_statement_that_comes_back_holds_again() -> None:
    for day, lines in enumerate([(TESTS, DEPLOY), (TESTS,), (TESTS, DEPLOY)]):
        imported(file(*lines), at=NOW + timedelta(days=day))
    assert current() == sorted([TESTS, DEPLOY])


def test_what_another_file_still_says_is_kept() -> None:
    agents = file(TESTS, path="/work/shop/AGENTS.md")
    imported(file(TESTS, DEPLOY), agents)
    (plan,) = imported(file(DEPLOY), at=NOW + timedelta(days=1))
    assert counts(plan) == {"left": 1, "unchanged": 1}
    assert current() == sorted([TESTS, DEPLOY])
    imported(file(path="/work/shop/AGENTS.md"), at=NOW + timedelta(days=2))
    assert current() == [DEPLOY]


@pytest.mark.parametrize("order", [1, -1])
def test_what_moves_from_one_file_to_another_stays_the_same_memory(order: int) -> None:
    imported(file(TESTS, DEPLOY), file(STYLE, path="/work/shop/AGENTS.md"))
    moved = [file(TESTS), file(STYLE, DEPLOY, path="/work/shop/AGENTS.md")][::order]
    imported(*moved, at=NOW + timedelta(days=1))
    assert current() == sorted([TESTS, DEPLOY, STYLE])
    assert Memory.objects.count() == 3


def test_a_correction_in_one_of_two_files_leaves_what_the_other_says() -> None:
    newer = "Deployments go out with make ship on Tuesdays."
    imported(file(DEPLOY), file(DEPLOY, path="/work/shop/AGENTS.md"))
    imported(file(newer), at=NOW + timedelta(days=1))
    assert current() == sorted([DEPLOY, newer])
    imported(file(newer, path="/work/shop/AGENTS.md"), at=NOW + timedelta(days=2))
    assert current() == [newer]
    assert Memory.objects.get(text=DEPLOY).superseded_by is not None


def test_what_an_agent_said_as_well_does_not_end_with_the_file() -> None:
    remembered(TESTS)
    imported(file(TESTS, DEPLOY), at=NOW + timedelta(hours=1))
    (plan,) = imported(file(DEPLOY), at=NOW + timedelta(days=1))
    assert counts(plan) == {"left": 1, "unchanged": 1}
    assert TESTS in current()


def test_what_was_forgotten_is_not_brought_back_by_any_file() -> None:
    imported(file(TESTS))
    forget(Memory.objects.get().pk, "wrong", project_ids=None, origin=Origin("terminal"), now=NOW)
    again, other = imported(file(TESTS), file(TESTS, path="/work/shop/AGENTS.md"), at=NOW + timedelta(days=1))
    assert (counts(again), counts(other)) == ({"unchanged": 1}, {"set_aside": 1})
    assert current() == []
    assert counts(imported(file(TESTS, path="/work/shop/AGENTS.md"))[0]) == {"unchanged": 1}


@pytest.mark.django_db(transaction=True)
def test_what_was_purged_is_not_brought_back() -> None:
    imported(file(TESTS))
    purge(Memory.objects.get().pk, project_ids=None, origin=Origin("terminal"), now=NOW)
    (plan,) = imported(file(TESTS), at=NOW + timedelta(days=1))
    assert counts(plan) == {"unchanged": 1}
    assert not Memory.objects.exists()


def test_a_statement_that_only_moved_within_the_file_gets_its_new_line() -> None:
    imported(file(TESTS, DEPLOY))
    imported(file(STYLE, TESTS, DEPLOY), at=NOW + timedelta(days=1))
    assert dict(ImportedStatement.objects.values_list("memory__text", "line")) == {STYLE: 1, TESTS: 2, DEPLOY: 3}


def test_projects_do_not_mix() -> None:
    imported(file(TESTS), file(TESTS, path="/home/ada/.claude/CLAUDE.md", where=GLOBAL_PLACE))
    assert Memory.objects.count() == 2
    imported(file(path="/home/ada/.claude/CLAUDE.md", where=GLOBAL_PLACE), at=NOW + timedelta(days=1))
    assert list(Memory.objects.current(NOW + timedelta(days=2)).values_list("project__key", flat=True)) == [place().key]


def test_a_secret_is_never_stored_and_does_not_make_a_statement_new() -> None:
    for number in "12":
        token = "ghp_" + f"16C7e42F292c6912E7710c838347Ae178B4{number}"
        (plan,) = imported(file(f"Fetch packages with the token {token} from the registry."))
    assert plan.redacted == {"github_token": 1}
    assert counts(plan) == {"unchanged": 1}
    assert "[REDACTED:github_token]" in Memory.objects.get().text


def test_files_that_are_not_there_any_more_say_nothing_any_more(tmp_path: Path) -> None:
    kept, lost = tmp_path / "kept.md", tmp_path / "lost.md"
    kept.write_text("")
    imported(file(TESTS, path=str(kept)), file(DEPLOY, path=str(lost)))
    (missing,) = missing_files(place(), None)
    assert (missing.path, missing.is_gone) == (str(lost), True)
    assert missing_files(place(), {str(kept)}) == []
    imported(missing, at=NOW + timedelta(days=1))
    assert current() == [TESTS]
    assert missing_files(place(), None) == []


@pytest.mark.parametrize(
    ("old", "new", "is_pair"),
    [
        ("Use Node 18 for all builds", "Use Node 20 for all builds", True),
        ("Testing: run make test before every push", "Checks: run make test before every push", True),
        (TESTS, DEPLOY, False),
        ("Use tabs in Python files", "Endpoints return problem+json", False),
    ],
)
def test_what_counts_as_the_same_statement_changed(old: str, new: str, is_pair: bool) -> None:  # noqa: FBT001
    assert changed_pairs({7: old}, [new]) == ({0: 7} if is_pair else {})


def test_each_old_statement_is_changed_into_one_new_one_the_most_alike() -> None:
    old = {1: "Use Node 18 for all builds", 2: "Use Python 3.11 for all scripts"}
    new = ["Use Python 3.12 for all scripts", "Use Node 20 for all builds", "Use Node 20 for all builds of the site"]
    assert changed_pairs(old, new) == {0: 2, 1: 1}
