"""Bring the memory in step with files: what is new is remembered, what left them holds no longer, the rest stays.

Called by `genesis import`. `plan_import` only reads, so that it can be shown first; `bring_in_step` does what it says.
"""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from clients.imports.contract import Statement
from clients.imports.pairing import changed_pairs
from clients.imports.source_file import SourceFile
from clients.models import ImportedStatement
from memory.intake import Intake
from memory.models import Memory, Provenance
from memory.origin import Origin
from memory.projects import Place, known_project
from memory.remember import Draft, remember
from memory.similarity import text_hash
from memory.supersede import invalidate
from memory.transactions import readable_errors, write

IMPORT = Origin(client="import")
SAYING = (Provenance.Action.REMEMBERED, Provenance.Action.SEEN_AGAIN)


@dataclass(frozen=True, slots=True)
class Arrival:
    """A statement new in its file, without its secrets. `replaces`: the row of what it says differently now."""

    statement: Statement
    text_hash: str
    replaces: ImportedStatement | None = None


@dataclass(frozen=True, slots=True)
class FilePlan:
    """What an import does about one file.

    `left`: out of the file, but the memory stays as it is: said elsewhere, or set aside by somebody before.
    `set_aside`: new in this file, but another file says it too and it was forgotten or corrected since: it stays so.
    """

    file: SourceFile
    arrivals: list[Arrival] = field(default_factory=list)
    gone: list[ImportedStatement] = field(default_factory=list)
    left: list[ImportedStatement] = field(default_factory=list)
    set_aside: list[tuple[Arrival, int | None]] = field(default_factory=list)
    unchanged: list[tuple[ImportedStatement, int]] = field(default_factory=list)
    redacted: dict[str, int] = field(default_factory=dict)

    @property
    def added(self) -> list[Arrival]:
        return [arrival for arrival in self.arrivals if arrival.replaces is None]

    @property
    def changed(self) -> list[tuple[Arrival, ImportedStatement]]:
        return [(arrival, arrival.replaces) for arrival in self.arrivals if arrival.replaces is not None]


@dataclass(frozen=True, slots=True)
class _Cleared:
    """A file's statements by their hash, without secrets."""

    file: SourceFile
    said: dict[str, Statement]
    redacted: dict[str, int]


def missing_files(place: Place, paths: Collection[str] | None) -> list[SourceFile]:
    """The files that were imported into the project of `place` and are no longer there; `paths`: only these."""
    with readable_errors():
        project = known_project(place)
        rows = ImportedStatement.objects.filter(project=project) if project else ImportedStatement.objects.none()
        known = rows.order_by("path").values_list("path", flat=True).distinct()
        gone = [path for path in known if not os.path.lexists(path) and (paths is None or path in paths)]
    return [SourceFile(path, "", place, is_gone=True) for path in gone]


def plan_import(files: Sequence[SourceFile], now: datetime) -> list[FilePlan]:
    """What would happen, file by file. Reads only. What moved between the files of one run is not gone."""
    cleared = [_cleared(file) for file in files]
    with readable_errors():
        return [_plan(one, [other for other in cleared if other is not one], now) for one in cleared]


def _cleared(file: SourceFile) -> _Cleared:
    intake = Intake()
    said: dict[str, Statement] = {}
    for one in file.statements:
        text = intake.text(one.text, "statement")
        tags, globs = intake.labels(one.tags, "tags"), intake.labels(one.files, "files")
        said.setdefault(text_hash(text), replace(one, text=text, tags=tuple(tags), files=tuple(globs)))
    return _Cleared(file, said, dict(intake.redacted))


def _plan(this: _Cleared, others: Sequence[_Cleared], now: datetime) -> FilePlan:
    plan = FilePlan(this.file, redacted=this.redacted)
    project = known_project(this.file.place)
    known = list(ImportedStatement.objects.of_project(project.pk)) if project else []
    rows = {row.text_hash: row for row in known if row.path == this.file.path}
    elsewhere = [row for row in known if row.path != this.file.path]
    twins = defaultdict(list)
    for row in elsewhere:
        twins[row.text_hash].append(row)
    fresh: list[Arrival] = []
    for key, said in this.said.items():
        if key in rows:
            plan.unchanged.append((rows[key], said.line))
        elif key in twins and not any(_stands(row, now) for row in twins[key]):
            plan.set_aside.append((Arrival(said, key), twins[key][0].memory_id))
        else:
            fresh.append(Arrival(said, key))
    still_said = _still_said(this.file, others, elsewhere)
    vanished = [row for key, row in rows.items() if key not in this.said]
    held = [row for row in vanished if _stands(row, now) and row.text_hash not in still_said]
    plan.arrivals.extend(_paired(fresh, held))
    replaced = {row.pk for _, row in plan.changed}
    plan.gone.extend(row for row in _not_said_by_others(held) if row.pk not in replaced)
    settled = replaced | {row.pk for row in plan.gone}
    plan.left.extend(row for row in vanished if row.pk not in settled)
    return plan


