"""Bytes to lines, however they are cut."""

from __future__ import annotations

import os
from itertools import pairwise
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from genesis_site.mcp.streams import Lines, Output


def _fed(portions: list[bytes], limit: int = 1000) -> list[bytes | None]:
    lines = Lines(limit)
    return [line for portion in portions for line in lines.feed(portion)] + lines.end()


def _cut(whole: bytes, places: list[int]) -> list[bytes]:
    edges = [0, *sorted({place % (len(whole) + 1) for place in places}), len(whole)]
    return [whole[start:end] for start, end in pairwise(edges)]


@given(st.lists(st.binary(max_size=30)), st.lists(st.integers(min_value=0)))
def test_lines_are_the_same_however_the_bytes_are_cut(lines: list[bytes], places: list[int]) -> None:
    whole = b"\n".join(lines)
    assert _fed(_cut(whole, places), limit=20) == _fed([whole], limit=20)


def test_blank_lines_crlf_and_a_byte_order_mark_are_nothing() -> None:
    assert _fed([b"\xef\xbb\xbfa\r\n\r\n  \n b \n\xef\xbb\xbfc"]) == [b"a", b"b", b"\xef\xbb\xbfc"]


def test_a_line_over_the_limit_is_none_and_the_next_is_read() -> None:
    assert _fed([b"x" * 9, b"y" * 9, b"\nok\n"], limit=10) == [None, b"ok"]
    assert _fed([b"x" * 10 + b"\n" + b"y" * 11], limit=10) == [b"x" * 10, None]


def test_output_says_once_that_nobody_reads_and_is_silent_then() -> None:
    reading, writing = os.pipe()
    os.close(reading)
    told: list[None] = []
    output = Output(writing, lambda: told.append(None))
    output.send({"a": 1})
    output.send({"a": 2})
    os.close(writing)
    assert told == [None]


def test_a_reply_that_cannot_be_written_becomes_an_error_with_its_id(tmp_path: Path) -> None:
    path = tmp_path / "out"
    writing = os.open(path, os.O_WRONLY | os.O_CREAT)
    Output(writing, lambda: None).send({"jsonrpc": "2.0", "id": 5, "result": {"x": float("nan")}})
    os.close(writing)
    assert b'"id":5' in path.read_bytes()
    assert b"-32603" in path.read_bytes()
