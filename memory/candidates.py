"""Candidates: statements noticed in passing, kept apart from the memory until they prove themselves.

Capture proposes; a second sighting in another session, or a person (`genesis review`), makes a memory of one.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from memory.errors import BadInput, NotFound
from memory.intake import Intake
from memory.models import Candidate, Kind
from memory.origin import Origin
from memory.projects import Place, ensure_project, known_project
from memory.remember import Draft, remember
from memory.similarity import text_hash
from memory.transactions import write

MAX_CANDIDATE_CHARS = 500
# So often it has to be seen, in as many sessions, to become a memory by itself.
SIGHTINGS = 2


@dataclass(frozen=True, slots=True)
class Sighting:
    """By whom something was said, and when."""

    origin: Origin
    at: datetime


def propose(
    text: str, kind: str, why: str, place: Place, origin: Origin, now: datetime, *, said_at: datetime | None = None
) -> Candidate | None:
    """Note a candidate, or that it was seen again; None for a text that is too long to be one statement.

    One that was rejected stays so. A second session that says the same at another time (`said_at`) makes a memory of
    it: a session that was resumed or forked repeats the old words with their old times.
    """
    if len(text) > MAX_CANDIDATE_CHARS or kind not in Kind.values:
        return None
    candidate = _noted(text, kind, why, place, Sighting(origin, said_at or now), now)
    if candidate is None or candidate.state != Candidate.State.WAITING:
        return candidate
    sessions, times = (set(seen) for seen in zip(*candidate.sessions, strict=True))
    if min(len(sessions), len(times)) >= SIGHTINGS:
        accept(candidate, place, origin, now)
    return candidate


@write
def _noted(text: str, kind: str, why: str, place: Place, seen: Sighting, now: datetime) -> Candidate | None:
    cleared = Intake().optional(text, "text")
    if not cleared:
        return None
    project = ensure_project(place, now)
    candidate, _ = Candidate.objects.get_or_create(
        project=project,
        text_hash=text_hash(cleared),
        defaults={
            "kind": kind,
            "text": cleared,
            "why": why[:200],
            "client": seen.origin.client,
            "created_at": now,
            "seen_at": now,
        },
    )
    sighting = [seen.origin.session, seen.at.isoformat()]
    if sighting not in candidate.sessions:
        candidate.sessions = [*candidate.sessions, sighting]
    candidate.seen_at = now
    candidate.save(update_fields=["sessions", "seen_at"])
    return candidate


@write
def accept(candidate: Candidate, place: Place, origin: Origin, now: datetime) -> Candidate:
    """Make a memory of it. Raises BadInput if it was decided before."""
    _only_waiting(candidate)
    stored = remember(Draft(candidate.text, candidate.kind, 0.7), place, origin, now)
    candidate.state, candidate.memory = Candidate.State.ACCEPTED, stored.memory
    candidate.save(update_fields=["state", "memory"])
    return candidate


@write
def reject(candidate: Candidate) -> Candidate:
    """Keep it from being proposed again. Raises BadInput if it was decided before."""
    _only_waiting(candidate)
    candidate.state = Candidate.State.REJECTED
    candidate.save(update_fields=["state"])
    return candidate


def _only_waiting(candidate: Candidate) -> None:
    if candidate.state != Candidate.State.WAITING:
        raise BadInput(f"Candidate {candidate.pk} was {candidate.state} before.")


def waiting_in(place: Place) -> list[Candidate]:
    """The candidates of the place's project that wait for a decision, the latest first."""
    project = known_project(place)
    if project is None:
        return []
    return list(Candidate.objects.filter(project=project, state=Candidate.State.WAITING).order_by("-seen_at", "-pk"))


def candidate_in(number: int, place: Place) -> Candidate:
    """The candidate with this id in the place's project. Raises NotFound."""
    found = Candidate.objects.filter(pk=number, project=known_project(place)).first()
    if found is None:
        raise NotFound(f"There is no candidate {number} in {place.key}. `genesis review` lists them.")
    return found
