"""The command that clients start, decided in one place, and how to recognise it in their configuration."""

from __future__ import annotations

import os
import re
import sys
import tempfile
from collections.abc import Mapping, Sequence

from clients.errors import BadCommand
from memory import paths

SERVER_NAME = "genesis"
# What an entry has to carry so that a program started from a desktop finds the same store as this terminal.
CARRIED_VARIABLES = ("GENESIS_HOME", "GENESIS_DAEMON_DB", "DATABASE_URL")
# Folders of tools that make an environment for one run and throw it away.
_THROWN_AWAY = (".tox", ".nox", "pip-build-env", "pip-ephem-wheel-cache", "build-env", "uv/archive", "pipx/.cache")
_PYTHON = re.compile(r"python[0-9.]*w?(\.exe)?", re.IGNORECASE)
_SHELL_CALL = re.compile(r"(genesis(\.exe)?['\"]?|manage\.py['\"]?|-m\s+genesis_site)\s+['\"]?mcp\b")


def server_command(executable: str = sys.executable, root: str = "") -> list[str]:
    """The absolute command of the MCP server: program and arguments.

    In a checkout (a `pyproject.toml` beside `manage.py`) this Python with `manage.py mcp`; for an installed
    package `-m genesis_site mcp`, with `-P` so that nothing in the client's working folder is imported.
    """
    root = root or os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    manage = os.path.join(root, "manage.py")
    if os.path.exists(manage) and os.path.exists(os.path.join(root, "pyproject.toml")):
        return [executable, manage, "mcp"]
    return [executable, "-P", "-m", "genesis_site", "mcp"]


def check_command(command: Sequence[str]) -> None:
    """Raise BadCommand if the command is in a folder that will be gone soon, or cannot be written as it is."""
    temporary = os.path.realpath(tempfile.gettempdir())
    for part in command:
        path = os.path.realpath(part) if os.path.isabs(part) else ""
        shown = part.replace("\\", "/")
        thrown = next((name for name in _THROWN_AWAY if f"/{name}" in shown), "")
        if thrown or (path and (path + os.sep).startswith(temporary + os.sep)):
            raise BadCommand(
                f"{part} lies in a folder for temporary or build files, so your tools would soon start nothing. "
                "Install Genesis in a lasting place and run its setup, or name the command with --command."
            )
        if "$" in part:
            raise BadCommand(
                f"{part} contains a '$', which several tools would replace. Move Genesis to a path without it."
            )
    if command and os.path.isabs(command[0]) and not os.path.exists(command[0]):
        raise BadCommand(f"{command[0]} does not exist.")


def carried_environment(environment: Mapping[str, str]) -> dict[str, str]:
    """The variables that decide where the store is, made absolute, as far as they are set."""
    if not any(environment.get(name, "").strip() for name in CARRIED_VARIABLES):
        return {}
    if environment.get("DATABASE_URL", "").strip():
        return {"DATABASE_URL": f"sqlite:///{paths.database()}"}
    if environment.get("GENESIS_DAEMON_DB", "").strip():
        return {"GENESIS_DAEMON_DB": paths.database()}
    return {"GENESIS_HOME": paths.home()}


def recall_command(client: str, output: str) -> tuple[str, ...]:
    """What a prompt hook of `client` starts: a bare interpreter with one file, see `memory/hook/genesis_hook.py`."""
    tokens = paths.capsule_tokens()
    hook = os.path.join(
        os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "memory", "hook", "genesis_hook.py"
    )
    budget = ("--tokens", str(tokens)) if tokens != paths.CAPSULE_TOKENS else ()
    where = ("--db", paths.database(), "--client", client, "--output", output)
    return (sys.executable, "-I", "-S", hook, *where, *budget)


def capture_command(command: Sequence[str], client: str, environment: Mapping[str, str]) -> tuple[str, ...]:
    """What a stop hook of `client` starts; `command` is that of the server, which ends with `mcp`.

    `environment`: variables that name the store; a hook is started without them.
    """
    variables = [part for name, value in environment.items() for part in ("--env", f"{name}={value}")]
    return (*command[:-1], "hook-capture", "--client", client, *variables)


def is_recall(argv: Sequence[str]) -> bool:
    """Tell whether this command is a prompt hook of Genesis, of this or another installation."""
    rest = [word for word in argv[1:] if word not in ("-I", "-S")]
    name = re.split(r"[/\\]", argv[0])[-1] if argv else ""
    return bool(_PYTHON.fullmatch(name) and rest and re.split(r"[/\\]", rest[0])[-1] == "genesis_hook.py")


def is_capture(argv: Sequence[str]) -> bool:
    """Tell whether this command takes up what was said, for this or another installation."""
    if "hook-capture" not in argv:
        return False
    verb = list(argv).index("hook-capture")
    return starts_server([*argv[:verb], "mcp"])


def starts_server(argv: Sequence[str]) -> bool:
    """Tell whether this command is an MCP server of Genesis, of this or another installation."""
    if not argv:
        return False
    program = re.split(r"[/\\]", argv[0])[-1].lower()
    rest = list(argv[1:])
    if program in ("genesis", "genesis.exe"):
        return rest[:1] == ["mcp"]
    if not _PYTHON.fullmatch(program):
        return False
    while rest and rest[0].startswith("-") and rest[0] != "-m":
        rest.pop(0)
    return rest[:3] == ["-m", "genesis_site", "mcp"] or (rest[1:2] == ["mcp"] and _our_manage(rest[0]))


def wraps_server(argv: Sequence[str]) -> bool:
    """Tell whether this command starts our server through something else: a script of the user's, a shell."""
    # After `-m` stands the name of a module, and `genesis` is somebody else's.
    if any(starts_server(argv[first:]) for first in range(1, len(argv)) if argv[first - 1] != "-m"):
        return True
    return not starts_server(argv) and any(_SHELL_CALL.search(word) for word in argv)


def _our_manage(path: str) -> bool:
    """Any Django project has a `manage.py`; ours has `genesis_site` beside it, or is gone from where it was."""
    if re.split(r"[/\\]", path)[-1] != "manage.py":
        return False
    folder = os.path.dirname(path)
    return os.path.isdir(os.path.join(folder, "genesis_site")) or not os.path.exists(folder)
