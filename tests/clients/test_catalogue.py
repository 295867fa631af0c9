"""The catalogue: complete, by its own rules, and right about where each client keeps its configuration."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from clients.catalogue import FOLDER, McpFile, catalogue, client, read_client
from clients.errors import UnknownClient
from clients.machine import SYSTEMS, Machine
from clients.server import SERVER_NAME
from genesis_site.mcp.tools import TOOLS
from tests.clients.homes import cases, fixture_names, machine

# What the project promises to connect, and what came into use beside it.
PROMISED = (
    "cursor claude-code claude-desktop opencode antigravity windsurf zed vscode cline roo-code continue junie "
    "jetbrains-ai mcphub-nvim avante-nvim codecompanion-nvim mcp-el gptel aider codex gemini-cli amazonq-cli goose "
    "dotenv kiro copilot-cli kilo-code qwen-code crush warp lm-studio amp augment factory-droid kimi-code "
    "grok-build trae"
).split()
HOMES = {"linux": "/home/ada", "macos": "/Users/ada", "windows": "C:/Users/ada"}


def test_every_promised_client_has_a_row() -> None:
    assert set(PROMISED) - {one.id for one in catalogue()} == set()


@pytest.mark.parametrize("one", catalogue(), ids=lambda one: one.id)
def test_a_row_says_where_it_comes_from_and_holds_to_what_clients_accept(one: Any) -> None:
    assert one.sources
    assert one.checked >= "2026-01-01"
    assert one.tool_mode == "all" or one.tool_mode_why
    assert one.binaries or one.paths or one.extensions or one.id == "dotenv", "setup could never find it"
    for shape in one.mcp.shapes if one.mcp else ():
        assert SERVER_NAME in str(shape.key[-1])
        assert "$" not in json.dumps(dict(shape.entry)), "several clients would replace it"
        assert "{command}" in shape.entry.values() or "{argv}" in shape.entry.values()


@pytest.mark.parametrize("one", [one for one in catalogue() if one.mcp], ids=lambda one: one.id)
def test_every_client_that_is_written_has_a_before_and_an_after(one: Any) -> None:
    assert one.mcp.how == "paste" or one.id in fixture_names()


def test_a_server_of_ours_fits_every_name_limit() -> None:
    longest = max(len(tool.name) for tool in TOOLS)
    for one in catalogue():
        limit = one.limits.get("server_tool_name_chars") or one.limits.get("tool_name_chars") or 60
        assert len(f"mcp__{SERVER_NAME}__") + longest <= limit


@pytest.mark.parametrize("row", cases("case"), ids=lambda row: f"{row['client']}-{row['system']}-{len(row['env'])}")
def test_the_place_is_the_one_the_client_reads(row: dict[str, Any]) -> None:
    here = Machine(row["system"], HOMES[row["system"]], row["env"])
    assert [path for path, _ in client(row["client"]).places_on(here)] == row["paths"]


@pytest.mark.parametrize("row", cases("existing"), ids=lambda row: f"{row['client']}-{row['system']}")
def test_the_place_follows_what_is_there(row: dict[str, Any], tmp_path: Path) -> None:
    def real(path: str) -> str:
        return path.replace("~", tmp_path.as_posix())

    for path in map(real, row["exists"]):
        Path(path if path.endswith("/") else path.rpartition("/")[0]).mkdir(parents=True, exist_ok=True)
        if not path.endswith("/"):
            Path(path).touch()
    environment = {name: real(value) for name, value in row["env"].items()}
    here = machine(tmp_path, row["system"], **environment)
    assert [path for path, _ in client(row["client"]).places_on(here)] == list(map(real, row["paths"]))


def test_a_client_is_found_by_its_folder_and_not_without(tmp_path: Path) -> None:
    here = machine(tmp_path)
    assert client("cursor").evidence(here) == ""
    (tmp_path / ".cursor").mkdir()
    assert client("cursor").evidence(here) == f"{tmp_path}/.cursor"


def test_a_client_is_found_by_its_program_on_the_path(tmp_path: Path) -> None:
    program = tmp_path / "bin" / "codex"
    program.parent.mkdir()
    program.touch(0o755)
    assert client("codex").evidence(machine(tmp_path, PATH=str(program.parent))) == str(program)


def test_an_extension_is_found_in_the_folders_of_editors(tmp_path: Path) -> None:
    (tmp_path / ".vscode/extensions/saoudrizwan.claude-dev-3.2.1").mkdir(parents=True)
    assert "claude-dev-3.2.1" in client("cline").evidence(machine(tmp_path))


def test_variables_nest_and_blank_ones_count_as_unset() -> None:
    here = Machine("linux", "/h", {"A": " ", "B": "/b"})
    assert here.expand("{A|{B|~/c}/d}/e") == "/b/d/e"
    assert here.expand("{A|{C|~/c}/d}/e") == "/h/c/d/e"


@pytest.mark.parametrize("system", SYSTEMS)
def test_no_template_is_left_unexpanded(system: str) -> None:
    here = Machine(system, HOMES[system], {})
    for one in catalogue():
        for path, _ in one.places_on(here):
            assert not set("{}~|") & set(path), (one.id, path)


def test_an_unknown_client_is_refused_with_the_nearest() -> None:
    with pytest.raises(UnknownClient, match="cursor"):
        client("curser")


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (('id = "zed"', 'id = "zet"'), "not the name of the file"),
        (('format = "jsonc"', 'format = "xml"'), "'xml' is not one of"),
        (('family = "editor"', 'family = "pet"'), "'pet' is not one of"),
        (('name = "Zed"', ""), "name"),
    ],
)
def test_a_row_that_breaks_the_rules_is_named(change: tuple[str, str], said: str) -> None:
    text = (FOLDER / "zed.toml").read_text(encoding="utf-8")
    assert change[0] in text
    with pytest.raises(ValueError, match=r"catalog/zed\.toml") as failure:
        read_client("zed", text.replace(*change))
    assert said in str(failure.value)


def test_hook_timeouts_have_their_unit_where_milliseconds_would_kill() -> None:
    assert client("gemini-cli").hook["timeout_unit"] == "ms"
    assert client("qwen-code").hook["timeout_unit"] == "ms"
    assert client("claude-code").hook["timeout_unit"] == "s"


def test_waiting_times_in_entries_are_in_the_units_of_their_client() -> None:
    def entry(name: str) -> dict[str, Any]:
        mcp = client(name).mcp
        assert isinstance(mcp, McpFile)
        return dict(mcp.shapes[-1].entry)

    assert 1 <= entry("cline")["timeout"] <= 3600
    assert 1 <= entry("goose")["timeout"] <= 3600
    assert entry("codex")["startup_timeout_sec"] <= 600
    for name in ("opencode", "kilo-code", "gemini-cli"):
        assert entry(name)["timeout"] >= 5000


def test_no_entry_lets_a_client_call_our_tools_without_asking() -> None:
    approvals = ("autoApprove", "alwaysAllow", "trust", "allowedTools", "default_tools_approval_mode", "approval_mode")
    for one in catalogue():
        for shape in one.mcp.shapes if one.mcp else ():
            assert not any(shape.entry.get(key) for key in approvals), one.id


@pytest.mark.parametrize("name", ["antigravity", "claude-desktop"])
def test_clients_that_drop_an_entry_with_a_type_get_none(name: str) -> None:
    mcp = client(name).mcp
    assert mcp is not None
    assert all("type" not in shape.entry for shape in mcp.shapes)
