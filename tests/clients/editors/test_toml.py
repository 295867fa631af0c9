"""The TOML editor: one key changes, every other byte stays."""

from __future__ import annotations

import re
import tomllib
from typing import Any

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from clients.editors.contract import MISSING, CannotEdit, Element, Item, Malformed, Path, at
from clients.editors.splice import same, with_value, without
from clients.editors.toml import TOML
from clients.editors.undo import take_back

OURS = ("mcp_servers", "genesis")
ENTRY = {"command": "/opt/genesis", "args": ["mcp", "--client", "codex"]}
BLOCK = '[mcp_servers.genesis]\ncommand = "/opt/genesis"\nargs = ["mcp", "--client", "codex"]\n'
INLINE = '{ command = "/opt/genesis", args = ["mcp", "--client", "codex"] }'

ADDED = {
    "an empty text": ("", BLOCK),
    "a text without tables": ("a = 1\n", "a = 1\n\n" + BLOCK),
    "no final newline": ("a = 1", "a = 1\n\n" + BLOCK[:-1]),
    "CRLF": ("a = 1\r\n", ("a = 1\n\n" + BLOCK).replace("\n", "\r\n")),
    "beside another server": ("[mcp_servers.other]\nurl = 'x'\n", "[mcp_servers.other]\nurl = 'x'\n\n" + BLOCK),
    "a comment at the end": ("# only this\n", "# only this\n\n" + BLOCK),
    "dotted keys beside it": ("mcp_servers.other.url = 'x'\n", "mcp_servers.other.url = 'x'\n\n" + BLOCK),
    "an inline table": (
        "mcp_servers = { a = { b = 1 } } # mine\n",
        f"mcp_servers = {{ a = {{ b = 1 }}, genesis = {INLINE} }} # mine\n",
    ),
    "an empty inline table": ("mcp_servers = {}\n", f"mcp_servers = {{ genesis = {INLINE} }}\n"),
}


@pytest.mark.parametrize(("before", "after"), ADDED.values(), ids=ADDED)
def test_a_missing_entry_is_added(before: str, after: str) -> None:
    edit = TOML.put(before, OURS, ENTRY)
    assert edit.text == after
    assert take_back(edit.text, edit.undo) == before
    assert TOML.drop(edit.text, OURS, edit.made) == before


NESTED = {
    "within a table": ("[app]\nservers = {}\n", "[app]\nservers = { mine.genesis = { a = 1 } }\n"),
    "within dotted keys": ("app.servers = {x = 1}\n", "app.servers = {x = 1, mine.genesis = { a = 1 }}\n"),
    "within another": ("app = {servers={x=1}}\n", "app = {servers={x=1, mine.genesis = { a = 1 }}}\n"),
    "of dotted members": ("app = {servers.x=1}\n", "app = {servers.x=1, servers.mine.genesis = { a = 1 }}\n"),
}


@pytest.mark.parametrize(("before", "after"), NESTED.values(), ids=NESTED)
def test_an_inline_table_is_added_to_where_it_stands(before: str, after: str) -> None:
    path = ("app", "servers", "mine", "genesis")
    edit = TOML.put(before, path, {"a": 1})
    assert edit.text == after
    assert TOML.drop(edit.text, path, edit.made) == before


def test_maps_within_the_entry_become_sub_tables() -> None:
    entry = {"command": "x", "env": {"A": "1"}, "none": {}}
    edit = TOML.put("a = 1\n", OURS, entry)
    header = "[mcp_servers.genesis"
    assert edit.text == f'a = 1\n\n{header}]\ncommand = "x"\n\n{header}.env]\nA = "1"\n\n{header}.none]\n'
    assert TOML.drop(edit.text, OURS, edit.made) == "a = 1\n"


