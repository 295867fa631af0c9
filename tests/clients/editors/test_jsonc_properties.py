"""The editors of JSON, on generated texts: one line or many, comments and trailing commas wherever they may be."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any

import pytest
from hypothesis import assume, given, reject
from hypothesis import strategies as st

from clients.editors.contract import MISSING, CannotEdit, Edit, at
from clients.editors.jsonc import JSON, JSONC
from clients.editors.undo import take_back

KEYS = st.sampled_from(["a", "b", "mcpServers", "genesis", "é😀", '",]}//', "\ud800", ""])
PATHS = st.lists(KEYS, min_size=1, max_size=3).map(tuple)
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
            rows = [self.value(depth - 1) for _ in range(self.data.draw(st.integers(0, 2)))]
            return self.enclosed("[]", [text for text, _ in rows]), [value for _, value in rows]
        value = None if kind == "n" else self.data.draw(SCALARS)
        return json.dumps(value, ensure_ascii=self.data.draw(st.booleans()) or value == "\ud800"), value

    def object(self, depth: int) -> tuple[str, Any]:
        """An object, perhaps with several members of the same key."""
        rows, values = [], {}
        for key in self.data.draw(st.lists(KEYS, max_size=3)):
            text, values[key] = self.value(depth)
            rows.append(f"{json.dumps(key)}{self.gap()}:{self.gap()}{text}")
        return self.enclosed("{}", rows), values

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
    """A document of random style: most often an object, sometimes null, sometimes nothing at all."""
    gaps = data.draw(st.sampled_from([LINE_GAPS, GAPS, ("", " ", "\n  "), ("",)]))
    if strict:
        gaps = tuple(gap for gap in gaps if "/" not in gap)
    writer = Writer(data, gaps, trailing_commas=not strict and data.draw(st.booleans()))
    kind = data.draw(st.sampled_from(["object"] * 8 + ["null", "blank"]))
    literal, value = {"null": ("null", None), "blank": ("", {})}.get(kind) or writer.object(3)
    text = f"{writer.gap()}{literal}{writer.gap()}{data.draw(st.sampled_from(['', chr(10)]))}"
    if data.draw(st.booleans()):
        text = text.replace("\n", "\r\n")
        writer.comments = [comment.replace("\n", "\r\n") for comment in writer.comments]
    return Text(text, value, tuple(writer.comments))


def put(made: Text, path: tuple[str, ...], value: Any) -> Edit:
    """The edit; the case is left out if a container of another kind is in the way."""
    containers = [at(made.value, path[:length]) for length in range(len(path))]
    if any(not isinstance(one, dict) and one is not None and one is not MISSING for one in containers):
        with pytest.raises(CannotEdit):
            JSONC.put(made.text, path, value)
        reject()
    return JSONC.put(made.text, path, value)


def with_ours(values: Any, path: tuple[str, ...], value: Any) -> Any:
    if not path:
        return value
    known = values or {}
    return known | {path[0]: with_ours(known.get(path[0]), path[1:], value)}


@given(st.data())
def test_what_was_written_is_read(data: st.DataObject) -> None:
    made = draw_text(data)
    assert JSONC.values(made.text) == made.value


@given(st.data(), PATHS, VALUES)
def test_a_put_sets_one_value_and_keeps_the_others(data: st.DataObject, path: tuple[str, ...], value: Any) -> None:
    made = draw_text(data)
    assert JSONC.values(put(made, path, value).text) == with_ours(made.value, path, value)


@given(st.data(), PATHS, VALUES)
def test_a_put_can_be_taken_back_to_the_letter(data: st.DataObject, path: tuple[str, ...], value: Any) -> None:
    made = draw_text(data)
    edit = put(made, path, value)
    assert take_back(edit.text, edit.undo) == made.text


@given(st.data(), PATHS, VALUES)
def test_the_same_put_again_changes_nothing(data: st.DataObject, path: tuple[str, ...], value: Any) -> None:
    edit = put(draw_text(data), path, value)
    assert JSONC.put(edit.text, path, value) == Edit(edit.text, (), ())


@given(st.data(), PATHS, VALUES)
def test_a_drop_after_a_put_gives_the_values_and_comments_from_before(
    data: st.DataObject, path: tuple[str, ...], value: Any
) -> None:
    made = draw_text(data)
    assume(at(made.value, path) is MISSING)
    edit = put(made, path, value)
    dropped = JSONC.drop(edit.text, path, edit.made)
    assert JSONC.values(dropped) == made.value
    assert [comment for comment in made.comments if comment not in dropped] == []
    assert JSONC.values(strip_comments(dropped, made.comments)) == made.value


def strip_comments(text: str, comments: tuple[str, ...]) -> str:
    """`text` without the comments: none of them may have swallowed what stood after it."""
    for comment in comments:
        text = text.replace(comment, "")
    return text


@given(st.data(), PATHS, VALUES)
def test_a_drop_after_a_put_changes_white_space_alone(data: st.DataObject, path: tuple[str, ...], value: Any) -> None:
    made = draw_text(data)
    assume(at(made.value, path) is MISSING)
    edit = put(made, path, value)
    dropped = JSONC.drop(edit.text, path, edit.made)
    assert "".join(dropped.split()) == "".join(made.text.split())


@given(st.data(), PATHS)
def test_a_drop_takes_one_key_away(data: st.DataObject, path: tuple[str, ...]) -> None:
    made = draw_text(data)
    dropped = JSONC.drop(made.text, path)
    if at(made.value, path) is MISSING:
        assert dropped == made.text
    else:
        expected = JSONC.values(JSONC.put(made.text, path, None).text)
        del at(expected, path[:-1])[path[-1]]
        assert JSONC.values(dropped) == expected


@given(st.data(), PATHS, VALUES)
def test_a_strict_text_stays_strict(data: st.DataObject, path: tuple[str, ...], value: Any) -> None:
    made = draw_text(data, strict=True)
    text = put(made, path, value).text
    assert json.loads(text) == JSON.values(text)
    if at(made.value, path) is MISSING:
        assert JSON.put(made.text, path, value).text == text
    dropped = JSON.drop(text, path)
    assert json.loads(dropped) == JSON.values(dropped)
