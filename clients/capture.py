"""Take up what was said in a client: its transcript's new part becomes dialogue, thread and candidates.

Called by the capture worker (`genesis hook-capture`) after each turn of an agent. Everything passes the shield.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from clients.catalogue import catalogue
from clients.machine import Machine
from clients.models import TranscriptPosition
from clients.notable import notable
from clients.transcripts import TRANSCRIPTS
from clients.transcripts.contract import Action, Reading, Turn
from memory import paths, scope
from memory.candidates import propose
from memory.dialogue import Spoken, append_turns
from memory.errors import BadInput
from memory.models import Thread
from memory.origin import Origin
from memory.projects import Place, known_project
from memory.remember import Draft, remember
from memory.threads import MAX_FOCUS_CHARS, ThreadChange, update_thread
from memory.transactions import write

IGNORE_FILE = ".genesis-ignore"
MAX_TOPIC_CHARS = 120
MAX_FILES = 20
# Occasions on which the agent goes on afterwards.
UNDER_WAY = ("PreCompact", "preCompact", "PreCompress")
# A thread of the same client that is younger than this is the one that the session is about.
SAME_WORK = timedelta(hours=3)


@dataclass(frozen=True, slots=True)
class Event:
    """What a client's hook told: which transcript of which session, from which folder, and on what occasion."""

    client: str
    session: str
    transcript: str
    folder: str
    occasion: str = ""

    @classmethod
    def of(cls, client: str, told: dict[str, Any]) -> Event:
        """From the JSON that a hook gets; what is missing is blank."""

        def text(*names: str) -> str:
            return next((value for name in names if isinstance(value := told.get(name), str) and value), "")

        roots = told.get("workspace_roots")
        root = roots[0] if isinstance(roots, list) and roots and isinstance(roots[0], str) else ""
        session = text("session_id", "sessionId", "conversation_id", "conversationId")
        transcript = text("transcript_path", "transcriptPath") or _usual_transcript(client, session)
        occasion = text("hook_event_name", "hookEventName", "event")
        return cls(client, session, transcript, text("cwd", "working_dir") or root, occasion)


def _usual_transcript(client: str, session: str) -> str:
    """Where a client keeps its transcripts that does not say so with its events; blank if nobody knows."""
    template = next((one.hook.get("transcript", "") for one in catalogue() if one.id == client), "")
    return f"{Machine.this().expand(template)}#{session}" if template and session else ""


@dataclass(frozen=True, slots=True)
class Captured:
    """How much was taken up. `skipped`: why nothing was; blank otherwise."""

    turns: int = 0
    remembered: int = 0
    proposed: int = 0
    skipped: str = ""


def capture(event: Event, now: datetime) -> Captured:
    """Take up what is new in the event's transcript. Raises StoreUnavailable, OSError for an unreadable transcript."""
    reader = TRANSCRIPTS.get(event.client)
    if reader is None or not os.path.isfile(event.transcript.partition("#")[0]):
        return Captured(skipped="no transcript of this client can be read")
    known = TranscriptPosition.objects.filter(path=event.transcript).first()
    # The agent has stopped, so what stands in the file is whole.
    ended = event.occasion not in UNDER_WAY
    reading = reader.read(event.transcript, known.position if known else "", ended=ended)
    # Where the session began says what it is about; an agent moves through folders while it works.
    folder = reading.cwd if os.path.isdir(reading.cwd) else event.folder
    identity = scope.identify(folder, paths.user_home())
    kept_out = "" if paths.capture_wanted() else "GENESIS_CAPTURE is 0"
    if is_ignored(folder, identity.root) or is_ignored(event.folder, identity.root):
        kept_out = f"{IGNORE_FILE} keeps this project out"
    if kept_out:
        # It is read all the same, so that what was said now is not taken up later.
        _move_on(event, reading, now)
        return Captured(skipped=kept_out)
    place = Place.of(identity)
    origin = Origin(event.client, event.session or reading.session)
    turns = _store(event, reading, place, origin, now)
    _bring_thread_up_to_date(reading.events, place, origin, now)
    remembered, proposed = _keep_notable(reading.events, place, origin, now)
    return Captured(turns, remembered, proposed)


