"""The editors of JSON: `JSON` for clients whose own reader is strict, `JSONC` for those that allow comments. Pure.

Strict means: a text that the client itself could not read is refused by `values` and `put`. `drop` reads comments and
trailing commas in both, so that an entry of ours can still leave a file that has become unreadable to its client.

A change is one stretch of the text that is replaced; all else stays as it is. `jsonc_scan.py` says where things stand,
`jsonc_layout.py` how new text has to look. A path is made of keys; its last step may be an element of a list, which
is added at the end and never replaced.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final, TypeAlias

from clients.editors.contract import CannotEdit, Edit, Element, Malformed, Path, Value, at
from clients.editors.jsonc_layout import (
    DEFAULT_INDENT,
    LINE_END,
    Style,
    after_comments,
    block_style,
    indent_at,
    is_on_one_line,
    member_indent,
    style_in,
)
from clients.editors.jsonc_scan import WHITE, Brackets, Document, Key, Member, brackets, malformed_at, read
from clients.editors.splice import newline_of, same, with_value, without
from clients.editors.undo import swap_of

_Keys: TypeAlias = tuple[str, ...]
_Last: TypeAlias = str | Element
_KINDS: Final = {
    bool: "true or false",
    int: "a number",
    float: "a number",
    str: "a string",
    list: "a list",
    dict: "an object",
}


@dataclass(frozen=True, slots=True)
class JsonEditor:
    """An `Editor`; `strict`: comments and trailing commas are refused."""

    strict: bool

    def values(self, text: str) -> Value:
        return self._read(text).value

    def put(self, text: str, path: Path, value: Value) -> Edit:
        keys, last = _steps_of(path)
        _check_element(last, value)
        doc = self._read(text)
        try:
            if _is_there(doc.value, keys, last, value):
                return Edit(text, (), ())
            change, made = _change(doc, (*keys, last), value)
        except (TypeError, ValueError, RecursionError) as error:
            raise CannotEdit(f"the new value cannot be written as JSON: {error}") from error
        result = text[: change.start] + change.new + text[change.end :]
        _checked(result, _with(doc.value, keys, last, value), self._read)
        return Edit(result, (swap_of(text, change.start, change.end, change.new),), made)

    def drop(self, text: str, path: Path, made: tuple[str, ...] = ()) -> str:
        keys, last = _steps_of(path)
        doc = read(text)
        inside = _container(doc, keys)
        key = last if isinstance(last, str) else _place_of(at(doc.value, keys), last.value)
        if inside is None or inside.last(key) is None:
            return text
        doc = _checked(_remove(doc, inside, key), _without(doc.value, keys, key))
        for depth, before in zip(range(len(keys), -1, -1), reversed(made), strict=False):
            pruned = _prune(doc, keys[:depth], before)
            if pruned is None:
                break
            doc = pruned
        return doc.text

    def snippet(self, path: Path, value: Value) -> str:
        keys, last = _steps_of(path)
        _check_element(last, value)
        return Style("\n", DEFAULT_INDENT).render(_nest((*keys, last), value), "") + "\n"

    def _read(self, text: str) -> Document:
        doc = read(text)
        if self.strict and (doc.comments or doc.commas):
            comment = doc.comments[0][0] if doc.comments else len(text)
            comma = doc.commas[0] if doc.commas else len(text)
            what = "a comment" if comment < comma else "a trailing comma"
            raise malformed_at(text, min(comment, comma), f"this client reads strict JSON, and there is {what}")
        return doc


JSON: Final = JsonEditor(strict=True)
JSONC: Final = JsonEditor(strict=False)


@dataclass(frozen=True, slots=True)
class _Change:
    """`text[start:end]` becomes `new`. It takes in the key, or the brackets of what was empty, so that the place can be
    told from others when the change is taken back.
    """

    start: int
    end: int
    new: str


# Putting


def _change(doc: Document, steps: tuple[_Last, ...], value: Value) -> tuple[_Change, tuple[str, ...]]:
    """The change that puts `value` at `steps`, and what `Edit.made` says of the containers it makes."""
    if doc.blank:
        return _write_root(doc, _nest(steps, value)), ("absent",) * len(steps)
    holder: tuple[Brackets, Member] | None = None
    for depth, step in enumerate(steps):
        missing = ("absent",) * (len(steps) - depth - 1)
        found = at(doc.value, steps[:depth])
        if found is None:
            return _replace(doc, holder, _nest(steps[depth:], value)), ("null", *missing)
        needed = dict if isinstance(step, str) else list
        if type(found) is not needed:
            name = f'"{steps[depth - 1]}"' if depth else "the document"
            raise CannotEdit(f"{name} is {_KINDS[type(found)]}, where {_KINDS[needed]} is needed")
        inside = brackets(doc, holder and holder[1])
        key = step if isinstance(step, str) else len(inside.members)
        member = inside.last(key)
        if member is None:
            return _insert(doc, inside, key, _nest(steps[depth + 1 :], value)), missing
        holder = inside, member
    return _replace(doc, holder, value), ()


def _write_root(doc: Document, value: Value) -> _Change:
    """Write the first value of a text: on a line of its own, after the comments if there are any."""
    style = block_style(doc)
    place = len(doc.text.rstrip(WHITE))
    new = (style.newline if place else "") + style.render(value, "") + ("" if doc.text else style.newline)
    return _Change(place, place, new)


def _replace(doc: Document, holder: tuple[Brackets, Member] | None, value: Value) -> _Change:
    """Put `value` in the place of the member's value, or of the null that is the whole document."""
    if holder is None:
        indent = indent_at(doc.text, doc.root)
        return _Change(doc.root, doc.root + len("null"), block_style(doc).render(value, indent))
    inside, member = holder
    new = style_in(doc, inside, member).render(value, indent_at(doc.text, member.value))
    return _Change(member.start, member.end, doc.text[member.start : member.value] + new)


