"""Run setup and revert for every client in processes that are killed at their first, second, third … step on a file.

Called by dying.py, which is a program of its own. Says one line for each thing that went wrong, then the number of
kills. A step is anything Python reports to its audit hooks about a path in the home.
"""

from __future__ import annotations

import os
import shutil
import signal
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from django.db import connections

from clients.apply import apply
from clients.catalogue import client
from clients.journal import only_one, recover
from clients.models import ClientConfig
from clients.plan import plan_clients
from clients.revert import revert
from memory.database import prepare
from tests.clients.homes import WIRING, folders, furnish, machine, tree
from tests.make import NOW

# More than any client needs.
MOST_STEPS = 1000
EVENTS = ("open", "os.rename", "os.remove", "os.mkdir", "os.rmdir", "os.chmod", "os.chown")


def say(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def die_at(step: int, home: str) -> None:
    """From now on count the steps on files in `home`, and kill this process at the given one."""
    left = [step]

    def count(event: str, arguments: tuple[object, ...]) -> None:
        if event in EVENTS and any(str(argument).startswith(home) for argument in arguments[:2]):
            left[0] -= 1
            if left[0] < 0:
                os.kill(os.getpid(), signal.SIGKILL)

    sys.addaudithook(count)


def in_child(work: Callable[[], None]) -> bool:
    """Run `work` in a process of its own; False if it was killed."""
    child = os.fork()
    if child == 0:
        try:
            work()
        except BaseException as error:
            say(f"the child failed: {error!r}")
            os._exit(1)
        os._exit(0)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) != -signal.SIGKILL


class Trial:
    """One home, its state before, and what is done to it. Made after `django.setup()`, before any connection."""

    def __init__(self, home: Path) -> None:
        self.home = home
        self.placed = furnish(home)
        prepare()
        connections.close_all()
        self.before = tree(home)
        self.untouched = home.parent / "untouched"
        self.wired = home.parent / "wired"
        shutil.copytree(home, self.untouched)
        self.kills = 0

    def set_up(self, name: str) -> None:
        with only_one():
            recover()
            for plan in plan_clients([client(name)], machine(self.home), replace(WIRING, hooks=True), named=[name]):
                apply(plan, NOW)

    def put_back(self) -> None:
        with only_one():
            recover()
            for row in ClientConfig.objects.in_force().order_by("-pk"):
                revert(row, NOW)

    def start_from(self, state: Path) -> None:
        shutil.rmtree(self.home)
        shutil.copytree(state, self.home)

    def killed(self, work: Callable[[], None], step: int) -> bool:
        """Run `work` and kill it at `step`; False if it was done before that."""

        def run() -> None:
            die_at(step, str(self.home))
            work()

        done = in_child(run)
        self.kills += not done
        return not done

    def check(self, what: str, *allowed: dict[str, bytes]) -> None:
        """Every file must be as in one of the `allowed` states."""
        now = {path: data for path, data in tree(self.home).items() if not path.endswith(".genesis-new")}
        for path in {*now, *allowed[0]}:
            if now.get(path) not in [one.get(path) for one in allowed]:
                say(f"{what}: {path} is neither old nor new")

    def try_client(self, name: str) -> None:
        def set_up() -> None:
            self.set_up(name)

        self.start_from(self.untouched)
        in_child(set_up)
        after = tree(self.home)
        shutil.rmtree(self.wired, ignore_errors=True)
        shutil.copytree(self.home, self.wired)
        self.start_from(self.untouched)
        for step in range(MOST_STEPS):
            if not self.killed(set_up, step):
                break
            self.check(f"{name} setup {step}", self.before, after)
            in_child(set_up)
            self.check(f"{name} setup {step}, run again", after)
            in_child(self.put_back)
            self.check(f"{name} setup {step}, reverted", self.before)
            self.start_from(self.untouched)
        self.start_from(self.wired)
        for step in range(MOST_STEPS):
            if not self.killed(self.put_back, step):
                break
            self.check(f"{name} revert {step}", self.before, after)
            in_child(self.put_back)
            self.check(f"{name} revert {step}, run again", self.before)
            if folders(self.home) != folders(self.untouched):
                say(f"{name} revert {step}: a folder is left behind")
            self.start_from(self.wired)


def run_trial(home: Path) -> None:
    trial = Trial(home)
    for name in trial.placed:
        trial.try_client(name)
    say(str(trial.kills))
