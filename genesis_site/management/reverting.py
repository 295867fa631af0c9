"""Take back all that setup wrote: shared by `setup --revert` and `uninstall`."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator
from typing import Any

from clients import revert as reverting
from clients.models import ClientConfig
from clients.revert import Reverted, revert
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
    """Take back every row, or those of `--client`, newest first. Raises GenesisError if one could not be."""
    rows = ClientConfig.objects.in_force().order_by("-pk")
    if options.get("client"):
        rows = rows.filter(client__in=options["client"])
    outcomes = [revert(row, now(), dry_run=True) for row in rows]
    if not outcomes:
        screen.say("There is nothing to take back: setup has written nothing that is still there.")
    if options["dry_run"] or not _agreed(screen, options, outcomes):
        for outcome in outcomes:
            _tell(screen, outcome, "would be ")
        return {"reverted": [], "would_revert": [_values(outcome) for outcome in outcomes]}
    done = [revert(row, now()) for row in rows]
    for outcome in done:
        _tell(screen, outcome)
    stuck = [outcome for outcome in done if outcome.outcome == reverting.STUCK]
    if stuck:
        names = ", ".join(outcome.path for outcome in stuck)
        raise GenesisError(f"Not reverted: {names}. Mend what is said above and run it again; nothing is lost.")
    return {"reverted": [_values(outcome) for outcome in done]}


def _agreed(screen: Screen, options: dict[str, Any], outcomes: list[Reverted]) -> bool:
    if options["yes"] or not screen.interactive or not outcomes:
        return True
    for outcome in outcomes:
        screen.say(f"  {outcome.path}")
    return screen.confirm(f"Put these {len(outcomes)} files back?")


def _tell(screen: Screen, outcome: Reverted, before: str = "") -> None:
    screen.say(f"{outcome.client}: {at_home(outcome.path)}: {before}{WORDS[outcome.outcome]}{outcome.reason}")


def _values(outcome: Reverted) -> dict[str, str]:
    return {
        "client": outcome.client,
        "path": outcome.path,
        "outcome": outcome.outcome,
        "reason": outcome.reason,
    }
