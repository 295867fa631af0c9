"""Which files are found, and for which project."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from clients.imports.find import found_files, named_files
from clients.imports.source_file import MAX_FILE_BYTES, Located, Refused, SourceFile, load
from clients.machine import Machine
from memory import scope
from memory.projects import GLOBAL_PLACE, Place

posix_only = pytest.mark.skipif(os.name == "nt", reason="links and pipes are POSIX's")


@pytest.fixture
def home(tmp_path: Path) -> Path:
    (tmp_path / "home").mkdir()
    return tmp_path / "home"


@pytest.fixture
def shop(home: Path) -> Path:
    return repository(home / "work/shop", "github.com/acme/shop")


def repository(root: Path, remote: str) -> Path:
    for folder in ("objects", "refs"):
        (root / ".git" / folder).mkdir(parents=True)
    (root / ".git/HEAD").write_text("ref: refs/heads/main\n")
    (root / ".git/config").write_text(f'[remote "origin"]\n\turl = https://{remote}.git\n')
    return root


def write(path: Path, text: str = "- Use tabs in all files of this project.\n") -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def machine(home: Path, **environment: str) -> Machine:
    return Machine("linux", str(home), environment)


def place_of(folder: Path, home: Path) -> Place:
    return Place.of(scope.identify(str(folder), str(home)))


def shown(located: list[Located], base: Path) -> list[tuple[str, str]]:
    return [(Path(one.path).relative_to(base.resolve()).as_posix(), one.place.key) for one in located]


def test_all_known_files_of_a_project_and_of_its_person_are_found(home: Path, shop: Path) -> None:
    names = (
        "CLAUDE.md CLAUDE.local.md AGENTS.md GEMINI.md QWEN.md CRUSH.md .cursorrules .windsurfrules .clinerules/a.md "
        ".github/copilot-instructions.md .github/instructions/api.instructions.md .cursor/rules/a.mdc "
        ".cursor/rules/deep/b.mdc .claude/rules/c.md .windsurf/rules/d.md packages/api/AGENTS.md"
    ).split()
    own = ".claude/CLAUDE.md .codex/AGENTS.md .gemini/GEMINI.md .config/opencode/AGENTS.md .qwen/QWEN.md".split()
    for name in names:
        write(shop / name)
    for name in own:
        write(home / name)
    for name in ("README.md", "node_modules/x/CLAUDE.md", "vendor/y/AGENTS.md", "docs/.hidden/CLAUDE.md"):
        write(shop / name)
    repository(shop / "other", "github.com/acme/other")
    write(shop / "other/CLAUDE.md")
    here = place_of(shop, home)
    found = shown(found_files(here, here, machine(home)), home)
    assert {path for path, key in found if key == "global"} == set(own)
    assert {path for path, key in found if key == "github.com/acme/shop"} == {f"work/shop/{name}" for name in names}
    assert len(found) == len(names) + len(own)


def test_claudes_notes_on_a_project_are_the_projects(home: Path, shop: Path) -> None:
    slug = "".join(c if c.isascii() and c.isalnum() else "-" for c in str(shop.resolve()))
    write(home / f"moved/projects/{slug}/memory/MEMORY.md")
    write(home / "moved/projects/-another/memory/MEMORY.md")
    here = place_of(shop, home)
    found = found_files(here, here, machine(home, CLAUDE_CONFIG_DIR=str(home / "moved")))
    assert shown(found, home) == [(f"moved/projects/{slug}/memory/MEMORY.md", "github.com/acme/shop")]


def test_a_note_of_a_part_is_about_the_files_of_that_part(home: Path, shop: Path) -> None:
    write(shop / "packages/api/AGENTS.md")
    here = place_of(shop, home)
    (located,) = found_files(here, here, machine(home))
    (named,) = named_files([str(shop / "packages/api/AGENTS.md")], here, None, machine(home))
    for one in (located, named):
        file = load(one)
        assert isinstance(file, SourceFile)
        assert [said.files for said in file.statements] == [("packages/api/**",)]


@posix_only
def test_a_link_to_another_file_is_read_once(home: Path, shop: Path) -> None:
    write(shop / "AGENTS.md")
    (shop / "CLAUDE.md").symlink_to("AGENTS.md")
    here = place_of(shop, home)
    assert shown(found_files(here, here, machine(home)), home) == [("work/shop/AGENTS.md", "github.com/acme/shop")]


@posix_only
def test_a_link_that_leads_out_of_the_project_is_not_followed(home: Path, shop: Path) -> None:
    write(home / "secrets.txt")
    (shop / ".windsurfrules").symlink_to(home / "secrets.txt")
    here = place_of(shop, home)
    assert found_files(here, here, machine(home)) == []


def test_outside_of_any_project_only_the_persons_own_files_are_found(home: Path) -> None:
    write(home / ".claude/CLAUDE.md")
    write(home / "CLAUDE.md")
    here = place_of(home, home)
    assert shown(found_files(here, here, machine(home)), home) == [(".claude/CLAUDE.md", "global")]


def test_a_named_file_goes_to_its_own_project(home: Path, shop: Path) -> None:
    other = repository(home / "work/other", "github.com/acme/other")
    named = [write(other / "docs/rules.md"), write(home / "loose/notes.md"), write(home / ".gemini/GEMINI.md")]
    paths, here = [str(path) for path in named], place_of(shop, home)
    keys = [one.place.key for one in named_files(paths, here, None, machine(home))]
    assert keys == ["github.com/acme/other", "github.com/acme/shop", "global"]
    assert {one.place for one in named_files(paths, here, GLOBAL_PLACE, machine(home))} == {GLOBAL_PLACE}


def test_a_named_folder_stands_for_the_known_files_in_it(home: Path, shop: Path) -> None:
    write(shop / "CLAUDE.md")
    write(shop / "README.md")
    located = named_files([str(shop)], GLOBAL_PLACE, None, machine(home))
    assert shown(located, home) == [("work/shop/CLAUDE.md", "github.com/acme/shop")]


def refusal(path: Path) -> str:
    (located,) = named_files([str(path)], GLOBAL_PLACE, None, machine(path.parent))
    refused = load(located)
    assert isinstance(refused, Refused)
    return refused.why


def test_a_file_that_cannot_be_read_is_refused_with_the_reason(tmp_path: Path) -> None:
    (tmp_path / "latin.md").write_bytes("- Grüße an alle".encode("latin-1"))
    (tmp_path / "binary.md").write_bytes(b"- a\0b")
    (tmp_path / "big.md").write_bytes(b"- a\n" * (MAX_FILE_BYTES // 4 + 1))
    (tmp_path / "full.md").write_bytes(b"- a\n" * (MAX_FILE_BYTES // 4))
    assert "not UTF-8" in refusal(tmp_path / "latin.md")
    assert "NUL" in refusal(tmp_path / "binary.md")
    assert "larger than 1 MB" in refusal(tmp_path / "big.md")
    assert "no such file" in refusal(tmp_path / "none.md")
    assert isinstance(
        load(named_files([str(tmp_path / "full.md")], GLOBAL_PLACE, None, machine(tmp_path))[0]), SourceFile
    )


@posix_only
def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "CLAUDE.md")
    assert "no ordinary file" in refusal(tmp_path / "CLAUDE.md")


@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
def test_every_line_end_and_a_byte_order_mark_are_read_alike(tmp_path: Path, newline: str) -> None:
    path = tmp_path / "CLAUDE.md"
    path.write_bytes(b"\xef\xbb\xbf" + newline.join(["## Testing", "- pytest", "- ruff"]).encode())
    (located,) = named_files([str(path)], GLOBAL_PLACE, None, machine(tmp_path))
    file = load(located)
    assert isinstance(file, SourceFile)
    assert [(one.line, one.text) for one in file.statements] == [(2, "Testing: pytest"), (3, "Testing: ruff")]
