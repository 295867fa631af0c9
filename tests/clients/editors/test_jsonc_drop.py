"""The editors of JSON: dropping a member or an element, and what is left then."""

from __future__ import annotations

import pytest

from clients.editors.contract import Element
from clients.editors.jsonc import JSON, JSONC
from tests.clients.editors.json_texts import ENTRY, PATH, lines, put_and_take_back


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ('{"a": 1, "x": 2}', '{"a": 1}'),
        ('{"x": 2, "a": 1}', '{"a": 1}'),
        ('{ "x": 2, "a": 1 }', '{ "a": 1 }'),
        ('{"a":1,"x":2,"b":3}', '{"a":1,"b":3}'),
        ('{"a": 1, "x": 2, "b": 3}', '{"a": 1, "b": 3}'),
        ('{"a": 1, "x": 2,}', '{"a": 1,}'),
        ('{"x": 2}', "{}"),
        ('{ "x": 2, }', "{}"),
        ('{ "x": 2 /* why */ }', "{ /* why */ }"),
        ('{"a": 1 /* why */, "x": 2}', '{"a": 1 /* why */}'),
        ('{"a": 1, /* why */ "x": 2}', '{"a": 1 /* why */}'),
        ('{"x": 1, "x": [2], "a": "x", "x": 3}', '{"a": "x"}'),
        (lines("{", '  "a": 1,', '  "x": 2', "}"), lines("{", '  "a": 1', "}")),
        (lines("{", '  "a": 1,', '  "x": {', "  }", "}", end="\r\n"), lines("{", '  "a": 1', "}", end="\r\n")),
        (lines("{", '  "a": 1,', "", '  "x": 2,', '  "b": 3', "}"), lines("{", '  "a": 1,', "", '  "b": 3', "}")),
        (lines("{", '  "a": 1, // why', '  "x": 2', "  // end", "}"), lines("{", '  "a": 1 // why', "  // end", "}")),
        (lines("{", '  "a": 1, // why', '  "x": 2 }'), lines("{", '  "a": 1 // why', " }")),
        (
            lines("{", "  // of x", '  "x": 2, // mine', '  "b": 3', "}"),
            lines("{", "  // of x", "  // mine", '  "b": 3', "}"),
        ),
        (lines("{", '  "x": 2 /* c */ , // d', '  "b": 3', "}"), lines("{", "  /* c */  // d", '  "b": 3', "}")),
        (lines("{", '  "x": 2, "b": 3', "}"), lines("{", '  "b": 3', "}")),
        (lines('{ "a": 1', ', "x": 2', ', "b": 3', "}"), lines('{ "a": 1', ', "b": 3', "}")),
        (lines("{", '  "x": 1, // c', '  "x": 2 }'), lines("{", "  // c", " }")),
    ],
)
def test_a_member_leaves_with_its_comma_and_no_comment(before: str, after: str) -> None:
    assert JSONC.drop(before, ("x",)) == after


@pytest.mark.parametrize(
    "text",
    [
        "",
        "\n",
        "// why\n",
        "null",
        "[]",
        "{}",
        '{"b": {"x": 1}}',
        '{"a": null}',
        '{"a": 1}',
        '{"a": [{"x": 1}]}',
        '{"a": {}}',
    ],
)
def test_what_is_not_there_cannot_be_dropped(text: str) -> None:
    assert JSONC.drop(text, ("a", "x"), ("absent", "absent")) == text


@pytest.mark.parametrize(
    ("before", "made", "after"),
    [
        ('{"z": 0, "a": {"b": {"x": 1}}}', ("absent", "absent"), '{"z": 0}'),
        ('{"z": 0, "a": {"b": {"x": 1}}}', ("null", "absent"), '{"z": 0, "a": null}'),
        ('{"z": 0, "a": {"b": {"x": 1}}}', ("absent",), '{"z": 0, "a": {}}'),
        ('{"z": 0, "a": {"b": {"x": 1}}}', ("null",), '{"z": 0, "a": {"b": null}}'),
        ('{"z": 0, "a": {"b": {"x": 1}}}', (), '{"z": 0, "a": {"b": {}}}'),
        ('{"a": {"b": {"x": 1, "y": 2}}}', ("absent",) * 3, '{"a": {"b": {"y": 2}}}'),
        ('{"a": {"b": {"x": 1}, "y": 2}}', ("absent",) * 3, '{"a": {"y": 2}}'),
        ('{"a": {"b": {"x": 1 /* why */}}}', ("absent",) * 3, '{"a": {"b": { /* why */}}}'),
        ('{"a": {"b": /* why */ {"x": 1}}}', ("absent",) * 3, '{"a": {"b": /* why */ {}}}'),
        ('{"a": {"b": /* why */ {"x": 1}}}', ("null",), '{"a": {"b": /* why */ null}}'),
        ('{"a": {"y": 1}, "a": {"b": {"x": 1}}}', ("absent",) * 3, '{"a": {"y": 1}, "a": {}}'),
        ('{"a": {"b": {"x": 1}}}', ("null", "absent", "absent"), "null"),
        ('{"a": {"b": {"x": 1}}}\n', ("absent",) * 3, ""),
        ('// why\r\n{"a": {"b": {"x": 1}}}\r\n', ("absent",) * 3, "// why\r\n"),
        ('// why\n{"a": {"b": {"x": 1}}} // so', ("absent",) * 3, "// why\n // so"),
    ],
)
def test_containers_go_back_to_what_they_were_while_they_are_empty(
    before: str, made: tuple[str, ...], after: str
) -> None:
    assert JSONC.drop(before, ("a", "b", "x"), made) == after


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{}",
        "null",
        '{"a":1}',
        '{"a": 1, }',
        '{"mcpServers": {}}',
        '{ "mcpServers": null }',
        '{"mcpServers": {"a": {}}}',
        "// nothing\n",
        "// nothing",
        lines("{", '  "mcpServers": {', '    "a": {}', "  }", "}"),
        lines("{", '\t"mcpServers": {', '\t\t"a": {}, // why', "\t\t// more", "\t},", "}", end="\r\n"),
        lines("{", '  "mcpServers": {', "    // none", "  }", "}"),
        lines("{", '  "a": 1 // why', "}"),
    ],
)
def test_a_drop_gives_the_text_before_the_put_to_the_letter(text: str) -> None:
    edit = put_and_take_back(text, PATH, ENTRY)
    assert JSONC.drop(edit.text, PATH, edit.made).rstrip("\n") == text.rstrip("\n")


