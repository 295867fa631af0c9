"""The worker behind `genesis hook-capture`: takes up the events that hooks put down, one worker at a time."""

from __future__ import annotations

import contextlib
import json
import os
import time
from datetime import UTC, datetime

from genesis_site.hook_capture import folder, waiting

# Files with which the prompt hook remembers what it said; older ones belong to sessions that are over.
KEPT_NOTES_S = 7 * 86_400


def work() -> None:
    """Work until nothing waits. Returns at once if another worker is at it: that one sees the new events."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "genesis_site.settings")
    import django

    django.setup()

    from django.core.files import locks

    while waiting():
        with open(os.path.join(folder(), "lock"), "a", encoding="utf-8") as lock:
            os.chmod(lock.name, 0o600)
            if not locks.lock(lock, locks.LOCK_EX | locks.LOCK_NB):
                return
            _empty()
            locks.unlock(lock)
    _forget_old_notes()


def _empty() -> None:
    from memory.database import prepare

    prepare()
    failed: Exception | None = None
    for path in waiting():
        try:
            _take_up(path)
        except Exception as error:
            failed = error
        # An event that fails once would fail for ever; the transcript's position is kept, so the next one catches up.
        with contextlib.suppress(FileNotFoundError):
            os.remove(path)
    if failed is not None:
        raise failed


def _take_up(path: str) -> None:
    from clients.capture import Event, capture

    with open(path, "rb") as file:
        client, _, told = file.read().partition(b"\n")
    event = json.loads(told.decode("utf-8", "replace"))
    if isinstance(event, dict):
        capture(Event.of(client.decode(), event), datetime.now(UTC))


def _forget_old_notes() -> None:
    """Remove what the prompt hook wrote down for sessions that are long over, and for single prompts."""
    from memory import paths

    place = paths.hook_notes()
    for name in os.listdir(place) if os.path.isdir(place) else []:
        if not name.startswith(("s-", "p-")):
            continue
        kept_s = KEPT_NOTES_S if name.startswith("s-") else 60
        with contextlib.suppress(OSError):
            if time.time() - os.stat(os.path.join(place, name)).st_mtime > kept_s:
                os.remove(os.path.join(place, name))
