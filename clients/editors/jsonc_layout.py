"""How new text has to look within a given text of JSON. `jsonc.py` calls it. Pure."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, replace
from typing import Final

from clients.editors.contract import Value
from clients.editors.jsonc_scan import COMMENT, Brackets, Document, Key, Member, brackets
from clients.editors.splice import newline_of

DEFAULT_INDENT: Final = "  "

LINE_END: Final = re.compile(r"\r\n|\n|\r")
_INDENT: Final = re.compile(r"[ \t]*+")
_INDENTED_LINE: Final = re.compile(r"^[ \t]++(?=[^ \t\r\n])", re.MULTILINE)
_COMMENTS_ON_LINE: Final = re.compile(rf"(?:[ \t]*+(?:{COMMENT}))*+")
# What json.dumps leaves as it is: control characters beyond ASCII's first 32, and lone surrogates, which no encoding
# of the file could hold.
_UNPRINTABLE: Final = re.compile("[\x7f-\x9f\ud800-\udfff]")


@dataclass(frozen=True, slots=True)
class Style:
    """`newline` and `unit` (of indentation) shape a value over several lines; a blank `newline` keeps it on one."""

    newline: str
    unit: str
    comma: str = ", "
    colon: str = ": "

    def member(self, key: Key, value: Value, indent: str) -> str:
        """`"key": value`, or an element of a list, for a line that is indented by `indent`."""
        name = _scalar(key) + self.colon if isinstance(key, str) else ""
        return name + self.render(value, indent)

    def render(self, value: Value, indent: str) -> str:
        """`value` as JSON: objects one member per line, lists of scalars on one line.

        `indent` is that of the line on which it starts. Raises TypeError or ValueError for what is not JSON.
        """
        inner = indent + self.unit
        if isinstance(value, dict) and value:
            rows = [self.member(key, row, inner) for key, row in value.items()]
            return self._enclose("{}", rows, indent)
        if isinstance(value, list) and value:
            rows = [self.render(row, inner) for row in value]
            if any(isinstance(row, dict | list) for row in value):
                return self._enclose("[]", rows, indent)
            return f"[{self.comma.join(rows)}]"
        return _scalar(value)

    def _enclose(self, pair: str, rows: list[str], indent: str) -> str:
        if not self.newline:
            return pair[0] + self.comma.join(rows) + pair[1]
        start = self.newline + indent + self.unit
        return pair[0] + start + f",{start}".join(rows) + self.newline + indent + pair[1]


def is_on_one_line(doc: Document, inside: Brackets) -> bool:
    return LINE_END.search(doc.text, inside.start, inside.end) is None


def indent_at(text: str, place: int) -> str:
    """The white space at the start of the line on which `place` is."""
    found = _INDENT.match(text, _line_start(text, place))
    return found[0] if found else ""


def block_style(doc: Document) -> Style:
    """The style of values over several lines, as the whole document suggests it."""
    return Style(newline_of(doc.text), _document_unit(doc))


def style_in(doc: Document, inside: Brackets, model: Member) -> Style:
    """The style of a value within `inside`, spaced like its member `model`."""
    named = _named(doc, model) or inside.holder
    before, _, after = doc.plain[named.key_end : named.value].partition(":") if named else ("", ":", " ")
    colon = f"{' ' if before else ''}:{' ' if after else ''}"
    if not is_on_one_line(doc, inside):
        base, indent = indent_at(doc.text, inside.start), member_indent(doc, inside)
        unit = indent.removeprefix(base) if indent.startswith(base) else ""
        return replace(block_style(doc), unit=unit or _document_unit(doc), colon=colon)
    gap = after
    if len(inside.members) > 1:
        left, right = inside.members[-2:]
        gap = doc.plain[(left.comma or left.end) + 1 : right.start]
    return Style("", "", ", " if gap else ",", colon)


def _named(doc: Document, member: Member) -> Member | None:
    """`member` itself if its key is written; else the first one within its value of which that is true."""
    while not isinstance(member.key, str):
        within = brackets(doc, member).members if doc.plain[member.value] in "[{" else ()
        if not within:
            return None
        member = within[0]
    return member


def member_indent(doc: Document, inside: Brackets) -> str:
    """How lines of members in `inside` are indented: as the last or the first one, if it starts a line."""
    # Not the ones between: in a long line each would cost a search back to the start of that line.
    for member in (*inside.members[-1:], *inside.members[:1]):
        if not doc.plain[_line_start(doc.text, member.start) : member.start].strip(" \t"):
            return indent_at(doc.text, member.start)
    return indent_at(doc.text, inside.start) + _document_unit(doc)


def after_comments(text: str, place: int) -> int:
    """The end of the comments that start on the line of `place`, right after it."""
    found = _COMMENTS_ON_LINE.match(text, place)
    return found.end() if found else place


def _line_start(text: str, place: int) -> int:
    return max(text.rfind("\n", 0, place), text.rfind("\r", 0, place)) + 1


def _document_unit(doc: Document) -> str:
    """The indentation of the first line that has one and does not belong to a comment."""
    for line in _INDENTED_LINE.finditer(doc.plain):
        if doc.text.startswith(line[0], line.start()):
            return line[0]
    return DEFAULT_INDENT


def _scalar(value: Value) -> str:
    literal = json.dumps(value, ensure_ascii=False, allow_nan=False)
    return _UNPRINTABLE.sub(lambda found: f"\\u{ord(found[0]):04x}", literal)