def test_an_entry_leaves_even_a_file_that_its_client_can_no_longer_read() -> None:
    assert JSON.drop('{"a": 1, "x": 2} // why', ("x",)) == '{"a": 1} // why'


# Elements of lists


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("[1, 9]", "[1]"),
        ("[9, 1]", "[1]"),
        ("[1,9,2]", "[1,2]"),
        ("[1, 9,]", "[1,]"),
        ("[9]", "[]"),
        ("[ 9, ]", "[]"),
        ("[1, 9, 9]", "[1, 9]"),
        ("[9.0, 9]", "[9.0]"),
        ("[ 9 /* why */ ]", "[ /* why */ ]"),
        ("[1 /* why */, 9]", "[1 /* why */]"),
        ("[[9], 9]", "[[9]]"),
        (lines("[", "  1,", "  9", "]", end="\r\n"), lines("[", "  1", "]", end="\r\n")),
        (lines("[", "  // of 9", "  9, // mine", "  1", "]"), lines("[", "  // of 9", "  // mine", "  1", "]")),
        (lines("[", "  1, // why", "  9", "  // end", "]"), lines("[", "  1 // why", "  // end", "]")),
        (lines("[", "  1, // why", "  9 ]"), lines("[", "  1 // why", " ]")),
        (lines("[{", "}, 9, {", "}]"), lines("[{", "}, {", "}]")),
        (lines("[{", "}, 9]"), lines("[{", "}]")),
    ],
)
def test_an_element_leaves_with_its_comma_and_no_comment(before: str, after: str) -> None:
    assert JSONC.drop(before, (Element(9),)) == after


@pytest.mark.parametrize("before", ["", "null", "{}", "[]", "[1, true]", '{"9": 9}', "[[9]]", "9", "// 9\n"])
def test_what_is_not_in_a_list_cannot_be_dropped(before: str) -> None:
    assert JSONC.drop(before, (Element(9),), ("absent",)) == before


@pytest.mark.parametrize(
    ("before", "made", "after"),
    [
        ('{"z": 0, "a": {"b": [9]}}', ("absent", "absent"), '{"z": 0}'),
        ('{"z": 0, "a": {"b": [9]}}', ("null", "absent"), '{"z": 0, "a": null}'),
        ('{"z": 0, "a": {"b": [9]}}', ("absent",), '{"z": 0, "a": {}}'),
        ('{"z": 0, "a": {"b": [9]}}', ("null",), '{"z": 0, "a": {"b": null}}'),
        ('{"z": 0, "a": {"b": [9]}}', (), '{"z": 0, "a": {"b": []}}'),
        ('{"a": {"b": [9, 8]}}', ("absent",) * 3, '{"a": {"b": [8]}}'),
        ('{"a": {"b": [9, 9]}}', ("absent",) * 3, '{"a": {"b": [9]}}'),
        ('{"a": {"b": [9], "c": []}}', ("absent",) * 3, '{"a": {"c": []}}'),
        ('{"a": {"b": [9 /* why */]}}', ("absent",) * 3, '{"a": {"b": [ /* why */]}}'),
        ('{"a": {"b": [1], "b": [9]}}', ("absent",) * 3, '{"a": {"b": [1], "b": []}}'),
        ('{"a": {"b": [9]}}', ("null", "absent", "absent"), "null"),
        ('// why\n{"a": {"b": [9]}}\n', ("absent",) * 3, "// why\n"),
    ],
)
def test_a_list_that_was_made_goes_with_its_last_element(before: str, made: tuple[str, ...], after: str) -> None:
    assert JSONC.drop(before, ("a", "b", Element(9)), made) == after


def test_an_element_leaves_even_a_list_that_its_client_can_no_longer_read() -> None:
    assert JSON.drop("[1, 9] // why", (Element(9),)) == "[1] // why"
