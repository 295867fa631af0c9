"""`genesis import` as a person meets it."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.make import ROOT, Genesis

FIXTURES = ROOT / "tests/fixtures/imports"


@pytest.fixture
def shop(genesis: Genesis) -> Path:
    """A repository with the notes of several tools, and the person's own ones."""
    root = genesis.work / "shop"
    for folder in (".git/objects", ".git/refs", ".cursor/rules", "src"):
        (root / folder).mkdir(parents=True)
    (root / ".git/HEAD").write_text("ref: refs/heads/main\n")
    (root / ".git/config").write_text('[remote "origin"]\n\turl = git@github.com:acme/shop.git\n')
    shutil.copy(FIXTURES / "CLAUDE.md", root)
    shutil.copy(FIXTURES / "react.mdc", root / ".cursor/rules")
    (genesis.home / ".claude").mkdir()
    (genesis.home / ".claude/CLAUDE.md").write_text("- Answer in German unless I write English.\n", encoding="utf-8")
    return root


def test_import_edit_import(genesis: Genesis, shop: Path) -> None:
    first = genesis.json("import", cwd=shop / "src")
    assert [(Path(one["path"]).name, one["project"], len(one["added"])) for one in first["files"]] == [
        ("CLAUDE.md", "global", 1),
        ("CLAUDE.md", "github.com/acme/shop", 17),
        ("react.mdc", "github.com/acme/shop", 3),
    ]
    found = genesis.json("recall", "what to run before a push", cwd=shop)["results"][0]
    assert (found["text"], found["kind"]) == ("Testing: run make test before every push", "rule")

    notes = shop / "CLAUDE.md"
    text = notes.read_text(encoding="utf-8")
    text = text.replace("run make test before", "run make verify before").replace("- Commit to `main`\n", "")
    notes.write_text(text + "\n## Releases\n- Tag every release with its version number.\n", encoding="utf-8")
    second = genesis.run("import", cwd=shop)
    assert second.returncode == 0
    assert "github.com/acme/shop: 1 added, 1 changed, 1 gone, 15 unchanged" in second.stdout
    assert "+ rule       Tag every release with its version number." in second.stdout
    assert "~ rule       Testing: run make verify before every push" in second.stdout
    assert "instead of Testing: run make test before every push" in second.stdout
    assert "- rule       Do not: Commit to `main`" in second.stdout
    texts = [one["text"] for one in genesis.json("recall", "run before every push", cwd=shop)["results"]]
    assert "Testing: run make verify before every push" in texts
    assert "Testing: run make test before every push" not in texts

    third = genesis.json("import", cwd=shop)
    assert [(one["added"], one["changed"], one["gone"]) for one in third["files"]] == [([], [], [])] * 3


def test_a_dry_run_shows_all_and_stores_nothing(genesis: Genesis, shop: Path) -> None:
    done = genesis.run("import", "--dry-run", cwd=shop)
    assert done.returncode == 0
    assert "~/.claude/CLAUDE.md -> global: 1 added" in done.stdout.replace("\\", "/")
    assert "Nothing was stored" in done.stdout
    assert genesis.json("status")["all_memories"] == 0
    assert genesis.json("import", "--dry-run", cwd=shop)["dry_run"] is True


def test_private_passages_and_secrets_stay_out(genesis: Genesis, shop: Path) -> None:
    token = "ghp_" + "16C7e42F292c6912E7710c838347Ae178B4a"
    with (shop / "CLAUDE.md").open("a", encoding="utf-8") as notes:
        notes.write(f"\n- Fetch private packages with {token} from the registry.\n")
    done = genesis.run("import", cwd=shop)
    assert "Secrets taken out: github_token x1" in done.stdout
    assert "Private passages left out: 1" in done.stdout
    for path in genesis.database.parent.rglob("*"):
        if path.is_file():
            assert token.encode() not in path.read_bytes()
            assert b"staging password" not in path.read_bytes()


def test_a_file_that_is_refused_does_not_keep_the_others_out(genesis: Genesis, shop: Path) -> None:
    (shop / "AGENTS.md").write_bytes("- Grüße".encode("latin-1"))
    (shop / "GEMINI.md").write_bytes(b"- a\n" * 300_000)
    done = genesis.run("import", cwd=shop)
    assert done.returncode == 1
    assert "AGENTS.md: not imported: it is not UTF-8 text" in done.stdout
    assert "GEMINI.md: not imported: it is larger than 1 MB" in done.stdout
    assert "2 of the files could not be imported" in done.stderr
    assert genesis.json("status", cwd=shop)["memories"] == 21


def test_named_files_and_a_named_project(genesis: Genesis, shop: Path) -> None:
    (shop / "conventions.txt").write_text("- Tag every release with its version number.\n")
    done = genesis.json("import", "conventions.txt", "--project", "elsewhere", cwd=shop)
    assert [(one["project"], len(one["added"])) for one in done["files"]] == [("elsewhere", 1)]
    missing = genesis.run("import", "nothing.md", cwd=shop)
    assert missing.returncode == 1
    assert "nothing.md: not imported: there is no such file" in missing.stdout


def test_a_deleted_file_says_nothing_any_more(genesis: Genesis, shop: Path) -> None:
    genesis.run("import", cwd=shop)
    (shop / ".cursor/rules/react.mdc").unlink()
    done = genesis.run("import", cwd=shop)
    assert done.returncode == 0
    assert "react.mdc (the file is gone) -> github.com/acme/shop: 3 gone" in done.stdout
    assert genesis.json("status", cwd=shop)["memories"] == 18


def test_where_there_is_nothing_it_says_so(genesis: Genesis) -> None:
    done = genesis.run("import")
    assert done.returncode == 0
    assert "Nothing to import" in done.stdout
