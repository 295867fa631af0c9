"""A live proof that the memory works: remember, recall and forget on the real database, and leave nothing behind."""

from __future__ import annotations

import secrets
from datetime import datetime

from django.db import transaction

from memory.errors import GenesisError
from memory.health import Check
from memory.models import GLOBAL_PROJECT_ID
from memory.origin import Origin
from memory.projects import Place
from memory.recall import recall
from memory.remember import Draft, remember
from memory.search.contract import Filters, Scope
from memory.supersede import forget
from memory.transactions import readable_errors

_NAME = "genesis doctor"


def probe_check(now: datetime) -> Check:
    """Store a sentence with a word nobody has used, find it by that word, forget it, and roll all of it back."""
    try:
        with readable_errors(), transaction.atomic():
            problem = _round_trip(f"probe{secrets.token_hex(6)}", now)
            transaction.set_rollback(True)
    except GenesisError as error:
        problem = str(error)
    advice = "Run `genesis doctor --rebuild-index`; if that does not help, put back the newest file of backups/."
    if problem:
        return Check("store.probe", passed=False, found=problem, advice=advice)
    return Check("store.probe", passed=True, found="a note was remembered, recalled and forgotten")


def _round_trip(word: str, now: datetime) -> str:
    """What went wrong; blank if all went well."""
    origin = Origin("genesis-doctor", _NAME)
    stored = remember(Draft(f"The doctor looks for the word {word}"), Place("doctor.invalid/probe", _NAME), origin, now)
    scope = Scope((stored.memory.project_id, GLOBAL_PROJECT_ID))

    def found() -> list[int]:
        return [result.memory.pk for result in recall(word, scope, Filters(), limit=3, now=now).results]

    if found() != [stored.memory.pk]:
        return "a note that was just remembered is not found"
    forget(stored.memory.pk, "probe", project_ids=None, origin=origin, now=now)
    return "a note that was forgotten is still found" if found() else ""
