"""The editors of JSON: what they write, and that all else stays as it is."""

from __future__ import annotations

import json
from typing import Any

import pytest

from clients.editors.contract import CannotEdit, Edit, Item, Path
from clients.editors.jsonc import JSON, JSONC, JsonEditor
from tests.clients.editors.json_texts import ENTRY, PATH, lines, put_and_take_back

BOTH = pytest.mark.parametrize("editor", [JSON, JSONC], ids=["strict", "with comments"])


# Putting


@pytest.mark.parametrize(
    ("before", "after"),
    [
        pytest.param(
            lines("{", '  "a": 1', "}"),
            lines("{", '  "a": 1,', '  "genesis": {', '    "on": ["x", "y"]', "  }", "}"),
            id="after the last member",
        ),
        pytest.param(
            lines("{", '\t"a": 1', "}", end="\r\n"),
            lines("{", '\t"a": 1,', '\t"genesis": {', '\t\t"on": ["x", "y"]', "\t}", "}", end="\r\n"),
            id="tabs and CRLF",
        ),
        pytest.param(
            '{\n "a":1\n}',
            '{\n "a":1,\n "genesis":{\n  "on":["x", "y"]\n }\n}',
            id="one blank, no blank after colons, no final line end",
        ),
        pytest.param(
            lines("{", '    "a": 1 // why', "}"),
            lines(
                "{",
                '    "a": 1, // why',
                '    "genesis": {',
                '        "on": ["x", "y"]',
                "    }",
                "}",
            ),
            id="a comment stays with its member",
        ),
        pytest.param(
            lines("{", '  "a": 1 /* why', "  not */ // so", "  // own line", "}"),
            lines(
                "{",
                '  "a": 1, /* why',
                "  not */ // so",
                '  "genesis": {',
                '    "on": ["x", "y"]',
                "  }",
                "  // own line",
                "}",
            ),
            id="comments over several lines",
        ),
        pytest.param(
            lines("{", '  "a": 1, // why', "}"),
            lines("{", '  "a": 1, // why', '  "genesis": {', '    "on": ["x", "y"]', "  },", "}"),
            id="a trailing comma makes another one",
        ),
        pytest.param(
            lines("{", '  "a": 1 }'),
            lines("{", '  "a": 1,', '  "genesis": {', '    "on": ["x", "y"]', "  } }"),
            id="a brace on the last member's line",
        ),
        pytest.param(
            lines("{", '  "a": ",]", "b": "}//"', "}"),
            lines(
                "{",
                '  "a": ",]", "b": "}//",',
                '  "genesis": {',
                '    "on": ["x", "y"]',
                "  }",
                "}",
            ),
            id="two members on a line, with signs in their strings",
        ),
        pytest.param('{"a":1}', '{"a":1,"genesis":{"on":["x","y"]}}', id="compact between compact neighbours"),
        pytest.param('{"a": {"b": 1}}\n', '{"a": {"b": 1}, "genesis": {"on": ["x", "y"]}}\n', id="on one line"),
        pytest.param('{ "a" : 1 }', '{ "a" : 1, "genesis" : {"on" : ["x", "y"]} }', id="padded on one line"),
        pytest.param('{"a":1, "b":2}', '{"a":1, "b":2, "genesis":{"on":["x", "y"]}}', id="blanks after commas only"),
        pytest.param(
            '{"a": 1 /* why */}',
            '{"a": 1, /* why */ "genesis": {"on": ["x", "y"]}}',
            id="a comment on the one line",
        ),
        pytest.param(
            '{"a": 1,}',
            '{"a": 1, "genesis": {"on": ["x", "y"]},}',
            id="a trailing comma on the one line",
        ),
        pytest.param(
            "{}", lines("{", '  "genesis": {', '    "on": ["x", "y"]', "  }") + "}", id="an empty object is opened"
        ),
        pytest.param(
            "{ }\n",
            lines("{", '  "genesis": {', '    "on": ["x", "y"]', "  }", "}"),
            id="a padded empty object is opened",
        ),
        pytest.param(
            lines("{", "\t// nothing yet", "}"),
            lines("{", "\t// nothing yet", '  "genesis": {', '    "on": ["x", "y"]', "  }", "}"),
            id="after the comments of an empty object",
        ),
        pytest.param(
            "{ /* empty */ }",
            lines("{ /* empty */", '  "genesis": {', '    "on": ["x", "y"]', "  }") + "}",
            id="after the comment of an empty line",
        ),
        pytest.param("", lines("{", '  "genesis": {', '    "on": ["x", "y"]', "  }", "}"), id="an empty text"),
        pytest.param("\n", lines("{", '  "genesis": {', '    "on": ["x", "y"]', "  }", "}"), id="a line end"),
        pytest.param(
            "// mine\r\n",
            lines("// mine", "{", '  "genesis": {', '    "on": ["x", "y"]', "  }", "}", end="\r\n"),
            id="nothing but a comment",
        ),
        pytest.param("null\n", lines("{", '  "genesis": {', '    "on": ["x", "y"]', "  }", "}"), id="null"),
        pytest.param(
            lines("{", '  "genesis": {"old": true}, // mine', '  "b": 2', "}"),
            lines("{", '  "genesis": {', '    "on": ["x", "y"]', "  }, // mine", '  "b": 2', "}"),
            id="a value is replaced in its place",
        ),
        pytest.param(
            lines("{", '  "genesis": 1,', '  "genesis":', "    2", "}"),
            lines("{", '  "genesis": 1,', '  "genesis":', "    {", '      "on": ["x", "y"]', "    }", "}"),
            id="the last of two is replaced, where it stands",
        ),
        pytest.param('{"genesis":null,"b":2}', '{"genesis":{"on":["x","y"]},"b":2}', id="replaced on one line"),
    ],
)
def test_a_member_is_written_in_the_style_of_its_neighbours(before: str, after: str) -> None:
    edit = put_and_take_back(before, ("genesis",), {"on": ["x", "y"]})
    assert edit.text == after


