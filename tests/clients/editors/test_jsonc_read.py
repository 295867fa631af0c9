"""The editors of JSON: what they read and what they refuse."""

from __future__ import annotations

import json
from typing import Any

import pytest

from clients.editors.contract import Malformed
from clients.editors.jsonc import JSON, JSONC, JsonEditor
from tests.clients.editors.json_texts import ENTRY, PATH

BOTH = pytest.mark.parametrize("editor", [JSON, JSONC], ids=["strict", "with comments"])


@BOTH
@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("", {}),
        (" \r\n\t", {}),
        ("null", None),
        ("[1, -2.5e3, true, false, null]", [1, -2500.0, True, False, None]),
        ('{"a": 1, "b": {"a": 2}, "a": 3}', {"a": 3, "b": {"a": 2}}),
        ('{"url": "http://x/*y*/", "b": "},]", "c": "\\"//"}', {"url": "http://x/*y*/", "b": "},]", "c": '"//'}),
        ('{"\\u00e9\\ud83d\\ude00": "\\ud800", "ключ": "\u2028"}', {"é😀": "\ud800", "ключ": "\u2028"}),
        ("[" * 200 + "]" * 200, json.loads("[" * 200 + "]" * 200)),
    ],
)
def test_what_is_json_is_read(editor: JsonEditor, text: str, value: Any) -> None:
    assert editor.values(text) == value


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("// nothing yet", {}),
        ("/* nothing\n yet */\n// at all\n", {}),
        ('{"a": 1, // "b": 2,\n /* "c": 3 */ }', {"a": 1}),
        ('{"a": [1, 2, /* 3 */ ], }', {"a": [1, 2]}),
        ('// one\r\n{"a"/**/:/***/1/* * / */}// two', {"a": 1}),
        ('{"a": "// no", // "yes\n}', {"a": "// no"}),
        ("[[1,],\n]", [[1]]),
    ],
)
def test_comments_and_trailing_commas_are_read_where_they_are_allowed(text: str, value: Any) -> None:
    assert JSONC.values(text) == value


@pytest.mark.parametrize(
    ("text", "what", "line", "column"),
    [
        ('{\n  "a": 1 // why\n}', "a comment", 2, 10),
        ('{"a": "//", /* why */ "b": 1}', "a comment", 1, 13),
        ("// alone", "a comment", 1, 1),
        ('{\n  "a": [1],\n}', "a trailing comma", 2, 11),
        ("[1, 2, ]", "a trailing comma", 1, 6),
        ("[1,\n] // why", "a trailing comma", 1, 3),
    ],
)
@pytest.mark.parametrize("way", ["values", "put"])
def test_a_strict_client_could_not_read_them_and_so_they_are_refused(
    way: str, text: str, what: str, line: int, column: int
) -> None:
    with pytest.raises(Malformed, match=f"this client reads strict JSON, and there is {what}") as refusal:
        JSON.values(text) if way == "values" else JSON.put(text, PATH, ENTRY)
    assert (refusal.value.line, refusal.value.column) == (line, column)


@BOTH
@pytest.mark.parametrize(
    ("text", "line", "column"),
    [
        pytest.param("{'a': 1}", 1, 2, id="single quotes"),
        pytest.param("{a: 1}", 1, 2, id="bare key"),
        pytest.param('{\n"a": NaN}', 2, 6, id="NaN"),
        pytest.param('["NaN", -Infinity]', 1, 9, id="Infinity"),
        pytest.param("[0x1F]", 1, 3, id="hexadecimal"),
        pytest.param("[01]", 1, 3, id="leading zero"),
        pytest.param("[+1]", 1, 2, id="leading plus"),
        pytest.param("[.5]", 1, 2, id="no digit before the point"),
        pytest.param('{"a": 1}\n{"a": 2}', 2, 1, id="two documents"),
        pytest.param('{"a": 1 "b": 2}', 1, 9, id="missing comma"),
        pytest.param('{"a" 1}', 1, 6, id="missing colon"),
        pytest.param('["a\tb"]', 1, 4, id="tab in a string"),
        pytest.param('["a\nb"]', 1, 4, id="line end in a string"),
        pytest.param('["a\\x"]', 1, 4, id="unknown escape"),
        pytest.param('{"a": "b', 1, 7, id="string without an end"),
        pytest.param('{"a": {}', 1, 9, id="brace without a partner"),
        pytest.param('{"a": 1}}', 1, 9, id="brace too many"),
        pytest.param("[1}", 1, 3, id="brackets of two kinds"),
        pytest.param("[,]", 1, 2, id="comma without a value"),
        pytest.param("{ , }", 1, 3, id="comma without a member"),
        pytest.param("/* no end", 1, 1, id="comment without an end"),
        pytest.param("[1] # no", 1, 5, id="comment of another language"),
        pytest.param("[" * 201 + "]" * 201, 1, 201, id="nested too deep"),
        pytest.param("[\n" * 100_000, 201, 1, id="nested far too deep"),
        pytest.param("[\u00a01]", 1, 2, id="white space of another language"),
        pytest.param("\ufeff{}", 1, 1, id="BOM, which is the caller's business"),
    ],
)
def test_what_is_no_json_is_refused_with_its_place(editor: JsonEditor, text: str, line: int, column: int) -> None:
    for attempt in (lambda: editor.values(text), lambda: editor.put(text, PATH, 1), lambda: editor.drop(text, PATH)):
        with pytest.raises(Malformed) as refusal:
            attempt()
        assert (refusal.value.line, refusal.value.column) == (line, column)


@pytest.mark.parametrize("text", ["[1,,]", "[1,,2]", '{"a":,}', '{"a": 1,,}', "[,1]", "[1 /* , */ 2]"])
def test_a_comma_stands_only_after_a_value(text: str) -> None:
    with pytest.raises(Malformed):
        JSONC.values(text)


def test_a_number_that_python_will_not_convert_is_refused() -> None:
    with pytest.raises(Malformed, match="too long"):
        JSON.values("1" * 5000)


@pytest.mark.parametrize("text", ['["' * 300_000, "[" * 201 + '"\\' * 300_000, "/*" * 500_000, "[1," + '"\\' * 300_000])
def test_a_large_text_that_is_no_json_is_refused_without_searching_it_again_and_again(text: str) -> None:
    with pytest.raises(Malformed):
        JSONC.values(text)
