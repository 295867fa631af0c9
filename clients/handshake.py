"""Start an MCP server as a client would, and see whether it answers. Used by `setup` and `doctor`."""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from memory import paths
from memory.heartbeat import PROBE_NAME

# A client gives up after 1.5 to 60 seconds; a server that needs longer than this is broken.
PATIENCE_S = 30
# Of what is in the environment, what a program started from a desktop has for certain.
_ALWAYS_THERE = ("HOME", "USERPROFILE", "SYSTEMROOT", "TMPDIR", "TEMP", "APPDATA", "LOCALAPPDATA", "LANG")


@dataclass(frozen=True, slots=True)
class Answer:
    """What a server said. `problem` is blank when it answered properly; `tools`: how many it lists."""

    tools: int = 0
    problem: str = ""


def ask(argv: Sequence[str], environment: Mapping[str, str], *, status: bool = False) -> Answer:
    """Start `argv` with little in its environment, shake hands, list the tools, and with `status` call that tool."""
    try:
        done = subprocess.run(
            list(argv),
            input=_questions(status=status),
            capture_output=True,
            timeout=PATIENCE_S,
            check=False,
            cwd=os.path.abspath(os.sep),
            env=_small_environment(environment),
        )
    except subprocess.TimeoutExpired:
        return Answer(problem=f"no answer within {PATIENCE_S} seconds")
    except (OSError, ValueError) as error:
        return Answer(problem=f"it cannot be started ({error})")
    return _understood(done, status=status)


def ask_all(commands: Sequence[tuple[tuple[str, ...], tuple[tuple[str, str], ...]]]) -> list[Answer]:
    """The answers of several servers, each command with its variables, side by side."""
    with ThreadPoolExecutor(max_workers=min(8, 2 * (os.cpu_count() or 1))) as pool:
        return list(pool.map(lambda command: ask(command[0], dict(command[1])), commands))


def hook_problem(argv: Sequence[str]) -> str:
    """What is wrong with a prompt hook: it has to end well and say nothing to an empty event. Blank: nothing is."""
    try:
        done = subprocess.run(
            list(argv), input=b"{}", capture_output=True, timeout=PATIENCE_S, check=False, env=_small_environment({})
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        return f"the hook cannot be started ({error})"
    said = (done.stdout + done.stderr).decode("utf-8", "replace").strip()
    return f"the hook ends with {done.returncode}: {said[:300]}" if done.returncode or said else ""


def _questions(*, status: bool) -> bytes:
    hello = {
        "protocolVersion": "2025-06-18",
        "capabilities": {},
        "clientInfo": {"name": PROBE_NAME, "version": "1"},
    }
    lines: list[dict[str, object]] = [
        {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": hello},
        {"jsonrpc": "2.0", "method": "notifications/initialized"},
        {"jsonrpc": "2.0", "id": 2, "method": "tools/list"},
    ]
    if status:
        call = {"name": "status", "arguments": {}}
        lines.append({"jsonrpc": "2.0", "id": 3, "method": "tools/call", "params": call})
    return "".join(json.dumps(line) + "\n" for line in lines).encode()


def _small_environment(added: Mapping[str, str]) -> dict[str, str]:
    present = paths.environment()
    return {**{name: present[name] for name in _ALWAYS_THERE if name in present}, **added}


def _understood(done: subprocess.CompletedProcess[bytes], *, status: bool) -> Answer:
    try:
        answers = {answer.get("id"): answer for answer in map(json.loads, done.stdout.splitlines())}
        tools = len(answers[2]["result"]["tools"])
        result = answers[3]["result"] if status else {}
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        said = done.stderr.decode("utf-8", "replace").strip().splitlines()
        silent = "it ended without an answer" if not done.stdout else f"{type(error).__name__}: {error}"
        why = said[-1] if said else silent
        return Answer(problem=f"no proper answer (exit code {done.returncode}; {why[:300]})")
    if result.get("isError"):
        return Answer(tools, str(result["content"][0]["text"]))
    return Answer(tools)
