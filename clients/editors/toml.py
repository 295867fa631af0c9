"""TOML: Codex, Kimi and others. Values come from `tomllib`, edits are cuts at what `toml_scan` finds.

Not tomlkit: it moves blank lines, so that what was added and removed leaves a trace, writes LF into CRLF files, and
cannot add to some inline tables.
"""

from __future__ import annotations

import re
import tomllib

from clients.editors import toml_scan as scan
from clients.editors import toml_write as write
from clients.editors.contract import MISSING, CannotEdit, Edit, Malformed, Path, Swap, Value, at
from clients.editors.splice import (
    DEEPEST,
    Splice,
    cut_lines,
    made_for,
    newline_of,
    same,
    shown,
    spliced,
    too_deep,
    with_value,
    without,
)
from clients.editors.toml_scan import Keys, Span, Statement

_place = re.compile(r" \(at (?:line (\d+), column (\d+)|end of document)\)$")
# tomllib needs quadratic time for such a key.
_long_key = re.compile(
    rf"^[ \t]*+\[{{0,2}}[ \t]*+(?:{scan.PART}[ \t]*+\.[ \t]*+){{{DEEPEST}}}", scan.FLAGS | re.MULTILINE
)
TOO_DEEP = f"more than {DEEPEST} levels of nesting"


class Toml:
    """The editor. A path of keys only; lists are replaced as a whole."""

    def values(self, text: str) -> Value:
        if _long_key.search(text):
            raise Malformed(TOO_DEEP)
        try:
            values = tomllib.loads(text)
        except tomllib.TOMLDecodeError as wrong:
            raise _malformed(text, str(wrong)) from wrong
        except RecursionError as wrong:
            raise Malformed(TOO_DEEP) from wrong
        except ValueError as wrong:  # an integer of more digits than Python reads
            raise Malformed(str(wrong)) from wrong
        if too_deep(values):
            raise Malformed(TOO_DEEP)
        return values

    def put(self, text: str, path: Path, value: Value) -> Edit:
        keys, values = _keys(path), self.values(text)
        made = made_for(values, keys)
        old = at(values, keys)
        if old is not MISSING and same(old, value):
            return Edit(text, (), ())
        try:
            edited, undo = _put(text, keys, value, known=old is not MISSING)
        except scan.NotScanned as unknown:
            raise CannotEdit("this text has what only later versions of TOML know") from unknown
        self._check(edited, with_value(values, keys, value))
        return Edit(edited, undo, made)

    def drop(self, text: str, path: Path, made: tuple[str, ...] = ()) -> str:
        keys, values = _keys(path), self.values(text)
        if at(values, keys) is MISSING:
            return text
        try:
            edited, _ = _cut(text, keys)
            left = self._check(edited, without(values, keys), keys)
            for length in range(len(keys) - 1, max(0, len(keys) - 1 - len(made)), -1):
                found = at(left, keys[:length])
                if found is MISSING:
                    continue
                if found or not _bare_table(edited, keys[:length]):
                    break
                edited, _ = _cut(edited, keys[:length])
                left = self._check(edited, without(left, keys[:length]), keys[:length])
        except scan.NotScanned as unknown:
            raise CannotEdit("this text has what only later versions of TOML know") from unknown
        return edited

    def snippet(self, path: Path, value: Value) -> str:
        keys = _keys(path)
        if isinstance(value, dict):
            lines = write.block(keys, value)
        else:
            lines = [*([f"[{write.key(*keys[:-1])}]"] if keys[1:] else []), write.pair(keys[-1:], value)]
        return "\n".join([*lines, ""])

    def _check(self, edited: str, expected: Value, dropped: Keys = ()) -> Value:
        """The values of the edited text, if they are the expected ones; tables on the way to `dropped` that no header
        of their own held up may be gone with it.
        """
        try:
            found = self.values(edited)
        except Malformed as wrong:
            raise CannotEdit(f"no safe place for it in this text: {wrong.reason}") from wrong
        for length in range(len(dropped) - 1, 0, -1):
            if at(expected, dropped[:length]) == {} and at(found, dropped[:length]) is MISSING:
                expected = without(expected, dropped[:length])
        if not same(found, expected):
            raise CannotEdit("no safe place for it in this text")
        return found