LEAVES = {
    "replaced": ("[t]\nk = 1 # why\nb = 2\n", "[t]\nk = true # why\nb = 2\n"),
    "replaced over several lines": ('[t]\nk = """\n[t]\nk = 2\n"""\nb = 2\n', "[t]\nk = true\nb = 2\n"),
    "replaced array with comments": ("[t]\nk = [\n  1, # ]\n]\n", "[t]\nk = true\n"),
    "replaced in an inline table": ("t = { a = '}', k = [1] }\n", "t = { a = '}', k = true }\n"),
    "replaced behind dotted keys": ("t.k = 1\n", "t.k = true\n"),
    "after the last of its table": ("[t]\na = 1\n\n# b\n[b]\n", "[t]\na = 1\nk = true\n\n# b\n[b]\n"),
    "indented like it": ("[t]\n  a = 1\n[b]\n", "[t]\n  a = 1\n  k = true\n[b]\n"),
    "under a bare header": ("[t]\n\n[b]\n", "[t]\nk = true\n\n[b]\n"),
    "under a bare header at the end": ("[ 't' ]", "[ 't' ]\nk = true"),
    "beside dotted keys": ("[x]\n[y]\n", "[x]\n[y]\n\n[t]\nk = true\n"),
    "behind dotted keys": ("t.a = 1\nb = 2\n", "t.a = 1\nt.k = true\nb = 2\n"),
    "behind dotted keys with a sub-table": ("t.a = 1\n[t.b]\nc = 1\n", "t.a = 1\nt.k = true\n[t.b]\nc = 1\n"),
    "where only a sub-table is": ("[t.sub]\na = 1\n", "[t.sub]\na = 1\n\n[t]\nk = true\n"),
}


@pytest.mark.parametrize(("before", "after"), LEAVES.values(), ids=LEAVES)
def test_one_value_of_a_table_is_set(before: str, after: str) -> None:
    edit = TOML.put(before, ("t", "k"), value=True)
    assert edit.text == after
    assert take_back(edit.text, edit.undo) == before


TOP = {
    "after the last": ("a = 1\n\n[t]\n", "a = 1\nk = 1\n\n[t]\n"),
    "in front of all tables": ("# top\n[t]\n", "k = 1\n# top\n[t]\n"),
    "at the end of comments": ("# top", "# top\nk = 1"),
    "in an empty text": ("", "k = 1\n"),
}


@pytest.mark.parametrize(("before", "after"), TOP.values(), ids=TOP)
def test_a_value_of_the_document_itself_is_set(before: str, after: str) -> None:
    edit = TOML.put(before, ("k",), 1)
    assert edit.text == after
    assert TOML.drop(edit.text, ("k",), edit.made) == before


REPLACED = {
    "its header and comment stay": (
        "[a]\n[mcp_servers.'genesis'] # ours\nold = 1\n# old\nolder = 2\n# behind\n\n[b]\n",
        "[a]\n[mcp_servers.'genesis'] # ours\nnew = 1\n# behind\n\n[b]\n",
    ),
    "its sub-tables go": (
        "[mcp_servers.genesis]\nold = 1\n\n[b]\n\n[mcp_servers.genesis.env]\nx = 1\n\n[[mcp_servers.genesis.tools]]\n",
        "[mcp_servers.genesis]\nnew = 1\n\n[b]\n",
    ),
    "dotted keys become a table": (
        "[mcp_servers]\ngenesis.old = 1\na.b = 1\n",
        "[mcp_servers]\na.b = 1\n\n[mcp_servers.genesis]\nnew = 1\n",
    ),
    "an inline table stays one": (
        "[mcp_servers]\ngenesis = { old = 1 } # ours\n",
        "[mcp_servers]\ngenesis = { new = 1 } # ours\n",
    ),
    "an array of tables becomes a table": (
        "[[mcp_servers.genesis]]\na = 1\n[[mcp_servers.genesis]]\na = 2\n[b]\n",
        "[b]\n\n[mcp_servers.genesis]\nnew = 1\n",
    ),
    "dotted members become one": (
        "mcp_servers = { genesis.a = 1, genesis.b = 2, x = 1, genesis.c = 3 }\n",
        "mcp_servers = { x = 1, genesis = { new = 1 } }\n",
    ),
}