def _insert(doc: Document, inside: Brackets, key: Key, value: Value) -> _Change:
    """Add a member after the last one and the comments on its line."""
    if not inside.members:
        return _fill(doc, inside, key, value)
    last = inside.members[-1]
    style = style_in(doc, inside, last)
    if is_on_one_line(doc, inside):
        indent, gap = "", style.comma[1:]
    else:
        indent = member_indent(doc, inside)
        gap = newline_of(doc.text) + indent
    new = gap + style.member(key, value, indent)
    if last.comma is not None:
        place = after_comments(doc.text, last.comma + 1)
        return _Change(place, place, f"{new},")
    end = after_comments(doc.text, last.end)
    return _Change(last.end, end, f",{doc.text[last.end : end]}{new}")


def _fill(doc: Document, inside: Brackets, key: Key, value: Value) -> _Change:
    """Add the first member, after the comments if there are any."""
    style = block_style(doc)
    base = indent_at(doc.text, inside.start)
    indent = base + style.unit
    opening, content, closing = _parts(doc, inside)
    comments = content.rstrip(WHITE)
    rest = content[len(comments) :]
    if not comments or not LINE_END.search(rest):
        rest = style.newline + base
    new = style.newline + indent + style.member(key, value, indent)
    return _Change(inside.start, inside.end, opening + comments + new + rest + closing)


def _parts(doc: Document, inside: Brackets) -> tuple[str, str, str]:
    """The opening bracket, what is between, the closing one."""
    return doc.text[inside.start], doc.text[inside.start + 1 : inside.end - 1], doc.text[inside.end - 1]


# Dropping


def _container(doc: Document, keys: _Keys) -> Brackets | None:
    """The object or list at `keys`; None if there is none."""
    if not isinstance(at(doc.value, keys), dict | list) or doc.blank:
        return None
    inside = brackets(doc, None)
    for key in keys:
        inside = brackets(doc, inside.last(key))
    return inside


def _prune(doc: Document, keys: _Keys, before: str) -> Document | None:
    """The document with the container at `keys` put back to what it was `before`; None if it has to stay."""
    inside = _container(doc, keys)
    parent = _container(doc, keys[:-1]) if keys else None
    member = parent.last(keys[-1]) if parent else None
    if inside is None or inside.members:
        return None
    # A null that comes back takes the place of the brackets alone; what was absent goes with its key.
    start = member.start if member and before == "absent" else inside.start
    if doc.has_comment(start, inside.end):
        return None
    if before == "null":
        result = f"{doc.text[: inside.start]}null{doc.text[inside.end :]}"
        return _checked(result, with_value(doc.value, keys, None))
    if parent is None:
        return _checked(_remove_root(doc, inside), {})
    if sum(other.key == keys[-1] for other in parent.members) > 1:
        return None  # the others with this key are not ours
    return _checked(_remove(doc, parent, keys[-1]), without(doc.value, keys))


def _remove_root(doc: Document, inside: Brackets) -> str:
    """The text without its value and the line end that came with it."""
    head, tail = doc.text[: inside.start], doc.text[inside.end :]
    if not head.strip(WHITE):
        return head + ("" if LINE_END.fullmatch(tail) else tail)
    line_end = head[len(head.rstrip(WHITE)) :]
    if LINE_END.fullmatch(line_end) and (not tail or tail[0] in "\r\n"):
        return head.removesuffix(line_end) + tail
    return head + tail


