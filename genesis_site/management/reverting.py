"""Take back all that setup wrote: shared by `setup --revert` and `uninstall`."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator
from typing import Any

from clients import revert as reverting
from clients.catalogue import client
from clients.errors import NotWritable
from clients.files import remove_file, replace_file
from clients.journal import keep_backup
from clients.machine import Machine
from clients.models import ClientConfig
from clients.planned import FileChange
from clients.revert import Reverted, revert
from clients.strays import still_starts_genesis, strays
from genesis_site.management.base import now
from genesis_site.management.screen import Screen, at_home
from memory import paths
from memory.errors import GenesisError, StoreUnavailable

WORDS = {
    reverting.RESTORED: "restored, byte for byte",
    reverting.REMOVED: "our entry removed, your later changes kept",
    reverting.DELETED: "deleted: setup had made it",
    reverting.GONE: "not there any more",
    reverting.KEPT: "left: ",
    reverting.STUCK: "NOT reverted: ",
}


@contextlib.contextmanager
def told_where_copies_are() -> Iterator[None]:
    """Without the store there is no journal to go by; what it would put back is still there, and worth saying."""
    try:
        yield
    except StoreUnavailable as error:
        folder = os.path.join(paths.home(), "backups", "clients")
        if not os.path.isdir(folder):
            raise
        raise StoreUnavailable(f"{error} Your tools' files as they were before setup are in {folder}.") from error


def revert_all(screen: Screen, options: dict[str, Any]) -> dict[str, Any]:
    """Take back every row of the journal, or those of `--client`, newest first, then what no journal knows of.

    Raises GenesisError if something could not be taken back.
    """
    only = tuple(client(identifier).id for identifier in options.get("client") or ())
    rows = ClientConfig.objects.in_force().order_by("-pk")
    rows = rows.filter(client__in=only) if only else rows
    written = set(rows.values_list("target", flat=True))
    unknown = [change for change in strays(Machine.this(), only) if change.found.target not in written]
    outcomes = [revert(row, now(), dry_run=True) for row in rows] + [_stray(change) for change in unknown]
    if not outcomes:
        screen.say("There is nothing to take back: no file of a tool holds an entry of Genesis.")
    if options["dry_run"] or not _agreed(screen, options, outcomes):
        for outcome in outcomes if options["dry_run"] else []:
            _tell(screen, outcome, "would be ")
        screen.say("" if options["dry_run"] else "Nothing was changed.")
        return {"reverted": [], "would_revert": [_values(outcome) for outcome in outcomes]}
    done = [revert(row, now()) for row in rows]
    stuck_files = {outcome.path for outcome in done if outcome.outcome == reverting.STUCK}
    # Looked for anew: an entry and hooks may stand in one file, and a group of hooks that somebody added to outlives
    # its row.
    for _ in range(3):
        left = [change for change in strays(Machine.this(), only) if change.found.path not in stuck_files]
        taken = [_take_out(change) for change in left]
        stuck_files |= {outcome.path for outcome in taken if outcome.outcome == reverting.STUCK}
        done += taken
    for outcome in done:
        _tell(screen, outcome)
    stuck = [outcome for outcome in done if outcome.outcome == reverting.STUCK]
    if stuck:
        names = ", ".join(outcome.path for outcome in stuck)
        raise GenesisError(f"Not reverted: {names}. Mend what is said above and run it again; nothing is lost.")
    return {"reverted": [_values(outcome) for outcome in done]}


def _stray(change: FileChange) -> Reverted:
    return Reverted(change.client, change.found.path, reverting.REMOVED)


def _take_out(change: FileChange) -> Reverted:
    """Take out an entry that the journal does not know of; a file of which nothing is left goes, too."""
    try:
        if change.found.unwritable:
            raise NotWritable(change.found.unwritable)
        keep_backup(change.found, change.client, now())
        if change.after.strip():
            replace_file(change.found.target, change.after, change.found.data)
        elif change.found.data is not None:
            remove_file(change.found.target, change.found.data)
    except (NotWritable, OSError) as error:
        return Reverted(change.client, change.found.path, reverting.STUCK, str(error))
    return _stray(change)


def _agreed(screen: Screen, options: dict[str, Any], outcomes: list[Reverted]) -> bool:
    if options["yes"] or not screen.interactive or not outcomes:
        return True
    for outcome in outcomes:
        screen.say(f"  {outcome.path}")
    return screen.confirm(f"Put these {len(outcomes)} files back?")


def _tell(screen: Screen, outcome: Reverted, before: str = "") -> None:
    screen.say(f"{outcome.client}: {at_home(outcome.path)}: {before}{WORDS[outcome.outcome]}{outcome.reason}")
    left = "" if before else still_starts_genesis(outcome.client, outcome.path)
    if left:
        screen.say(
            f"    It still starts Genesis, by an entry of yours ({left}). Remove that by hand if you want it gone."
        )


def _values(outcome: Reverted) -> dict[str, str]:
    return {
        "client": outcome.client,
        "path": outcome.path,
        "outcome": outcome.outcome,
        "reason": outcome.reason,
    }
