"""What happened in the user's other clients: the thread they left and the last words said there.

Called by the MCP tool `cross_client_resolve` when a prompt leans on something said elsewhere
("go on with it", "that bug").
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from memory.models import Memory, Thread, Turn
from memory.origin import Origin
from memory.projects import Place, known_project, read_projects
from memory.recall import recall
from memory.search.contract import Filters, Scope
from memory.search.stem import stem
from memory.search.words import STOP_WORDS, tokens

# How many past turns and threads are looked through for the words of a reference.
LOOK_BACK = 200
THREADS_BACK = 30
MOST_MEMORIES = 3


@dataclass(frozen=True, slots=True)
class Elsewhere:
    """`turns` in the order they were said; `clients` maps each other client to when it last spoke.

    `matched`: the reference names the thread or the turns; otherwise they are merely the latest.
    """

    thread: Thread | None
    turns: list[Turn]
    clients: dict[str, datetime]
    matched: bool = False


def elsewhere(reference: str, place: Place, origin: Origin, *, client: str, limit: int) -> Elsewhere:
    """The latest exchange outside the calling session, or the one that shares most words with `reference`.

    `client` narrows it to one client by name. Every other session counts, also one of the same client.
    """
    project = known_project(place)
    if project is None:
        return Elsewhere(None, [], {})
    turns = Turn.objects.filter(project=project)
    threads = Thread.objects.filter(project=project)
    if origin.session:
        turns, threads = turns.exclude(session=origin.session), threads.exclude(session=origin.session)
    if client:
        turns, threads = turns.filter(client__iexact=client), threads.filter(client__iexact=client)
    recent = list(turns.latest_first()[:LOOK_BACK])
    clients: dict[str, datetime] = {}
    for turn in recent:
        clients.setdefault(turn.client or "unknown", turn.at)
    wanted = _content(reference)
    thread, thread_matched = _thread_meant(list(threads.open_first()[:THREADS_BACK]), wanted)
    said, said_matched = _exchange_meant(recent, wanted, limit)
    return Elsewhere(thread, said, clients, thread_matched or said_matched)


@dataclass(frozen=True, slots=True)
class Resolved:
    """What a reference means, and where that was found.

    `source`: "thread" or "dialogue" (named there), "memory" (only notes name it), "latest" (nothing names it; what was
    said last elsewhere is given instead), "unresolved" (there is nothing to go on).
    """

    source: str
    elsewhere: Elsewhere
    memories: list[Memory]


def resolve(reference: str, place: Place, origin: Origin, now: datetime, *, client: str, limit: int) -> Resolved:
    """Climb from the thread to the dialogue to the memory until something names what `reference` speaks of."""
    found = elsewhere(reference, place, origin, client=client, limit=limit)
    if found.matched:
        wanted = _content(reference)
        by_thread = found.thread is not None and bool(wanted & _words_of(found.thread))
        return Resolved("thread" if by_thread else "dialogue", found, [])
    ids, _ = read_projects("", place)
    hits = recall(reference, Scope(ids), Filters(), limit=MOST_MEMORIES, now=now).results if reference.strip() else []
    if hits:
        return Resolved("memory", found, [hit.memory for hit in hits])
    return Resolved("latest" if found.turns or found.thread else "unresolved", found, [])


def _words_of(thread: Thread) -> set[str]:
    return _content(" ".join([thread.topic, thread.focus, *thread.next_steps, *thread.files]))


def _thread_meant(threads: list[Thread], wanted: set[str]) -> tuple[Thread | None, bool]:
    """The thread with most of the words, done ones included; else the latest open one, and that none matched."""
    shared = [len(wanted & _words_of(thread)) for thread in threads]
    if any(shared):
        return threads[shared.index(max(shared))], True
    return next((thread for thread in threads if thread.state == Thread.State.OPEN), None), False


def _exchange_meant(recent: list[Turn], wanted: set[str], limit: int) -> tuple[list[Turn], bool]:
    """From `recent` (latest first) the turns around the best match; the latest ones if nothing matches."""
    shared = [len(wanted & _content(turn.text)) for turn in recent]
    if not any(shared):
        return recent[:limit][::-1], False
    best = shared.index(max(shared))
    session = recent[best].session
    same = [(at, turn) for at, turn in enumerate(recent) if turn.session == session]
    place = next(index for index, (at, _) in enumerate(same) if at == best)
    first = max(0, place - limit // 2)
    return [turn for _, turn in same[first : first + limit]][::-1], True


def _content(text: str) -> set[str]:
    """The stems of the words of `text` that say something."""
    return {stem(word) for word in tokens(text) if word not in STOP_WORDS}
