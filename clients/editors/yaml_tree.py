"""Where the values of a YAML text stand. Read with ruamel.yaml's pure composer, whose marks are offsets into the text.

Those marks are not enough as they are: the end of a block collection is the start of what follows it, an alias comes
back as the node it names, and an empty value stands wherever the next one starts. `Tree` gives the ends of content.
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Iterator
from typing import Any, NamedTuple

from ruamel.yaml import YAML
from ruamel.yaml.composer import Composer
from ruamel.yaml.constructor import SafeConstructor
from ruamel.yaml.error import MarkedYAMLError
from ruamel.yaml.events import AliasEvent
from ruamel.yaml.nodes import MappingNode, ScalarNode, SequenceNode
from ruamel.yaml.reader import ReaderError

from clients.editors.contract import CannotEdit, Item, Malformed, Value
from clients.editors.splice import DEEPEST, Steps, line_start, shown

STRING, NULL, MERGE = "tag:yaml.org,2002:str", "tag:yaml.org,2002:null", "tag:yaml.org,2002:merge"
_gap = r"(?:\s++|\#[^\n]*+)*+"
_colon = re.compile(_gap + ":", re.VERBOSE)
_dash = re.compile(rf"(?:{_gap}[&!]\S*+)*+{_gap}(?=-\s|-\Z)", re.VERBOSE)
_keeps = re.compile(r"(?:[&!]\S*+\s++)*+[|>][0-9]?\+")
_strips = re.compile(r"(?:[&!]\S*+\s++)*+[|>][0-9]?-")
_line_ends = re.compile(r"(?:\r?\n)*\Z")


class Place(NamedTuple):
    """A node and the characters it takes, for blocks with what follows them. An alias has the node that it names."""

    node: Any
    start: int
    end: int
    is_alias: bool

    @property
    def is_block(self) -> bool:
        return self.is_collection and not self.node.flow_style

    @property
    def is_collection(self) -> bool:
        return isinstance(self.node, MappingNode | SequenceNode) and not self.is_alias

    @property
    def is_empty(self) -> bool:
        """Nothing is written there; it stands for null."""
        return self.start == self.end

    @property
    def is_block_scalar(self) -> bool:
        return isinstance(self.node, ScalarNode) and not self.is_alias and self.node.style in ("|", ">")

    @property
    def is_null(self) -> bool:
        return isinstance(self.node, ScalarNode) and not self.is_alias and self.node.tag == NULL


class Member(NamedTuple):
    """One entry of a map (`start`: its key) or element of a list (`start`: its dash, or itself in a flow list)."""

    start: int
    key: Place | None
    value: Place


class _PlacingComposer(Composer):
    """Also notes the places of each node's children: for a map key, value, key, value, …"""

    def __init__(self, loader: Any = None) -> None:
        super().__init__(loader=loader)
        self.warn_double_anchors = False
        self.children: dict[int, list[Place]] = {}

    def compose_node(self, parent: Any, index: Any) -> Any:
        event = self.parser.peek_event()
        node = super().compose_node(parent, index)
        is_alias = isinstance(event, AliasEvent)
        place = Place(node, event.start_mark.index, (event if is_alias else node).end_mark.index, is_alias)
        self.children.setdefault(id(parent), []).append(place)
        return node


class _PlainConstructor(SafeConstructor):
    """A tag that is somebody's own (`!secret`) says nothing here: the value is taken as it stands."""

    def construct_untagged(self, node: Any) -> Iterator[Value]:
        if isinstance(node, ScalarNode):
            yield node.value
        elif isinstance(node, SequenceNode):
            rows: list[Value] = []
            yield rows
            rows += self.construct_sequence(node)
        else:
            table: dict[Value, Value] = {}
            yield table
            table.update(self.construct_mapping(node))


_PlainConstructor.add_constructor(None, _PlainConstructor.construct_untagged)


