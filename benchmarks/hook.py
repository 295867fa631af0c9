#!/usr/bin/env python3
"""CPU and memory of the prompt hook, whole process, against a bare `python -I -S -c pass` in the same run (Linux).

  benchmarks/hook.py [--sizes 20000,200000] [--times 40]

Each run is a new session with a prompt that finds notes; bare starts and hooks alternate, medians are compared.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
from pathlib import Path

from store import ROOT, temporary_store

HOOK = ROOT / "memory/hook/genesis_hook.py"
PROMPT = "why does the importbuffer time out when the bufferwidget reads layout_proxy and dialog309 from the cache?"


# A process inherits the peak of the one that starts it, so a small one stands between.
RUNNER = (
    "import posix, sys; pid = posix.posix_spawn(sys.argv[1], sys.argv[1:], {}); used = posix.wait4(pid, 0)[2]; "
    "posix.write(2, f'{used.ru_utime + used.ru_stime} {used.ru_maxrss}'.encode())"
)


def cost(command: list[str], stdin: bytes, folder: Path) -> tuple[float, int, bytes]:
    """CPU in ms, peak memory in KB, and output of one process."""
    runner = [sys.executable, "-I", "-S", "-c", RUNNER, *command]
    done = subprocess.run(runner, input=stdin, capture_output=True, cwd=folder, check=True)
    used_s, peak_kb = done.stderr.split()
    return 1000 * float(used_s), int(peak_kb), done.stdout


def measure(home: Path, size: int, times: int) -> None:
    project = home / "project"
    bare_command = [sys.executable, "-I", "-S", "-c", "pass"]
    hook_command = [sys.executable, "-I", "-S", str(HOOK), "--db", str(home / "memory.db"), "--client", "claude-code"]
    bare, hook, said = [], [], 0
    for number in range(times):
        event = {
            "hook_event_name": "UserPromptSubmit",
            "session_id": f"s{number}",
            "cwd": str(project),
            "prompt": PROMPT,
        }
        bare.append(cost(bare_command, b"", project))
        hook.append(cost([*hook_command, "--output", "nested"], json.dumps(event).encode(), project))
        said += bool(hook[-1][2])
    cpu = [statistics.median(one[0] for one in runs) for runs in (bare, hook)]
    rss = [statistics.median(one[1] for one in runs) for runs in (bare, hook)]
    print(
        f"{size:9,d} memories: bare {cpu[0]:.1f} ms, hook {cpu[1]:.1f} ms CPU = {cpu[1] / cpu[0]:.2f} x; "
        f"memory {rss[1] / 1024:.1f} MB = {rss[1] / rss[0]:.2f} x; {said} of {times} answered"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sizes", default="20000,200000")
    parser.add_argument("--times", type=int, default=40)
    arguments = parser.parse_args()
    for size in map(int, arguments.sizes.split(",")):
        # A process of its own for each size: Django knows one store.
        if os.fork() == 0:
            with temporary_store() as home:
                fill_store(home, size)
                measure(home, size, arguments.times)
            os._exit(0)
        os.wait()


def fill_store(home: Path, size: int) -> None:
    from synthetic import fill

    from memory.models import Project, ProjectFolder

    fill(size)
    (home / "project").mkdir()
    (home / "hook").mkdir()
    largest = Project.objects.exclude(pk=1).order_by("pk")[0]
    ProjectFolder.objects.create(project=largest, path=str(home / "project"))


if __name__ == "__main__":
    main()
