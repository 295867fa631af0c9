"""A kill at any step of setup or revert leaves every file old or new, and the next run finishes the work."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

DRIVER = Path(__file__).with_name("dying.py")


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork to kill hundreds of processes in reasonable time")
def test_a_kill_at_any_step_damages_nothing_and_the_next_run_finishes(tmp_path: Path) -> None:
    # In memory where there is such a place: thousands of files are made, and a kill does not care where.
    shared = Path("/dev/shm")
    folder = Path(tempfile.mkdtemp(dir=shared if os.access(shared, os.W_OK) else tmp_path, prefix="genesis-kill-"))
    try:
        done = kill_and_run_again(folder / "home")
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    assert done.returncode == 0, done.stderr[-3000:]
    *faults, kills = done.stdout.splitlines()
    assert faults == []
    assert int(kills) > 300


def kill_and_run_again(home: Path) -> subprocess.CompletedProcess[str]:
    home.mkdir()
    return subprocess.run(
        [sys.executable, "-W", "ignore", str(DRIVER), str(home)],
        env={**os.environ, "HOME": str(home), "GENESIS_HOME": str(home / ".genesis"), "PATH": ""},
        capture_output=True,
        text=True,
        timeout=500,
        check=False,
    )
