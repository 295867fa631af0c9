"""Threads: the work in progress of a project, so that the next client can go on with it.

Called by the MCP tools `thread_update` and `thread_get`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from memory.errors import BadInput, NotFound
from memory.intake import Intake
from memory.models import Project, Thread
from memory.origin import Origin
from memory.projects import Place, ensure_project, known_project
from memory.transactions import write

MAX_TOPIC_CHARS = 300
MAX_FOCUS_CHARS = 4_000


@dataclass(frozen=True, slots=True)
class ThreadChange:
    """What to change; None leaves a field as it is. Without `thread_id` or a new `topic` the session's
    latest open thread is meant, else the project's."""

    thread_id: int | None = None
    topic: str | None = None
    focus: str | None = None
    next_steps: Sequence[str] | None = None
    files: Sequence[str] | None = None
    state: str | None = None
    # The version that the caller has read; None: whatever it is now.
    version: int | None = None


@dataclass(frozen=True, slots=True)
class ThreadUpdated:
    thread: Thread
    is_new: bool
    redacted: dict[str, int]


@write
def update_thread(
    change: ThreadChange, place: Place, origin: Origin, now: datetime, *, by_capture: bool = False
) -> ThreadUpdated:
    """Change the thread that is meant, or open a new one under `topic`. Raises BadInput, NotFound.

    `by_capture`: nobody asked for the change; a thread that an agent has changed is its own from then on.
    """
    intake = Intake()
    values = _cleared(change, intake)
    if not values:
        raise BadInput("Nothing to change: send topic, focus, next_steps, files or state.")
    project = ensure_project(place, now)
    thread = _meant(change.thread_id, values.get("topic"), project, origin)
    is_new = thread is None
    if thread is None:
        if "topic" not in values:
            raise BadInput("No thread is open here. Send a topic to open one.")
        thread = Thread(project=project, created_at=now, by_capture=by_capture, version=0)
    if change.version is not None and not is_new and change.version != thread.version:
        raise BadInput(
            f"Thread {thread.pk} is at version {thread.version} by now (last: {thread.client or 'unknown'}); "
            f"you sent {change.version}. Read it with thread_get and send your change again."
        )
    for field, value in values.items():
        setattr(thread, field, value)
    thread.version += 1
    thread.by_capture = thread.by_capture and by_capture
    thread.client, thread.session, thread.updated_at = origin.client, origin.session, now
    thread.save()
    return ThreadUpdated(thread, is_new, dict(intake.redacted))


def _cleared(change: ThreadChange, intake: Intake) -> dict[str, object]:
    """The fields to set, by name, with secrets taken out."""
    values: dict[str, object] = {}
    if change.topic is not None:
        values["topic"] = intake.text(change.topic, "topic", limit=MAX_TOPIC_CHARS)
    if change.focus is not None:
        values["focus"] = intake.optional(change.focus, "focus", limit=MAX_FOCUS_CHARS)
    if change.next_steps is not None:
        values["next_steps"] = intake.labels(change.next_steps, "next_steps")
    if change.files is not None:
        values["files"] = intake.labels(change.files, "files")
    if change.state is not None:
        if change.state not in Thread.State.values:
            raise BadInput(f"state must be one of {', '.join(Thread.State.values)}; you sent '{change.state}'.")
        values["state"] = change.state
    return values


def _meant(thread_id: int | None, topic: object, project: Project, origin: Origin) -> Thread | None:
    threads = Thread.objects.filter(project=project)
    if thread_id is not None:
        found = threads.filter(pk=thread_id).first()
        if found is None:
            raise NotFound(f"There is no thread {thread_id} in {project.key}. Use an id from thread_get.")
        return found
    is_open = threads.filter(state=Thread.State.OPEN).open_first()
    if topic is not None:
        return is_open.filter(topic__iexact=str(topic)).first()
    return is_open.filter(session=origin.session).first() or is_open.first()


def threads_of(place: Place, *, limit: int) -> list[Thread]:
    """The threads of the place's project: open ones first, the latest first."""
    project = known_project(place)
    return [] if project is None else list(Thread.objects.filter(project=project).open_first()[:limit])


def thread_in(thread_id: int, place: Place) -> Thread:
    """The thread with this id in the place's project. Raises NotFound."""
    project = known_project(place)
    found = Thread.objects.filter(pk=thread_id, project=project).first() if project else None
    if found is None:
        raise NotFound(f"There is no thread {thread_id} in {place.key}. Use an id from thread_get.")
    return found
