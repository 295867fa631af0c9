#!/usr/bin/env python3
"""CPU that the MCP server has used when `tools/list` is answered, against a bare interpreter start (Linux).

  benchmarks/handshake.py [--times 15]

Read from /proc/PID/task/*/schedstat at the moment of the answer, so that what the server does afterwards (loading
Django) is not counted.
"""

from __future__ import annotations

import argparse
import json
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
HELLO = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "benchmark", "version": "1"}}
LINES = "".join(
    json.dumps({"jsonrpc": "2.0", "id": number, "method": method, "params": params}) + "\n"
    for number, method, params in ((1, "initialize", HELLO), (2, "tools/list", {}))
)
BARE = "import sys; sys.stdout.write('up\\n'); sys.stdout.flush(); sys.stdin.read()"


def cpu_ms(command: list[str], lines: str, answers: int, home: str) -> float:
    """CPU of all threads of the process when it has written `answers` lines."""
    with subprocess.Popen(
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env={"HOME": home, "PATH": ""},
        cwd=home,
        text=True,
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(lines)
        process.stdin.flush()
        for _ in range(answers):
            process.stdout.readline()
        tasks = Path(f"/proc/{process.pid}/task").iterdir()
        used = sum(int((task / "schedstat").read_text().split()[0]) for task in tasks) / 1e6
        process.stdin.close()
    return used


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--times", type=int, default=15)
    times = parser.parse_args().times
    with tempfile.TemporaryDirectory() as home:
        bare = statistics.median(cpu_ms([sys.executable, "-c", BARE], "", 1, home) for _ in range(times))
        serve = [sys.executable, str(ROOT / "manage.py"), "mcp"]
        ours = statistics.median(cpu_ms(serve, LINES, 2, home) for _ in range(times))
    print(f"bare interpreter {bare:.1f} ms CPU; initialize + tools/list {ours:.1f} ms CPU = {ours / bare:.2f} x")


if __name__ == "__main__":
    main()
