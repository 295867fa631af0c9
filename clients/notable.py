"""What in a conversation is worth keeping: said by the user outright, or noticed in passing. Pure.

Only words that a person typed can be explicit; what an assistant or a tool says is at most a candidate.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import datetime

from clients.transcripts.contract import Action, Turn

SHORTEST, LONGEST = 12, 400
LONGEST_TYPED, MOST_LINES = 800, 12
_FENCE = re.compile(r"^(```|~~~).*?^\1", re.MULTILINE | re.DOTALL)
_SENTENCE = re.compile(r"(?<=[.!?。！？])\s+|\n+")
_LIST_MARK = re.compile(r"^\s*(?:[-*+]|\d+[.)])\s+")
# A person asks for something to be kept. The first group, if there is one, is what to keep.
_EXPLICIT = (
    # "Remember that function we wrote" asks for nothing: what is to be remembered has a verb.
    (
        re.compile(
            r"^(?:please\s+|and\s+|also\s+|could you\s+)*(?:remember|keep in mind)(?:\s+that\s+|:\s*)"
            r"(?!function\b|bug\b|thing\b|time\b|file\b)"
            r"(.*\b(?:is|are|has|have|must|should|needs?|will|can(?:not)?|only|always|never|uses?|runs?|goes?|lives?)\b.*)",
            re.I,
        ),
        "fact",
    ),
    (re.compile(r"^(?:please\s+|also\s+)*(?:remember|note):\s+(.+)", re.I), "fact"),
    (re.compile(r"^(?:please\s+)?from now on\b", re.I), "rule"),
    (
        re.compile(
            r"^(?:in (?:the )?future|going forward),?\s+(?:please|always|never|use|do not|don't|avoid|prefer)\b", re.I
        ),
        "rule",
    ),
    (
        re.compile(
            r"^(?:you should|(?:please )?make sure (?:you|to)|i want you to|don't|do not)\s+(?:always|never|ever)\s",
            re.I,
        ),
        "rule",
    ),
    # An order, not a report: "always fails on CI", "never worked for me".
    (
        re.compile(
            r"^(?:please\s+)?(?:always|never)\s+(?!mind\b|the\b|an?\b|is\b)(?!\w*(?:[^s]s|ed|ing|een|ad)\b)\w+", re.I
        ),
        "rule",
    ),
    (re.compile(r"^(?:bitte\s+)?(?:merk(?:e)? dir|denk daran)(?:\s+bitte)?,?\s+(?:dass\s+)?(.+)", re.I), "fact"),
    (re.compile(r"^(?:ab (?:jetzt|sofort)|in zukunft)\b", re.I), "rule"),
    (re.compile(r"^(?:à partir de maintenant|désormais|a partir de ahora|d'ora in poi)\b", re.I), "rule"),
    (re.compile(r"^(?:отныне|запомни|с этого момента)\b", re.I), "rule"),
    (re.compile(r"^(?:覚えておいて|今後は|记住|从现在开始|以后)"), "rule"),
)
_CORRECTION = re.compile(r"^(?:no,|nope,|that's wrong|that is wrong|don't use|do not use|use .+ instead)", re.I)
_DECISION = re.compile(
    r"\b(?:we(?:'ve| have)? decided|decided to|we(?:'ll| will) (?:use|go with)|settled on|"
    r"chose .+ (?:over|instead of|because)|root cause (?:is|was))\b",
    re.I,
)


@dataclass(frozen=True, slots=True)
class Notable:
    """A statement with its kind, and why it was noticed. `explicit`: the user asked for it to be kept."""

    text: str
    kind: str
    why: str
    explicit: bool = False
    at: datetime | None = None


def notable(events: Iterable[Turn | Action]) -> list[Notable]:
    """What is worth keeping, in order, each once."""
    found: dict[str, Notable] = {}
    kept = list(events)
    for event in kept:
        if isinstance(event, Turn):
            for one in _said(event):
                found.setdefault(one.text.casefold(), replace(one, at=event.at))
    for one in _worked_in_the_end(event for event in kept if isinstance(event, Action)):
        found.setdefault(one.text.casefold(), one)
    return list(found.values())


def _said(turn: Turn) -> Iterator[Notable]:
    # What is longer was pasted: a plan, a log, a page. Nobody asks for all that it says.
    typed = len(turn.text) <= LONGEST_TYPED and turn.text.count("\n") <= MOST_LINES
    for sentence in _sentences(turn.text):
        if turn.role == "user":
            if typed and (one := _explicit(sentence)):
                yield one
            elif _CORRECTION.match(sentence):
                yield Notable(sentence, "preference", "the user corrected the assistant")
        if _DECISION.search(sentence):
            yield Notable(sentence, "decision", f"the {turn.role} stated a decision")


def _explicit(sentence: str) -> Notable | None:
    for pattern, kind in _EXPLICIT:
        if match := pattern.match(sentence):
            text = match[1] if match.groups() and match[1] else sentence
            text = text[0].upper() + text[1:]
            return Notable(text, kind, "the user asked for it to be remembered", explicit=True)
    return None


def _sentences(text: str) -> Iterator[str]:
    """The sentences that a person would have written as such: no code, no quotations, no questions."""
    for part in _SENTENCE.split(_FENCE.sub("\n", text)):
        sentence = _LIST_MARK.sub("", part).strip()
        if SHORTEST <= len(sentence) <= LONGEST and sentence[0] not in ">|`<{[" and not sentence.endswith("?"):
            yield sentence


def _worked_in_the_end(actions: Iterable[Action]) -> Iterator[Notable]:
    """A command that worked after another form of it had failed."""
    failed: dict[str, str] = {}
    for action in actions:
        if action.kind != "command" or action.ok is None or not action.what.strip():
            continue
        command = " ".join(action.what.split())
        program = command.split()[0]
        if not action.ok:
            failed[program] = command
        elif program in failed and failed[program] != command and len(command) <= 200:
            yield Notable(
                f"`{command}` works where `{failed.pop(program)[:150]}` failed",
                "outcome",
                "a command worked in the end",
            )
        else:
            failed.pop(program, None)
