"""Find what is known: relevance first, then the small say of recency, outcomes and kind.

Reads only, and writes no rank signal: asking never changes what is answered next time.
Called by the MCP tool `recall`, by `genesis recall` and by the capsule.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from django.db.models import Q

from memory import scoring
from memory.models import Memory, MemoryEdge, Provenance
from memory.search import engine
from memory.search.contract import Filters, Hit, Scope


@dataclass(frozen=True, slots=True)
class Conflict:
    """Another memory in the answer's reach that says something else on the same subject."""

    memory_id: int
    relation: str
    reason: str


@dataclass(frozen=True, slots=True)
class Result:
    """One memory found. `score` is in 0..1 and never rises down the list; `parts` explain it."""

    memory: Memory
    score: float
    parts: dict[str, float]
    hit: Hit
    state: str
    origin: Provenance | None = None
    conflicts: list[Conflict] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Recalled:
    """`results` are one page, best first; `total` counts it and every further hit that was weighed."""

    results: list[Result]
    total: int


def recall(
    query: str,
    scope: Scope,
    filters: Filters,
    *,
    limit: int,
    now: datetime,
    shown: Collection[int] = (),
) -> Recalled:
    """The memories that answer `query`, best first; nothing when nothing fits.

    `shown`: ids of earlier pages, which are left out. (A number to start from would repeat or skip results when
    something was stored between two pages.)
    """
    found = engine().search(query, scope, filters, len(shown) + limit, now)
    hits = {hit.memory_id: hit for hit in found.hits}
    memories = _loaded(_within_reach(found.hits, len(shown) + limit))
    edges = _corrections(memories, hits)
    # A correction that was weighed far below is needed too: it moves above what it corrects.
    memories |= _loaded({edge.source_id for edge in edges} & hits.keys() - memories.keys())
    ranked = [_scored(memory, hits[memory_id], now) for memory_id, memory in memories.items()]
    ranked.sort(key=lambda result: (-result.score, -result.memory.pk))
    left = [result for result in newer_first(ranked, edges) if result.memory.pk not in shown]
    return Recalled(_explained(left[:limit], edges), len(hits.keys() - set(shown)))


def _within_reach(hits: Sequence[Hit], count: int) -> list[int]:
    """The ids of the first `count` hits, and of those that the prior could still lift among them."""
    floor = hits[min(count, len(hits)) - 1].relevance * (1 - scoring.PRIOR_SAY) if hits else 0.0
    return [hit.memory_id for at, hit in enumerate(hits) if at < count or hit.relevance >= floor]


def _loaded(ids: Collection[int]) -> dict[int, Memory]:
    return Memory.objects.select_related("project").in_bulk(list(ids)) if ids else {}


def _scored(memory: Memory, hit: Hit, now: datetime) -> Result:
    prior = scoring.prior(
        kind=memory.kind,
        age_days=max(0.0, (now - (memory.reinforced_at or memory.confirmed_at)).total_seconds() / 86_400),
        stability_days=memory.stability_days,
        successes=memory.successes,
        failures=memory.failures,
        pinned=memory.pinned,
    )
    score = scoring.final(hit.relevance, prior)
    parts = {"relevance": hit.relevance, "prior": prior, **hit.parts}
    return Result(memory, score, parts, hit, memory.state_at(now))


def _corrections(memories: dict[int, Memory], hits: Collection[int]) -> list[MemoryEdge]:
    """What corrects what around these memories, declared (among `hits`) or recognised, in a fixed order."""
    around = Q(source_id__in=memories) | Q(target_id__in=memories)
    edges = list(MemoryEdge.objects.filter(around, kind=MemoryEdge.Kind.CORRECTS).order_by("source_id", "target_id"))
    if edges:  # seldom; joining both ends to every recall would cost more than asking again
        ends = {end for edge in edges for end in (edge.source_id, edge.target_id)}
        gone = set(Memory.objects.filter(pk__in=ends, forgotten_at__isnull=False).values_list("pk", flat=True))
        edges = [edge for edge in edges if not {edge.source_id, edge.target_id} & gone]
    declared = (
        MemoryEdge(
            source_id=memory.superseded_by_id,
            target_id=memory.pk,
            kind=MemoryEdge.Kind.CORRECTS,
            reason=memory.invalid_reason or "superseded",
        )
        for memory in memories.values()
        if memory.superseded_by_id is not None and memory.superseded_by_id in hits
    )
    return edges + list(declared)


def newer_first(ranked: list[Result], edges: Iterable[MemoryEdge]) -> list[Result]:
    """Move each correction directly above what it corrects, where it stands below it.

    Not one that shares no word with the query: a link that was only recognised may be wrong, and the query may
    name exactly the older one.
    """
    order = [result.memory.pk for result in ranked]
    by_id = {result.memory.pk: result for result in ranked}
    for edge in edges:
        if edge.source_id not in by_id or edge.target_id not in by_id:
            continue
        newer_at, older_at = order.index(edge.source_id), order.index(edge.target_id)
        if newer_at > older_at and by_id[edge.source_id].hit.matched:
            order.insert(older_at, order.pop(newer_at))
            older = by_id[edge.target_id]
            newer = by_id[edge.source_id]
            by_id[edge.source_id] = replace(
                newer, score=older.score, parts={**newer.parts, "moved_above": float(older.memory.pk)}
            )
    return [by_id[memory_id] for memory_id in order]


def _explained(page: Sequence[Result], edges: Sequence[MemoryEdge]) -> list[Result]:
    """The page with where each memory came from and what contradicts it."""
    ids = [result.memory.pk for result in page]
    first = {}
    for row in Provenance.objects.filter(memory_id__in=ids).order_by("-pk"):
        first[row.memory_id] = row
    conflicts: dict[int, list[Conflict]] = {memory_id: [] for memory_id in ids}
    for edge in edges:
        if edge.source_id in conflicts:
            conflicts[edge.source_id].append(Conflict(edge.target_id, "corrects", edge.reason))
        if edge.target_id in conflicts:
            conflicts[edge.target_id].append(Conflict(edge.source_id, "corrected by", edge.reason))
    return [
        replace(result, origin=first.get(result.memory.pk), conflicts=conflicts[result.memory.pk]) for result in page
    ]
