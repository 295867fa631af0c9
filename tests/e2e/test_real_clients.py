"""Real programs, set up by us, list our server by their own means. Without network; left out where they are not found.

How to get them: docs/clients.md, "Real clients in the tests".
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.e2e.agents import program, run_alone
from tests.make import Genesis


def set_up(genesis: Genesis, client: str) -> None:
    done = genesis.run("setup", "--yes", "--client", client)
    assert done.returncode == 0, done.stdout + done.stderr


def test_claude_code_lists_our_server_as_connected(genesis: Genesis) -> None:
    claude = program("claude")
    set_up(genesis, "claude-code")
    listed = run_alone(genesis, claude, "mcp", "list")
    line = next(line for line in listed.splitlines() if line.startswith("genesis:"))
    assert "Connected" in line
    seen = {row["id"]: row["last_seen_at"] for row in genesis.json("clients")["clients"]}
    assert seen["claude-code"], "the server has not noticed who called"


def test_what_claude_code_writes_itself_survives_setup_and_revert(genesis: Genesis) -> None:
    claude = program("claude")
    run_alone(genesis, claude, "mcp", "add-json", "other", '{"command": "/bin/true"}', "--scope", "user")
    path = genesis.home / ".claude.json"
    before = path.read_bytes()
    set_up(genesis, "claude-code")
    assert "genesis" in run_alone(genesis, claude, "mcp", "get", "genesis")
    run_alone(genesis, claude, "mcp", "remove", "other", "--scope", "user")
    assert genesis.run("setup", "--revert").returncode == 0
    expected: dict[str, Any] = json.loads(before)
    del expected["mcpServers"]["other"]
    kept: dict[str, Any] = json.loads(path.read_bytes())
    assert kept.pop("mcpServers", {}) == expected.pop("mcpServers")
    assert expected.items() <= kept.items()


def test_codex_lists_our_server(genesis: Genesis) -> None:
    codex = program("codex")
    config = genesis.home / ".codex/config.toml"
    config.parent.mkdir()
    config.write_text('model = "gpt-5"  # mine\n\n[mcp_servers.other]\ncommand = "/bin/true"\n')
    before = config.read_bytes()
    set_up(genesis, "codex")
    listed = run_alone(genesis, codex, "mcp", "list", "--json")
    servers = {row["name"]: row for row in json.loads(listed[listed.index("[") : listed.rindex("]") + 1])}
    assert set(servers) == {"genesis", "other"}
    assert servers["genesis"]["enabled"] is True
    assert servers["genesis"]["startup_timeout_sec"] == 60
    assert Path(servers["genesis"]["transport"]["command"]).exists()
    assert genesis.run("setup", "--revert").returncode == 0
    assert config.read_bytes() == before


@pytest.mark.parametrize(
    ("name", "client", "words"),
    [
        ("opencode", "opencode", ("mcp", "list")),
        ("gemini", "gemini-cli", ("mcp", "list")),
        ("qwen", "qwen-code", ("mcp", "list")),
    ],
)
def test_other_programs_list_our_server(genesis: Genesis, name: str, client: str, words: tuple[str, ...]) -> None:
    found = program(name)
    set_up(genesis, client)
    assert "genesis" in run_alone(genesis, found, *words, GEMINI_CLI_TRUST_WORKSPACE="true")