TOML = Toml()


def _keys(path: Path) -> Keys:
    keys = tuple(step for step in path if isinstance(step, str))
    if not keys or len(keys) != len(path):
        raise CannotEdit(f"no TOML path: {shown(path) or 'the whole document'}")
    return keys


def _malformed(text: str, message: str) -> Malformed:
    found = _place.search(message)
    if not found:
        return Malformed(message)
    if found[1]:
        return Malformed(message[: found.start()], int(found[1]), int(found[2]))
    return Malformed(message[: found.start()], text.count("\n") + 1, len(text) - text.rfind("\n"))


def _put(text: str, path: Keys, value: Value, *, known: bool) -> tuple[str, tuple[Swap, ...]]:
    found = scan.statements(text)
    undo: tuple[Swap, ...] = ()
    newline = newline_of(text)
    if known:
        replaced = _value_of(text, found, path)
        if replaced:
            return spliced(text, [Splice(*replaced, write.inline(value))])
        shorter, undo = _cut(text, path, keep_header=isinstance(value, dict))
        if not shorter:  # nothing to tie an undo to: one change in place of two
            new = _addition("", [], path, value).new
            return spliced(text, [Splice(0, len(text), new.replace("\n", newline))])
        text, found = shorter, scan.statements(shorter)
    added = _addition(text, found, path, value)
    text, last = spliced(text, [Splice(added.start, added.end, added.new.replace("\n", newline))])
    return text, undo + last


def _carrier(found: list[Statement], path: Keys) -> Statement | None:
    """The pair whose value is `path` or an inline table on the way to it."""
    return next((one for one in found if one.kind == "pair" and one.keys == path[: len(one.keys)]), None)


def _value_of(text: str, found: list[Statement], path: Keys) -> Span | None:
    """Where the value of `path` stands, if it stands in one place behind its own key."""
    carrier = _carrier(found, path)
    if not carrier:
        return None
    span, rest = carrier.value, path[len(carrier.keys) :]
    while rest:
        inner = next((one for one in scan.members(text, span) if one.keys == rest[: len(one.keys)]), None)
        if not inner:
            return None
        span, rest = inner.value, rest[len(inner.keys) :]
    return span


def _inline_home(text: str, found: list[Statement], path: Keys) -> tuple[Span, Keys] | None:
    """The innermost inline table on the way to `path`, and what is left of the path in it."""
    for length in range(len(path) - 1, 0, -1):
        span = _value_of(text, found, path[:length])
        if span:
            return span, path[length:]
    return None


def _addition(text: str, found: list[Statement], path: Keys, value: Value) -> Splice:
    """What adds a path that is not there; its header alone may be. With LF: no value holds one as it is."""
    home = _inline_home(text, found, path)
    if home:
        span, rest = home
        members = scan.members(text, span)
        if members:
            return Splice(members[-1].value.end, members[-1].value.end, f", {write.pair(rest, value)}")
        return Splice(span.start + 1, span.end - 1, f" {write.pair(rest, value)} ")
    if not isinstance(value, dict):
        return _pair_addition(text, found, path, value)
    header = _header(found, path)
    if header is not None:
        return _below(text, found[header], write.body(path, value))
    return _at_end(text, write.block(path, value))


def _pair_addition(text: str, found: list[Statement], path: Keys, value: Value) -> Splice:
    parent = path[:-1]
    header = _header(found, parent) if parent else -1
    if header is not None:
        last, first = _last_pair(found, header), next((one for one in found if one.keys), None)
        if last >= 0:
            return _below(text, found[last], [write.pair(path[-1:], value, found[last].indent)])
        if first:  # no pair of the document's own: in front of everything
            return Splice(0, 0, write.pair(path[-1:], value) + "\n")
        return _at_end(text, [write.pair(path[-1:], value)], blank=False)
    dotted = [one for one in found if one.kind == "pair" and one.keys[: len(parent)] == parent]
    outside = [one for one in dotted if len(one.keys) - one.own < len(parent)]
    if outside:  # the table is made by dotted keys of another one, and may have no header
        spelled = path[len(outside[-1].keys) - outside[-1].own :]
        return _below(text, outside[-1], [write.pair(spelled, value, outside[-1].indent)])
    return _at_end(text, [f"[{write.key(*parent)}]", write.pair(path[-1:], value)])


