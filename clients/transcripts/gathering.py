"""What one reading has found so far: messages that grow, tool calls that wait for their outcome, turns taken back.

Every format calls this for each of its records; `jsonl.py` gives it the records and takes the result.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from datetime import datetime

from clients.transcripts.actions import actions_of
from clients.transcripts.contract import Action, Event, Turn
from clients.transcripts.fields import Record
from clients.transcripts.spoken import said, typed


@dataclass(slots=True)
class _Told:
    """An event and the start of the line where it began: what waits in an earlier line holds it back."""

    line: int
    event: Event | None


@dataclass(slots=True)
class _Message:
    """The assistant's newest message; more of it may follow until it is `whole`."""

    name: str
    told: _Told
    at: datetime | None
    whole: bool
    pieces: list[str] = field(default_factory=list)

    def add(self, piece: str) -> None:
        """Take the next piece: more words, or an earlier piece again, longer or the same."""
        older = next((number for number, known in enumerate(self.pieces) if piece.startswith(known)), None)
        if older is None:
            self.pieces.append(piece)
        else:
            self.pieces[older] = piece
        words = said("\n\n".join(self.pieces))
        self.told.event = Turn("assistant", words, self.at) if words else None


class Gathering:
    """The events of one reading. `line` is the start of the line that is being taken.

    `kept` travels to the next reading within the position: small, and made of JSON values. It may already know of
    lines that are held back and will be taken again.
    """

    def __init__(self, session: str = "", cwd: str = "", kept: Record | None = None) -> None:
        self.session = session
        self.cwd = cwd
        self.kept: Record = dict(kept or {})
        self.line = 0
        self._told: list[_Told] = []
        self._message: _Message | None = None
        self._calls: dict[str, tuple[int, list[Action]]] = {}
        self._marks: dict[str, int] = {}

    def user(self, text: str, at: datetime | None) -> None:
        """A message of the user's. It ends what came before: whatever waits now waits for nothing."""
        self._close()
        words = typed(text)
        if words:
            self._told.append(_Told(self.line, Turn("user", words, at)))

    def assistant(self, text: str, at: datetime | None, name: str = "", *, whole: bool = True) -> None:
        """Words of the assistant's; those of one message `name` become one turn ("": a message of its own)."""
        message = self._message
        if message is None or not name or message.name != name:
            if not text.strip():
                self._message = None
                return
            message = self._message = _Message(name, _Told(self.line, None), at, whole)
            self._told.append(message.told)
        message.whole = message.whole or whole
        if text.strip():
            message.add(text.strip())

    def call(self, name: str, tool: str, arguments: Record, at: datetime | None) -> None:
        """A call of a tool, to be told with its outcome."""
        actions = actions_of(tool, arguments, at)
        if actions and name not in self._calls:
            self._calls[name] = (self.line, actions)

    def outcome(self, name: str, *, ok: bool | None) -> bool:
        """How the call `name` ended; False if no call of that name waits for it."""
        line, actions = self._calls.pop(name, (0, []))
        self._told += [_Told(line, replace(action, ok=ok)) for action in actions]
        return bool(actions)

    def act(self, actions: list[Action]) -> None:
        """Actions whose outcome is known, or never will be."""
        self._told += [_Told(self.line, action) for action in actions]

    def mark(self, name: str) -> None:
        """Remember this point as `name`, for `rewind`."""
        if name:
            self._marks[name] = len(self._told)

    def marked(self, name: str) -> bool:
        """Tell whether this reading came by the point `name`."""
        return name in self._marks

    def rewind(self, name: str) -> None:
        """Take back everything after the point `name`; all of it if the point lies before this reading."""
        self._take_back(self._marks.get(name, 0))

    def take_back_turns(self, count: int) -> None:
        """Take back the last `count` turns of the user's and everything after them."""
        starts = [n for n, told in enumerate(self._told) if isinstance(told.event, Turn) and told.event.role == "user"]
        if count > 0:
            self._take_back(starts[-count] if count <= len(starts) else 0)

    def finish(self, *, ended: bool) -> tuple[tuple[Event, ...], int | None]:
        """The events, and the line to start from next time if something there still waits (None: nothing does)."""
        if ended:
            self._close()
        waiting = [line for line, _ in self._calls.values()]
        if self._message is not None and not self._message.whole:
            waiting.append(self._message.told.line)
        hold = min(waiting, default=None)
        told = [row.event for row in self._told if row.event is not None and (hold is None or row.line < hold)]
        return tuple(told), hold

    def _close(self) -> None:
        for name in list(self._calls):
            self.outcome(name, ok=None)
        self._message = None

    def _take_back(self, length: int) -> None:
        del self._told[length:]
        self._calls.clear()
        self._message = None
