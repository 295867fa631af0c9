"""OpenCode: one database for all sessions, `~/.local/share/opencode/opencode.db` (seen with 1.18.33).

`path` is the database, or "<database>#<session>" for one session; of older versions, which kept a folder of JSON
files, the session's file `storage/session/<project>/<session>.json`.

Messages change until they are complete, and several processes may write: so an answer is told once it is complete,
in the order of completion, with the user's messages before it; the position is the last answer told. One reading is
of one session: of a database with several, ask again until the position stays.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator

from clients.transcripts.actions import actions_of
from clients.transcripts.contract import Event, Reading, Turn
from clients.transcripts.fields import Record, moment, record, text
from clients.transcripts.gemini import parts_text
from clients.transcripts.opencode_stores import Head, Store, opened
from clients.transcripts.spoken import said, typed

_ENDED = ("completed", "error")
_Answer = tuple[Head, list[Head]]


class OpenCode:
    """The format."""

    def read(self, path: str, position: str, *, ended: bool = False) -> Reading:
        """See `contract.Transcript`. A message that never became complete is not told, `ended` or not."""
        with opened(path) as store:
            try:
                return _read(store, position)
            except sqlite3.DatabaseError:
                # Not a database, one of another version, or locked: nothing new, and the position stays.
                return Reading(store.session, "", (), position)


def _read(store: Store, position: str) -> Reading:
    since = _place_of(position)
    new = [answer for answer in _answers(store.heads()) if _place(answer[0]) > since]
    if not new:
        return Reading(store.session, "", (), position)
    first = new[0][0]
    events: list[Event] = []
    for answer, questions in new:
        if answer.session != first.session:
            break
        for head in [*questions, answer]:
            events += _events(head, store)
        since = _place(answer)
    return Reading(first.session, first.cwd, tuple(events), f"{since[0]}:{since[1]}")


def _answers(heads: list[Head]) -> Iterator[_Answer]:
    """Each complete answer, in the order of completion, with the user's messages that none before it had."""
    questions: dict[str, list[Head]] = {}
    for head in heads:
        if head.role == "user":
            questions.setdefault(head.session, []).append(head)
    complete = [head for head in heads if head.role == "assistant" and head.completed_ms]
    for answer in sorted(complete, key=_place):
        asked = questions.get(answer.session, [])
        count = next((count for count, head in enumerate(asked, 1) if head.name == answer.parent), 0)
        questions[answer.session] = asked[count:]
        yield answer, asked[:count]


def _events(head: Head, store: Store) -> list[Event]:
    parts = store.parts(head.name)
    shown = [part for part in parts if part.get("synthetic") is not True and part.get("ignored") is not True]
    words = parts_text([part for part in shown if part.get("type") == "text"])
    at = moment(head.created_ms)
    if head.role == "user":
        words = typed(words)
        return [Turn("user", words, at)] if words else []
    if head.summary:
        return []
    words = said(words)
    turns: list[Event] = [Turn("assistant", words, at)] if words else []
    return turns + [action for part in parts if part.get("type") == "tool" for action in _tool(part)]


def _tool(part: Record) -> list[Event]:
    state = record(part.get("state"))
    status = text(state.get("status"))
    exit_code = record(state.get("metadata")).get("exit")
    ok = status == "completed" and (not isinstance(exit_code, int) or exit_code == 0)
    at = moment(record(state.get("time")).get("start"))
    return [*actions_of(text(part.get("tool")), record(state.get("input")), at, ok=ok if status in _ENDED else None)]


def _place(answer: Head) -> tuple[int, str]:
    return answer.completed_ms, answer.name


def _place_of(position: str) -> tuple[int, str]:
    completed, _, name = position.partition(":")
    return (int(completed), name) if completed.isascii() and completed.isdigit() else (0, "")


OPENCODE = OpenCode()