@pytest.mark.parametrize(("before", "after"), REPLACED.values(), ids=REPLACED)
def test_an_entry_is_replaced_as_a_whole(before: str, after: str) -> None:
    edit = TOML.put(before, OURS, {"new": 1})
    assert edit.text == after
    assert edit.made == ()
    assert take_back(edit.text, edit.undo) == before


DROPPED = {
    "the one blank line in front goes with it": ("a = 1\n\n" + BLOCK + "\n[b]\n", "a = 1\n\n[b]\n"),
    "at the top the one behind": (BLOCK + "\n[b]\n", "[b]\n"),
    "what is said above the next table stays": (BLOCK + "\n# about b\n[b]\n", "# about b\n[b]\n"),
    "scattered parts": (
        "[mcp_servers.genesis.env]\nA = '1'\n[b]\n\n['mcp_servers'.\"gen\\u0065sis\"]\nx = 1\n",
        "[b]\n",
    ),
    "dotted keys": ("mcp_servers.genesis.a = 1\nb = 2\nmcp_servers.genesis.c = 3", "b = 2"),
    "the first member": ("mcp_servers = { genesis = {}, a = 1 }\n", "mcp_servers = { a = 1 }\n"),
    "the last member": ("mcp_servers = { a = 1, genesis = {} }\n", "mcp_servers = { a = 1 }\n"),
    "the only member": ("mcp_servers = { genesis = {} }\n", "mcp_servers = {}\n"),
    "nothing of a similar name": ("[mcp_servers.genesis2]\n", "[mcp_servers.genesis2]\n"),
    "nothing within a string": ('a = """\n[mcp_servers.genesis]\n"""\n', 'a = """\n[mcp_servers.genesis]\n"""\n'),
}


@pytest.mark.parametrize(("before", "after"), DROPPED.values(), ids=DROPPED)
def test_an_entry_is_dropped(before: str, after: str) -> None:
    assert TOML.drop(before, OURS) == after


PRUNED = {
    "made and empty": ("a = 1\n\n[t]\nk = 1\n", ("absent",), "a = 1\n"),
    "not made by us": ("a = 1\n\n[t]\nk = 1\n", (), "a = 1\n\n[t]\n"),
    "no longer empty": ("[t]\nk = 1\nb = 2\n", ("absent",), "[t]\nb = 2\n"),
    "with a comment": ("[t] # mine\nk = 1\n", ("absent",), "[t] # mine\n"),
    "with a comment below": ("[t]\n# mine\nk = 1\n", ("absent",), "[t]\n# mine\n"),
    "inline": ("t = {k = 1}\n", ("absent",), ""),
}


@pytest.mark.parametrize(("before", "made", "after"), PRUNED.values(), ids=PRUNED)
def test_an_emptied_table_goes_only_if_it_was_made_by_us(before: str, made: tuple[str, ...], after: str) -> None:
    assert TOML.drop(before, ("t", "k"), made) == after


def test_what_was_made_is_told() -> None:
    assert TOML.put("", OURS, ENTRY).made == ("absent",)
    assert TOML.put("[mcp_servers]\n", OURS, ENTRY).made == ()
    assert TOML.put("", (*OURS, "a"), 1).made == ("absent", "absent")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[[mcp_servers]]\nname = 'x'\n", "mcp_servers is a list, not a map"),
        ("mcp_servers = 'x'\n", "mcp_servers is a string, not a map"),
        ("mcp_servers = 1\n", "mcp_servers is a number, not a map"),
    ],
)
def test_a_container_of_another_type_is_left_alone(text: str, message: str) -> None:
    with pytest.raises(CannotEdit, match=message):
        TOML.put(text, OURS, ENTRY)
    assert TOML.drop(text, OURS) == text


@pytest.mark.parametrize("path", [(), ("a", Item("name", "x")), ("a", Element(1))])
def test_a_path_that_toml_does_not_have_is_refused(path: Path) -> None:
    with pytest.raises(CannotEdit):
        TOML.put("", path, {})


@pytest.mark.parametrize("value", [None, [None], {"a": object()}, "\ud800", {"\udfff": 1}])
def test_a_value_that_toml_does_not_have_is_refused(value: Any) -> None:
    with pytest.raises(CannotEdit):
        TOML.put("", ("a", "b"), value)


