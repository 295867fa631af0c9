"""`genesis setup`: make the memory ready, prove it, and say how to connect a tool."""

from __future__ import annotations

import json
import os
from typing import Any

from genesis_site.management.base import GenesisCommand, here
from genesis_site.management.handshake import server_check, server_command
from memory import paths
from memory.errors import GenesisError
from memory.health import store_checks


class Command(GenesisCommand):
    help = "Make the memory ready and show the entry that connects a tool. Safe to run again."

    def work(self, options: dict[str, Any]) -> tuple[dict[str, Any], str]:
        checks = [*store_checks(), server_check()]
        failed = [check for check in checks if not check.passed]
        if failed:
            raise GenesisError("\n".join(f"{check.id}: {check.found}. {check.advice}" for check in failed))
        command = server_command()
        entry = {"mcpServers": {"genesis": {"command": command[0], "args": command[1:]}}}
        values = {"database": paths.database(), "project": here().key, "entry": entry}
        text = "\n".join(
            [
                f"Your memory is ready: {paths.database()}",
                f"The MCP server {checks[-1].found}.",
                "",
                "Connect a tool by adding this to its MCP configuration (Cursor: ~/.cursor/mcp.json):",
                "",
                json.dumps(entry, indent=2, ensure_ascii=False),
                "",
                f"Claude Code:  claude mcp add --scope user genesis -- {' '.join(command)}",
                f"Codex:        codex mcp add genesis -- {' '.join(command)}",
                "",
                f"Try it here:  {command[0]} remember 'We deploy on Fridays'",
                f"              {command[0]} recall deploy",
                f"Undo: remove that entry, and delete {os.path.dirname(paths.database())}.",
            ]
        )
        return values, text
