"""The editors of JSON: elements of lists, as in the files where clients keep the hooks of several tools."""

from __future__ import annotations

import json
from textwrap import dedent
from typing import Any

import pytest

from clients.editors.contract import CannotEdit, Edit, Element, Path, at
from clients.editors.jsonc import JSON, JSONC, JsonEditor
from clients.editors.undo import take_back
from tests.clients.editors.json_texts import lines, put_and_take_back

BOTH = pytest.mark.parametrize("editor", [JSON, JSONC], ids=["strict", "with comments"])

GROUP = {"hooks": [{"type": "command", "command": "genesis", "timeout": 10}]}
COMMAND = {"command": "genesis"}
CLAUDE = ("hooks", "UserPromptSubmit", Element(GROUP))
CURSOR = ("hooks", "sessionStart", Element(COMMAND))


def text(rows: str) -> str:
    """A text that stands indented between quotes, from its first line on."""
    return dedent(rows).removeprefix("\n")


# Putting into the files of clients

FILES: dict[str, tuple[Path, Any, str, str]] = {
    "Claude Code: groups of other tools": (
        CLAUDE,
        GROUP,
        text("""
            {
              "model": "opus",
              "hooks": {
                "PreToolUse": [
                  {
                    "matcher": "Bash",
                    "hooks": [{"type": "command", "command": "guard"}]
                  }
                ],
                "UserPromptSubmit": [
                  {
                    "hooks": [
                      {
                        "type": "command",
                        "command": "date"
                      }
                    ]
                  }
                ]
              }
            }
        """),
        text("""
            {
              "model": "opus",
              "hooks": {
                "PreToolUse": [
                  {
                    "matcher": "Bash",
                    "hooks": [{"type": "command", "command": "guard"}]
                  }
                ],
                "UserPromptSubmit": [
                  {
                    "hooks": [
                      {
                        "type": "command",
                        "command": "date"
                      }
                    ]
                  },
                  {
                    "hooks": [
                      {
                        "type": "command",
                        "command": "genesis",
                        "timeout": 10
                      }
                    ]
                  }
                ]
              }
            }
        """),
    ),
    "Claude Code: only other events": (
        CLAUDE,
        GROUP,
        text("""
            {
                "hooks": {
                    "Stop": [{"hooks": [{"type": "command", "command": "bell"}]}]
                }
            }
        """),
        text("""
            {
                "hooks": {
                    "Stop": [{"hooks": [{"type": "command", "command": "bell"}]}],
                    "UserPromptSubmit": [
                        {
                            "hooks": [
                                {
                                    "type": "command",
                                    "command": "genesis",
                                    "timeout": 10
                                }
                            ]
                        }
                    ]
                }
            }
        """),
    ),
    "Cursor: an empty list": (
        CURSOR,
        COMMAND,
        text("""
            {
              "version": 1,
              "hooks": {
                "sessionStart": []
              }
            }
        """),
        text("""
            {
              "version": 1,
              "hooks": {
                "sessionStart": [
                  {
                    "command": "genesis"
                  }
                ]
              }
            }
        """),
    ),
    "Cursor: elements on a line each": (
        CURSOR,
        COMMAND,
        text("""
            {
              "version": 1,
              "hooks": {
                "sessionStart": [
                  { "command": "./one.sh" },
                  { "command": "./two.sh" }
                ],
                "stop": [{ "command": "./stop.sh" }]
              }
            }
        """),
        text("""
            {
              "version": 1,
              "hooks": {
                "sessionStart": [
                  { "command": "./one.sh" },
                  { "command": "./two.sh" },
                  {
                    "command": "genesis"
                  }
                ],
                "stop": [{ "command": "./stop.sh" }]
              }
            }
        """),
    ),
    "Cursor: minified": (
        CURSOR,
        COMMAND,
        '{"version":1,"hooks":{"sessionStart":[{"command":"./one.sh"}],"stop":[]}}',
        '{"version":1,"hooks":{"sessionStart":[{"command":"./one.sh"},{"command":"genesis"}],"stop":[]}}',
    ),
    "Cursor: a null list": (
        CURSOR,
        COMMAND,
        '{"version": 1, "hooks": {"sessionStart": null}}\n',
        '{"version": 1, "hooks": {"sessionStart": [{"command": "genesis"}]}}\n',
    ),
    "VS Code: comments and trailing commas": (
        ("chat.hookFilesLocations", Element("~/.genesis/hooks")),
        "~/.genesis/hooks",
        text("""
            {
            \t"editor.fontSize": 14, // points
            \t"chat.hookFilesLocations": [
            \t\t// of the team
            \t\t".github/hooks", // shared
            \t\t/* mine */ "~/hooks", // not shared
            \t\t// more to come
            \t],
            }
        """),
        text("""
            {
            \t"editor.fontSize": 14, // points
            \t"chat.hookFilesLocations": [
            \t\t// of the team
            \t\t".github/hooks", // shared
            \t\t/* mine */ "~/hooks", // not shared
            \t\t"~/.genesis/hooks",
            \t\t// more to come
            \t],
            }
        """),
    ),
    "VS Code: scalars on one line": (
        ("chat.hookFilesLocations", Element("~/.genesis/hooks")),
        "~/.genesis/hooks",
        lines("{", '  "chat.hookFilesLocations": [".github/hooks", "~/hooks"] // two', "}"),
        lines("{", '  "chat.hookFilesLocations": [".github/hooks", "~/hooks", "~/.genesis/hooks"] // two', "}"),
    ),
}


