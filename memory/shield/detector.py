"""The two forms a detector has, and the page they read.

Called by the tables in `detectors/` and by `scan.py`.  Pure.

Every detector names its anchors: literals without which it cannot match.  `scan.py` looks for all anchors of all
detectors in one pass and asks a detector only where one of its anchors stands.  A detector looks at a bounded
neighbourhood of the anchor, or at a run of characters that it cannot look at twice; that keeps the time linear.
"""

import re
from collections.abc import Callable, Iterable

from memory.shield.text import fold
from memory.shield.values import looks_made_up

Span = tuple[int, int, str]

# What may stand left of a token: nothing that is part of a word, but an escape is no part of a word.
EDGE = r"(?:(?<![A-Za-z0-9])|(?<=%[0-9A-Fa-f][0-9A-Fa-f])|(?<=\\[nrt]))"
# The same for short prefixes that ordinary names end in, "-" included; but a diff puts one in front of its lines.
STRICT_EDGE = r"(?:(?<![A-Za-z0-9_-])|(?<=\n-)|(?<=^-))"
_LOOK_BACK = 96


class Page:
    """A text under scan: its folded form, and how far its names, cookie lines and documents have been read."""

    __slots__ = (
        "commands_end",
        "cookies_end",
        "documents_end",
        "folded",
        "headers_end",
        "long_values_end",
        "names_end",
        "text",
    )

    def __init__(self, text: str) -> None:
        """Fold `text` once for all detectors."""
        self.text = text
        self.folded = fold(text)
        self.names_end = 0
        self.long_values_end = 0
        self.headers_end = 0
        self.cookies_end = 0
        self.documents_end = 0
        self.commands_end: dict[str, int] = {}


class Detector:
    """A vendor's format: where the anchor stands, `pattern` has to match.  Group `s`, if any, is the secret."""

    __slots__ = ("_compiled", "anchors", "behind", "kind", "pattern", "valid")

    def __init__(
        self,
        kind: str,
        anchors: tuple[str, ...],
        pattern: str,
        *,
        valid: Callable[[str], bool] | None = None,
        behind: str = "",
    ) -> None:
        """`behind`: characters that belong to the token in front of its anchor; `valid`: a last test of the secret."""
        self.kind = kind
        self.anchors = anchors
        self.pattern = pattern
        self.valid = valid
        self.behind = behind
        self._compiled: re.Pattern[str] | None = None

    def find(self, text: str, position: int) -> Span | None:
        """Return the span of the secret whose anchor stands at `position`; one without kind is no secret after all."""
        if self._compiled is None:
            self._compiled = re.compile(self.pattern)
        if self.behind:
            before = text[max(0, position - _LOOK_BACK) : position]
            position -= len(before) - len(before.rstrip(self.behind))
        match = self._compiled.match(text, position)
        if match is None:
            return None
        start, end = match.span("s" if "s" in self._compiled.groupindex else 0)
        secret = text[start:end]
        if looks_made_up(secret) or (self.valid is not None and not self.valid(secret)):
            return start, end, ""
        return start, end, self.kind


class Finder:
    """A detector that is a function: it gets the page and the place of the (folded) anchor, and yields spans."""

    __slots__ = ("anchors", "find", "kinds")

    def __init__(
        self, kinds: tuple[str, ...], anchors: tuple[str, ...], find: Callable[[Page, int], Iterable[Span]]
    ) -> None:
        """`kinds`: all that `find` may report; `anchors`: lower case literals."""
        self.kinds = kinds
        self.anchors = anchors
        self.find = find
