"""The marker block in program texts, and `.env` files."""

from __future__ import annotations

import re

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from clients.editors.block import block
from clients.editors.contract import CannotEdit, Edit, Item, Path
from clients.editors.dotenv import DOTENV
from clients.editors.undo import take_back

LISP = block(";;")
START, END = ";; >>> genesis-memory >>>", ";; <<< genesis-memory <<<"
OURS = f"{START}\n(ours)\n{END}\n"

WRITTEN = {
    "an empty text": ("", OURS),
    "at the end": ("(mine)\n", f"(mine)\n\n{OURS}"),
    "no final newline": ("(mine)", f"(mine)\n\n{OURS[:-1]}"),
    "CRLF": ("(mine)\r\n", f"(mine)\n\n{OURS}".replace("\n", "\r\n")),
    "in its place": (f"(a)\n{START}\n(old)\n(older)\n{END}\n(b)\n", f"(a)\n{OURS}(b)\n"),
    "in an empty one": (f"{START}\n{END}", OURS[:-1]),
    "in the first of several": (f"(a)\n\n{OURS}(b)\n\n{OURS}{OURS}\n{OURS[:-1]}", f"(a)\n\n{OURS}(b)"),
    "the same": (f"{OURS}\n(b)", f"{OURS}\n(b)"),
}


@pytest.mark.parametrize(("before", "after"), WRITTEN.values(), ids=WRITTEN)
def test_the_block_is_written(before: str, after: str) -> None:
    edit = LISP.put(before, "(ours)")
    assert edit.text == after
    assert take_back(edit.text, edit.undo) == before
    assert LISP.body(edit.text) == "(ours)"
    assert LISP.put(edit.text, "(ours)\n") == Edit(edit.text, (), ())


DROPPED = {
    "with the blank line in front": (f"(a)\n\n{OURS}\n(b)\n", "(a)\n\n(b)\n"),
    "at the top with the one behind": (f"{OURS}\n(b)\n", "(b)\n"),
    "at the end": (f"(a)\n{OURS[:-1]}", "(a)"),
    "every one": (f"{OURS}(a)\r\n\r\n{OURS}", "(a)\r\n"),
    "none": ("(a)\n", "(a)\n"),
    "not those of another comment sign": (OURS.replace(";;", "#"), OURS.replace(";;", "#")),
}


@pytest.mark.parametrize(("before", "after"), DROPPED.values(), ids=DROPPED)
def test_the_block_is_dropped(before: str, after: str) -> None:
    assert LISP.drop(before) == after


@pytest.mark.parametrize(
    ("text", "line"),
    [
        (f"a\n{START}\nb\n", 2),
        (f"a\n\n{END}\n", 3),
        (f"{OURS}{START}\n{START}\n{END}\n", 4),
        (f"{OURS}\n  {END}  \n", 5),
    ],
)
def test_a_mark_without_its_counterpart_is_left_to_the_person(text: str, line: int) -> None:
    for action in (lambda: LISP.put(text, "x"), lambda: LISP.drop(text), lambda: LISP.body(text)):
        with pytest.raises(CannotEdit, match=f"line {line}:"):
            action()


def test_lines_with_a_mark_are_not_written() -> None:
    with pytest.raises(CannotEdit):
        LISP.put("", f"a\n{END}")


def test_without_a_block_there_is_no_body() -> None:
    assert LISP.body("(a)\n") is None
    assert LISP.body(f"{START}\n{END}\n") == ""
    assert LISP.body(f"{START}\r\n(a)\r\n(b)\r\n{END}\r\n") == "(a)\n(b)"


LINES = st.lists(st.sampled_from(["(mine)", "", "  ", ";; note", "é", "\t"]), max_size=6)
NEWLINES, ENDS = st.sampled_from(["\n", "\r\n"]), st.sampled_from(["", "\n"])


@given(LINES, NEWLINES, ENDS, LINES)
def test_a_block_that_is_dropped_leaves_no_trace(lines: list[str], newline: str, end: str, body: list[str]) -> None:
    text = ("\n".join(lines) + end).replace("\n", newline)
    edit = LISP.put(text, "\n".join([*body, "x"]))
    assert take_back(edit.text, edit.undo) == text
    assert LISP.drop(edit.text) == text
    assert LISP.body(edit.text) == "\n".join([*body, "x"])


# --- dotenv ---