def _stands(row: ImportedStatement, now: datetime) -> bool:
    return row.memory is not None and row.memory.state_at(now) == "current"


def _still_said(file: SourceFile, others: Sequence[_Cleared], elsewhere: Sequence[ImportedStatement]) -> set[str]:
    """The hashes of what other files of the project say now, or said when they were last read."""
    read_now = [other for other in others if other.file.place.key == file.place.key]
    paths = {other.file.path for other in read_now}
    return {key for other in read_now for key in other.said} | {
        row.text_hash for row in elsewhere if row.path not in paths
    }


def _paired(fresh: list[Arrival], held: list[ImportedStatement]) -> list[Arrival]:
    """The new statements, with what they are a new form of."""
    rows = {row.pk: row for row in held}
    old = {row.pk: row.memory.text for row in held if row.memory is not None}
    pairs = changed_pairs(old, [arrival.statement.text for arrival in fresh])
    return [
        replace(arrival, replaces=rows[pairs[index]]) if index in pairs else arrival
        for index, arrival in enumerate(fresh)
    ]


def _not_said_by_others(rows: list[ImportedStatement]) -> list[ImportedStatement]:
    """Without what an agent or a person said as well: a line that leaves a file does not unsay that."""
    said = Provenance.objects.filter(memory__in=[row.memory_id for row in rows], action__in=SAYING)
    others = set(said.exclude(client=IMPORT.client).values_list("memory_id", flat=True))
    return [row for row in rows if row.memory_id not in others]


def bring_in_step(plans: Sequence[FilePlan], now: datetime) -> None:
    """Do what the plans say. A run that is killed leaves a memory that the next run brings in step.

    What is new in any file comes before what is gone from any, so that a correction finds what it corrects.
    """
    for plan in plans:
        for arrival in plan.arrivals:
            _learn(arrival, plan.file, now)
    for plan in plans:
        with readable_errors():
            _settle(plan, now)


def _learn(arrival: Arrival, file: SourceFile, now: datetime) -> None:
    said, older = arrival.statement, arrival.replaces
    written = f" written {said.written}" if said.written else ""
    draft = Draft(
        said.text,
        said.kind,
        tags=said.tags,
        files=said.files,
        supersedes_id=older.memory_id if older is not None and _is_current(older, now) else None,
        reason=f"{file.path}:{said.line} sha256:{arrival.text_hash}{written}",
    )
    memory = remember(draft, file.place, IMPORT, now).memory
    _note(file, arrival, memory.project_id, memory.pk, now)


def _is_current(row: ImportedStatement, now: datetime) -> bool:
    """Asked anew: another file of this run may have corrected it a moment ago."""
    return Memory.objects.current(now).filter(imported_statements=row).exists()


@write
def _note(file: SourceFile, arrival: Arrival, project_id: int, memory_id: int | None, now: datetime) -> None:
    """Keep that the file says this, in the place of what it said before."""
    if arrival.replaces is not None:
        ImportedStatement.objects.filter(pk=arrival.replaces.pk).delete()
    ImportedStatement.objects.update_or_create(
        project_id=project_id,
        path=file.path,
        text_hash=arrival.text_hash,
        defaults={"memory_id": memory_id, "line": arrival.statement.line, "imported_at": now},
    )


@write
def _settle(plan: FilePlan, now: datetime) -> None:
    """What is no longer in the file holds no longer; rows and line numbers follow."""
    for row in plan.gone:
        if row.memory_id is not None and _is_current(row, now):
            reason = f"no longer in {plan.file.path}"
            invalidate(row.memory_id, reason, superseded_by=None, project_ids=None, origin=IMPORT, now=now)
    left = [row.pk for row in (*plan.gone, *plan.left)]
    ImportedStatement.objects.filter(pk__in=left).delete()
    for arrival, memory_id in plan.set_aside:
        project = known_project(plan.file.place)
        if project is not None:
            _note(plan.file, arrival, project.pk, memory_id, now)
    for row, line in plan.unchanged:
        if row.line != line:
            ImportedStatement.objects.filter(pk=row.pk).update(line=line)
