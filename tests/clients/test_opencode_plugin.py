"""The OpenCode plugin under Node, with the real hook behind it: it adds a part, and never stops a prompt."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from clients.catalogue import client
from clients.hooks import HookCommands, hooked
from tests.make import ROOT, Genesis

NODE = shutil.which("node")
pytestmark = pytest.mark.skipif(NODE is None, reason="Node is not installed")
NOTE = "The payment service retries a webhook five times"
# What OpenCode does: load the plugin, hand it a message, and read the parts afterwards.
PLAY = """
const { GenesisMemory } = await import(process.argv[2])
const hooks = await GenesisMemory({ directory: process.argv[3] })
const output = { parts: JSON.parse(process.argv[4]) }
await hooks["chat.message"]({ sessionID: "s1" }, output)
await hooks.event({ event: { type: "session.idle", properties: { sessionID: "s1" } } })
await hooks.event({ event: { type: "something.new" } })
console.log(JSON.stringify(output.parts))
"""


def parts_after(genesis: Genesis, commands: HookCommands, parts: list[dict[str, Any]]) -> list[dict[str, Any]]:
    plugin, play = genesis.work / "genesis.mjs", genesis.work / "play.mjs"
    plugin.write_text(hooked(client("opencode").hook_files[0], "", commands).text)
    play.write_text(PLAY)
    done = subprocess.run(
        [str(NODE), str(play), plugin.as_uri(), str(genesis.work), json.dumps(parts)],
        capture_output=True, text=True, timeout=60, env=genesis.environment(), check=False,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")
    found: list[dict[str, Any]] = json.loads(done.stdout)
    return found


def commands_of(genesis: Genesis) -> HookCommands:
    hook = (sys.executable, "-I", "-S", str(ROOT / "memory/hook/genesis_hook.py"), "--db", str(genesis.database))
    return HookCommands((*hook, "--client", "opencode"), (*genesis.command("hook-capture"), "--client", "opencode"))


def text(said: str) -> dict[str, Any]:
    return {"id": "p1", "type": "text", "text": said, "messageID": "m1", "sessionID": "s1"}


def test_a_prompt_gets_a_part_with_what_is_relevant(genesis: Genesis) -> None:
    genesis.run("remember", NOTE)
    parts = parts_after(genesis, commands_of(genesis), [text("how often does the payment webhook retry?")])
    assert len(parts) == 2
    assert NOTE in parts[1]["text"]
    assert parts[1] | {"id": "", "text": ""} == text("") | {"id": "", "synthetic": True}
    assert parts[1]["id"] != "p1"


def test_an_unrelated_prompt_stays_as_it_is(genesis: Genesis) -> None:
    genesis.run("remember", NOTE)
    asked = [text("make the button blue"), {"id": "f", "type": "file"}]
    assert parts_after(genesis, commands_of(genesis), asked) == asked


@pytest.mark.parametrize("program", ["/no/such/program", "one that fails"])
def test_a_broken_hook_stops_nothing(genesis: Genesis, program: str, tmp_path: Path) -> None:
    script = tmp_path / "broken"
    script.write_text("#!/bin/sh\nexit 3\n")
    script.chmod(0o755)
    command = (program,) if program.startswith("/") else (str(script),)
    asked = [text("how often does the payment webhook retry?")]
    assert parts_after(genesis, HookCommands(command, command), asked) == asked
