"""The handshake lane imports a known handful of modules: speed is guarded here, and measured in benchmarks/."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

from tests.genesis_site.mcp.peer import PATIENCE_S, ROOT, server_environment

# What json, threading and signal bring with them on Python 3.11 to 3.13, and nothing else.
ALLOWED = {
    *("__future__", "os", "os.path", "posixpath", "ntpath", "genericpath", "stat", "_stat", "_collections_abc"),
    *("json", "json.decoder", "json.encoder", "json.scanner", "_json"),
    *("re", "re._casefix", "re._compiler", "re._constants", "re._parser", "_sre", "copyreg"),
    *("enum", "functools", "collections", "collections.abc", "keyword", "operator", "reprlib", "types"),
    *("_collections", "_functools", "_operator", "itertools"),
    *("threading", "_weakrefset", "_thread", "_weakref", "signal", "math", "time"),
    "warnings",  # by threading itself from Python 3.13 on
}
OURS = ("genesis_site", "memory")
SHOW = "import sys; before = set(sys.modules); {}; print(*sorted(set(sys.modules) - before))"


def _imported(statement: str) -> set[str]:
    """Return the modules that `statement` imports in a bare interpreter."""
    done = subprocess.run(
        [sys.executable, "-S", "-c", SHOW.format(statement)],
        capture_output=True,
        text=True,
        env=server_environment(),
        check=True,
        timeout=PATIENCE_S,
    )
    return set(done.stdout.split())


def _foreign(modules: set[str]) -> set[str]:
    return {name for name in modules if name.split(".")[0] not in OURS} - ALLOWED


def test_the_server_imports_nothing_but_what_is_listed() -> None:
    assert _foreign(_imported("import genesis_site.mcp.stdio")) == set()


def test_the_whole_entry_with_all_real_tools_imports_nothing_but_what_is_listed() -> None:
    assert _foreign(_imported("import genesis_site.mcp.entry")) == set()


def test_nothing_more_is_imported_while_the_handshake_is_answered() -> None:
    messages = [
        {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"protocolVersion": "2025-11-25"}},
        {"jsonrpc": "2.0", "method": "notifications/initialized"},
        {"jsonrpc": "2.0", "id": 2, "method": "tools/list"},
        {"jsonrpc": "2.0", "id": 3, "method": "prompts/list"},
        {"jsonrpc": "2.0", "id": 4, "method": "resources/templates/list"},
    ]
    # The fake server's own module needs more than ours; so a server without tools, in the bare interpreter.
    program = (
        "import sys, os; before = set(sys.modules); from genesis_site.mcp.stdio import serve; leave = os._exit; "
        "os._exit = lambda code: (sys.stderr.write(' '.join(set(sys.modules) - before)), "
        "sys.stderr.flush(), leave(code)); "
        "serve(tools=(), mode='all', warm_up=lambda: None, interrupt=lambda thread: None, cwd='/')"
    )
    done = subprocess.run(
        [sys.executable, "-S", "-c", program],
        input=b"".join(json.dumps(message).encode() + b"\n" for message in messages),
        capture_output=True,
        env=server_environment(),
        check=True,
        timeout=PATIENCE_S,
    )
    assert [json.loads(line)["id"] for line in done.stdout.splitlines()] == [1, 2, 3, 4]
    assert _foreign(set(done.stderr.decode().split())) == set()


def test_django_is_loaded_only_after_the_list_of_tools_is_sent(tmp_path: Path) -> None:
    environment = {**server_environment(), "GENESIS_HOME": str(tmp_path), "PYTHONPROFILEIMPORTTIME": "1"}
    lines = b'{"jsonrpc":"2.0","id":1,"method":"server/discover"}\n'
    done = subprocess.run(
        [sys.executable, str(ROOT / "manage.py"), "mcp"],
        input=lines,
        capture_output=True,
        env=environment,
        check=True,
        timeout=PATIENCE_S,
    )
    assert json.loads(done.stdout)["id"] == 1
    assert b"django" not in done.stderr
    assert not os.listdir(tmp_path)