def _header(found: list[Statement], path: Keys) -> int | None:
    return next((place for place, one in enumerate(found) if one.kind == "table" and one.keys == path), None)


def _last_pair(found: list[Statement], header: int) -> int:
    """The last pair below the header, or the header; -1 is the top of the document."""
    last = header
    for place in range(header + 1, len(found)):
        if found[place].kind in ("table", "array"):
            break
        last = place if found[place].kind == "pair" else last
    return last


def _below(text: str, statement: Statement, lines: list[str]) -> Splice:
    if text[statement.start : statement.end].endswith("\n"):
        return Splice(statement.end, statement.end, "".join(f"{line}\n" for line in lines))
    return Splice(statement.end, statement.end, "".join(f"\n{line}" for line in lines))


def _at_end(text: str, lines: list[str], *, blank: bool = True) -> Splice:
    if text and blank:
        lines = ["", *lines]
    if text and not text.endswith("\n"):
        return Splice(len(text), len(text), "\n".join(["", *lines]))
    return Splice(len(text), len(text), "\n".join([*lines, ""]))


def _cut(text: str, path: Keys, *, keep_header: bool = False) -> tuple[str, tuple[Swap, ...]]:
    """The text without everything that says something about `path`, but for its header if that is to stay."""
    found = scan.statements(text)
    home = _inline_home(text, found, path)
    if not home:
        return spliced(text, _cuts(text, found, path, keep_header=keep_header))
    span, rest = home
    members = scan.members(text, span)
    ours = [place for place, one in enumerate(members) if one.keys[: len(rest)] == rest]
    if len(ours) == len(members):
        cuts = [Splice(span.start + 1, span.end - 1, "")]
    else:
        # A member goes with the comma in front of it, those at the beginning with the comma behind them.
        head = next(place for place in range(len(members)) if place not in ours)
        cuts = [Splice(members[0].start, members[head].start, "")] if head else []
        cuts += [Splice(members[one - 1].value.end, members[one].value.end, "") for one in ours if one > head]
    return spliced(text, cuts)


def _cuts(text: str, found: list[Statement], path: Keys, *, keep_header: bool) -> list[Splice]:
    """What removes the tables and pairs of `path`: with the comments within, without those behind the last pair."""
    spans: list[Span] = []
    inside = False
    for place, one in enumerate(found):
        if one.kind in ("table", "array"):
            inside = False
        if not one.keys or one.keys[: len(path)] != path:
            continue
        start = one.start
        if one.kind == "pair":
            start = spans[-1].end if inside else one.start
        else:
            inside = True
            if keep_header and one.kind == "table" and one.keys == path:
                start = one.end
            elif place and found[place - 1].kind == "blank":
                start = found[place - 1].start
        spans.append(Span(start, one.end))
    return [cut_lines(text, *span) for span in _joined(text, found, spans)]


def _joined(text: str, found: list[Statement], spans: list[Span]) -> list[Span]:
    """Neighbours made one; a block at the very top takes the blank line behind it."""
    joined: list[Span] = []
    for span in spans:
        if joined and joined[-1].end >= span.start:
            span = Span(joined.pop().start, span.end)
        joined.append(span)
    if joined and joined[0].start == 0:
        after = next((one for one in found if one.start == joined[0].end), None)
        if after and after.kind == "blank" and found[0].kind != "pair":
            joined[0] = Span(0, after.end)
    return joined


def _bare_table(text: str, path: Keys) -> bool:
    """Whether the empty table `path` has no comment of its own: behind its header or on the next line."""
    found = scan.statements(text)
    header = _header(found, path)
    if header is None:
        return True
    following = found[header + 1].kind if header + 1 < len(found) else "blank"
    return "#" not in text[found[header].value.end : found[header].end] and following != "comment"
