"""YAML: Goose, Continue, Hermes and others. ruamel.yaml reads, edits are cuts at the places that `yaml_tree` finds.

Not ruamel's own round trip: it rewrites indentation, quotes and long lines of what it did not have to touch.
"""

from __future__ import annotations

from dataclasses import replace

from clients.editors.contract import MISSING, CannotEdit, Edit, Item, Malformed, Path, Value, at
from clients.editors.splice import NAMES, Steps, made_for, newline_of, same, spliced, steps_of, with_value, without
from clients.editors.yaml_cut import removal
from clients.editors.yaml_put import change
from clients.editors.yaml_tree import Tree
from clients.editors.yaml_write import Layout


class Yaml:
    """The editor. One document per text; a second one makes it malformed, as it does for the clients."""

    def values(self, text: str) -> Value:
        return _values(Tree(text))

    def put(self, text: str, path: Path, value: Value) -> Edit:
        tree, path = Tree(text), steps_of(path)
        values = _root_of(tree, path)
        if isinstance(path[-1], Item):
            value = _named(path[-1], value)
        made = made_for(values, path)
        if tree.values is None:
            made = ("null" if tree.root and not tree.root.is_empty else "absent", *made)
        if same(at(values, path), value):
            return Edit(text, (), ())
        newline = newline_of(text)
        changes = [replace(one, new=one.new.replace("\n", newline)) for one in change(tree, path, value)]
        edited, undo = spliced(text, changes)
        _check(edited, with_value(values, path, value))
        return Edit(edited, undo, made)

    def drop(self, text: str, path: Path, made: tuple[str, ...] = ()) -> str:
        tree, path = Tree(text), steps_of(path)
        if at(_values(tree), path) is MISSING:
            return text
        edited, _ = spliced(text, removal(tree, path, made))
        _check(edited, without(_values(tree), path), path, made)
        return edited

    def snippet(self, path: Path, value: Value) -> str:
        path = steps_of(path)
        wanted = with_value({}, path, _named(path[-1], value) if isinstance(path[-1], Item) else value)
        return "".join(f"{line}\n" for line in Layout().lines(wanted))


YAML = Yaml()


def _values(tree: Tree) -> Value:
    return {} if tree.values is None else tree.values


def _root_of(tree: Tree, path: Steps) -> Value:
    """The values, if the document is what the first step needs."""
    values, needed = _values(tree), list if isinstance(path[0], Item) else dict
    if type(values) is not needed and tree.values is not None:
        there = NAMES.get(type(values), f"a {type(values).__name__}")
        raise CannotEdit(f"the document is {there}, not {NAMES[needed]}")
    return values


def _named(item: Item, value: Value) -> Value:
    """The element that `item` finds: a map with its name."""
    if not isinstance(value, dict):
        raise CannotEdit(f"an element with a {item.key} must be a map")
    return value if value.get(item.key) == item.value else {item.key: item.value, **value, item.key: item.value}


def _check(edited: str, expected: Value, dropped: Steps = (), made: tuple[str, ...] = ()) -> None:
    """Raises CannotEdit unless the edited text has the expected values; emptied containers on the way to `dropped`
    may have become what `made` says.
    """
    try:
        found = _values(Tree(edited))
    except Malformed as wrong:
        raise CannotEdit(f"no safe place for it in this text: {wrong.reason}") from wrong
    for length, before in zip(range(len(dropped) - 1, 0, -1), reversed(made), strict=False):
        container = dropped[:length]
        if at(expected, container) not in ({}, []):
            break
        if before == "absent" and at(found, container) is MISSING:
            expected = without(expected, container)
        elif before == "null" and at(found, container) is None:
            expected = with_value(expected, container, None)
    if not same(found, expected) and not (dropped and expected in ({}, []) and found == {}):
        raise CannotEdit("no safe place for it in this text")
