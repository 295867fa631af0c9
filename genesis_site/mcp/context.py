"""What every tool needs of its caller in the memory's terms: project, origin, time. ORM lane.

Imported inside a tool's `run`, never at start.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime

from genesis_site.mcp.tool import Call
from memory import paths, scope
from memory.models import Memory
from memory.origin import Origin
from memory.projects import Place, chosen_place, read_projects


@dataclass(frozen=True, slots=True)
class Caller:
    """`project` is the tool's argument (blank: the caller's own folder decides)."""

    here: Place
    project: str
    origin: Origin
    now: datetime

    @classmethod
    def of(cls, call: Call, project: str = "") -> Caller:
        session = call.session
        folder = session.roots[0] if session.roots else session.cwd
        place = Place.of(scope.identify(folder, paths.user_home()))
        if session.project_hint:
            place = chosen_place(session.project_hint, place)
        client = session.client_hint or session.client_name
        return cls(place, project, Origin(client, session.session_id), datetime.now(UTC))

    def to_write(self) -> Place:
        """The project that a write goes to."""
        return chosen_place(self.project, self.here)

    def to_read(self) -> tuple[tuple[int, ...] | None, Place]:
        """The ids of the projects that a read covers (None: all), and the place to report."""
        return read_projects(self.project, self.here)


def reply(place: Place, **values: object) -> dict[str, object]:
    """A result that names the project it used, and why if that is not plain."""
    named: dict[str, object] = {**values, "project": place.key}
    return {**named, "note": place.note} if place.note else named


def day(at: datetime | None) -> str:
    """A date as shown to a model: 2026-11-30."""
    return "" if at is None else at.date().isoformat()


def moment(at: datetime) -> str:
    """A time as shown to a model: 2026-11-30T21:05Z."""
    return at.strftime("%Y-%m-%dT%H:%MZ")


def brief(memory: Memory, limit: int = 200) -> str:
    """The beginning of a memory's text on one line."""
    line = " ".join(memory.text.split())
    return line if len(line) <= limit else line[: limit - 1] + "…"
