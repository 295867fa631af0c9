"""Private keys that stand in blocks: PEM, PGP, PuTTY; complete, cut off, indented, prefixed, or with written-out `\\n`.

Called through `detectors/__init__.py`.  Pure.  The BEGIN and END lines stay as evidence; what is between them goes.
"""

import re

from memory.shield.detector import Page, Span

_BEGIN = re.compile(r"-----?\s?BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?\s?-----?", re.I)
_PUTTY = re.compile(r"private-lines: \d{1,4}", re.I)
# One line end: real, or written out in a string (`\n`, `\\n`, `\r\n`, `%0A`), or none where the block goes on.
_LINE_END = r"(?:[\s\"'`+,;]{0,12}(?:\r?\n|(?:\\{1,4}r)?\\{1,4}n|%0D%0A|%0A|&#10;|<br ?/?>)){1,3}"
_PREFIX = r"[^\S\n]{0,80}(?:[+\->|#*$]{1,3}[^\S\n]{0,40}|[^\n]{1,60}?[|:>\]][^\S\n]{1,4}|\S{1,40}[^\S\n]{1,4})?['\"`]?"
_HEADER = r"(?:Proc-Type|DEK-Info|Version|Comment|Hash|Charset|MessageID): ?[^\n\\]{0,200}"
_BODY = r"[A-Za-z0-9+/=]"
_LINE = re.compile(
    rf"(?:{_LINE_END})?(?:{_PREFIX}(?:{_HEADER}|{_BODY}{{16,}}+)(?![^\s\\'\"`,;+%&<-])['\"`,;+ ]{{0,4}})"
)
_FIRST = re.compile(rf"(?:{_LINE_END})?[\s+\->|#*'\"`]{{0,80}}")
_SHORT = re.compile(rf"{_LINE_END}{_PREFIX}(?P<s>{_BODY}{{1,80}})(?=\s|\\|['\"`%&<,;]|$)")
_CLOSED = re.compile(rf"['\"`,;+ ]{{0,4}}(?:{_LINE_END})?[^\n]{{0,80}}?-----?\s?END", re.I)


def find(page: Page, position: int) -> list[Span]:
    """Yield the body of the private key whose first line starts at `position`."""
    begin = (_PUTTY if page.folded.startswith("private-lines", position) else _BEGIN).match(page.text, position)
    if begin is None:
        return []
    first = _FIRST.match(page.text, begin.end())
    start = first.end() if first else begin.end()
    end = _body_end(page.text, begin.end())
    if end <= start:
        return []
    return [(start, end, "private_key")]


def _body_end(text: str, position: int) -> int:
    """Return the offset behind the last line of the body, or 0 when no line of it looks like a key."""
    end = 0
    while (line := _LINE.match(text, position)) is not None and line.end() > position:
        position = line.end()
        end = position
    if not end:
        return 0
    while text[end - 1] in "'\"`,;+ ":
        end -= 1
    while (short := _SHORT.match(text, end)) is not None and _is_last(text, short):
        end = short.end("s")
    return end


def _is_last(text: str, short: re.Match[str]) -> bool:
    """Tell whether a line of less than 16 characters ends the body: END follows, the text stops, or it is padded."""
    line, end = short.group("s"), short.end("s")
    return "=" in (line[0], line[-1]) or _CLOSED.match(text, end) is not None or not text[end : end + 200].strip()
