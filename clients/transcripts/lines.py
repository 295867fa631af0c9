"""The new whole lines of a file that another program appends to, and the place up to which they were read."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from dataclasses import dataclass, field
from hashlib import blake2b
from typing import BinaryIO

from clients.transcripts.fields import Record, parsed, record, text

# A longer line is a picture or a whole file in a tool's result.
LINE_BYTES = 5_000_000
_TRACE_BYTES = 4096


@dataclass(frozen=True, slots=True)
class Line:
    """One line and where it is: bytes `start` to `end`. `content` is {} for one that is no JSON object."""

    start: int
    end: int
    content: Record


@dataclass(frozen=True, slots=True)
class Place:
    """How far a file was read. `trace`: of the bytes before `at`; `kept`: what the format has to know of them."""

    at: int = 0
    trace: str = ""
    session: str = ""
    cwd: str = ""
    kept: Record = field(default_factory=dict)


def place_of(position: str) -> Place:
    """The place that a position names; the start for "" and for anything that is not one of ours."""
    found = parsed(position)
    at = found.get("at")
    if not isinstance(at, int) or isinstance(at, bool) or at <= 0:
        return Place()
    kept = record(found.get("kept"))
    return Place(at, text(found.get("trace")), text(found.get("session")), text(found.get("cwd")), kept)


def position_of(place: Place) -> str:
    """The position that names the place."""
    fields = {"at": place.at, "trace": place.trace, "session": place.session, "cwd": place.cwd, "kept": place.kept}
    return json.dumps(fields, separators=(",", ":"))


def still_there(file: BinaryIO, place: Place) -> bool:
    """Tell whether this is the file that was read up to `place`, neither shortened nor replaced."""
    return trace_before(file, place.at) == place.trace


def trace_before(file: BinaryIO, at: int) -> str:
    """A digest of the last bytes before `at`; "" at the start and past the end."""
    if at == 0 or at > _size(file):
        return ""
    start = max(at - _TRACE_BYTES, 0)
    file.seek(start)
    return blake2b(file.read(at - start), digest_size=12).hexdigest()


def whole_lines(file: BinaryIO, at: int) -> Iterator[Line]:
    """The lines from `at` to the end that the file has now; a last one without its newline is left for later."""
    size = _size(file)
    file.seek(at)
    while at < size:
        source = file.readline(LINE_BYTES + 1)
        end = at + len(source)
        fits = len(source) <= LINE_BYTES
        while not source.endswith(b"\n"):
            # At the end of the file, or (too long to be kept) somewhere within the line.
            if len(source) < LINE_BYTES:
                return
            source = file.readline(LINE_BYTES)
            end += len(source)
        yield Line(at, end, parsed(source) if fits else {})
        at = end


def _size(file: BinaryIO) -> int:
    return os.fstat(file.fileno()).st_size