def is_ignored(folder: str, root: str) -> bool:
    """Tell whether `.genesis-ignore` stands in the folder or above it, up to the project's root."""
    at = os.path.realpath(folder) if folder else ""
    while at:
        if os.path.lexists(os.path.join(at, IGNORE_FILE)):
            return True
        if at == root or os.path.dirname(at) == at:
            return False
        at = os.path.dirname(at)
    return False


@write
def _store(event: Event, reading: Reading, place: Place, origin: Origin, now: datetime) -> int:
    """Turns and position in one transaction: a kill stores both or neither, and no turn comes twice."""
    spoken = [Spoken(turn.role, turn.text, turn.at or now) for turn in reading.events if isinstance(turn, Turn)]
    count = append_turns(spoken, place, origin, now) if spoken else 0
    _move_on(event, reading, now)
    return count


@write
def _move_on(event: Event, reading: Reading, now: datetime) -> None:
    TranscriptPosition.objects.update_or_create(
        path=event.transcript, defaults={"client": event.client, "position": reading.position, "read_at": now}
    )


def _bring_thread_up_to_date(events: Sequence[Turn | Action], place: Place, origin: Origin, now: datetime) -> None:
    """The session's thread: what was asked first is its topic, what was said last its focus, with the files touched.

    A thread that the agent keeps itself is left to it, but for the files.
    """
    asked = [turn.text for turn in events if isinstance(turn, Turn) and turn.role == "user"]
    answered = [turn.text for turn in events if isinstance(turn, Turn) and turn.role == "assistant"]
    edited = [action.what for action in events if isinstance(action, Action) and action.kind == "edit"]
    project = known_project(place)
    is_open = Thread.objects.filter(project=project, state=Thread.State.OPEN).order_by("-updated_at")
    # What an agent writes through its server has a session of its own, which its client's hooks do not know.
    own = is_open.filter(session=origin.session).first()
    own = own or is_open.filter(client=origin.client, by_capture=False, updated_at__gt=now - SAME_WORK).first()
    if own is None and not asked:
        return
    files = list(dict.fromkeys([*(own.files if own else []), *_below(edited, place)]))[-MAX_FILES:]
    change = ThreadChange(
        thread_id=own.pk if own else None,
        topic=None if own else _line(asked[0], MAX_TOPIC_CHARS),
        focus=_focus(asked, answered) if own is None or own.by_capture else None,
        files=files if files != (own.files if own else []) else None,
    )
    if change.topic or change.focus or change.files:
        update_thread(change, place, origin, now, by_capture=True)


def _focus(asked: Sequence[str], answered: Sequence[str]) -> str | None:
    """Where the work stands: the last request and the last answer, each on one line."""
    parts = [f"asked: {_line(asked[-1], 300)}"] if asked else []
    parts += [f"answered: {_line(answered[-1], 500)}"] if answered else []
    return "; ".join(parts)[:MAX_FOCUS_CHARS] or None


def _below(files: Sequence[str], place: Place) -> list[str]:
    """Paths as seen from the project's folder."""
    shown = []
    for path in files:
        root = next((root for root in place.folders if path.startswith(root + os.sep)), "")
        shown.append(path[len(root) + 1 :] if root else path)
    return [path[:300] for path in shown]


def _line(text: str, limit: int) -> str:
    line = " ".join(text.split())
    return line if len(line) <= limit else line[: limit - 1].rstrip() + "…"


def _keep_notable(events: Sequence[Turn | Action], place: Place, origin: Origin, now: datetime) -> tuple[int, int]:
    """(how many statements were remembered, how many are candidates now)."""
    remembered = proposed = 0
    for one in notable(events):
        try:
            if one.explicit:
                remember(Draft(one.text, one.kind, 0.9, tags=["captured"]), place, origin, now)
                remembered += 1
            else:
                proposed += propose(one.text, one.kind, one.why, place, origin, now, said_at=one.at) is not None
        except BadInput:
            continue  # nothing was left of it without its secrets
    return remembered, proposed
