"""Find the secrets of a text: one pass for all anchors, a detector only where one of its anchors stands.

Called by `redact.py`.  Pure.  The time is linear in the length of the text: anchors are found in one pass of a
regular expression without repetition, and what a detector may read around an anchor is bounded.
"""

import re

from memory.shield.detector import Detector, Finder, Page, Span
from memory.shield.detectors import FINDERS
from memory.shield.detectors.headers import decode_base64
from memory.shield.detectors.vendors import VENDORS
from memory.shield.text import any_of

# Base64 of at least 24 characters (18 bytes) may wrap a token.  Longer than this it is a file.
_WRAPPED = re.compile(r"[A-Za-z0-9+/]{24,}={0,2}")
_WRAPPED_LONGEST = 20_000


class _Table:
    """The detectors by anchor, made at first use; a vendor's pattern is compiled where its first anchor is met.

    The search finds the shortest anchor at a place, so a row also stands under every shorter anchor it starts with.
    """

    __slots__ = ("finders", "vendor_anchors", "vendors", "word_anchors")

    def __init__(self) -> None:
        anchors = sorted({anchor for row in VENDORS for anchor in row.anchors}, key=len)
        self.vendors: dict[str, list[Detector]] = {
            short: [row for row in VENDORS if any(long.startswith(short) for long in row.anchors)] for short in anchors
        }
        words = sorted({anchor for finder in FINDERS for anchor in finder.anchors}, key=len)
        self.finders: dict[str, list[tuple[Finder, tuple[str, ...]]]] = {}
        for short in words:
            rows = [(finder, tuple(long for long in finder.anchors if long.startswith(short))) for finder in FINDERS]
            self.finders[short] = [(finder, longer) for finder, longer in rows if longer]
        self.vendor_anchors = re.compile(any_of(anchors))
        self.word_anchors = re.compile(any_of(words))


_tables: list[_Table] = []


def _table() -> _Table:
    if not _tables:
        _tables.append(_Table())
    return _tables[0]


def scan_vendors(text: str) -> list[Span]:
    """Return the spans of the tokens whose format alone gives them away."""
    table = _table()
    spans = []
    done = 0
    # Where the last run ended that a row took for no secret: read again from each anchor in it, it would cost a square.
    rejected: dict[Detector, int] = {}
    for anchor in table.vendor_anchors.finditer(text):
        position = anchor.start()
        if position < done:
            continue
        for row in table.vendors[anchor[0]]:
            span = row.find(text, position) if position >= rejected.get(row, 0) else None
            if span is None:
                continue
            if span[2]:
                spans.append(span)
                done = span[1]
                break
            rejected[row] = span[1]
    return spans


def scan_words(text: str) -> list[Span]:
    """Return the spans of the secrets that something next to them gives away."""
    table = _table()
    page = Page(text)
    spans: list[Span] = []
    for anchor in table.word_anchors.finditer(page.folded):
        position = anchor.start()
        for finder, longer in table.finders[anchor[0]]:
            if page.folded.startswith(longer, position):
                spans.extend(finder.find(page, position))
    return spans


def scan_wrapped(text: str) -> list[Span]:
    """Return the spans of base64 that has a secret inside."""
    spans = []
    for match in _WRAPPED.finditer(text):
        if match.end() - match.start() > _WRAPPED_LONGEST:
            continue
        plain = decode_base64(match[0])
        if plain is None:
            continue
        inner = scan_vendors(plain) or scan_words(plain)
        if inner:
            spans.append((*match.span(), inner[0][2]))
    return spans


def scan(text: str) -> list[Span]:
    """Return all spans, in no order, overlapping ones included."""
    return scan_vendors(text) + scan_words(text) + scan_wrapped(text)
