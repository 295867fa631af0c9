"""The YAML editor: one key changes, every other byte stays."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from clients.editors.contract import MISSING, CannotEdit, Edit, Element, Item, Malformed, Path, at
from clients.editors.splice import same, with_value, without
from clients.editors.undo import take_back
from clients.editors.yaml import YAML

OURS = ("extensions", "genesis")
ENTRY = {"cmd": "/opt/genesis", "args": ["mcp"]}
BLOCK = "  genesis:\n    cmd: /opt/genesis\n    args:\n      - mcp\n"
WHOLE = "extensions:\n" + BLOCK
FLOW = "genesis: {cmd: /opt/genesis, args: [mcp]}"

ADDED = {
    "an empty text": ("", WHOLE),
    "a line end only": ("\n", "\n" + WHOLE),
    "comments only": ("# mine\n", "# mine\n" + WHOLE),
    "a missing container": ("a: 1\n\n# end\n", "a: 1\n\n# end\n" + WHOLE),
    "a missing container without final newline": ("a: 1 # end", "a: 1 # end\n" + WHOLE[:-1]),
    "in front of the document's end": ("---\na: 1\n# end\n...\n# after\n", f"---\na: 1\n# end\n{WHOLE}...\n# after\n"),
    "an empty document": ("--- # mine\n...\n", f"--- # mine\n{WHOLE}...\n"),
    "CRLF": ("a: 1\r\n", ("a: 1\n" + WHOLE).replace("\n", "\r\n")),
    "an empty container": ("extensions: # none\na: 1\n", f"extensions: # none\n{BLOCK}a: 1\n"),
    "what follows keeps its comment": (
        "extensions:\n  x: 1 # one\n\n  # still\n\n# about a\na: 1\n",
        f"extensions:\n  x: 1 # one\n{BLOCK}\n  # still\n\n# about a\na: 1\n",
    ),
    "indented like its siblings": (
        "extensions:\n   x:\n       y: 1",
        "extensions:\n   x:\n       y: 1\n   genesis:\n      cmd: /opt/genesis\n      args:\n         - mcp",
    ),
    "lists like the others": (
        "a:\n- b\n",
        "a:\n- b\nextensions:\n  genesis:\n    cmd: /opt/genesis\n    args:\n    - mcp\n",
    ),
    "an empty flow map": ("extensions: {} # none\n", f"extensions: {{{FLOW}}} # none\n"),
    "a flow map": ("extensions: {x: {}}\n", f"extensions: {{x: {{}}, {FLOW}}}\n"),
    "an empty member of a flow map": ("extensions: { x: }\n", f"extensions: {{ x: , {FLOW} }}\n"),
    "a flow map with a comma at the end": (
        "extensions: {\n  x, # one\n  y: , # two\n}\n",
        f"extensions: {{\n  x, # one\n  y: , # two\n  {FLOW},\n}}\n",
    ),
    "a flow map over several lines": (
        "extensions: {\n  x: 1 # one\n  }\n",
        f"extensions: {{\n  x: 1, # one\n  {FLOW}\n  }}\n",
    ),
    "JSON": (
        '{"extensions": {"x": 1}}',
        '{"extensions": {"x": 1, "genesis": {"cmd": "/opt/genesis", "args": ["mcp"]}}}',
    ),
    "a block scalar": (
        "extensions:\n  x: |\n    # text\n\n\na: 1\n",
        f"extensions:\n  x: |\n    # text\n{BLOCK}\n\na: 1\n",
    ),
    "a block scalar with all its ends": (
        "extensions:\n  x: >+ # folded\n    text\n\n\na: 1\n",
        f"extensions:\n  x: >+ # folded\n    text\n\n\n{BLOCK}a: 1\n",
    ),
    "an alias": ("a: &a\n  b: 1\nextensions:\n  x: *a\n", f"a: &a\n  b: 1\nextensions:\n  x: *a\n{BLOCK}"),
    "an empty member": ("extensions:\n  x: # null\n  y:\n", f"extensions:\n  x: # null\n  y:\n{BLOCK}"),
    "a list with an empty element": (
        "extensions:\n  x:\n    - a\n    - # null\nb:\n",
        f"extensions:\n  x:\n    - a\n    - # null\n{BLOCK}b:\n",
    ),
    "foreign keys of other types": ("1: a\n2.5: b\nnull: c\n[x]: d\n", f"1: a\n2.5: b\nnull: c\n[x]: d\n{WHOLE}"),
    "tags of somebody's own": ("a: !secret b\nc: !!set {d}\n", f"a: !secret b\nc: !!set {{d}}\n{WHOLE}"),
}


@pytest.mark.parametrize(("before", "after"), ADDED.values(), ids=ADDED)
def test_a_missing_entry_is_added(before: str, after: str) -> None:
    edit = YAML.put(before, OURS, ENTRY)
    assert edit.text == after
    assert take_back(edit.text, edit.undo) == before
    assert YAML.drop(edit.text, OURS, edit.made) == before


LISTED = ("mcpServers", Item("name", "genesis"))
LISTS = {
    "no list": ("", "mcpServers:\n  - name: genesis\n    command: x\n"),
    "an empty list": ("mcpServers: []\n", "mcpServers: [{name: genesis, command: x}]\n"),
    "null": ("mcpServers:\n# end\n", "mcpServers:\n  - name: genesis\n    command: x\n# end\n"),
    "dashes below the key": (
        "mcpServers:\n- name: a\n  b: 1\nc: 1\n",
        "mcpServers:\n- name: a\n  b: 1\n- name: genesis\n  command: x\nc: 1\n",
    ),
    "dashes indented": (
        "mcpServers:\n    - name: a # one\n\nc: 1",
        "mcpServers:\n    - name: a # one\n    - name: genesis\n      command: x\n\nc: 1",
    ),
    "a flow list": ("mcpServers: [a, {name: b}]\n", "mcpServers: [a, {name: b}, {name: genesis, command: x}]\n"),
}


@pytest.mark.parametrize(("before", "after"), LISTS.values(), ids=LISTS)
def test_an_element_is_added_to_a_list(before: str, after: str) -> None:
    edit = YAML.put(before, LISTED, {"command": "x"})
    assert edit.text == after
    assert take_back(edit.text, edit.undo) == before
    assert YAML.drop(edit.text, LISTED, edit.made) == before
    assert YAML.put(edit.text, LISTED, {"command": "x"}) == Edit(edit.text, (), ())


def test_a_value_within_an_element_is_set() -> None:
    text = "mcpServers:\n- name: a\n- name: genesis\n  command: x # ours\n"
    edit = YAML.put(text, (*LISTED, "command"), "new")
    assert edit.text == "mcpServers:\n- name: a\n- name: genesis\n  command: new # ours\n"
    edit = YAML.put("mcpServers:\n- name: a\n", (*LISTED, "command"), "new")
    assert edit.text == "mcpServers:\n- name: a\n- name: genesis\n  command: new\n"


REPLACED: dict[str, tuple[str, Any, str]] = {
    "a scalar": ("a:\n  k: 'old' # why\n", "new", "a:\n  k: new # why\n"),
    "a scalar over lines": ('a:\n  k: "old\n    text"\n  b: 1\n', "new", "a:\n  k: new\n  b: 1\n"),
    "a block scalar": ("a:\n  k: |-\n    old\n\n  b: 1\n", 2, "a:\n  k: 2\n\n  b: 1\n"),
    "nothing": ("a:\n  k: # why\n  b: 1\n", 2, "a:\n  k: 2 # why\n  b: 1\n"),
    "nothing by a map": ("a:\n  k: # why\n  b: 1\n", {"c": 1}, "a:\n  k: # why\n    c: 1\n  b: 1\n"),
    "a scalar by a map": ("a:\n  k: 1 # why\n  b: 1\n", {"c": 1}, "a:\n  k: # why\n    c: 1\n  b: 1\n"),
    "a map": ("a:\n  k:\n     x: 1\n     y: 2 # y\n\n  b: 1\n", {"c": 1}, "a:\n  k:\n     c: 1 # y\n\n  b: 1\n"),
    "a map by a list": ("a:\n  k:\n    x: 1\n", [1, "b"], "a:\n  k:\n    - 1\n    - b\n"),
    "a list": ("a:\n  k:\n  - 1\n  - 2\n  b: 1\n", ["c"], "a:\n  k:\n  - c\n  b: 1\n"),
    "a map by a scalar": ("a:\n  k:\n    x: 1\n  b: 1\n", None, "a:\n  k: null\n  b: 1\n"),
    "a flow map": ("a:\n  k: {\n  x: 1 }\n", {"c": [1]}, "a:\n  k: {c: [1]}\n"),
    "in a flow map": ("a: {k: 1, b: 1}\n", {"c": 1}, "a: {k: {c: 1}, b: 1}\n"),
    "nothing in a flow map": ("a: {k, b: 1}\n", {"c": 1}, "a: {k: {c: 1}, b: 1}\n"),
    "an alias": ("x: &x 1\na:\n  k: *x\n", 2, "x: &x 1\na:\n  k: 2\n"),
    "by an empty map": ("a:\n  k:\n    x: 1\n", {}, "a:\n  k: {}\n"),
}


@pytest.mark.parametrize(("before", "value", "after"), REPLACED.values(), ids=REPLACED)
def test_a_value_is_replaced_where_it_stands(before: str, value: Any, after: str) -> None:
    edit = YAML.put(before, ("a", "k"), value)
    assert edit.text == after
    assert edit.made == ()
    assert take_back(edit.text, edit.undo) == before


DROPPED: dict[str, tuple[str, tuple[str, ...], str]] = {
    "in the middle": ("a:\n  x: 1\n  k:\n    c: 1 # c\n  # y\n  y: 2\n", (), "a:\n  x: 1\n  # y\n  y: 2\n"),
    "the last, behind a block scalar": ("a:\n  b: |\n    c\n  k: 1", (), "a:\n  b: |\n    c\n"),
    "the first of a flow map": ("a: {k: 1, b: 2}\n", (), "a: {b: 2}\n"),
    "the first of several lines": ("a: {\n  k: 1,\n  b: 2 }\n", (), "a: {\n  b: 2 }\n"),
    "the last of a flow map": ("a: {b: 2, k: 1 }\n", (), "a: {b: 2 }\n"),
    "in the middle of a flow map": ("a: {b: 2, k: 1, c: 3}\n", (), "a: {b: 2, c: 3}\n"),
    "the only one": ("a: # why\n  k: 1\nb: 2\n", (), "a: {} # why\nb: 2\n"),
    "the only one, made from nothing": ("a:\n  k: 1\nb: 2\n", ("absent",), "b: 2\n"),
    "the only one, made from null": ("a: # why\n  k: 1\nb: 2\n", ("null",), "a: # why\nb: 2\n"),
    "the only one, but for a comment": ("a:\n  k: 1\n  # mine\n\nb: 2\n", ("absent",), "a: {}\n  # mine\n\nb: 2\n"),
    "the only one of a flow map": ("a: {k: 1}\nb: 2\n", (), "a: {}\nb: 2\n"),
    "the only one of a flow map, made from null": ("{a: {k: 1}, b: 2}\n", ("null",), "{a: null, b: 2}\n"),
    "the only one of a flow map, made from nothing": ("{a: {k: 1}, b: 2}\n", ("absent",), "{b: 2}\n"),
    "the only one, with a comment on the line of its map": ("a: # c\n  k: 1\n...\n", ("absent",), "a: {} # c\n...\n"),
    "all but the mark of the end": ("# a\na:\n  k: 1\n...\n", ("absent",), "# a\n{}\n...\n"),
    "everything": ("a:\n  k: 1", ("absent", "absent"), ""),
    "not there": ("a:\n  b: 1\n", ("absent",), "a:\n  b: 1\n"),
    "not there as a scalar": ("a: k\n", (), "a: k\n"),
}


@pytest.mark.parametrize(("before", "made", "after"), DROPPED.values(), ids=DROPPED)
def test_a_value_is_dropped(before: str, made: tuple[str, ...], after: str) -> None:
    assert YAML.drop(before, ("a", "k"), made) == after


@pytest.mark.parametrize(
    ("before", "path", "after"),
    [
        ("l:\n- name: a\n- name: b\n  k: 1\n- c\n", ("l", Item("name", "b")), "l:\n- name: a\n- c\n"),
        ("l:\n- name: b\n", ("l", Item("name", "b")), "l: []\n"),
        ("l: [{name: b}]\n", ("l", Item("name", "b")), "l: []\n"),
        ("l:\n- k: 1\n  name: b\n", ("l", Item("name", "b"), "k"), "l:\n- name: b\n"),
    ],
)
def test_an_element_is_dropped(before: str, path: Path, after: str) -> None:
    assert YAML.drop(before, path) == after


def test_what_was_made_is_told() -> None:
    assert YAML.put("", OURS, 1).made == ("absent", "absent")
    assert YAML.put("null # none\n", OURS, 1).made == ("null", "absent")
    assert YAML.put("a: 1\n", OURS, 1).made == ("absent",)
    assert YAML.put("extensions: ~\n", OURS, 1).made == ("null",)
    assert YAML.put("extensions: {}\n", OURS, 1).made == ()


REFUSED = {
    "a list": ("extensions: []\n", OURS, "extensions is a list, not a map"),
    "a string": ("extensions: a\n", OURS, "extensions is a string, not a map"),
    "a map for a list": ("mcpServers: {}\n", LISTED, "mcpServers is a map, not a list"),
    "a document that is a list": ("- a\n", OURS, "the document is a list, not a map"),
    "a document that is a text": ("a\n", OURS, "the document is a string, not a map"),
    "an alias": ("a: &a {b: 1}\nextensions: *a\n", OURS, "extensions has an alias"),
    "an anchor": ("extensions: &a\n  b: 1\nc: *a\n", OURS, "extensions has an alias, an anchor"),
    "a merge": ("a: &a {b: 1}\nextensions:\n  <<: *a\n", OURS, "extensions has a merge key"),
    "a tag": ("extensions: !mine\n  b: 1\n", OURS, "extensions has an alias, an anchor or a tag"),
    "question marks": ("extensions:\n  ? b\n  : 1\n", OURS, "question mark"),
    "a block scalar that ends with the text": ("a: |\n  b", OURS, "no safe place"),
    "no path": ("", (), "whole document"),
    "an element by its value": ("a: []\n", ("a", Element(1)), "not a path"),
}


@pytest.mark.parametrize(("text", "path", "message"), REFUSED.values(), ids=REFUSED)
def test_an_edit_with_a_risk_is_refused(text: str, path: Path, message: str) -> None:
    with pytest.raises(CannotEdit, match=message):
        YAML.put(text, path, {})


def test_a_value_that_comes_from_elsewhere_is_not_dropped() -> None:
    with pytest.raises(CannotEdit):
        YAML.drop("a: &a {genesis: 1}\nextensions:\n  <<: *a\n", OURS)


@pytest.mark.parametrize("value", [object(), "\ud800", {"a": object()}])
def test_a_value_that_yaml_does_not_have_is_refused(value: Any) -> None:
    with pytest.raises(CannotEdit):
        YAML.put("", OURS, value)


MALFORMED = {
    "a tab": ("a:\n\tb: 1\n", 2, 1),
    "an open bracket": ("a: [1,\n", 2, 1),
    "a key twice": ("a: 1\nb: 2\na: 3\n", 3, 1),
    "two documents": ("a: 1\n---\nb: 1\n", 2, 1),
    "an unknown alias": ("a: *b\n", 1, 4),
    "a forbidden character": ("a: 1\nb: \x07\n", 2, 4),
    "no date": ("a: 2024-13-45\n", 0, 0),
    "a number too long for Python": (f"a: {'9' * 5000}\n", 0, 0),
}


@pytest.mark.parametrize(("text", "line", "column"), MALFORMED.values(), ids=MALFORMED)
def test_a_malformed_text_is_named_with_its_place(text: str, line: int, column: int) -> None:
    for action in (lambda: YAML.values(text), lambda: YAML.put(text, OURS, {}), lambda: YAML.drop(text, OURS)):
        with pytest.raises(Malformed) as wrong:
            action()
        assert (wrong.value.line, wrong.value.column) == (line, column)


@pytest.mark.parametrize(
    "text", ["[" * 100_000, "{a: " * 300 + "}" * 300, "".join(f"{' ' * n}a:\n" for n in range(300)), "- " * 300]
)
def test_a_text_that_nests_too_deep_is_malformed(text: str) -> None:
    with pytest.raises(Malformed):
        YAML.values(text)


def test_aliases_of_aliases_do_not_multiply_the_work() -> None:
    rows = ["a0: &a0 [x, x]", *(f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]" for n in range(1, 40))]
    text = "\n".join(rows) + "\n"
    edit = YAML.put(text, OURS, 1)
    assert edit.text == text + "extensions:\n  genesis: 1\n"


def test_a_text_of_200_kilobytes_is_edited() -> None:
    text = "".join(f"key{n}:\n  - name: some text # {n}\n    rows: [1, 2]\n" for n in range(4_000))
    assert len(text) > 190_000
    edit = YAML.put(text, OURS, ENTRY)
    assert edit.text == text + WHOLE


STRINGS = {
    **{text: text for text in ("genesis", "/opt/a-b/c.d_e", "a1", "x.y")},
    **{text: json.dumps(text) for text in ("yes", "No", "ON", "off", "y", "N", "true", "Null", "~", "", "nan", "inf")},
    **{text: json.dumps(text) for text in ("1", "1.0", "0x1f", "1e3", "012", "1:30", ".inf", "2024-01-02", "-", "--a")},
    **{
        text: json.dumps(text)
        for text in ("a: b", "a #b", "a b", "[a", "C:\\x", 'a"b', "a\nb\tc\r\b\f", "<<", "=", "*a")
    },
    "é😀": '"é😀"',
    "\x00\x7f\x85\u2028\ufeff": '"\\u0000\\u007f\\u0085\\u2028\\ufeff"',
}


@pytest.mark.parametrize(("value", "written"), STRINGS.items(), ids=map(repr, STRINGS))
def test_a_string_is_written_so_that_every_reader_takes_it_for_one(value: str, written: str) -> None:
    assert YAML.put("", ("a",), value).text == f"a: {written}\n"
    assert YAML.put("", (value,), 1).text == f"{written}: 1\n"
    assert YAML.values(f"a: {written}\n") == {"a": value}


@pytest.mark.parametrize(
    ("value", "written"),
    [(1e16, "1.0e+16"), (1e-7, "1.0e-07"), (0.5, "0.5"), (float("inf"), ".inf"), (-float("inf"), "-.inf")],
)
def test_a_number_is_written_so_that_every_reader_takes_it_for_one(value: float, written: str) -> None:
    assert YAML.put("", ("a",), value).text == f"a: {written}\n"


def test_the_snippet_is_what_an_empty_text_would_get() -> None:
    assert YAML.snippet(OURS, ENTRY) == WHOLE
    assert YAML.snippet(LISTED, {"command": "x"}) == LISTS["no list"][1]


# --- properties, over generated texts ---

NAMES = st.sampled_from(["a", "b", "extensions", "genesis", "two words", "é", "yes"])
INLINE = [
    *("1", "-0.0", ".nan", "true", "~", "2024-01-02", "plain text", "'it''s # one'", '"a \\" } ]\\n"', "''", "*anchor"),
    *("[]", "{}", "[a, {b: c}]", "{a: 1, 'b': [x]}", "{ a, b: }", '{"a":1,}', "!mine x", "&other y", "yes"),
]
FOLDED = ["plain\n{}  over lines", '"quoted\n\n{}over lines"', "{{\n{}a: 1, # c1\n{}b: 2 # c2\n{}}}", "[\n{}a,\n{}b ]"]
BLOCKS = ["|", ">", "|-", "|+", ">+", ">-"]


@st.composite
def scalars(draw: st.DrawFn, indent: str) -> str:
    if draw(st.integers(0, 2)):
        comment = draw(st.sampled_from(["", "", f" # c{draw(st.integers(0, 99))}"]))
        return f" {draw(st.sampled_from(INLINE))}{comment}\n"
    inner = indent + "   "
    if draw(st.booleans()):
        text = draw(st.sampled_from(FOLDED))
        return f" {text.format(*[inner] * text.count('{}'))}\n"
    rows = draw(st.lists(st.sampled_from(["text", "# no comment", "a: 1", "  more", "- b"]), min_size=1, max_size=3))
    ends = "\n" * draw(st.integers(1, 3))
    return (
        f" {draw(st.sampled_from(BLOCKS))}\n"
        + "\n".join(f"{inner}{row.lstrip() if not n else row}" for n, row in enumerate(rows))
        + ends
    )


@st.composite
def maps(draw: st.DrawFn, indent: str, depth: int) -> str:
    text = ""
    for name in draw(st.lists(NAMES, min_size=1, max_size=4, unique=True)):
        key = draw(st.sampled_from([name, name, f'"{name}"', f"'{name}'"]))
        text += f"{indent}{key}:{draw(nodes(indent, depth))}{draw(gaps(indent))}"
    return text


@st.composite
def lists(draw: st.DrawFn, indent: str, depth: int) -> str:
    text = ""
    for _ in range(draw(st.integers(1, 3))):
        if depth and draw(st.booleans()):
            text += f"{indent}- {draw(maps(indent + '  ', depth - 1)).removeprefix(indent + '  ')}"
        else:
            text += f"{indent}-{draw(scalars(indent))}{draw(gaps(indent))}"
    return text


@st.composite
def nodes(draw: st.DrawFn, indent: str, depth: int) -> str:
    kind = draw(st.sampled_from("ssmmlle")) if depth else "s"
    comment = draw(st.sampled_from(["", "", f" # c{draw(st.integers(0, 99))}"]))
    deeper = indent + draw(st.sampled_from(["  ", "  ", "    "]))
    if kind == "m":
        return f"{comment}\n{draw(maps(deeper, depth - 1))}"
    if kind == "l":
        return f"{comment}\n{draw(lists(draw(st.sampled_from([indent, deeper])), depth - 1))}"
    return f"{comment}\n" if kind == "e" else draw(scalars(indent))


@st.composite
def gaps(draw: st.DrawFn, indent: str) -> str:
    return draw(st.sampled_from(["", "", "", "\n", f"{indent}# c{draw(st.integers(0, 99))}\n", "\n# c0\n\n"]))


def parses(text: str) -> bool:
    try:
        YAML.values(text)
    except Malformed:
        return False
    return True


@st.composite
def texts(draw: st.DrawFn) -> str:
    head = draw(st.sampled_from(["", "", "# c1\n", "---\n", "anchor: &anchor\n  x: 1\n", "\n"]))
    text = head + draw(maps("", 2) | st.just("")) + draw(st.sampled_from(["", "", "...\n", "# c2\n", "\n\n"]))
    if draw(st.booleans()):
        text = text.removesuffix("\n")
    if "&anchor" not in text:
        text = text.replace("*anchor", "none")
    return text.replace("\n", "\r\n") if draw(st.booleans()) else text


PATHS = st.lists(NAMES, min_size=1, max_size=3).map(tuple) | st.just(OURS)
LEAF = (
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8) | st.just("\x00\x7f\r\n\"'\\#é\x85")
)
VALUES = st.recursive(
    LEAF,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(NAMES | st.text(max_size=3), inner, max_size=3),
    max_leaves=5,
)
PROPERTY = settings(
    max_examples=120, deadline=None, suppress_health_check=[HealthCheck.filter_too_much, HealthCheck.too_slow]
)


def edited(text: str, path: Path, value: Any) -> Edit:
    """The edit, if the text is one that can be edited at this path."""
    assume(parses(text))
    assume(not any("\ud800" <= sign <= "\udfff" for sign in str(value)))
    edit, why = None, ""
    try:
        edit = YAML.put(text, path, value)
    except CannotEdit as wrong:
        why = str(wrong)
    # A block scalar at the very end changes with what comes behind it; else only a container may be in the way.
    assert "no safe place" not in why or not text.endswith("\n")
    assume(edit)
    return edit or Edit("", (), ())


def comments(text: str) -> list[str]:
    return sorted(part.split()[0] for part in text.split("# c")[1:])


@PROPERTY
@given(texts(), PATHS, VALUES)
def test_an_edit_sets_its_value_only_and_can_be_taken_back(text: str, path: tuple[str, ...], value: Any) -> None:
    edit = edited(text, path, value)
    assert take_back(edit.text, edit.undo) == text
    assert same(YAML.values(edit.text), with_value(YAML.values(text), path, value))
    assert ("\r\n" in text) <= ("\n" not in edit.text.replace("\r\n", ""))
    assert YAML.put(edit.text, path, value) == Edit(edit.text, (), ())


@PROPERTY
@given(texts(), PATHS, VALUES)
def test_what_was_added_and_dropped_leaves_no_trace(text: str, path: tuple[str, ...], value: Any) -> None:
    assume(parses(text))
    before = YAML.values(text)
    assume(at(before, path) is MISSING)
    edit = edited(text, path, value)
    dropped = YAML.drop(edit.text, path, edit.made)
    assert comments(dropped) == comments(text)
    after = YAML.values(dropped)
    if made_and_left := [
        n for n in range(1, len(path)) if at(before, path[:n]) is MISSING and at(after, path[:n]) == {}
    ]:
        # A comment further down that is indented like one of the container's counts as such: it stays.
        assert same(without(after, path[: made_and_left[0]]), before)
        return
    assert same(after, before)
    if "null" not in edit.made:  # how a null was written is not known afterwards
        assert dropped == text


@PROPERTY
@given(texts(), PATHS)
def test_a_drop_removes_its_value_only(text: str, path: tuple[str, ...]) -> None:
    # A block that keeps its ends would take in the blank lines behind what goes; that is refused.
    text = text.replace("|+", "|").replace(">+", ">")
    assume(parses(text))
    before = YAML.values(text)
    if "&" in text and at(before, path) is not MISSING:  # what an alias needs cannot go
        return
    dropped = YAML.drop(text, path)
    if at(before, path) is MISSING:
        assert dropped == text
    else:
        assert same(YAML.values(dropped), without(before, path))
