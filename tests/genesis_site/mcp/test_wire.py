"""Raw lines against a real server: the tables in tests/fixtures/wire, and what does not fit in a table."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.genesis_site.mcp.peer import ROOT, Peer

TABLES = sorted((ROOT / "tests/fixtures/wire").glob("*.txt"))
# Sent after every line of a table: whatever a line is, exactly its own answers come before this one's.
MARK = {"jsonrpc": "2.0", "id": "mark", "method": "ping"}


def _fits(expected: Any, got: Any) -> bool:
    """Tell whether `got` has all that `expected` shows."""
    if expected == "*":
        return True
    if isinstance(expected, str) and expected.startswith("~"):
        return isinstance(got, str) and expected[1:] in got
    if isinstance(expected, dict):
        return isinstance(got, dict) and all(k in got and _fits(v, got[k]) for k, v in expected.items())
    if isinstance(expected, list):
        return (
            isinstance(got, list)
            and len(got) == len(expected)
            and all(_fits(e, g) for e, g in zip(expected, got, strict=True))
        )
    return type(got) is type(expected) and bool(got == expected)


def _until_mark(peer: Peer) -> list[Any]:
    peer.send(MARK)
    answers = []
    while (answer := peer.receive()) != {"jsonrpc": "2.0", "id": "mark", "result": {}}:
        answers.append(answer)
    return answers


def _is_queued(line: str) -> bool:
    """Tell whether a worker answers the line, after the mark."""
    return '"tools/call"' in line or '"resources/read"' in line


def _cases(table: Path) -> list[tuple[str, list[Any], bool]]:
    """Return (line, expected answers, expected at the end) of a table."""
    cases: list[tuple[str, list[Any], bool]] = []
    for line in table.read_text(encoding="utf-8").splitlines():
        if line.startswith(">"):
            cases.append((line, [], False))
        elif line.startswith("<end "):
            cases.append((line, [json.loads(line[5:])], True))
        elif line.startswith("<"):
            cases[-1][1].append(json.loads(line[1:]))
    return cases


def _bytes(line: str) -> bytes:
    if line.startswith(">>"):
        return line[3:].encode("latin-1").decode("unicode_escape").encode("latin-1") + b"\n"
    return line[2:].encode() + b"\n"


@pytest.mark.parametrize("table", TABLES, ids=lambda table: table.stem)
def test_every_line_of_the_table_gets_its_answer(table: Path, peer: Peer) -> None:
    at_the_end = []
    for line, expected, is_end in _cases(table):
        if is_end:
            at_the_end += expected
            continue
        peer.send(_bytes(line))
        answers = [peer.receive()] if _is_queued(line) and expected else _until_mark(peer)
        assert len(answers) == len(expected), (line, answers)
        assert all(_fits(e, a) for e, a in zip(expected, answers, strict=True)), (line, answers)
    rest = peer.end()
    assert len(rest) == len(at_the_end)
    assert all(_fits(e, a) for e, a in zip(at_the_end, rest, strict=True)), rest


@pytest.mark.parametrize("depth", [2_000, 200_000])
@pytest.mark.parametrize(("opening", "closing"), [("[", "]"), ('{"a":', "}")])
def test_deep_nesting_is_an_error_and_not_the_end(peer: Peer, depth: int, opening: str, closing: str) -> None:
    deep = (opening * depth + "1" + closing * depth).encode()
    peer.send(b'{"jsonrpc":"2.0","id":1,"method":"ping","params":{"x":' + deep + b"}}\n")
    answer = peer.receive()
    # Newer interpreters can read 2,000 levels; then it is an ordinary request.
    assert answer.get("result") == {} or answer["error"]["code"] == -32700
    assert peer.ask("ping")["result"] == {}


def test_a_number_of_thousands_of_digits_is_an_error_and_not_the_end(peer: Peer) -> None:
    peer.send(b'{"jsonrpc":"2.0","id":' + b"9" * 10_000 + b',"method":"ping"}\n')
    assert peer.receive()["error"]["code"] == -32700
    assert peer.ask("ping")["result"] == {}


def test_a_line_over_the_limit_is_refused_and_the_next_one_read(peer: Peer) -> None:
    piece = b"x" * (1024 * 1024)
    peer.send(b'{"jsonrpc":"2.0","id":1,"method":"ping","params":{"x":"')
    for _ in range(33):
        peer.send(piece)
    peer.send(b'"}}\n{"jsonrpc":"2.0","id":2,"method":"ping"}\n')
    refusal = peer.receive()
    assert refusal["id"] is None
    assert refusal["error"]["code"] == -32600
    assert "32 MB" in refusal["error"]["message"]
    assert peer.receive() == {"jsonrpc": "2.0", "id": 2, "result": {}}


def test_a_line_just_under_the_limit_is_read(peer: Peer) -> None:
    text = "é" * (15 * 1024 * 1024)
    peer.send({"jsonrpc": "2.0", "id": 1, "method": "ping", "params": {"x": text[: 5 * 1024 * 1024]}})
    assert peer.receive() == {"jsonrpc": "2.0", "id": 1, "result": {}}


def test_a_message_may_come_byte_by_byte(peer: Peer) -> None:
    for byte in '{"jsonrpc":"2.0","id":"ü","method":"ping"}\r\n'.encode():
        peer.send(bytes([byte]))
    assert peer.receive() == {"jsonrpc": "2.0", "id": "ü", "result": {}}


def test_many_messages_may_come_in_one_write_and_the_last_without_a_newline(peer: Peer) -> None:
    lines = [json.dumps({"jsonrpc": "2.0", "id": n, "method": "ping"}) for n in range(500)]
    peer.send("\n".join(lines).encode())
    answers = peer.end()
    assert [answer["id"] for answer in answers] == list(range(500))


def test_replies_are_ascii_lines_whatever_they_hold(start: Callable[..., Peer]) -> None:
    peer = start()
    peer.initialize()
    value = peer.call("odd", what="surrogate")["structuredContent"]["value"]
    assert value == "a\ud800b\u2028c"
    sent = peer.call("echo", text="lone \ud83d and pair \ud83d\ude00")["structuredContent"]["sent"]["text"]
    assert sent == "lone \ufffd and pair 😀"


def test_a_reply_of_megabytes_arrives_whole(peer: Peer) -> None:
    assert len(peer.call("odd", what="large")["structuredContent"]["value"]) == 2_000_000
