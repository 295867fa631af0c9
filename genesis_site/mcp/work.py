"""Threads and turns as the tools show them. ORM lane: imported inside a tool's `run`."""

from __future__ import annotations

from genesis_site.mcp.context import moment
from genesis_site.mcp.jsonrpc import Json
from memory.models import Thread, Turn

# All turns of one reply together; the latest are worth most, so the oldest are cut first.
TURNS_CHARS = 8_000


def thread_values(thread: Thread) -> Json:
    """One thread; empty fields are left out."""
    values: Json = {"id": thread.pk, "topic": thread.topic, "state": thread.state}
    for name in ("focus", "next_steps", "files", "client"):
        if getattr(thread, name):
            values[name] = getattr(thread, name)
    return {**values, "version": thread.version, "updated": moment(thread.updated_at)}


def turn_values(turns: list[Turn]) -> list[Json]:
    """Turns in the order given, within TURNS_CHARS: older ones are shortened, then left out."""
    room = TURNS_CHARS
    shown: list[Json] = []
    for turn in reversed(turns):
        if room <= 0:
            break
        text = turn.text if len(turn.text) <= room else turn.text[: room - 1] + "…"
        room -= len(text)
        shown.append({"role": turn.role, "client": turn.client, "at": moment(turn.at), "text": text})
    return shown[::-1]
