"""The cuts that set a value in a YAML text. Called by `yaml.py`; new text has LF, no value holds one as it is."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from ruamel.yaml.nodes import MappingNode

from clients.editors.contract import MISSING, CannotEdit, Item, Value
from clients.editors.splice import Splice, Steps, line_end, line_start, with_value
from clients.editors.yaml_tree import Member, Place, Tree
from clients.editors.yaml_write import Layout

_document_end = re.compile(r"^\.\.\.(?=\s|\Z)", re.MULTILINE)
_lead = re.compile(r" *(?:- +)*")
_comma = re.compile(r"(?:\s++|#[^\n]*+)*+,")
_comment = re.compile(r"[ \t]*(?:#[^\n]*)?$", re.MULTILINE)
_json = re.compile(r'[{,]\s*"[^"\n]*"\s*:')


def change(tree: Tree, path: Steps, value: Value) -> list[Splice]:
    """What makes the value at `path` to be `value`, which it is not yet."""
    layout = layout_of(tree)
    if tree.root is None or tree.root.is_null:
        lines = layout.lines(with_value(MISSING, path, value))
        if tree.root and not tree.root.is_empty:
            return [Splice(tree.root.start, tree.root.end, "\n".join(lines))]
        return [_at_document_end(tree, 0, lines)]
    chain = tree.walk(path)
    flow = next((container for container, _ in chain if not container.is_block), None)
    if flow:
        layout = replace(layout, quoted=bool(_json.search(tree.text, flow.start, flow.end)))
    (container, member), rest = chain[-1], path[len(chain) :]
    if member:
        return _replacement(tree, container, member, with_value(MISSING, rest, value), layout)
    step = path[len(chain) - 1]
    new = with_value({step.key: step.value} if isinstance(step, Item) and rest else MISSING, rest, value)
    if container.is_block:
        return [_block_insertion(tree, container, _entry(layout, step, new))]
    return _flow_insertion(tree, container, layout.flow(new if isinstance(step, Item) else {step: new}), step)


def layout_of(tree: Tree) -> Layout:
    """How the document is laid out, by its first nested block of each kind."""
    step, dash = 0, -1
    for member in _entries(tree):
        if member.value.is_block and tree.text[member.value.start] not in "&!":
            indent = tree.column(member.value.start) - tree.column(member.start)
            if not isinstance(member.value.node, MappingNode):
                dash = indent if dash < 0 else dash
            elif not step:
                step = max(indent, 0)
        if step and dash >= 0:
            break
    step = step or 2
    return Layout(step, dash if dash >= 0 else step)


def _entries(tree: Tree) -> Iterator[Member]:
    """The entries of all block maps, outer ones first."""
    waiting = [tree.root] if tree.root else []
    while waiting:
        below: list[Place] = []
        for place in waiting:
            members = tree.members(place) if place.is_block else []
            yield from (one for one in members if one.key)
            below += [one.value for one in members]
        waiting = below


def _entry(layout: Layout, step: str | Item, new: Value) -> list[str]:
    return layout.element(new) if isinstance(step, Item) else layout.entry(step, new)


def _column(tree: Tree, member: Member) -> int:
    """The column of a member of a block, if nothing but dashes stands in front of it."""
    lead = tree.text[line_start(tree.text, member.start) : member.start]
    if not _lead.fullmatch(lead):
        raise CannotEdit("a key with a question mark or behind a tab")
    return len(lead)


def _indented(lines: list[str], column: int) -> str:
    return "\n".join(" " * column + line for line in lines)


def _at_document_end(tree: Tree, content_end: int, lines: list[str]) -> Splice:
    found = _document_end.search(tree.text, content_end)
    place = found.start() if found else len(tree.text)
    new = "\n".join(lines)
    is_open = place > 0 and tree.text[place - 1] != "\n"
    return Splice(place, place, f"\n{new}" if is_open else f"{new}\n")


def _block_insertion(tree: Tree, container: Place, lines: list[str]) -> Splice:
    """Behind the last member; at the document's own level behind everything, comments too."""
    members = tree.members(container)
    column, end = _column(tree, members[0]), tree.end(members[-1])
    if container == tree.root:
        return _at_document_end(tree, end, [" " * column + line for line in lines])
    place = line_end(tree.text, end)
    return Splice(place, place, "\n" + _indented(lines, column))


def _flow_insertion(tree: Tree, container: Place, written: str, step: str | Item) -> list[Splice]:
    new = written if isinstance(step, Item) else written[1:-1]
    members = tree.members(container)
    if not members:
        has_comment = "#" in tree.text[container.start : container.end]
        if has_comment:
            return [Splice(container.start + 1, container.start + 1, new)]
        return [Splice(container.start + 1, container.end - 1, new)]
    start, end = members[-1].start, tree.end(members[-1])
    lead = tree.text[line_start(tree.text, start) : start]
    own_line = not lead.strip()
    new = f"\n{lead}{new}" if own_line else f" {new}"
    comma = _comma.match(tree.text, end)
    behind = comma.end() if comma else end
    # A comment behind the last member stays with it.
    place = line_end(tree.text, behind) if own_line and _comment.match(tree.text, behind) else behind
    if comma:
        return [Splice(place, place, f"{new},")]
    # A colon with nothing behind it must not touch the comma.
    sign = " ," if members[-1].value.is_empty and tree.text[end - 1] == ":" else ","
    return [Splice(end, place, sign + tree.text[end:place] + new)]


def _replacement(tree: Tree, container: Place, member: Member, new: Value, layout: Layout) -> list[Splice]:
    """In a flow collection as flow; in a block a collection as a block, unless it was written as flow."""
    place, after = member.value, tree.after_colon(member) if member.key else member.start + 1
    as_block = isinstance(new, dict | list) and bool(new)
    if container.is_block and not place.is_empty and (place.is_block or place.is_block_scalar):
        return [_block_replacement(tree, member, after or 0, new, layout)]
    if not container.is_block or not as_block or (place.is_collection and not place.is_empty):
        if not place.is_empty:
            return [Splice(place.start, place.end, layout.flow(new))]
        if after is None and member.key:
            return [Splice(member.key.end, member.key.end, f": {layout.flow(new)}")]
        return [Splice(after or 0, after or 0, f" {layout.flow(new)}")]
    # A scalar makes room; the comment behind it stays on the line of the key.
    written_end = after or 0 if place.is_empty else place.end
    line = line_end(tree.text, written_end)
    lines = layout.entry("", new)[1:]
    return [Splice(after or 0, line, tree.text[written_end:line] + "\n" + _indented(lines, _column(tree, member)))]


def _block_replacement(tree: Tree, member: Member, after: int, new: Value, layout: Layout) -> Splice:
    place, end = member.value, tree.end(member)
    if not isinstance(new, dict | list) or not new:
        return Splice(after, end, f" {layout.scalar(new)}")
    if place.is_block and isinstance(place.node, MappingNode) == isinstance(new, dict):
        if tree.text[place.start] in "&!":
            raise CannotEdit("an anchor or a tag on what is to be replaced")
        return Splice(place.start, end, _indented(layout.lines(new), tree.column(place.start)).lstrip(" "))
    return Splice(after, end, "\n" + _indented(layout.entry("", new)[1:], _column(tree, member)))
