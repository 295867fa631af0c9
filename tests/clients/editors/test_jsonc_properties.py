"""The editors of JSON, on generated texts: one line or many, comments and trailing commas wherever they may be."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any

import pytest
from hypothesis import assume, given, reject
from hypothesis import strategies as st

from clients.editors.contract import MISSING, CannotEdit, Edit, Element, Path, at
from clients.editors.jsonc import JSON, JSONC
from clients.editors.splice import same
from clients.editors.undo import take_back

KEYS = st.sampled_from(["a", "b", "mcpServers", "genesis", "é😀", '",]}//', "\ud800", ""])
PATHS = st.lists(KEYS, min_size=1, max_size=3).map(tuple)
ENDS = pytest.mark.parametrize("end", ["key", "element"])
SCALARS = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=5)
    | st.sampled_from(["}", ",]", "// no", "/* no */", '"', "\\", "\r\n", "\ud800"])
)
VALUES = st.recursive(
    SCALARS, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=3), max_leaves=6
)
LINE_GAPS = ("", "", "", " ", " ", "/*{}*/", " /*{}*/ ", "\t")
GAPS = (*LINE_GAPS, "\n", "\n  ", "\n  ", "\n\t", " //{}\n", "//{}\n    ", "/*\n{} */")


@dataclass
class Writer:
    """Writes JSON in a random style and keeps the comments that it wrote."""

    data: st.DataObject
    gaps: tuple[str, ...]
    trailing_commas: bool
    comments: list[str] = field(default_factory=list)

    def gap(self) -> str:
        """White space, often with a comment. No two comments of a text are the same."""
        gap = self.data.draw(st.sampled_from(self.gaps)).format(f" c{len(self.comments)} ,]}}\"'{{ ")
        if gap.strip():
            self.comments.append(gap.strip())
        return gap

    def value(self, depth: int) -> tuple[str, Any]:
        """A literal and what it stands for."""
        kind = self.data.draw(st.sampled_from("{{{[sn" if depth else "sn"))
        if kind == "{":
            return self.object(depth - 1)
        if kind == "[":
            return self.list(depth - 1)
        value = None if kind == "n" else self.data.draw(SCALARS)
        return json.dumps(value, ensure_ascii=self.data.draw(st.booleans()) or value == "\ud800"), value

    def object(self, depth: int) -> tuple[str, Any]:
        """An object, perhaps with several members of the same key."""
        rows, values = [], {}
        for key in self.data.draw(st.lists(KEYS, max_size=3)):
            text, values[key] = self.value(depth)
            rows.append(f"{json.dumps(key)}{self.gap()}:{self.gap()}{text}")
        return self.enclosed("{}", rows), values

    def list(self, depth: int) -> tuple[str, Any]:
        """A list, perhaps with an element twice."""
        rows = [self.value(depth) for _ in range(self.data.draw(st.integers(0, 3)))]
        if rows and self.data.draw(st.booleans()):
            rows.append((json.dumps(rows[0][1]), rows[0][1]))
        return self.enclosed("[]", [text for text, _ in rows]), [value for _, value in rows]

    def enclosed(self, pair: str, rows: list[str]) -> str:
        text = ",".join(f"{self.gap()}{row}{self.gap()}" for row in rows) or self.gap()
        end = f",{self.gap()}" if rows and self.trailing_commas and self.data.draw(st.booleans()) else ""
        return f"{pair[0]}{text}{end}{pair[1]}"


@dataclass(frozen=True)
class Text:
    """A generated document."""

    text: str
    value: Any
    comments: tuple[str, ...]


def draw_text(data: st.DataObject, *, strict: bool = False) -> Text:
    """A document of random style: most often an object, sometimes a list, null or nothing at all."""
    gaps = data.draw(st.sampled_from([LINE_GAPS, GAPS, ("", " ", "\n  "), ("",)]))
    if strict:
        gaps = tuple(gap for gap in gaps if "/" not in gap)
    writer = Writer(data, gaps, trailing_commas=not strict and data.draw(st.booleans()))
    kind = data.draw(st.sampled_from(["object"] * 8 + ["list", "null", "blank"]))
    write = {"null": lambda _: ("null", None), "blank": lambda _: ("", {}), "list": writer.list}
    literal, value = write.get(kind, writer.object)(3)
    text = f"{writer.gap()}{literal}{writer.gap()}{data.draw(st.sampled_from(['', chr(10)]))}"
    if data.draw(st.booleans()):
        text = text.replace("\n", "\r\n")
        writer.comments = [comment.replace("\n", "\r\n") for comment in writer.comments]
    return Text(text, value, tuple(writer.comments))


def draw_target(data: st.DataObject, made: Text, end: str) -> tuple[Path, Any]:
    """A path and the value to put there: at a key, or as an element, which may be in the list already."""
    if end == "key":
        return data.draw(PATHS), data.draw(VALUES)
    lists = [path for path, value in walked(made.value, ()) if isinstance(value, list)]
    path = data.draw(st.sampled_from(lists) | PATHS if lists else PATHS)
    present = elements_of(made.value, path)
    value = data.draw(st.sampled_from(present) | VALUES if present else VALUES)
    return (*path, Element(value)), value


def walked(values: Any, path: tuple[str, ...]) -> list[tuple[tuple[str, ...], Any]]:
    """Everything that keys lead to, with its path."""
    inner = values.items() if isinstance(values, dict) else ()
    return [(path, values), *(found for key, value in inner for found in walked(value, (*path, key)))]


def elements_of(values: Any, path: Path) -> list[Any]:
    found = at(values, path)
    return found if isinstance(found, list) else []


def is_there(values: Any, path: Path) -> bool:
    if isinstance(path[-1], Element):
        return any(same(element, path[-1].value) for element in elements_of(values, path[:-1]))
    return at(values, path) is not MISSING


def put(made: Text, path: Path, value: Any) -> Edit:
    """The edit; the case is left out if a container of another kind is in the way."""
    containers = [(at(made.value, path[:length]), step) for length, step in enumerate(path)]
    needed = [(one, list if isinstance(step, Element) else dict) for one, step in containers]
    if any(not isinstance(one, kind) and one is not None and one is not MISSING for one, kind in needed):
        with pytest.raises(CannotEdit):
            JSONC.put(made.text, path, value)
        reject()
    return JSONC.put(made.text, path, value)


def with_ours(values: Any, path: Path, value: Any) -> Any:
    if not path:
        return value
    if isinstance(path[0], Element):
        return values if is_there(values, path) else [*(values or []), value]
    known = values or {}
    return known | {path[0]: with_ours(known.get(path[0]), path[1:], value)}


def without_ours(values: Any, path: Path) -> Any:
    if isinstance(path[0], Element):
        place = next(place for place, element in enumerate(values) if same(element, path[0].value))
        return values[:place] + values[place + 1 :]
    if len(path) > 1:
        return values | {path[0]: without_ours(values[path[0]], path[1:])}
    return {key: value for key, value in values.items() if key != path[0]}


@given(st.data())
def test_what_was_written_is_read(data: st.DataObject) -> None:
    made = draw_text(data)
    assert JSONC.values(made.text) == made.value


@ENDS
@given(data=st.data())
def test_a_put_sets_one_value_and_keeps_the_others(end: str, data: st.DataObject) -> None:
    made = draw_text(data)
    path, value = draw_target(data, made, end)
    assert same(JSONC.values(put(made, path, value).text), with_ours(made.value, path, value))


@ENDS
@given(data=st.data())
def test_a_put_can_be_taken_back_to_the_letter(end: str, data: st.DataObject) -> None:
    made = draw_text(data)
    edit = put(made, *draw_target(data, made, end))
    assert take_back(edit.text, edit.undo) == made.text


@ENDS
@given(data=st.data())
def test_what_is_there_is_not_put_again(end: str, data: st.DataObject) -> None:
    made = draw_text(data)
    path, value = draw_target(data, made, end)
    edit = put(made, path, value)
    if end == "element" and is_there(made.value, path):
        assert edit == Edit(made.text, (), ())
    assert JSONC.put(edit.text, path, value) == Edit(edit.text, (), ())


@ENDS
@given(data=st.data())
def test_a_drop_after_a_put_gives_the_values_and_comments_from_before(end: str, data: st.DataObject) -> None:
    made = draw_text(data)
    path, value = draw_target(data, made, end)
    assume(not is_there(made.value, path))
    edit = put(made, path, value)
    dropped = JSONC.drop(edit.text, path, edit.made)
    assert same(JSONC.values(dropped), made.value)
    assert [comment for comment in made.comments if comment not in dropped] == []
    assert JSONC.values(strip_comments(dropped, made.comments)) == made.value


def strip_comments(text: str, comments: tuple[str, ...]) -> str:
    """`text` without the comments: none of them may have swallowed what stood after it."""
    for comment in comments:
        text = text.replace(comment, "")
    return text


@ENDS
@given(data=st.data())
def test_a_drop_after_a_put_changes_white_space_alone(end: str, data: st.DataObject) -> None:
    made = draw_text(data)
    path, value = draw_target(data, made, end)
    assume(not is_there(made.value, path))
    edit = put(made, path, value)
    dropped = JSONC.drop(edit.text, path, edit.made)
    assert "".join(dropped.split()) == "".join(made.text.split())


@ENDS
@given(data=st.data())
def test_a_drop_takes_one_member_away(end: str, data: st.DataObject) -> None:
    made = draw_text(data)
    path, _ = draw_target(data, made, end)
    dropped = JSONC.drop(made.text, path)
    if is_there(made.value, path):
        assert same(JSONC.values(dropped), without_ours(made.value, path))
        assert JSONC.values(strip_comments(dropped, made.comments)) == JSONC.values(dropped)
    else:
        assert dropped == made.text


@ENDS
@given(data=st.data())
def test_a_strict_text_stays_strict(end: str, data: st.DataObject) -> None:
    made = draw_text(data, strict=True)
    path, value = draw_target(data, made, end)
    text = put(made, path, value).text
    assert json.loads(text) == JSON.values(text)
    if not is_there(made.value, path):
        assert JSON.put(made.text, path, value).text == text
    dropped = JSON.drop(text, path)
    assert json.loads(dropped) == JSON.values(dropped)
