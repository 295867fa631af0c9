"""What every reader of a client's own transcript takes and gives. Pure reading: nothing is written, nothing is sent.

A reader is asked again and again for the same file, at every stop of an agent, and tells only what is new.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Literal, Protocol, TypeAlias


@dataclass(frozen=True, slots=True)
class Turn:
    """What the user typed, or what the assistant said in words.

    `at` is aware and UTC; None where the transcript has no time.
    """

    role: Literal["user", "assistant"]
    text: str
    at: datetime | None


@dataclass(frozen=True, slots=True)
class Action:
    """One file that the agent changed, or one command that it ran.

    `what` is the path as the agent gave it, or the command line; both are cut at `actions.WHAT_CHARS`.
    `ok` is None where the transcript does not tell how it ended.
    """

    kind: Literal["edit", "command"]
    what: str
    ok: bool | None
    at: datetime | None


Event: TypeAlias = Turn | Action


@dataclass(frozen=True, slots=True)
class Reading:
    """What is new since the position, oldest first, and the position to ask from next time.

    `session` and `cwd` are "" where the transcript does not tell them (yet).
    """

    session: str
    cwd: str
    events: tuple[Event, ...]
    position: str


class Transcript(Protocol):
    """One format."""

    def read(self, path: str, position: str, *, ended: bool = False) -> Reading:
        """What is new in `path` since `position`, an earlier reading's ("": from the start).

        A message that is still being written, and a tool call without its outcome, wait for the next reading;
        with `ended` (the session is over, nothing more will come) they are told as they are.
        Raises OSError, and only if the file cannot be opened.
        """
