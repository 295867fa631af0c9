"""Dialogue: the last words said in each client, kept so that another client can take them up.

Called by the MCP tools `dialogue_update`, `dialogue_get` and by memory/continuity.py.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from memory.errors import BadInput
from memory.intake import Intake
from memory.models import Thread, Turn
from memory.origin import Origin
from memory.projects import Place, ensure_project, known_project
from memory.transactions import write

# A turn is kept to be taken up, not as an archive: its beginning says what it was about.
MAX_TURN_CHARS = 8_000


@dataclass(frozen=True, slots=True)
class TurnsStored:
    turns: list[Turn]
    redacted: dict[str, int]


@write
def store_turns(user: str, assistant: str, place: Place, origin: Origin, now: datetime) -> TurnsStored:
    """Keep what the user said, what was answered, or both. Long turns are cut. Raises BadInput."""
    intake = Intake()
    spoken = [
        (role, intake.optional(text, role)) for role, text in ((Turn.Role.USER, user), (Turn.Role.ASSISTANT, assistant))
    ]
    if not any(text for _, text in spoken):
        raise BadInput("Nothing to keep: send `user` (what was asked), `assistant` (what you said) or both.")
    project = ensure_project(place, now)
    thread = Thread.objects.filter(project=project, session=origin.session).open_first().first()
    turns = [
        Turn.objects.create(
            project=project,
            thread=thread if thread and thread.state == Thread.State.OPEN else None,
            role=role,
            text=_cut(text),
            client=origin.client,
            session=origin.session,
            at=now,
        )
        for role, text in spoken
        if text
    ]
    return TurnsStored(turns, dict(intake.redacted))


@dataclass(frozen=True, slots=True)
class Spoken:
    """One turn as a transcript has it. `role`: a value of `Turn.Role`."""

    role: str
    text: str
    at: datetime


@write
def append_turns(spoken: Sequence[Spoken], place: Place, origin: Origin, now: datetime) -> int:
    """Keep turns said before, with their own times; returns how many. Secrets go, long ones are cut."""
    project = ensure_project(place, now)
    thread = Thread.objects.filter(project=project, session=origin.session, state=Thread.State.OPEN).first()
    intake = Intake()
    turns = [
        Turn(project=project, thread=thread, role=one.role, text=text, client=origin.client, session=origin.session,
             at=min(one.at, now))
        for one in spoken
        if (text := intake.optional(_cut(one.text.strip()), one.role))
    ]  # fmt: skip
    Turn.objects.bulk_create(turns)
    return len(turns)


def _cut(text: str) -> str:
    return text if len(text) <= MAX_TURN_CHARS else text[: MAX_TURN_CHARS - 1] + "…"


def last_turns(place: Place, *, limit: int, client: str = "", session: str = "") -> list[Turn]:
    """The last turns of the place's project in the order they were said; optionally of one client or session."""
    project = known_project(place)
    if project is None:
        return []
    turns = Turn.objects.filter(project=project)
    if client:
        turns = turns.filter(client__iexact=client)
    if session:
        turns = turns.filter(session=session)
    return list(turns.latest_first()[:limit])[::-1]