@pytest.mark.parametrize(
    ("before", "after", "made"),
    [
        (
            lines("{", '  "a": {}', "}"),
            lines("{", '  "a": {', '    "b": {', '      "c": 1', "    }", "  }", "}"),
            ("absent",),
        ),
        (
            lines("{", '  "a": null', "}"),
            lines("{", '  "a": {', '    "b": {', '      "c": 1', "    }", "  }", "}"),
            ("null", "absent"),
        ),
        (
            lines("{", '  "z": 0', "}"),
            lines("{", '  "z": 0,', '  "a": {', '    "b": {', '      "c": 1', "    }", "  }", "}"),
            ("absent", "absent"),
        ),
        (lines("{", '  "a": {"b": {"d": 2}}', "}"), lines("{", '  "a": {"b": {"d": 2, "c": 1}}', "}"), ()),
        (lines("{", '  "a": {"b": null}', "}"), lines("{", '  "a": {"b": {"c": 1}}', "}"), ("null",)),
        ('{"a": {"b": 1}, "a": {}}', '{"a": {"b": 1}, "a": {\n  "b": {\n    "c": 1\n  }\n}}', ("absent",)),
        ("", lines("{", '  "a": {', '    "b": {', '      "c": 1', "    }", "  }", "}"), ("absent",) * 3),
        (
            "null",
            lines("{", '  "a": {', '    "b": {', '      "c": 1', "    }", "  }") + "}",
            ("null", "absent", "absent"),
        ),
    ],
)
def test_missing_containers_are_made_and_named(before: str, after: str, made: tuple[str, ...]) -> None:
    edit = put_and_take_back(before, ("a", "b", "c"), 1)
    assert (edit.text, edit.made) == (after, made)
    assert JSONC.values(JSONC.drop(edit.text, ("a", "b", "c"), edit.made)) == JSONC.values(before)


@BOTH
@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[1]", "the document is a list, where an object is needed"),
        ('"text"', "the document is a string"),
        ('{"mcpServers": []}', '"mcpServers" is a list, where an object is needed'),
        ('{"mcpServers": "off"}', '"mcpServers" is a string'),
        ('{"mcpServers": 0}', '"mcpServers" is a number'),
        ('{"mcpServers": 0.5}', '"mcpServers" is a number'),
        ('{"mcpServers": false}', '"mcpServers" is true or false'),
        ('{"mcpServers": {}, "mcpServers": []}', '"mcpServers" is a list'),
    ],
)
def test_a_container_of_another_kind_is_left_alone(editor: JsonEditor, text: str, message: str) -> None:
    with pytest.raises(CannotEdit, match=message):
        editor.put(text, PATH, ENTRY)
    assert editor.drop(text, PATH) == text


