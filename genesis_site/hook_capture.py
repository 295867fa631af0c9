"""`genesis hook-capture --client ID`: what a client's stop hook starts. HOT: standard library only.

It puts the hook's event down in `GENESIS_HOME/capture`, starts a worker that outlives it, and returns at once: no
client waits for Django. Always 0, and silent: clients read what hooks print.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time

from memory import paths

FOLDER = "capture"
WORK = "--work"
# What setup writes after `--env`, so that a hook finds the store that the person uses.
STORE_VARIABLES = ("GENESIS_HOME=", "GENESIS_DAEMON_DB=", "DATABASE_URL=")
MOST_BYTES = 4_000_000
# More than these wait only if no worker can run; the newest are worth most.
MOST_WAITING = 200


def run(words: list[str]) -> int:
    """Put the event down and start a worker; with `--work`, be that worker."""
    try:
        for name, value in (word.split("=", 1) for word in words if word.startswith(STORE_VARIABLES)):
            paths.set_variable(name, value)
        if WORK in words:
            from genesis_site.capture_worker import work

            work()
        else:
            _put_down(words)
            _start_worker()
    except Exception as error:
        _log(error)
    return 0


def folder() -> str:
    return os.path.join(paths.home(), FOLDER)


def waiting() -> list[str]:
    """The events that were put down, oldest first."""
    place = folder()
    names = sorted(os.listdir(place)) if os.path.isdir(place) else []
    return [os.path.join(place, name) for name in names if name.endswith(".event")]


def _put_down(words: list[str]) -> None:
    client = words[words.index("--client") + 1] if "--client" in words[:-1] else ""
    told = sys.stdin.buffer.read(MOST_BYTES + 1)
    if not client or not told or len(told) > MOST_BYTES:
        return
    os.makedirs(folder(), mode=0o700, exist_ok=True)
    for old in waiting()[:-MOST_WAITING]:
        os.remove(old)
    name = os.path.join(folder(), f"{time.time_ns()}-{os.getpid()}")
    descriptor = os.open(name, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "wb") as file:
        file.write(client.encode() + b"\n" + told)
    os.replace(name, name + ".event")


def _start_worker() -> None:
    if not waiting():
        return
    root = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    manage = os.path.join(root, "manage.py")
    start = [manage] if os.path.exists(manage) else ["-P", "-m", "genesis_site"]
    # What Windows calls "detached from the console" is a session of its own elsewhere.
    apart = {"creationflags": 0x00000008} if os.name == "nt" else {"start_new_session": True}
    subprocess.Popen(  # nobody waits for it
        [sys.executable, *start, "hook-capture", WORK],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        cwd=os.path.abspath(os.sep),
        **apart,
    )


def _log(error: Exception) -> None:
    """The last failure, for `genesis doctor`; clients must not see it."""
    try:
        log = os.path.join(paths.home(), "capture.log")
        with open(os.open(log, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="utf-8") as file:
            file.write(f"{time.strftime('%Y-%m-%dT%H:%M:%SZ', time.gmtime())} {type(error).__name__}: {error}\n")
    except OSError:
        return
