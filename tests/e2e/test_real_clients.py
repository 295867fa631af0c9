"""Real programs, set up by us, list our server by their own means. Without network; left out where they are not found.

How to get them: docs/clients.md, "Real clients in the tests".
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from tests.make import Genesis

# What keeps the programs from looking for news of themselves, where no namespace keeps them from it.
QUIET = {"DISABLE_TELEMETRY": "1", "DISABLE_AUTOUPDATER": "1", "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1"}


def program(name: str) -> str:
    found = shutil.which(name)
    if found is None:
        pytest.skip(f"{name} is not on PATH")
    return found


def without_network() -> list[str]:
    """What to put before a command so that it has no network at all; nothing where the system does not allow that."""
    unshare = shutil.which("unshare")
    if unshare and subprocess.run([unshare, "-rn", "true"], capture_output=True, check=False).returncode == 0:
        return [unshare, "-rn"]
    return []


def run(genesis: Genesis, *words: str, **environment: str) -> str:
    done = subprocess.run(
        [*without_network(), *words],
        env=genesis.environment(PATH=os.environ["PATH"], **QUIET, **environment),
        cwd=genesis.work,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout + done.stderr


def set_up(genesis: Genesis, client: str) -> None:
    done = genesis.run("setup", "--yes", "--client", client)
    assert done.returncode == 0, done.stdout + done.stderr


def test_claude_code_lists_our_server_as_connected(genesis: Genesis) -> None:
    claude = program("claude")
    set_up(genesis, "claude-code")
    listed = run(genesis, claude, "mcp", "list")
    line = next(line for line in listed.splitlines() if line.startswith("genesis:"))
    assert "Connected" in line
    seen = {row["id"]: row["last_seen_at"] for row in genesis.json("clients")["clients"]}
    assert seen["claude-code"], "the server has not noticed who called"


def test_what_claude_code_writes_itself_survives_setup_and_revert(genesis: Genesis) -> None:
    claude = program("claude")
    run(genesis, claude, "mcp", "add-json", "other", '{"command": "/bin/true"}', "--scope", "user")
    path = genesis.home / ".claude.json"
    before = path.read_bytes()
    set_up(genesis, "claude-code")
    assert "genesis" in run(genesis, claude, "mcp", "get", "genesis")
    run(genesis, claude, "mcp", "remove", "other", "--scope", "user")
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
    listed = run(genesis, codex, "mcp", "list", "--json")
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
    assert "genesis" in run(genesis, found, *words, GEMINI_CLI_TRUST_WORKSPACE="true")