@BOTH
@pytest.mark.parametrize("path", [(), ("a", Item("name", "genesis"))])
def test_a_path_is_made_of_keys(editor: JsonEditor, path: Path) -> None:
    for attempt in (
        lambda: editor.put("{}", path, 1),
        lambda: editor.drop("{}", path),
        lambda: editor.snippet(path, 1),
    ):
        with pytest.raises(CannotEdit, match="nothing but keys"):
            attempt()
    with pytest.raises(CannotEdit, match="nothing but keys"):
        editor.snippet(path, 1)


CIRCLE: list[Any] = []
CIRCLE.append(CIRCLE)


@pytest.mark.parametrize(
    "value", [float("nan"), object(), {1: "a"}, (1, 2), CIRCLE, json.loads("[" * 199 + "]" * 199)], ids=repr
)
def test_a_value_that_json_does_not_have_is_refused(value: Any) -> None:
    with pytest.raises(CannotEdit):
        JSON.put("{}", PATH, value)


@pytest.mark.parametrize(
    ("value", "literal"),
    [
        ("é😀\u2028", '"é😀\u2028"'),
        ('"\\\n\0\x7f\x85', '"\\"\\\\\\n\\u0000\\u007f\\u0085"'),
        ("\ud800", '"\\ud800"'),
        ([], "[]"),
        ({}, "{}"),
        ([1, 2.5, None, True], "[1, 2.5, null, true]"),
        ([["a"], {}], '[\n    ["a"],\n    {}\n  ]'),
    ],
)
def test_a_value_is_written_so_that_every_file_can_hold_it(value: Any, literal: str) -> None:
    edit = put_and_take_back("{}", ("key",), value)
    assert edit.text == f'{{\n  "key": {literal}\n}}'
    edit.text.encode()


def test_a_key_is_escaped() -> None:
    assert put_and_take_back('{"é": 1}', ('a"\n/é',), 2).text == '{"é": 1, "a\\"\\n/é": 2}'


@pytest.mark.parametrize(("old", "new"), [(1, True), (True, 1), (1, 1.0), (0, False), (None, False)])
def test_values_that_only_python_finds_equal_are_replaced(old: Any, new: Any) -> None:
    edit = JSON.put(json.dumps({"a": old}), ("a",), new)
    assert edit.text == json.dumps({"a": new})


def test_the_order_of_members_is_no_change() -> None:
    text = '{"a": {"y": 1, "x": 2}}'
    assert JSON.put(text, ("a",), {"x": 2, "y": 1}) == Edit(text, (), ())


def test_a_replaced_value_is_found_by_its_key() -> None:
    edit = JSON.put('{"a": 1, "b": 5}', ("b",), 2)
    assert [swap.new for swap in edit.undo] == ['"b": 2']


def test_an_edit_among_its_like_can_be_taken_back() -> None:
    text = lines("{", '  "x": {"on": 1},', '  "y": {"on": 0},', '  "z": {"on": 1}', "}")
    assert len(put_and_take_back(text, ("y", "on"), 1).undo) == 1


# Pasting


def test_a_snippet_is_the_value_within_its_containers() -> None:
    expected = lines(
        "{",
        '  "mcpServers": {',
        '    "genesis": {',
        '      "command": "genesis",',
        '      "args": ["mcp", "--client", "x"]',
        "    }",
        "  }",
        "}",
    )
    assert JSON.snippet(PATH, ENTRY) == JSONC.snippet(PATH, ENTRY) == expected


# Size


def test_a_large_text_is_edited_in_one_place() -> None:
    members = [f'  "server{i}": {{"command": "npx", "url": "http://x/{i}"}}, // {{' for i in range(16_000)]
    text = lines("{", *members, "}")
    edit = put_and_take_back(text, PATH, ENTRY)
    assert len(text) > 1_000_000
    assert len(edit.undo[0].new) < 200
    assert JSONC.drop(edit.text, PATH, edit.made) == text