@pytest.mark.parametrize(
    ("text", "line", "column"),
    [("a = 1\nb = = 2\n", 2, 5), ("a = [1,\n", 2, 1), ("a = 1\na = 2\n", 2, 6), ("a = 1\r", 1, 6)],
)
def test_a_malformed_text_is_named_with_its_place(text: str, line: int, column: int) -> None:
    for action in (lambda: TOML.values(text), lambda: TOML.put(text, OURS, {}), lambda: TOML.drop(text, OURS)):
        with pytest.raises(Malformed) as wrong:
            action()
        assert (wrong.value.line, wrong.value.column) == (line, column)


@pytest.mark.parametrize(
    "text",
    ["a = " + "[" * 100_000, "a = " + "[" * 300 + "]" * 300, "a." * 500_000 + "b = 1", "[" + '"a".' * 201 + "b]"],
)
def test_a_text_that_nests_too_deep_is_malformed(text: str) -> None:
    with pytest.raises(Malformed):
        TOML.values(text)


def test_an_integer_too_long_for_python_is_malformed() -> None:
    with pytest.raises(Malformed):
        TOML.values("a = " + "9" * 5000)


def test_a_text_of_one_megabyte_is_edited() -> None:
    text = "".join(f'[table.number{n}] # {n}\nname = "some text"\nrows = [1, 2, 3]\n\n' for n in range(16_000))
    assert len(text) > 1_000_000
    edit = TOML.put(text, OURS, ENTRY)
    assert edit.text == f"{text}\n{BLOCK}"
    assert TOML.drop(edit.text, OURS, edit.made) == text


def test_the_snippet_is_what_an_empty_text_would_get() -> None:
    assert TOML.snippet(OURS, ENTRY) == BLOCK
    assert TOML.snippet((*OURS, "command"), "x") == '[mcp_servers.genesis]\ncommand = "x"\n'
    assert TOML.snippet(("command",), "x") == 'command = "x"\n'


# --- properties, over generated texts ---

KEYS = ["a", "b", "mcp_servers", "genesis", "env", "x-y", "two words", "a.b", "é", ""]
NAMES = st.sampled_from(KEYS)
SCALARS = [
    *("1", "-0.0", "nan", "true", "1979-05-27 07:32:00", "'it # is'", '"a \\" ] } # b"', '""', "''"),
    *('"""\n[mcp_servers.genesis]\n"""', '"""a"""""', "'''\n# no comment\n'''", '"""\\\n  x\\""""', "'''''x'''"),
    *("[]", "[ 1, 2 ]", "[\n  1, # one ]\n\n  '[', # two\n]", "[{a = 1}, {b.c = '}'}]", "{}", "{ }"),
]


@st.composite
def keys(draw: st.DrawFn, most: int = 2) -> str:
    parts = draw(st.lists(NAMES, min_size=1, max_size=most))
    dot = draw(st.sampled_from([".", ".", " . "]))
    return dot.join(draw(spellings(part)) for part in parts)


def spellings(name: str) -> st.SearchStrategy[str]:
    bare = [name] if name.isascii() and name.replace("-", "_").isidentifier() else []
    escaped = '"' + "".join(f"\\u{ord(sign):04x}" for sign in name) + '"'
    return st.sampled_from([*bare, *bare, f'"{name}"', f"'{name}'", escaped])


@st.composite
def values(draw: st.DrawFn) -> str:
    if draw(st.integers(0, 3)):
        return draw(st.sampled_from(SCALARS))
    pairs = draw(st.lists(st.tuples(keys(), st.sampled_from(SCALARS)), max_size=3))
    inner = draw(st.sampled_from([", ", ","])).join(f"{key} = {value}" for key, value in pairs)
    return draw(st.sampled_from([f"{{ {inner} }}", f"{{{inner}}}"]))


