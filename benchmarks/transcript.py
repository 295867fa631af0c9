#!/usr/bin/env python3
"""CPU of capture: a transcript of 10 MB at once, and ten new lines afterwards, whole worker process (Linux).

benchmarks/transcript.py [--mb 10]
"""

from __future__ import annotations

import argparse
import json
import resource
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def line(number: int, role: str, folder: Path, size: int) -> str:
    text = f"Turn {number}: " + "the importer reads rows and writes them to the queue. " * (size // 54)
    message = {"role": role, "id": f"m{number}", "content": [{"type": "text", "text": text}]}
    row = {"type": role, "uuid": f"u{number}", "sessionId": "s", "cwd": str(folder), "isSidechain": False,
           "timestamp": "2026-11-30T11:00:00.000Z", "message": message}  # fmt: skip
    return json.dumps(row) + "\n"


def work_s(home: Path, transcript: Path, folder: Path) -> float:
    """CPU of the worker that takes up what is new."""
    event = {"hook_event_name": "Stop", "session_id": "s", "transcript_path": str(transcript), "cwd": str(folder)}
    waiting = home / ".genesis/capture"
    waiting.mkdir(parents=True, exist_ok=True)
    (waiting / "1-1.event").write_bytes(b"claude-code\n" + json.dumps(event).encode())
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    command = [sys.executable, str(ROOT / "manage.py"), "hook-capture", "--work"]
    subprocess.run(command, env={"HOME": str(home), "PATH": ""}, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--mb", type=int, default=10)
    wanted = parser.parse_args().mb * 1_000_000
    with tempfile.TemporaryDirectory() as place:
        home, folder = Path(place) / "home", Path(place) / "project"
        home.mkdir()
        folder.mkdir()
        transcript = Path(place) / "s.jsonl"
        number = 0
        with transcript.open("w") as file:
            while file.tell() < wanted:
                file.write(line(number, ("user", "assistant")[number % 2], folder, 2_000))
                number += 1
        first = work_s(home, transcript, folder)
        with transcript.open("a") as file:
            file.writelines(line(number + more, ("user", "assistant")[more % 2], folder, 2_000) for more in range(10))
        again = work_s(home, transcript, folder)
        idle = work_s(home, transcript, folder)
        print(f"{wanted / 1e6:.0f} MB, {number:,} turns: {first:.2f} s CPU")
        print(f"ten more lines {again:.2f} s CPU, nothing new {idle:.2f} s CPU")


if __name__ == "__main__":
    main()