def _remove(doc: Document, inside: Brackets, key: Key) -> str:
    """The text without the members called `key`, their commas, and their lines if nothing else is on them."""
    kept = [member for member in inside.members if member.key != key]
    if not kept and not _has_own_comment(doc, inside):
        opening, _, closing = _parts(doc, inside)
        return doc.text[: inside.start] + opening + closing + doc.text[inside.end :]
    cuts = [cut for member in inside.members if member.key == key for cut in _cuts(doc.text, member)]
    last = inside.members[-1]
    if kept and last.key == key and last.comma is None and kept[-1].comma is not None:
        cuts.append((kept[-1].comma, kept[-1].comma + 1))
    return _cut_out(doc, sorted(cuts))


def _has_own_comment(doc: Document, inside: Brackets) -> bool:
    """Whether there is a comment between the members of `inside`."""
    starts = (inside.start, *(member.end for member in inside.members))
    ends = (*(member.start for member in inside.members), inside.end)
    return any(doc.has_comment(start, end) for start, end in zip(starts, ends, strict=True))


def _cuts(text: str, member: Member) -> Iterator[tuple[int, int]]:
    """The spans to cut out, so that `member` and the comma after it are gone, but no comment."""
    after = member.end
    if member.comma is not None and text[member.end : member.comma].strip(WHITE):
        yield member.comma, member.comma + 1
    elif member.comma is not None:
        after = member.comma + 1
    left, right = member.start, after
    while text[left - 1] in " \t":
        left -= 1
    while text[right] in " \t":
        right += 1
    starts_line, ends_line = text[left - 1] in "\r\n", text[right] in "\r\n"
    if starts_line and (ends_line or text[right] in "]}"):
        left -= 2 if text.endswith("\r\n", 0, left) else 1
        yield left, right if ends_line else after
    elif starts_line or (after > member.end and not ends_line and text[right] not in "]}"):
        yield member.start, right
    else:
        yield left, after


def _cut_out(doc: Document, cuts: list[tuple[int, int]]) -> str:
    """The text without the spans. What stands after a line comment never comes to stand within it."""
    line_comments = {end for start, end in doc.comments if doc.text.startswith("//", start)}
    merged: list[tuple[int, int]] = []
    for start, end in cuts:
        if merged and start <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        else:
            merged.append((start, end))
    parts: list[str] = []
    done = 0
    for start, end in merged:
        needs_line_end = start in line_comments and doc.text[end] not in "\r\n"
        parts += (doc.text[done:start], newline_of(doc.text) if needs_line_end else "")
        done = end
    return "".join(parts) + doc.text[done:]


# Values


def _steps_of(path: Path) -> tuple[_Keys, _Last]:
    """The keys of the containers, and the last step."""
    keys = tuple(step for step in path[:-1] if isinstance(step, str))
    last = path[-1] if path else None
    if not isinstance(last, str | Element) or len(keys) < len(path) - 1:
        raise CannotEdit("a path into JSON is made of nothing but keys; only its last step may be an element of a list")
    return keys, last


def _check_element(last: _Last, value: Value) -> None:
    if isinstance(last, Element) and not same(last.value, value):
        raise CannotEdit("the path leads to an element of a list that is not the value to be put there")


def _nest(steps: tuple[_Last, ...], value: Value) -> Value:
    """`value` within one object per key, and a list for an element."""
    for step in reversed(steps):
        value = {step: value} if isinstance(step, str) else [value]
    return value


def _place_of(values: Value, value: Value) -> int:
    """Where in a list the first element is that equals `value`; -1 if there is none, or no list.

    Not by Python's `==`, which takes True for 1.
    """
    elements = values if isinstance(values, list) else []
    return next((place for place, element in enumerate(elements) if same(element, value)), -1)


def _is_there(values: Value, keys: _Keys, last: _Last, value: Value) -> bool:
    """Whether a document says already what it has to."""
    if isinstance(last, Element):
        return _place_of(at(values, keys), value) >= 0
    return same(at(values, (*keys, last)), value)


def _with(values: Value, keys: _Keys, last: _Last, value: Value) -> Value:
    """A copy of the document with `value` at the path."""
    if isinstance(last, str):
        return with_value(values, (*keys, last), value)
    present = at(values, keys)
    return with_value(values, keys, [*present, value] if isinstance(present, list) else [value])


def _without(values: Value, keys: _Keys, key: Key) -> Value:
    """A copy of the document without the member `key` of the container at `keys`, which is there."""
    if isinstance(key, str):
        return without(values, (*keys, key))
    present = at(values, keys)
    return with_value(values, keys, [*present[:key], *present[key + 1 :]])


def _checked(result: str, expected: Value, reader: Callable[[str], Document] = read) -> Document:
    """What `reader` makes of `result`. Raises CannotEdit if it cannot be read or does not say what is `expected`."""
    try:
        doc = reader(result)
    except Malformed as error:
        raise CannotEdit(f"the changed text could not be read again: {error}") from error
    if doc.value != expected:
        raise CannotEdit("the changed text would not have said what it has to")
    return doc
