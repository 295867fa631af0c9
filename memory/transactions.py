"""Write transactions that wait for other writers, and database errors in words a person can act on.

Every write of the project goes through `write()`; every read at a door through `readable_errors()`.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from typing import ParamSpec, TypeVar

from django.db import DatabaseError, OperationalError, connection, transaction

from memory import paths
from memory.errors import StoreUnavailable

P = ParamSpec("P")
R = TypeVar("R")

# SQLite's own wait (settings.SQLITE_BUSY_TIMEOUT_S) is unfair: with many writers one may lose every
# race for longer than that. Six more rounds bound the wait to about half a minute.
MAX_ATTEMPTS = 7


def write(function: Callable[P, R]) -> Callable[P, R]:
    """Run `function` as one immediate write transaction; try again while the database is busy.

    The function must have no effect outside the database, since it may run more than once.
    Raises StoreUnavailable when the store stays busy, is full, read-only or damaged.
    """

    @wraps(function)
    def in_transaction(*args: P.args, **kwargs: P.kwargs) -> R:
        if connection.in_atomic_block:
            # A part of a larger write, which waits and tries again as a whole.
            with transaction.atomic():
                return function(*args, **kwargs)
        for attempt in range(1, MAX_ATTEMPTS + 1):
            try:
                with readable_errors(), transaction.atomic():
                    return function(*args, **kwargs)
            except StoreUnavailable as error:
                if not _is_busy(error.__cause__) or attempt == MAX_ATTEMPTS:
                    raise
                time.sleep(random.uniform(0.0, 0.05 * attempt))
        raise AssertionError("unreachable")

    return in_transaction


@contextmanager
def readable_errors() -> Iterator[None]:
    """Turn the database's errors into StoreUnavailable with what to do; others pass unchanged."""
    try:
        yield
    except DatabaseError as error:
        advice = _advice(error)
        if advice is None:
            raise
        raise StoreUnavailable(advice) from error


def _is_busy(error: BaseException | None) -> bool:
    return isinstance(error, OperationalError) and ("locked" in str(error) or "busy" in str(error))


def _advice(error: DatabaseError) -> str | None:
    text = str(error).lower()
    where = paths.database()
    known = (
        ("locked", f"The memory at {where} is busy with another writer. Try again in a moment."),
        ("busy", f"The memory at {where} is busy with another writer. Try again in a moment."),
        ("full", f"The disk is full, so nothing was stored in {where}. Free some space and try again."),
        (
            "readonly",
            f"The memory at {where} is read-only. Check the permissions of the file and its folder.",
        ),
        ("malformed", f"The memory at {where} is damaged. Run `genesis doctor`; backups are beside it."),
        ("not a database", f"{where} is not a Genesis database. Run `genesis doctor`."),
        ("disk i/o", f"The disk failed while reading or writing {where}. Run `genesis doctor`."),
        ("unable to open", f"The memory at {where} cannot be opened. Check the folder and its permissions."),
    )
    return next((advice for sign, advice in known if sign in text), None)
