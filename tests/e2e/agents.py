"""Real agents, started in a home of their own and with nothing to look for on the network."""

from __future__ import annotations

import os
import shutil
import subprocess

import pytest

from tests.make import Genesis

# What keeps the programs from looking for news of themselves, where no namespace keeps them from it.
QUIET = {"DISABLE_TELEMETRY": "1", "DISABLE_AUTOUPDATER": "1", "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1"}


def program(name: str) -> str:
    """The path of a program; the test is left out where there is none."""
    found = shutil.which(name)
    if found is None:
        pytest.skip(f"{name} is not on PATH")
    return found


def without_network() -> list[str]:
    """What to put before a command so that it has no network at all; nothing where the system does not allow that."""
    unshare = shutil.which("unshare")
    if unshare and subprocess.run([unshare, "-rn", "true"], capture_output=True, check=False).returncode == 0:
        return [unshare, "-rn"]
    return []


def run_alone(genesis: Genesis, *words: str, **environment: str) -> str:
    """Run a program without network; what it said."""
    return run(genesis, *without_network(), *words, **environment)


def run(genesis: Genesis, *words: str, **environment: str) -> str:
    """Run a program in the home and the working folder of `genesis`; what it said. It must end well."""
    done = subprocess.run(
        words,
        env=genesis.environment(PATH=os.environ["PATH"], **QUIET, **environment),
        cwd=genesis.work,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout + done.stderr
