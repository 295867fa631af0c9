"""Replace every secret of a text by `[REDACTED:kind]` and keep everything else.

Called by whatever stores or prints text: the memory's intake, the capture of dialogue, the spool, the gateway.
Pure, standard library only: `re`, `math`, `bisect` and `binascii` are all it imports.  A vendor's pattern is compiled
when its first anchor is met.
"""

import re

from memory.shield.detector import Span
from memory.shield.scan import scan, scan_vendors
from memory.shield.text import View, has_noise

_MARK = re.compile(r"\[REDACTED(?::[a-z0-9_]{1,40})?\]")
# A replacement can bare the edge of a token glued to it.  Each round takes away characters that are no mark, real
# texts need one more round to see that nothing is left, and texts made to defeat this get that many.
_ROUNDS = 6


class Finding:
    """One secret: its kind, and where it stood (`start`, `end`: character offsets in the original text)."""

    __slots__ = ("end", "kind", "start")

    def __init__(self, kind: str, start: int, end: int) -> None:
        """Keep the three values."""
        self.kind = kind
        self.start = start
        self.end = end

    def __eq__(self, other: object) -> bool:
        """Two findings are equal when kind and place are."""
        if not isinstance(other, Finding):
            return NotImplemented
        return (self.kind, self.start, self.end) == (other.kind, other.start, other.end)

    def __hash__(self) -> int:
        """Hash by kind and place."""
        return hash((self.kind, self.start, self.end))

    def __repr__(self) -> str:
        """Show kind and place; the secret is not in here."""
        return f"Finding({self.kind!r}, {self.start}, {self.end})"


class Redacted:
    """A text without its secrets, and what was found (sorted by place, not overlapping)."""

    __slots__ = ("found", "text")

    def __init__(self, text: str, found: tuple[Finding, ...]) -> None:
        """Keep the two values."""
        self.text = text
        self.found = found

    def __repr__(self) -> str:
        """Show both; neither holds a secret."""
        return f"Redacted({self.text!r}, {self.found!r})"


def redact(text: str) -> Redacted:
    """Return `text` with each secret replaced by `[REDACTED:kind]`, and the findings.

    Any string will do, whatever its length; nothing is raised.  Colour codes inside a secret stay, behind its mark.
    Redacting the result again changes nothing.
    """
    spans = _find(text)
    if not spans:
        return Redacted(text, ())
    for _ in range(_ROUNDS):
        output, starts = _replace(text, spans)
        more = _find(output)
        if not more:
            break
        spans = _join(spans + [_back(span, spans, starts) for span in more])
    return Redacted(_replace(text, spans)[0], tuple(Finding(kind, start, end) for start, end, kind in spans))


def _find(text: str) -> list[Span]:
    """Return the spans of `text`, sorted, joined where they overlap, none touching an earlier mark."""
    if has_noise(text):
        view = View(text)
        spans = [(*view.original_span(start, end), kind) for start, end, kind in scan(view.text) if end > start]
        spans += scan_vendors(text)
    else:
        spans = scan(text)
    return _join(_outside_marks(text, spans)) if spans else []


def _outside_marks(text: str, spans: list[Span]) -> list[Span]:
    """Cut every span at the marks inside it."""
    if "[REDACTED" not in text:
        return spans
    marks = [match.span() for match in _MARK.finditer(text)]
    if not marks:
        return spans
    kept: list[Span] = []
    row = 0
    for start, end, kind in sorted(spans):
        while row < len(marks) and marks[row][1] <= start:
            row += 1
        at = row
        while at < len(marks) and marks[at][0] < end:
            if marks[at][0] > start:
                kept.append((start, marks[at][0], kind))
            start = max(start, marks[at][1])
            at += 1
        if end > start:
            kept.append((start, end, kind))
    return kept


def _join(spans: list[Span]) -> list[Span]:
    """Sort spans and join those that overlap; the kind of the first and longest one counts."""
    joined: list[Span] = []
    for start, end, kind in sorted(spans, key=lambda span: (span[0], -span[1])):
        if joined and start < joined[-1][1]:
            last = joined[-1]
            joined[-1] = (last[0], max(last[1], end), last[2])
        else:
            joined.append((start, end, kind))
    return joined


def _replace(text: str, spans: list[Span]) -> tuple[str, list[int]]:
    """Return the text with marks, and where each mark's replacement ends in it."""
    pieces: list[str] = []
    ends: list[int] = []
    last = length = 0
    noisy = has_noise(text)
    for start, end, kind in spans:
        mark = f"[REDACTED:{kind}]"
        if noisy:
            secret = text[start:end]
            mark += "".join(secret[a:b] for a, b in View(secret).noise) if has_noise(secret) else ""
        pieces += (text[last:start], mark)
        length += start - last + len(mark)
        ends.append(length)
        last = end
    pieces.append(text[last:])
    return "".join(pieces), ends


def _back(span: Span, spans: list[Span], ends: list[int]) -> Span:
    """Move a span of the replaced text to the offsets of the original."""
    start, end, kind = span
    return _offset(start, spans, ends), _offset(end - 1, spans, ends) + 1, kind


def _offset(offset: int, spans: list[Span], ends: list[int]) -> int:
    from bisect import bisect_right

    row = bisect_right(ends, offset) - 1
    return offset if row < 0 else spans[row][1] + offset - ends[row]
