"""Which project a call is about: folders, remotes, names."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from memory.errors import BadInput, NotFound
from memory.models import Project
from memory.projects import GLOBAL_PLACE, Place, chosen_place, ensure_project, known_project, read_projects
from tests.make import NOW, Genesis, place

pytestmark = pytest.mark.django_db
PATH_KEY = "path:/home/you/shop"


def test_a_repository_known_by_its_path_is_found_again_when_it_gets_a_remote() -> None:
    before = ensure_project(Place(PATH_KEY, "shop"), NOW)
    after = Place("example.org/acme/shop", "shop", aliases=(PATH_KEY,))
    assert known_project(after) == before
    assert ensure_project(after, NOW) == before
    assert known_project(Place("example.org/acme/shop", "shop")) == before


def test_another_repository_at_an_old_path_is_another_project() -> None:
    first = ensure_project(Place("example.org/acme/shop", "shop", aliases=(PATH_KEY,)), NOW)
    second = ensure_project(Place("example.org/acme/blog", "blog", aliases=(PATH_KEY,)), NOW)
    assert first.pk != second.pk


def test_a_path_project_that_got_a_remote_is_not_handed_to_a_third_repository() -> None:
    ensure_project(Place(PATH_KEY, "shop"), NOW)
    first = ensure_project(Place("example.org/acme/shop", "shop", aliases=(PATH_KEY,)), NOW)
    third = Place("example.org/acme/blog", "blog", aliases=(PATH_KEY,))
    assert known_project(third) is None
    assert ensure_project(third, NOW).pk != first.pk


@pytest.mark.parametrize("given", ["", "  ", "current", "HERE"])
def test_a_blank_project_is_the_callers_folder(given: str) -> None:
    assert chosen_place(given, place()) == place()


def test_global_is_always_there() -> None:
    assert chosen_place("Global", place()) == GLOBAL_PLACE
    assert read_projects("global", place()) == ((1,), GLOBAL_PLACE)


@pytest.mark.parametrize("given", ["example.org/acme/my-shop", "my-shop", "My_Shop", "my shop"])
def test_a_known_project_is_found_by_key_or_name(given: str) -> None:
    ensure_project(Place("example.org/acme/my-shop", "my-shop"), NOW)
    assert chosen_place(given, place()).key == "example.org/acme/my-shop"


def test_a_name_that_two_projects_have_is_not_guessed() -> None:
    ensure_project(Place("example.org/a/shop", "shop"), NOW)
    ensure_project(Place("example.org/b/shop", "shop"), NOW)
    assert chosen_place("shop", place()).key == "shop"


def test_a_new_name_that_looks_like_a_known_one_is_pointed_out() -> None:
    ensure_project(Place("payments", "payments"), NOW)
    assert "did you mean 'payments'" in chosen_place("paymnts", place()).note


def test_reading_an_unknown_project_says_what_is_near() -> None:
    ensure_project(Place("payments", "payments"), NOW)
    with pytest.raises(NotFound, match="Did you mean 'payments'"):
        read_projects("paymnts", place())
    assert not Project.objects.filter(key="paymnts").exists()


def test_all_can_be_read_but_not_written_to() -> None:
    assert read_projects("all", place())[0] is None
    with pytest.raises(BadInput, match="can be read"):
        chosen_place("all", place())


def test_reading_makes_no_project() -> None:
    assert read_projects("", place()) == ((1,), place())
    assert Project.objects.count() == 1


def test_a_secret_in_a_project_name_is_taken_out() -> None:
    token = "gh" + "p_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"
    ensure_project(chosen_place(token, place()), NOW)
    assert token.casefold() not in str(list(Project.objects.values())).casefold()


def git(folder: Path, *words: str) -> None:
    subprocess.run(["git", "-C", str(folder), *words], check=True, capture_output=True)


def test_two_clones_and_a_worktree_share_one_memory_and_the_home_folder_is_global(genesis: Genesis) -> None:
    one, two = genesis.work / "one", genesis.work / "two"
    for folder in (one, two):
        folder.mkdir()
        git(folder, "init", "-q")
        git(folder, "remote", "add", "origin", "git@example.org:Acme/Shop.git")
    (one / "src").mkdir()
    stored = genesis.json("remember", "We deploy on Fridays.", cwd=one / "src")
    assert stored["project"] == "example.org/acme/shop"
    assert genesis.json("recall", "deploy", cwd=two)["results"][0]["id"] == stored["id"]
    elsewhere = genesis.work / "elsewhere"
    elsewhere.mkdir()
    assert genesis.json("recall", "deploy", cwd=elsewhere)["results"] == []
    at_home = genesis.json("remember", "I like short answers.", cwd=genesis.home)
    assert at_home["project"] == "global"
    assert "home folder" in at_home["note"]
    assert genesis.json("recall", "short answers", cwd=two)["results"][0]["project"] == "global"
