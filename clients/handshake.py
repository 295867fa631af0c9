"""Start the MCP server as a client would, and see whether it answers. Used by `setup` and `doctor`."""

from __future__ import annotations

import json
import os
import subprocess
import sys

from memory.health import Check

# A client gives up after 1.5 to 60 seconds; a server that needs longer than this is broken.
PATIENCE_S = 30


def server_command() -> list[str]:
    """What a client's configuration starts: the absolute path of `genesis` beside this Python, and `mcp`."""
    script = os.path.join(os.path.dirname(sys.executable), "genesis.exe" if os.name == "nt" else "genesis")
    if os.path.exists(script):
        return [script, "mcp"]
    root = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
    return [sys.executable, os.path.join(root, "manage.py"), "mcp"]


def server_check() -> Check:
    """Ask a new server process for its tools and its status."""
    hello = {
        "protocolVersion": "2025-06-18",
        "capabilities": {},
        "clientInfo": {"name": "genesis-doctor", "version": "1"},
    }
    lines = [
        {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": hello},
        {"jsonrpc": "2.0", "method": "notifications/initialized"},
        {"jsonrpc": "2.0", "id": 2, "method": "tools/list"},
        {"jsonrpc": "2.0", "id": 3, "method": "tools/call", "params": {"name": "status", "arguments": {}}},
    ]
    advice = "Run `" + " ".join(server_command()) + "` and read what it says on standard error."
    try:
        done = subprocess.run(
            server_command(),
            input="".join(json.dumps(line) + "\n" for line in lines).encode(),
            capture_output=True,
            timeout=PATIENCE_S,
            check=False,
        )
        answers = {answer.get("id"): answer for answer in map(json.loads, done.stdout.splitlines())}
        tools = answers[2]["result"]["tools"]
        status = answers[3]["result"]
    except (OSError, subprocess.TimeoutExpired, ValueError, KeyError) as error:
        return Check(
            "mcp.server", passed=False, found=f"no proper answer ({type(error).__name__}: {error})", advice=advice
        )
    if status.get("isError"):
        return Check("mcp.server", passed=False, found=status["content"][0]["text"], advice=advice)
    return Check("mcp.server", passed=True, found=f"answers with {len(tools)} tools")