@pytest.mark.parametrize(("path", "value", "before", "after"), FILES.values(), ids=FILES)
@pytest.mark.parametrize("end", ["\n", "\r\n"], ids=["LF", "CRLF"])
def test_an_element_comes_last_in_the_style_of_its_neighbours(
    path: Path, value: Any, before: str, after: str, end: str
) -> None:
    before, after = before.replace("\n", end), after.replace("\n", end)
    edit = put_and_take_back(before, path, value)
    assert edit.text == after
    assert JSONC.drop(edit.text, path, edit.made) == before


@pytest.mark.parametrize(
    ("before", "after"),
    [
        pytest.param("[]", "[\n  9\n]", id="an empty list is opened"),
        pytest.param("[ /* none */ ]", "[ /* none */\n  9\n]", id="after the comment of an empty line"),
        pytest.param("[ // none\n]", "[ // none\n  9\n]", id="after the comments of an empty list"),
        pytest.param("[1]", "[1, 9]", id="on one line"),
        pytest.param("[1,2]", "[1,2,9]", id="on one line without blanks"),
        pytest.param("[ 1, 2, ]", "[ 1, 2, 9, ]", id="a trailing comma makes another one"),
        pytest.param("[1 /* why */]", "[1, /* why */ 9]", id="a comment stays with its element"),
        pytest.param("[[1], [9]]", "[[1], [9], 9]", id="lists within the list"),
        pytest.param("[\n1,\n2]", "[\n1,\n2,\n9]", id="lines without an indent"),
        pytest.param("[\n    1, 2\n]", "[\n    1, 2,\n    9\n]", id="two elements on a line"),
        pytest.param("[\n  1 // why\n  // end\n]", "[\n  1, // why\n  9\n  // end\n]", id="a comment on its line"),
        pytest.param("[\n  1 /*\n*/ // why\n]", "[\n  1, /*\n*/ // why\n  9\n]", id="comments over two lines"),
        pytest.param("[{\n  }, {\n  }]", "[{\n  }, {\n  },\n  9]", id="brackets on the lines of others"),
        pytest.param('["9", {"9": 9}]', '["9", {"9": 9}, 9]', id="others that look alike"),
        pytest.param("[true, 9.0]", "[true, 9.0, 9]", id="what only Python finds equal"),
        pytest.param("null", "[9]", id="null"),
    ],
)
def test_a_list_keeps_its_layout(before: str, after: str) -> None:
    value, path = 9, (Element(9),)
    edit = JSONC.put(before, path, value)
    assert edit.text == after
    assert take_back(edit.text, edit.undo) == before
    assert JSONC.put(edit.text, path, value) == Edit(edit.text, (), ())


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ('["a"]', '["a", {"k": 1, "l": 2}]'),
        ('{"h":["a"]}', '{"h":["a",{"k":1,"l":2}]}'),
        ('{"h" : [[], [{}]]}', '{"h" : [[], [{}], {"k" : 1, "l" : 2}]}'),
        ('{"h": [[{"a":1}]]}', '{"h": [[{"a":1}],{"k":1,"l":2}]}'),
        (
            lines('{"h": [', ' {"a":1}', "]}"),
            lines('{"h": [', ' {"a":1},', " {", '  "k":1,', '  "l":2', " }", "]}"),
        ),
    ],
)
def test_an_object_in_a_list_is_spaced_like_the_objects_beside_or_around_it(before: str, after: str) -> None:
    value = {"k": 1, "l": 2}
    path = (Element(value),) if before.startswith("[") else ("h", Element(value))
    assert put_and_take_back(before, path, value).text == after


@BOTH
@pytest.mark.parametrize(
    "before",
    [
        '{"hooks":{"sessionStart":[{"command":"genesis"}]}}',
        '{"hooks": {"sessionStart": [{"command": "x"}, {"command": "genesis"}, {"command": "genesis"}, 1]}}',
        '{"hooks": {"sessionStart": []}, "hooks": {"sessionStart": [{"command": "genesis"}]}}',
    ],
)
def test_an_element_that_is_there_is_not_put_again(editor: JsonEditor, before: str) -> None:
    assert editor.put(before, CURSOR, COMMAND) == Edit(before, (), ())


