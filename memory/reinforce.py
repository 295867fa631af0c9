"""Report an outcome: a memory helped, or it misled. The only thing that moves a memory's utility.

Reading never does: what is merely shown often would otherwise rank ever higher, true or not.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from memory.errors import BadInput
from memory.intake import Intake
from memory.models import Memory, Provenance
from memory.origin import Origin
from memory.supersede import living_memory_in
from memory.transactions import write

# A success makes a memory fade half again as slowly, a failure a third faster; by taste, within a week
# and ten years so that neither one report nor many decide for ever.
GROWTH, SHRINKAGE = 1.5, 0.67
LEAST_STABILITY_DAYS, MOST_STABILITY_DAYS = 7.0, 3650.0


@dataclass(frozen=True, slots=True)
class Reinforced:
    memory: Memory
    counted: bool


@write
def reinforce(
    memory_id: int,
    value: int,
    reason: str,
    *,
    project_ids: tuple[int, ...] | None,
    origin: Origin,
    now: datetime,
) -> Reinforced:
    """+1: it helped; -1: it misled. One report of each sign counts per session and memory."""
    if value not in (1, -1):
        raise BadInput(f"value must be 1 (it helped) or -1 (it misled); you sent {value}.")
    why = Intake().optional(reason, "reason", limit=2_000)
    memory = living_memory_in(memory_id, project_ids)
    action = Provenance.Action.REINFORCED if value > 0 else Provenance.Action.WEAKENED
    reports = Provenance.objects.filter(memory=memory, action=action, session=origin.session)
    counted = not origin.session or not reports.exists()
    if counted:
        _apply(memory, value, now)
    Provenance.objects.create(
        memory=memory, action=action, reason=why, client=origin.client, session=origin.session, at=now
    )
    return Reinforced(memory, counted)


def _apply(memory: Memory, value: int, now: datetime) -> None:
    if value > 0:
        memory.successes += 1
        memory.reinforced_at = now
        memory.stability_days = min(memory.stability_days * GROWTH, MOST_STABILITY_DAYS)
    else:
        memory.failures += 1
        memory.stability_days = max(memory.stability_days * SHRINKAGE, LEAST_STABILITY_DAYS)
    memory.save(update_fields=["successes", "failures", "reinforced_at", "stability_days"])
