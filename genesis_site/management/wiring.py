"""What `setup`, `doctor`, `clients` and `export-config` share: the command to write, and which clients are meant."""

from __future__ import annotations

import os
import re
import shlex
from collections.abc import Iterable
from typing import Any

from clients.catalogue import Client, catalogue, client
from clients.errors import BadCommand
from clients.machine import Machine
from clients.models import ClientConfig
from clients.planned import Wiring
from clients.server import carried_environment, check_command, server_command
from memory import paths, scope
from memory.errors import BadInput


def wiring_of(options: dict[str, Any], *, project: bool = False, with_journal: bool = True) -> Wiring:
    """What is to be written. Raises BadCommand for a `--command` that cannot be used.

    `with_journal`: False where the store cannot be asked.
    """
    command = server_command()
    if options.get("command"):
        command = _split(options["command"])
        if command[-1:] != ["mcp"]:
            raise BadCommand("--command must end with `mcp`, for example: --command '/opt/genesis/bin/genesis mcp'.")
    root = project_root() if project else ""
    hooks = not options.get("no_hooks", False)
    environment = carried_environment(paths.environment())
    written = ClientConfig.objects.commands() if with_journal else frozenset()
    return Wiring(tuple(command), environment, root, hooks, written)


def _split(command: str) -> list[str]:
    windows = os.name == "nt" or re.match(r"[A-Za-z]:\\", command) is not None
    try:
        return shlex.split(command, posix=not windows)
    except ValueError as error:
        raise BadCommand(f"--command cannot be taken apart ({error}): {command}") from error


def check_wiring(options: dict[str, Any], wiring: Wiring) -> None:
    """Raise BadCommand if `wiring` must not be written. A command that the person gave is theirs to judge."""
    if paths.environment().get("SUDO_USER") and hasattr(os, "geteuid") and os.geteuid() == 0:
        raise BadCommand("Run this without sudo: it is about your own files, and root would own what it writes.")
    if not options.get("command"):
        check_command(wiring.command)


def project_root() -> str:
    """The folder of the project that we are in, with forward slashes."""
    found = scope.identify(os.getcwd(), paths.user_home())
    if not found.root:
        raise BadInput(
            f"{os.getcwd()} is no project's folder ({found.note.partition(',')[0]}). Go to one for --project."
        )
    return found.root.replace("\\", "/")


def chosen_clients(options: dict[str, Any], machine: Machine) -> list[Client]:
    """Those named by `--client`; with `--all` every one; else those that are installed or wired already."""
    if options.get("client"):
        return [client(identifier) for identifier in dict.fromkeys(options["client"])]
    if options.get("all"):
        return list(catalogue())
    return installed_or_wired(catalogue(), machine)


def installed_or_wired(clients: Iterable[Client], machine: Machine) -> list[Client]:
    """The clients that are on this machine, or have an entry that setup wrote."""
    wired = set(ClientConfig.objects.in_force().values_list("client", flat=True))
    return [one for one in clients if one.id in wired or one.evidence(machine)]
