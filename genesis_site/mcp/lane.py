"""What the MCP server does in the ORM lane: load Django, read a memory for a resource.

HOT at import; every function here imports Django when it is called, in the server's worker thread.
"""

from __future__ import annotations

import threading

from genesis_site.mcp.jsonrpc import Json
from genesis_site.mcp.tool import Call

# Spelled out instead of imported: `typing` costs the handshake a fifth of a bare interpreter start.
TYPE_CHECKING = False
if TYPE_CHECKING:
    import sqlite3
    from typing import Any

    from genesis_site.mcp.session import Session

# The open connection of each thread, for `interrupt`: Django shows a thread only its own.
_CONNECTIONS: dict[int, sqlite3.Connection] = {}


def warm_up() -> None:
    """Load Django and bring the database to this program's shape. Raises GenesisError with what to do."""
    import os

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "genesis_site.settings")
    import django

    from memory.errors import StoreUnavailable
    from memory.paths import BadSetting

    try:
        django.setup()
    except BadSetting as error:
        raise StoreUnavailable(str(error)) from error

    from django.db.backends.signals import connection_created

    from memory.database import prepare

    connection_created.connect(_keep_connection)
    prepare()


def note_client(session: Session) -> None:
    """Mark that this client is there: `genesis clients` and `doctor` show when each called last."""
    from memory.heartbeat import beat

    beat(session.client_hint or session.client_name, session.client_name, session.client_version)


def read_memory(memory_id: int, call: Call) -> Json | None:
    """One memory with all that is known of it; None when the caller's project may not see it."""
    from genesis_site.mcp.context import Caller, moment
    from memory.errors import NotFound
    from memory.models import Provenance
    from memory.supersede import memory_in
    from memory.transactions import readable_errors

    caller = Caller.of(call)
    with readable_errors():
        project_ids, _ = caller.to_read()
        try:
            memory = memory_in(memory_id, project_ids)
        except NotFound:
            return None
        if memory.forgotten_at is not None:
            return None
        history = list(Provenance.objects.filter(memory=memory).order_by("pk"))
        replaced = list(memory.supersedes.values_list("pk", flat=True))
    return {
        "id": memory.pk,
        "text": memory.text,
        "kind": memory.kind,
        "state": memory.state_at(caller.now),
        "project": memory.project.key,
        "confidence": memory.confidence,
        "tags": memory.tags,
        "files": memory.files,
        "valid_from": moment(memory.valid_from),
        "valid_until": moment(memory.valid_until) if memory.valid_until else None,
        "superseded_by": memory.superseded_by_id,
        "supersedes": replaced,
        "history": [
            {"action": row.action, "client": row.client, "at": moment(row.at), "reason": row.reason} for row in history
        ],
    }


def interrupt(thread_id: int) -> None:
    """Break off the SQL statement that the thread with this id is waiting for, if there is one."""
    held = _CONNECTIONS.get(thread_id)
    if held is not None:
        held.interrupt()


def close() -> None:
    """Close the calling thread's connection, so that SQLite can tidy up its log."""
    from django.conf import settings

    if not settings.configured:
        return
    from django.db import connections

    _CONNECTIONS.pop(threading.get_ident(), None)
    connections.close_all()


def _keep_connection(*, connection: Any, **_: object) -> None:
    _CONNECTIONS[threading.get_ident()] = connection.connection