SET: dict[str, tuple[str, str, str]] = {
    "an empty text": ("", "v", "NAME=v\n"),
    "at the end": ("# mine\nA=1\n", "v", "# mine\nA=1\nNAME=v\n"),
    "no final newline": ("A=1", "v", "A=1\nNAME=v"),
    "CRLF": ("A=1\r\n", "v", "A=1\r\nNAME=v\r\n"),
    "in its place": ("NAME=old # why\nA=1\n", "v", "NAME=v # why\nA=1\n"),
    "the last of several": ("NAME=1\nNAME=2\nA=1\n", "v", "NAME=1\nNAME=v\nA=1\n"),
    "with export": ("export NAME=old\n", "v", "export NAME=v\n"),
    "with spaces": ("  NAME = old\n", "v", "  NAME = v\n"),
    "an empty one with a comment": ("NAME= # none\n", "v", "NAME=v # none\n"),
    "in double quotes": ('NAME="old"\n', "v", 'NAME="v"\n'),
    "in single quotes": ("NAME='old' # why\n", "a$b", "NAME='a$b' # why\n"),
    "single quotes that cannot hold it": ("NAME='old'\n", "it's", 'NAME="it\'s"\n'),
    "an address": ("", "http://127.0.0.1:8000/v1?a=b", 'NAME="http://127.0.0.1:8000/v1?a=b"\n'),
    "a plain address": ("", "http://127.0.0.1:8000/v1", "NAME=http://127.0.0.1:8000/v1\n"),
    "with signs": ("", 'a b#"\\$\n', 'NAME="a b#\\"\\\\\\$\\n"\n'),
    "nothing": ("NAME=old\n", "", "NAME=\n"),
    "beside a value of several lines": ('A="x\nNAME=1\n"\n', "v", 'A="x\nNAME=1\n"\nNAME=v\n'),
    "of several lines": ("NAME='old\nA=1\n'\nB=2\n", "v", "NAME='v'\nB=2\n"),
    "beside a quote that stays open": ("A='x\nNAME=1\n", "v", "A='x\nNAME=v\n"),
    "beside one whose value goes on behind its quotes": ("A='x'y\nNAME=1\n", "v", "A='x'y\nNAME=v\n"),
    "not one of a similar name": ("NAME_=1\nMY_NAME=2\n#NAME=3\n", "v", "NAME_=1\nMY_NAME=2\n#NAME=3\nNAME=v\n"),
}


@pytest.mark.parametrize(("before", "value", "after"), SET.values(), ids=SET)
def test_a_variable_is_set(before: str, value: str, after: str) -> None:
    edit = DOTENV.put(before, ("NAME",), value)
    assert edit.text == after
    assert take_back(edit.text, edit.undo) == before
    assert DOTENV.values(edit.text)["NAME"] == value
    assert DOTENV.put(edit.text, ("NAME",), value) == Edit(edit.text, (), ())


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("A=1\nNAME=v\n", "A=1\n"),
        ("NAME='a\nb'\nexport NAME=2\n# end", "# end"),
        ("A=1\r\nNAME=v", "A=1"),
        ("A=1\n", "A=1\n"),
    ],
)
def test_a_variable_is_dropped(before: str, after: str) -> None:
    assert DOTENV.drop(before, ("NAME",)) == after


@pytest.mark.parametrize("path", [(), ("a b",), ("1A",), ("A", "B"), ("A\n",), (Item("a", "b"),)])
def test_what_is_no_name_of_a_variable_is_refused(path: Path) -> None:
    for action in (lambda: DOTENV.put("", path, "x"), lambda: DOTENV.drop("", path)):
        with pytest.raises(CannotEdit):
            action()


def test_a_quote_that_would_be_closed_by_the_new_value_is_left_alone() -> None:
    with pytest.raises(CannotEdit):
        DOTENV.put("A='open\nNAME='x'\n", ("NAME",), " # y")


@pytest.mark.parametrize("value", [1, None, ["a"], "a\0"])
def test_what_is_no_value_of_a_variable_is_refused(value: object) -> None:
    with pytest.raises(CannotEdit):
        DOTENV.put("", ("NAME",), value)


def test_the_snippet_is_the_line() -> None:
    assert DOTENV.snippet(("NAME",), "a b") == 'NAME="a b"\n'


ROWS = st.lists(
    st.sampled_from(
        [
            "A=1",
            "export NAME=2",
            "NAME = 'x' # c",
            'B="a\nNAME=4\n"',
            "# NAME=3",
            "",
            "NAME=",
            "NAME=#",
            "junk",
        ]
    ),
    max_size=6,
)


@given(ROWS, NEWLINES, ENDS, st.text(max_size=8) | st.sampled_from(["a b", "#", "'", '"', "\\", "$", "\r\n"]))
def test_a_variable_that_is_set_changes_nothing_else(rows: list[str], newline: str, end: str, value: str) -> None:
    text = ("\n".join(rows) + end).replace("\n", newline)
    assume("\0" not in value)
    edit = DOTENV.put(text, ("NAME",), value)
    assert take_back(edit.text, edit.undo) == text
    assert DOTENV.values(edit.text) == {**DOTENV.values(text), "NAME": value}
    dropped = DOTENV.drop(edit.text, ("NAME",))
    assert DOTENV.values(dropped) == {name: one for name, one in DOTENV.values(text).items() if name != "NAME"}
    assert re.findall("#.*", dropped) == re.findall("#.*", DOTENV.drop(text, ("NAME",)))
