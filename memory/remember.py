"""Store one statement: cleared of secrets, joined with its exact duplicates, compared with its like.

Called by the MCP tool `remember` and by `genesis remember`.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime

from memory.errors import BadInput, StoreUnavailable
from memory.intake import Intake
from memory.models import Kind, Memory, MemoryEdge, Project, Provenance
from memory.origin import Origin
from memory.projects import Place, ensure_project, known_project
from memory.search import by_words, catch_up, engine
from memory.search.contract import Scope
from memory.similarity import Likeness, compare, text_hash
from memory.supersede import memory_in, put_in_place_of
from memory.transactions import write

# How many near matches are looked at, and how many of them are worth the reader's tokens.
CANDIDATES = 6
SHOWN_SIMILAR = 3
# A near match below this share of common words is only noise to the reader (measured on real commit
# histories with benchmarks/corrections.py).
SHOWN_SCORE = 0.3
MAX_REASON_CHARS = 5_000
# What a correction can be about; an outcome is an event, and events do not correct each other.
CORRECTABLE = (Kind.DECISION, Kind.FACT, Kind.RULE, Kind.PREFERENCE)


@dataclass(frozen=True, slots=True)
class Draft:
    """What the caller wants stored, as it came. `supersedes_id` is the memory that this one corrects.

    `reason`: where it comes from, if the origin does not say enough; goes into the provenance.
    """

    text: str
    kind: str = Kind.FACT
    confidence: float = 0.8
    tags: Sequence[str] = ()
    files: Sequence[str] = ()
    supersedes_id: int | None = None
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Similar:
    """A stored memory close to the new one; `correction` when the new text seems to change its value."""

    memory: Memory
    likeness: Likeness


@dataclass(frozen=True, slots=True)
class Remembered:
    memory: Memory
    is_new: bool
    redacted: dict[str, int]
    superseded: Memory | None = None
    similar: list[Similar] = field(default_factory=list)


def remember(draft: Draft, place: Place, origin: Origin, now: datetime) -> Remembered:
    """Store `draft` in the project of `place`. Raises BadInput, NotFound, StoreUnavailable."""
    intake = Intake()
    cleared = _cleared(draft, intake)
    similar = _similar_to(cleared, known_project(place), now)
    memory, is_new, superseded = _store(cleared, place, similar, origin, now)
    with suppress(StoreUnavailable):  # the memory is stored; what is missing now is made later
        catch_up()
    others = [near for near in similar if near.memory.pk not in (memory.pk, getattr(superseded, "pk", None))]
    shown = [near for near in others if near.likeness.score >= SHOWN_SCORE or near.likeness.correction]
    return Remembered(memory, is_new, dict(intake.redacted), superseded, shown[:SHOWN_SIMILAR])


def _cleared(draft: Draft, intake: Intake) -> Draft:
    if draft.kind not in Kind.values:
        raise BadInput(f"kind must be one of {', '.join(Kind.values)}; you sent '{draft.kind}'.")
    if not (math.isfinite(draft.confidence) and 0.0 <= draft.confidence <= 1.0):
        raise BadInput(f"confidence must be a number from 0 to 1; you sent {draft.confidence}.")
    return Draft(
        intake.text(draft.text, "text"),
        draft.kind,
        draft.confidence,
        intake.labels(draft.tags, "tags"),
        intake.labels(draft.files, "files"),
        draft.supersedes_id,
        intake.optional(draft.reason, "reason", limit=MAX_REASON_CHARS),
    )


def _similar_to(draft: Draft, project: Project | None, now: datetime) -> list[Similar]:
    """The closest current memories of the project, closest first. Reads only, outside the write lock."""
    if project is None:
        return []
    found = by_words().near(draft.text, Scope((project.pk,)), CANDIDATES, now)
    memories = Memory.objects.in_bulk(found)
    near = [Similar(memory, compare(memory.text, draft.text)) for memory in memories.values()]
    return sorted(near, key=lambda one: (-one.likeness.score, -one.memory.pk))


@write
def _store(
    draft: Draft, place: Place, similar: list[Similar], origin: Origin, now: datetime
) -> tuple[Memory, bool, Memory | None]:
    project = ensure_project(place, now)
    known = Memory.objects.current(now).filter(project=project, text_hash=text_hash(draft.text)).first()
    if known is not None:
        memory = _seen_again(known, draft, now)
    else:
        memory = _created(draft, project, now)
        _link_corrections(memory, similar, now)
    Provenance.objects.create(
        memory=memory,
        action=Provenance.Action.SEEN_AGAIN if known else Provenance.Action.REMEMBERED,
        client=origin.client,
        session=origin.session,
        reason=draft.reason,
        at=now,
    )
    superseded = None
    if draft.supersedes_id is not None and draft.supersedes_id != memory.pk:
        older = memory_in(draft.supersedes_id, None)
        superseded = put_in_place_of(older, memory, "", origin, now)
    return memory, known is None, superseded


def _seen_again(known: Memory, draft: Draft, now: datetime) -> Memory:
    known.seen_count += 1
    known.confirmed_at = now
    known.confidence = max(known.confidence, draft.confidence)
    known.tags = list(dict.fromkeys([*known.tags, *draft.tags]))
    known.files = list(dict.fromkeys([*known.files, *draft.files]))
    known.save(update_fields=["seen_count", "confirmed_at", "confidence", "tags", "files"])
    return known


def _created(draft: Draft, project: Project, now: datetime) -> Memory:
    memory = Memory.objects.create(
        project=project,
        kind=draft.kind,
        text=draft.text,
        text_hash=text_hash(draft.text),
        confidence=draft.confidence,
        tags=list(draft.tags),
        files=list(draft.files),
        created_at=now,
        confirmed_at=now,
        valid_from=now,
    )
    engine().index_memory(memory.pk, memory.text, project.pk)
    return memory


def _link_corrections(memory: Memory, similar: list[Similar], now: datetime) -> None:
    """Tie the new text to those whose value it changes; recall then ranks the newer one first."""
    if memory.kind not in CORRECTABLE:
        return
    MemoryEdge.objects.bulk_create(
        MemoryEdge(
            source=memory,
            target=near.memory,
            kind=MemoryEdge.Kind.CORRECTS,
            weight=near.likeness.score,
            reason=near.likeness.reason,
            created_at=now,
        )
        for near in similar
        if near.likeness.correction and near.memory.kind in CORRECTABLE
    )