@pytest.mark.parametrize(
    ("before", "made"),
    [
        ("", ("absent", "absent", "absent")),
        ("null", ("null", "absent", "absent")),
        ("{}", ("absent", "absent")),
        ('{"hooks": null, "b": 1}', ("null", "absent")),
        ('{"hooks": {"stop": []}}', ("absent",)),
        ('{"hooks": {"sessionStart": null}}', ("null",)),
        ('{"hooks": {"sessionStart": [1]}}', ()),
        ('{"hooks": {"sessionStart": [{"command": "genesis"}]}, "hooks": {}}', ("absent",)),
        ("// why\n{\n  // none\n}", ("absent", "absent")),
    ],
)
def test_a_missing_list_is_made_and_goes_with_its_element(before: str, made: tuple[str, ...]) -> None:
    edit = put_and_take_back(before, CURSOR, COMMAND)
    assert edit.made == made
    assert "".join(JSONC.drop(edit.text, CURSOR, made).split()) == "".join(before.split())


@BOTH
@pytest.mark.parametrize(
    ("before", "message"),
    [
        ('{"hooks": {"sessionStart": {}}}', '"sessionStart" is an object, where a list is needed'),
        ('{"hooks": {"sessionStart": "x"}}', '"sessionStart" is a string, where a list is needed'),
        ('{"hooks": {"sessionStart": true}}', '"sessionStart" is true or false, where a list is needed'),
        ('{"hooks": [{"command": "genesis"}]}', '"hooks" is a list, where an object is needed'),
        ('[{"command": "genesis"}]', "the document is a list, where an object is needed"),
    ],
)
def test_a_container_of_another_kind_is_left_alone(editor: JsonEditor, before: str, message: str) -> None:
    with pytest.raises(CannotEdit, match=message):
        editor.put(before, CURSOR, COMMAND)
    assert editor.drop(before, CURSOR, ("absent",) * 3) == before


@BOTH
@pytest.mark.parametrize("path", [(Element(1), "a"), ("a", Element(1), "b"), ("a", Element([1]), Element(1))])
def test_an_element_is_the_last_step_of_a_path(editor: JsonEditor, path: Path) -> None:
    for attempt in (
        lambda: editor.put("{}", path, 1),
        lambda: editor.drop("{}", path),
        lambda: editor.snippet(path, 1),
    ):
        with pytest.raises(CannotEdit, match="only its last step may be an element"):
            attempt()


@pytest.mark.parametrize("value", [{"command": "other"}, True, 1.0, None])
def test_the_value_is_the_one_that_the_path_names(value: Any) -> None:
    with pytest.raises(CannotEdit, match="not the value"):
        JSON.put("{}", ("a", Element(1)), value)
    with pytest.raises(CannotEdit, match="not the value"):
        JSON.snippet(("a", Element(1)), value)


@pytest.mark.parametrize("value", [float("nan"), object(), {1: "a"}, (1, 2), json.loads("[" * 199 + "]" * 199)])
def test_an_element_that_json_does_not_have_is_refused(value: Any) -> None:
    with pytest.raises(CannotEdit):
        JSON.put("{}", ("a", Element(value)), value)


# Taking back, among its like


@pytest.mark.parametrize(
    "before",
    [
        pytest.param('{"x":[{"a":1},{"k":1}],"h":[{"a":1}],"y":[{"a":1},{"k":1}]}', id="minified"),
        pytest.param('{"x": [{"k": 1}, {"k": 1}], "h": [[{"k": 1}], [{"k": 1}]]}', id="one level deeper"),
        pytest.param(
            lines("{", *(f'  "{key}": [\n    {{\n      "k": 1\n    }}\n  ],' for key in "xyz"), '  "h": [', "  ]", "}"),
            id="over several lines",
        ),
        pytest.param("[" + '{"h":[{"k":1}]},' * 3 + "]", id="the document is a list"),
        pytest.param('{"h": [{"k": 1}], "h": [0]}', id="the same key twice"),
    ],
)
def test_an_element_among_its_like_can_be_taken_back(before: str) -> None:
    value = {"k": 1}
    path = (Element(value),) if before.startswith("[") else ("h", Element(value))
    edit = put_and_take_back(before, path, value)
    assert len(edit.undo) == 1


# Pasting


def test_a_snippet_is_the_list_with_that_one_element() -> None:
    expected = lines(
        "{",
        '  "hooks": {',
        '    "sessionStart": [',
        "      {",
        '        "command": "genesis"',
        "      }",
        "    ]",
        "  }",
        "}",
    )
    assert JSON.snippet(CURSOR, COMMAND) == JSONC.snippet(CURSOR, COMMAND) == expected
    assert at(JSON.values(expected), CURSOR) == COMMAND


# Size


def test_a_long_list_is_edited_in_one_place() -> None:
    rows = [f'    {{"command": "npx {place}", "timeout": [{place}]}}, // [' for place in range(20_000)]
    before = lines("{", '  "hooks": {', '  "sessionStart": [', *rows, "  ]}", "}")
    edit = put_and_take_back(before, CURSOR, COMMAND)
    assert len(before) > 1_000_000
    assert len(edit.undo[0].new) < 200
    assert JSONC.drop(edit.text, CURSOR, edit.made) == before