class Tree:
    """A text, its values and their places. `root` is None for a text without content. Raises Malformed."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.root: Place | None = None
        self.values: Value = None
        self._children: dict[int, list[Place]] = {}
        if text.strip():
            self._read(text)

    def _read(self, text: str) -> None:
        yaml = YAML(typ="safe", pure=True)
        yaml.Composer, yaml.Constructor, yaml.max_depth = _PlacingComposer, _PlainConstructor, DEEPEST
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                node = yaml.compose(text)
                if node is not None:
                    self._children = yaml.composer.children
                    self.root = self._children[id(None)][0]
                    self.values = self._constructed(yaml, node)
        except MarkedYAMLError as wrong:
            mark = wrong.problem_mark or wrong.context_mark
            line, column = (mark.line + 1, mark.column + 1) if mark else (0, 0)
            raise Malformed(str(wrong.problem or wrong.context).strip(), line, column) from wrong
        except ReaderError as wrong:
            start, line = line_start(text, wrong.position), text.count("\n", 0, wrong.position)
            raise Malformed("a character that YAML forbids", line + 1, wrong.position - start + 1) from wrong
        except RecursionError as wrong:
            raise Malformed(f"more than {DEEPEST} levels of nesting") from wrong
        # The library lets through what Python says to dates and numbers that are none, and slips of its own.
        except Exception as wrong:
            raise Malformed(f"not readable: {wrong}") from wrong

    def _constructed(self, yaml: Any, node: Any) -> Value:
        """The values. The library puts merged keys into the nodes; here they stay as they were written."""
        written = [(place.node, place.node.value) for places in self._children.values() for place in places]
        for one, value in written:
            one.value = list(value) if isinstance(value, list) else value
        values = yaml.constructor.construct_document(node)
        for one, value in written:
            one.value = value
        return values

    def column(self, position: int) -> int:
        return position - line_start(self.text, position)

    def members(self, place: Place) -> list[Member]:
        """The members of a map or list, in order."""
        children = self._children.get(id(place.node), [])
        if isinstance(place.node, MappingNode):
            return [Member(key.start, key, value) for key, value in zip(children[::2], children[1::2], strict=True)]
        if not place.is_block:
            return [Member(child.start, None, child) for child in children]
        found: list[Member] = []
        position = place.start
        for child in children:
            dash = _dash.match(self.text, position)
            found.append(Member(dash.end() if dash else child.start, None, child))
            position = self.end(found[-1])
        return found

    def find(self, place: Place, step: str | Item) -> Member | None:
        """The member that a step of a path leads to, if it is written out here."""
        if isinstance(step, Item):
            return next((one for one in self.members(place) if self._is_named(one.value, step)), None)
        return next((one for one in self.members(place) if one.key and _is_string(one.key, step)), None)

    def _is_named(self, place: Place, step: Item) -> bool:
        if place.is_alias or not isinstance(place.node, MappingNode):
            return False
        name = self.find(place, step.key)
        return name is not None and _is_string(name.value, step.value)

    def after_colon(self, member: Member) -> int | None:
        """Behind the colon of a map's entry; None: it has none (`{a}`)."""
        found = _colon.match(self.text, member.key.end) if member.key else None
        return found.end() if found else None

    def last(self, member: Member) -> Member:
        """The innermost member that a member of blocks ends with."""
        while member.value.is_block:
            member = self.members(member.value)[-1]
        return member

    def end(self, member: Member) -> int:
        """Where the content of a member ends: without the comment behind it, without blank lines that say nothing."""
        member = self.last(member)
        place = member.value
        if place.is_empty:
            if member.key:
                return self.after_colon(member) or member.key.end
            return member.start + 1
        if place.is_block_scalar:
            return self._block_scalar_end(place)
        return place.end

    def holds_line_end(self, member: Member) -> bool:
        """Whether the line end behind the content is a part of it: in block scalars, unless they say `-`."""
        place = self.last(member).value
        return place.is_block_scalar and not _strips.match(self.text, place.start)

    def _block_scalar_end(self, place: Place) -> int:
        written = self.text[place.start : place.end]
        if _keeps.match(written):
            return place.start + len(written.removesuffix("\n").removesuffix("\r"))
        ends = _line_ends.search(written)
        return place.start + (ends.start() if ends else len(written))

    def walk(self, path: Steps) -> list[tuple[Place, Member | None]]:
        """The containers along the path, each with the member that leads on; up to the first null, or None for the
        member that is not there. Raises CannotEdit where a container is more than what is written here.
        """
        found: list[tuple[Place, Member | None]] = []
        place = self.root
        for length, step in enumerate(path):
            if place is None or place.is_null:
                break
            self._refuse_shared(place, shown(path[:length]) or "the document")
            member = self.find(place, step)
            found.append((place, member))
            place = member.value if member else None
        return found

    def _refuse_shared(self, place: Place, name: str) -> None:
        if place.is_alias or self.text[place.start] in "&!":
            raise CannotEdit(f"{name} has an alias, an anchor or a tag")
        if any(key.tag == MERGE for key, _ in (place.node.value if isinstance(place.node, MappingNode) else [])):
            raise CannotEdit(f"{name} has a merge key")


def _is_string(place: Place, value: str) -> bool:
    return isinstance(place.node, ScalarNode) and place.node.tag == STRING and place.node.value == value
