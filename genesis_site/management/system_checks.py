"""Checks of the installation itself: this Python, and which `genesis` a shell would start."""

from __future__ import annotations

import os
import sys

from clients.doctor import program_on_path
from clients.errors import BadCommand
from clients.machine import Machine
from clients.server import check_command, server_command
from genesis_site.version import VERSION
from memory.health import Check


def installation_checks() -> list[Check]:
    """What can be said without a store."""
    return [_python(), _program(), _command()]


def _python() -> Check:
    version = ".".join(map(str, sys.version_info[:3]))
    return Check("install.python", passed=True, found=f"Genesis {VERSION} on Python {version} ({sys.executable})")


def _program() -> Check:
    name = "genesis.exe" if os.name == "nt" else "genesis"
    own = os.path.join(os.path.dirname(sys.executable), name)
    other = program_on_path(Machine.this(), own)
    if not other:
        return Check("install.program", passed=True, found="no other `genesis` is on your PATH")
    return Check(
        "install.program",
        passed=True,
        found=f"a shell starts {other}, which belongs to another installation or another product",
        advice=f"Use {own}, or put its folder first in PATH.",
        warning=True,
    )


def _command() -> Check:
    command = server_command()
    try:
        check_command(command)
    except BadCommand as error:
        return Check("install.command", passed=True, found=str(error), warning=True)
    return Check("install.command", passed=True, found=f"clients start {' '.join(command)}")
