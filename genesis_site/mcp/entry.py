"""`genesis mcp` and `manage.py mcp`: read the command line, start the stdio server. HOT."""

from __future__ import annotations

import os
import sys

from genesis_site.mcp.lane import close, interrupt, note_client, read_memory, warm_up
from genesis_site.mcp.stdio import serve
from genesis_site.mcp.tools import TOOLS
from memory.paths import TOOL_MODES, BadSetting, tool_mode

OPTIONS = ("project", "client", "mode")


def run(words: list[str]) -> int:
    """Serve until the client leaves; ends the process. Returns 1 for a command line that cannot be used."""
    try:
        options = _options(words)
        mode = options.get("mode") or tool_mode()
        if mode not in TOOL_MODES:
            raise BadSetting(f"--mode is {mode!r}; it must be one of: {', '.join(TOOL_MODES)}.")
    except BadSetting as error:
        sys.stderr.write(f"genesis mcp: {error}\n")
        return 1
    serve(
        tools=TOOLS,
        mode=mode,
        warm_up=warm_up,
        interrupt=interrupt,
        close=close,
        read_memory=read_memory,
        on_call=note_client,
        cwd=_folder(),
        client_hint=options.get("client"),
        project_hint=options.get("project"),
    )


def _options(words: list[str]) -> dict[str, str]:
    """`--name VALUE` and `--name=VALUE`. argparse would double the cost of the handshake."""
    found: dict[str, str] = {}
    rest = list(words)
    while rest:
        name, joined, value = rest.pop(0).partition("=")
        if not name.startswith("--") or name[2:] not in OPTIONS:
            known = ", ".join(f"--{option}" for option in OPTIONS)
            raise BadSetting(f"{name!r} is unknown; the options are {known}.")
        if not joined:
            if not rest:
                raise BadSetting(f"{name} needs a value.")
            value = rest.pop(0)
        found[name[2:]] = value
    return found


def _folder() -> str:
    """The folder we were started in; blank if it was deleted meanwhile (the project is `global` then)."""
    try:
        return os.getcwd()
    except OSError:
        return ""
