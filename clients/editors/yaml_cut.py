"""The cuts that remove a value from a YAML text. Called by `yaml.py`."""

from __future__ import annotations

import re
from typing import TypeAlias

from ruamel.yaml.nodes import MappingNode

from clients.editors.contract import CannotEdit
from clients.editors.splice import Splice, Steps, cut_lines, line_end, line_start, next_line, shown
from clients.editors.yaml_tree import Member, Place, Tree

Chain: TypeAlias = list[tuple[Place, Member]]
_comma = re.compile(r"(?:\s++|#[^\n]*+)*+,")
_start_mark, _end_mark = (re.compile(rf"^{mark}(?=\s|\Z)", re.MULTILINE) for mark in ("---", r"\.\.\."))
_remark = re.compile(r"\r?\n(?P<indent> *)(?P<comment>#[^\n]*)?(?=\r?\n|\Z)")


def removal(tree: Tree, path: Steps, made: tuple[str, ...]) -> list[Splice]:
    """What removes `path`, which is there, and the containers that `made` speaks of where they are empty then."""
    chain = [(container, member) for container, member in tree.walk(path) if member]
    if len(chain) < len(path):
        raise CannotEdit(f"{shown(path)} comes from elsewhere in the document")
    return _removal(tree, chain, made)


def _removal(tree: Tree, chain: Chain, made: tuple[str, ...]) -> list[Splice]:
    container, member = chain[-1]
    before = made[-1] if made else ""
    if len(tree.members(container)) > 1:
        return _block_cut(tree, container, member) if container.is_block else _flow_cut(tree, container, member)
    if len(chain) == 1:
        return _root_cut(tree, container, member, before)
    _, holder = chain[-2]
    if before == "absent" and not _has_comment(tree, container, holder, member):
        return _removal(tree, chain[:-1], made[:-1])
    if not container.is_block:
        return [Splice(container.start, container.end, "null")] if before == "null" else _inner_cut(tree, container)
    end, empty = tree.end(member), "{}" if isinstance(container.node, MappingNode) else "[]"
    after = tree.after_colon(holder)
    if after is None:
        return [Splice(container.start, end, empty)]
    lines = _block_cut(tree, container, member)
    return lines if before == "null" else [Splice(after, after, f" {empty}"), *lines]


def _root_cut(tree: Tree, root: Place, member: Member, before: str) -> list[Splice]:
    if not root.is_block:
        return _inner_cut(tree, root)
    end = tree.end(member)
    if before == "null":
        return [Splice(root.start, end, "null")]
    # The library does not read a document of its end mark alone.
    if _end_mark.search(tree.text, end) and not _start_mark.search(tree.text, 0, member.start):
        return [Splice(root.start, end, "{}")]
    return _block_cut(tree, root, member)


def _block_cut(tree: Tree, container: Place, member: Member) -> list[Splice]:
    start, end = line_start(tree.text, member.start), next_line(tree.text, tree.end(member))
    members = tree.members(container)
    place = members.index(member)
    if not tree.text[start : member.start].strip():
        # The last line end of a block scalar is a part of it.
        previous = members[place - 1]
        if place and tree.holds_line_end(previous) and next_line(tree.text, tree.end(previous)) == start:
            return [Splice(start, end, "")]
        return [cut_lines(tree.text, start, end)]
    if place == 0 and len(members) > 1:  # the first key of a list's element: its dash stays
        return [Splice(member.start, members[1].start, "")]
    raise CannotEdit("it shares its line with what has to stay")


def _inner_cut(tree: Tree, container: Place) -> list[Splice]:
    """Empties a flow collection of its only member."""
    (member,) = tree.members(container)
    end = tree.end(member)
    if "#" not in tree.text[container.start : member.start] + tree.text[end : container.end]:
        return [Splice(container.start + 1, container.end - 1, "")]
    comma = _comma.match(tree.text, end)
    return [Splice(member.start, comma.end() if comma else end, "")]


def _flow_cut(tree: Tree, container: Place, member: Member) -> list[Splice]:
    """With the white space in front and one comma: that behind it or, for the last one, that in front."""
    text, members = tree.text, tree.members(container)
    place, end = members.index(member), tree.end(member)
    start = len(text[: member.start].rstrip())
    comma = _comma.match(text, end)
    if not comma:
        previous = tree.end(members[place - 1])
        between = _comma.match(text, previous)
        if not between:
            raise CannotEdit("no comma in front of it")
        before = previous if "#" not in between[0] else between.end() - 1
        return [Splice(before, between.end(), ""), Splice(max(start, between.end()), end, "")]
    if place or "\n" in text[start : member.start]:
        return [Splice(start, comma.end(), "")]
    return [Splice(member.start, members[1].start, "")]


def _has_comment(tree: Tree, container: Place, holder: Member, member: Member) -> bool:
    """Whether a container with one member has a comment besides: before it, behind it, or indented below it."""
    text, end = tree.text, tree.end(member)
    after = tree.after_colon(holder) or holder.start
    last = line_end(text, end) if container.is_block else container.end
    if "#" in text[after : member.start] + text[end:last]:
        return True
    column, position = tree.column(holder.start), line_end(text, last)
    while remark := _remark.match(text, position):
        if remark["comment"]:
            return container.is_block and len(remark["indent"]) > column
        if remark.end() == position:
            break
        position = remark.end()
    return False
