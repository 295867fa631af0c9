"""What the HOT lane imports: counted in modules, since the clock of a busy machine proves nothing."""

from __future__ import annotations

import json
import subprocess
import sys

from tests.make import ROOT, Genesis

# What the handshake may load beside our own HOT modules: `json` with what it needs, threads and signals.
ALLOWED = {
    "__future__",
    "json", "re", "enum", "functools", "collections", "reprlib", "keyword", "operator", "copyreg", "types",
    "threading", "_weakrefset", "signal", "_signal", "itertools", "math", "errno", "select", "fcntl", "_json",
    "_sre", "_functools", "_collections", "_operator", "_threading_local", "_posixsubprocess", "atexit", "_stat",
    "contextlib", "heapq", "_heapq", "weakref", "time", "abc", "warnings", "_warnings", "_string", "string",
    "msvcrt", "queue", "_queue", "_struct", "struct",
}  # fmt: skip
FORBIDDEN = {"django", "typing", "dataclasses", "logging", "pathlib", "asyncio", "subprocess", "sqlite3", "argparse"}
OURS = ("genesis_site", "memory")


def loaded(code: str) -> set[str]:
    """The modules that `code` loads beyond a bare interpreter."""
    after = "import json; print(json.dumps(sorted(set(sys.modules) - before)))"
    script = f"import sys; before = set(sys.modules)\n{code}\n{after}"
    done = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=True)
    return set(json.loads(done.stdout.splitlines()[-1]))


def test_the_mcp_entry_loads_little_of_the_standard_library_and_nothing_else() -> None:
    found = loaded("import genesis_site.cli, genesis_site.mcp.entry")
    tops = {name.partition(".")[0] for name in found}
    assert tops & FORBIDDEN == set()
    assert tops - ALLOWED - set(OURS) == set()


def test_of_the_memory_only_the_paths_are_loaded() -> None:
    found = loaded("import genesis_site.cli, genesis_site.mcp.entry")
    assert {name for name in found if name.startswith("memory")} == {"memory", "memory.paths"}


def test_the_help_loads_no_server_and_no_django() -> None:
    found = loaded("from genesis_site.cli import main; main(['--version'])")
    assert {name for name in found if name.startswith(OURS)} == {
        "genesis_site",
        "genesis_site.cli",
        "genesis_site.version",
    }


def test_lists_are_answered_before_django_is_loaded(genesis: Genesis) -> None:
    """A store that cannot be opened does not keep the client from its handshake."""
    genesis.database.parent.mkdir()
    genesis.database.write_bytes(b"garbage " * 1000)
    with genesis.server() as server:
        assert server.request("tools/list")["result"]["tools"]
        assert server.request("prompts/list")["result"]["prompts"]
        assert server.request("resources/templates/list")["result"]["resourceTemplates"]
