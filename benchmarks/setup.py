#!/usr/bin/env python3
"""CPU of `setup` and `doctor` over a home that holds the configuration of every client, against a bare start (Linux).

  benchmarks/setup.py [--times 3]

`manage.py status` loads Django and opens the database as every verb does: what setup costs beyond it is its own work.
"""

from __future__ import annotations

import argparse
import os
import resource
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from tests.clients.homes import furnish  # noqa: E402 - after the path is set


def cpu_s(home: Path, *words: str) -> float:
    """CPU of one run with all processes that it started and waited for."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    environment = {"HOME": str(home), "PATH": "", "TMPDIR": str(home / "temporary")}
    subprocess.run(
        [sys.executable, str(ROOT / "manage.py"), *words],
        env=environment,
        cwd=home,
        stdout=subprocess.DEVNULL,
        check=False,
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def measure(folder: Path) -> dict[str, float]:
    """One round in a new home."""
    home = folder / "home"
    (home / "temporary").mkdir(parents=True)
    clients = furnish(home)
    cpu_s(home, "status")  # makes the database
    found = {
        "status": cpu_s(home, "status"),
        "setup --all --yes": cpu_s(home, "setup", "--all", "--yes"),
        "the same again": cpu_s(home, "setup", "--all", "--yes"),
        "clients": cpu_s(home, "clients"),
        "doctor": cpu_s(home, "doctor"),
        "setup --revert": cpu_s(home, "setup", "--revert"),
    }
    print(f"  {len(clients)} clients", end="\r")
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--times", type=int, default=3)
    rounds = []
    for _ in range(parser.parse_args().times):
        with tempfile.TemporaryDirectory() as folder:
            rounds.append(measure(Path(folder)))
    base = statistics.median(one["status"] for one in rounds)
    print(f"{os.cpu_count()} cores, Python {sys.version.split()[0]}")
    for name in rounds[0]:
        used = statistics.median(one[name] for one in rounds)
        print(f"{name:20} {used:6.2f} s CPU = {used / base:5.1f} x status")


if __name__ == "__main__":
    main()
