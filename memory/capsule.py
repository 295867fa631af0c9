"""The capsule: the short text that goes before a prompt. The same words as the prompt hook's, in the ORM lane.

Called by `genesis capsule` and by whatever speaks to a model through Django. It runs the hook's own functions on
Django's connection, so that the two cannot differ.
"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from django.db import connection

from memory.hook import genesis_hook as hook
from memory.origin import Origin
from memory.projects import Place, known_project
from memory.transactions import readable_errors


def capsule(prompt: str, place: Place, origin: Origin, now: datetime, tokens: int = hook.TOKENS) -> str:
    """What the memory has to say to `prompt` in the project of `place`, within `tokens`; blank for nothing.

    `origin`: who will read it; what was said in its own session is left out. Raises StoreUnavailable.
    """
    with readable_errors():
        project = known_project(place)
        database = _plain_connection()
        moment = now.astimezone(UTC).strftime("%Y-%m-%d %H:%M:%S")
        number = None if project is None else project.pk
        text: str = hook.capsule(
            hook.lines_for(database, prompt, number, origin.client, origin.session, moment), tokens
        )
    return text


def _plain_connection() -> Any:
    """SQLite's own connection under Django's, opened if need be."""
    connection.ensure_connection()
    return connection.connection
