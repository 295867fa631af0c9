"""The pages say what the program does: tools, settings, checks, words, commands."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from genesis_site.mcp.reference import page
from genesis_site.mcp.tools import TOOLS
from tests.make import ROOT

SOURCES = [
    path
    for room in ("genesis_site", "memory", "gateway", "clients", "consolidation")
    for path in (ROOT / room).rglob("*.py")
]


def read(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def test_the_page_of_the_tools_is_the_table_of_the_tools() -> None:
    assert read("docs/mcp-tools.md") == page(), "python -m genesis_site.mcp.reference > docs/mcp-tools.md"


def test_the_tables_of_the_clients_are_the_catalogue() -> None:
    from genesis_site.management.client_reference import page as clients_page

    assert read("docs/clients.md") == clients_page(read("docs/clients.md")), "see genesis_site/management/"


def test_the_readme_names_every_tool() -> None:
    for tool in TOOLS:
        assert f"`{tool.name}`" in read("README.md") or tool.name == "genesis"


def test_every_setting_has_a_row_and_every_row_is_a_setting() -> None:
    used = {
        name
        for path in (ROOT / "memory/paths.py", ROOT / "genesis_site/settings.py")
        for name in re.findall(r'"((?:GENESIS|DATABASE|REDIS)_[A-Z_]+)"', path.read_text(encoding="utf-8"))
    }
    assert set(re.findall(r"^\| `([A-Z_]+)`", read("docs/settings.md"), re.MULTILINE)) == used


def test_only_two_modules_read_the_environment() -> None:
    allowed = {ROOT / "memory/paths.py", ROOT / "genesis_site/settings.py"}
    readers = {
        path for path in SOURCES if re.search(r"\bos\.(environ(\.get\(|\[)|getenv)", path.read_text(encoding="utf-8"))
    }
    assert readers <= allowed


def test_raw_sql_lives_in_its_room() -> None:
    allowed = {"memory/search", "memory/database.py", "memory/health.py"}
    users = [
        path.relative_to(ROOT).as_posix()
        for path in SOURCES
        if re.search(r"cursor\.execute\(|\.raw\(", path.read_text(encoding="utf-8"))
    ]
    assert [user for user in users if not user.startswith(tuple(allowed))] == []


def test_every_check_of_the_doctor_has_a_row() -> None:
    ids = {
        match
        for path in SOURCES
        for match in re.findall(r'"((?:store|mcp|install|client)\.[a-z]+)"', path.read_text(encoding="utf-8"))
    }
    assert set(re.findall(r"^\| `([a-z.]+)`", read("docs/doctor.md"), re.MULTILINE)) == ids


def test_every_verb_is_in_the_help_and_in_the_readme() -> None:
    from genesis_site.cli import HELP, VERBS

    verbs = {path.stem for path in (ROOT / "genesis_site/management/commands").glob("[a-z]*.py")} | {"mcp"}
    assert verbs == {*VERBS, "mcp"}
    for verb in verbs:
        assert f"genesis {verb}" in HELP
        assert f"genesis {verb}" in read("README.md") or verb in ("forget", "status")


@pytest.mark.parametrize("path", [*sorted(ROOT.glob("docs/*.md")), ROOT / "README.md"], ids=lambda p: p.name)
def test_every_link_leads_somewhere(path: Path) -> None:
    for target in re.findall(r"\]\(([^)#:]+)\)", path.read_text(encoding="utf-8")):
        assert (path.parent / target).exists(), target


def test_every_kind_of_secret_is_named() -> None:
    from memory.shield.detectors import KINDS

    kinds = read("docs/privacy.md").split("The kinds:")[1].split("Secrets are found")[0]
    assert set(re.findall(r"`([a-z0-9_]+)`", kinds)) == KINDS
