"""Reads a transcript of JSON lines; the formats say what each line means."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from clients.transcripts.contract import Reading
from clients.transcripts.fields import Record
from clients.transcripts.gathering import Gathering
from clients.transcripts.lines import Place, place_of, position_of, still_there, trace_before, whole_lines


def _nothing(path: str, found: Gathering) -> None:
    """Most formats tell everything in the lines."""


@dataclass(frozen=True, slots=True)
class JsonLines:
    """One format: `take` gets each record, `name` before them the path, for what only that tells."""

    take: Callable[[Gathering, Record], None]
    name: Callable[[str, Gathering], None] = _nothing

    def read(self, path: str, position: str, *, ended: bool = False) -> Reading:
        """See `contract.Transcript`."""
        with open(path, "rb") as file:
            place = place_of(position)
            if not still_there(file, place):
                place = Place()
            found, at = Gathering(place.session, place.cwd, place.kept), place.at
            self.name(path, found)
            for line in whole_lines(file, place.at):
                found.line = line.start
                self.take(found, line.content)
                at = line.end
            events, hold = found.finish(ended=ended)
            at = at if hold is None else hold
            place = Place(at, trace_before(file, at), found.session, found.cwd, found.kept)
            return Reading(found.session, found.cwd, events, position_of(place))