@st.composite
def lines(draw: st.DrawFn) -> str:
    indent = draw(st.sampled_from(["", "", "  ", "\t"]))
    comment = draw(st.sampled_from(["", "", f" # c{draw(st.integers(0, 999))}"]))
    kind = draw(st.sampled_from("pppphhac bb"))
    if kind == "p":
        return f"{indent}{draw(keys())}{draw(st.sampled_from([' = ', '=']))}{draw(values())}{comment}"
    if kind == "h":
        return f"{indent}[{draw(keys(3))}]{comment}"
    if kind == "a":
        return f"{indent}[[{draw(keys())}]]{comment}"
    return indent + comment if kind == "c" else ""


def parses(text: str) -> bool:
    try:
        tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        return False
    return True


@st.composite
def texts(draw: st.DrawFn) -> str:
    """Lines are taken as long as the whole stays valid, so that few attempts are lost."""
    text = ""
    for line in draw(st.lists(lines(), max_size=12)):
        longer = f"{text}{line}\n"
        text = longer if parses(longer) else text
    text = text.removesuffix("\n") if draw(st.booleans()) else text
    return text.replace("\n", "\r\n") if draw(st.booleans()) else text


PATHS = st.lists(NAMES, min_size=1, max_size=3).map(tuple) | st.just(OURS)
LEAF = st.booleans() | st.integers(-9, 9**15) | st.floats() | st.text(max_size=8) | st.just("\x00\x7f\r\n\"'\\#é")
VALUES = st.recursive(
    LEAF | st.lists(LEAF, max_size=3),
    lambda inner: st.dictionaries(NAMES | st.text(max_size=3), inner, max_size=3),
    max_leaves=5,
)
PROPERTY = settings(max_examples=250, deadline=None, suppress_health_check=[HealthCheck.filter_too_much])


def editable(text: str, path: tuple[str, ...], value: Any) -> Any:
    """The edit; only a container of the wrong type may prevent it."""
    found = TOML.values(text)
    assume(all(isinstance(at(found, path[:n]), dict) or at(found, path[:n]) is MISSING for n in range(1, len(path))))
    assume(not any("\ud800" <= sign <= "\udfff" for sign in str(value)))
    return TOML.put(text, path, value)


def comments(text: str) -> list[str]:
    return sorted(part.split()[0] for part in text.split("# c")[1:])


@PROPERTY
@given(texts(), PATHS, VALUES)
def test_an_edit_sets_its_value_only_and_can_be_taken_back(text: str, path: tuple[str, ...], value: Any) -> None:
    edit = editable(text, path, value)
    assert take_back(edit.text, edit.undo) == text
    assert same(TOML.values(edit.text), with_value(TOML.values(text), path, value))
    assert ("\r\n" in text) <= ("\n" not in edit.text.replace("\r\n", ""))
    assert TOML.put(edit.text, path, value) == type(edit)(edit.text, (), ())


@PROPERTY
@given(texts(), PATHS, VALUES)
def test_what_was_added_and_dropped_leaves_no_trace(text: str, path: tuple[str, ...], value: Any) -> None:
    before = TOML.values(text)
    assume(at(before, path) is MISSING)
    edit = editable(text, path, value)
    dropped = TOML.drop(edit.text, path, edit.made)
    assert comments(dropped) == comments(text)
    assert same(TOML.values(dropped), before)
    # Not known afterwards: whether an empty inline table had space within, and whether a table had its own header
    # before a value was put under it.
    if isinstance(value, dict):
        assert re.sub(r"\{ +\}", "{}", dropped) == re.sub(r"\{ +\}", "{}", text)


@PROPERTY
@given(texts(), PATHS)
def test_a_drop_removes_its_value_only(text: str, path: tuple[str, ...]) -> None:
    before = TOML.values(text)
    dropped = TOML.drop(text, path)
    if at(before, path) is MISSING:
        assert dropped == text
        return
    expected = without(before, path)
    after = TOML.values(dropped)
    for length in range(len(path) - 1, 0, -1):  # a table that only our keys held up
        if at(expected, path[:length]) == {} and at(after, path[:length]) is MISSING:
            expected = without(expected, path[:length])
    assert same(after, expected)
    assert set(comments(dropped)) <= set(comments(text))
