"""Run setup for every client in processes that are killed at their first, second, third … step on a file.

Run as a program by test_killed.py: `python dying.py HOME`. Prints one line for each thing that went wrong, then
the number of kills. A step is anything Python reports to its audit hooks about a path in HOME.
"""

from __future__ import annotations

import os
import shutil
import signal
import sys
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
os.environ["DJANGO_SETTINGS_MODULE"] = "genesis_site.settings"
EVENTS = ("open", "os.rename", "os.remove", "os.mkdir", "os.rmdir", "os.chmod", "os.chown")


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
            print(f"the child failed: {error!r}", flush=True)
            os._exit(1)
        os._exit(0)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) != -signal.SIGKILL


def main(home: Path) -> None:
    import django

    django.setup()
    from django.db import connections

    from clients.apply import apply
    from clients.catalogue import catalogue, client
    from clients.journal import only_one, recover
    from clients.models import ClientConfig
    from clients.plan import plan_clients
    from clients.revert import revert
    from memory.database import prepare
    from tests.clients.homes import WIRING, folders, furnish, machine, tree
    from tests.make import NOW

    catalogue()
    placed = furnish(home)
    prepare()
    connections.close_all()
    template = home.parent / "template"
    shutil.copytree(home, template)
    before, kills = tree(home), 0

    def set_up(name: str) -> None:
        with only_one():
            recover()
            for plan in plan_clients([client(name)], machine(home), WIRING, named=[name]):
                apply(plan, NOW)

    def put_back() -> None:
        with only_one():
            recover()
            for row in ClientConfig.objects.in_force().order_by("-pk"):
                revert(row, NOW)

    def dying(work: Callable[[], None], step: int) -> Callable[[], None]:
        def run() -> None:
            die_at(step, str(home))
            work()

        return run

    def check(what: str, *allowed: dict[str, bytes]) -> None:
        now = {path: data for path, data in tree(home).items() if not path.endswith(".genesis-new")}
        for path in {*now, *allowed[0]}:
            if now.get(path) not in [one.get(path) for one in allowed]:
                print(f"{what}: {path} is neither old nor new", flush=True)

    def fresh() -> None:
        shutil.rmtree(home)
        shutil.copytree(template, home)

    for name in placed:
        fresh()
        in_child(lambda name=name: set_up(name))  # type: ignore[misc]
        after = tree(home)
        shutil.rmtree(template.parent / "wired", ignore_errors=True)
        shutil.copytree(home, template.parent / "wired")
        for step in range(1000):
            fresh()
            if in_child(dying(lambda name=name: set_up(name), step)):  # type: ignore[misc]
                break
            kills += 1
            check(f"{name} setup {step}", before, after)
            in_child(lambda name=name: set_up(name))  # type: ignore[misc]
            check(f"{name} setup {step}, run again", after)
            in_child(put_back)
            check(f"{name} setup {step}, reverted", before)
        for step in range(1000):
            shutil.rmtree(home)
            shutil.copytree(template.parent / "wired", home)
            if in_child(dying(put_back, step)):
                break
            kills += 1
            check(f"{name} revert {step}", before, after)
            in_child(put_back)
            check(f"{name} revert {step}, run again", before)
            left = [path for path in tree(home) if path.endswith(".genesis-new")]
            if left or folders(home) != folders(template):
                print(f"{name} revert {step}: left behind {left or 'a folder'}", flush=True)
    print(kills)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
