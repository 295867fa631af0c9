"""tools/call through a real server: results, errors, order, cancellation, progress, roots, loading."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.genesis_site.mcp.peer import STATELESS, Peer, wait_for_file

Start = Callable[..., Peer]


def _text(result: dict[str, Any]) -> str:
    (content,) = result["content"]
    assert content["type"] == "text"
    return str(content["text"])


def test_a_result_is_text_and_structure(peer: Peer) -> None:
    peer.initialize()
    result = peer.call("echo", text="Straße")
    assert _text(result) == '{"sent":{"text":"Straße"}}'
    assert result["structuredContent"] == {"sent": {"text": "Straße"}}
    assert "isError" not in result


def test_a_tool_may_word_its_text_itself(peer: Peer) -> None:
    peer.initialize()
    result = peer.call("count")
    assert _text(result) == "counted"
    assert result["structuredContent"] == {}


@pytest.mark.parametrize("version", ["2024-11-05", "2025-03-26"])
def test_old_protocols_get_text_only(peer: Peer, version: str) -> None:
    peer.initialize(version)
    assert set(peer.call("echo", text="x")) == {"content"}


def test_wrong_arguments_are_told_to_the_model_all_at_once(peer: Peer) -> None:
    result = peer.call("echo", kind="desicion", limit=99, txet="x")
    assert result["isError"] is True
    assert "structuredContent" not in result
    assert _text(result).splitlines() == [
        "echo: 4 problems with the arguments:",
        "- kind must be one of decision, fact, outcome; you sent 'desicion'; did you mean 'decision'?",
        "- limit must be between 1 and 50; you sent 99",
        "- unknown argument 'txet'; did you mean 'text'?",
        "- text is required",
    ]


@pytest.mark.parametrize(
    ("how", "message"),
    [("tool", "the tool could not"), ("input", "the input is no good; send another")],
)
def test_a_failure_with_a_message_is_told_to_the_model(peer: Peer, how: str, message: str) -> None:
    result = peer.call("fail", how=how)
    assert result == {"content": [{"type": "text", "text": message}], "isError": True}
    assert "Traceback" not in peer.log()


@pytest.mark.parametrize("how", ["bug", "exit", "keyboard"])
def test_a_bug_is_not_shown_to_the_model_and_does_not_end_the_server(peer: Peer, how: str) -> None:
    result = peer.call("fail", how=how)
    assert result["isError"] is True
    assert "genesis doctor" in _text(result)
    assert "secret" not in _text(result)
    assert peer.call("echo", text="x")["content"]
    if how == "bug":
        assert "ZeroDivisionError: secret detail" in peer.log()


@pytest.mark.parametrize("what", ["nan", "object"])
def test_a_result_that_is_not_json_is_an_error_result(peer: Peer, what: str) -> None:
    assert peer.call("odd", what=what)["isError"] is True


def test_whatever_prints_goes_to_stderr_and_stdin_is_empty_for_tools(peer: Peer) -> None:
    peer.initialize()
    assert peer.call("noise")["structuredContent"] == {"stdin": ""}
    assert peer.end() == []
    for noise in ("print noise", "descriptor noise", "child noise", "old stdout noise"):
        assert noise in peer.log()


def test_fifty_calls_in_flight_are_answered_in_order(peer: Peer) -> None:
    for number in range(50):
        peer.start_call(number, "echo", text=f"text {number}")
    answers = [peer.receive() for _ in range(50)]
    assert [answer["id"] for answer in answers] == list(range(50))
    assert all(f"text {a['id']}" in _text(a["result"]) for a in answers)


def test_lists_are_answered_while_a_tool_runs(peer: Peer, tmp_path: Path) -> None:
    peer.start_call("h", "hold", started=str(tmp_path / "started"), until=str(tmp_path / "until"))
    wait_for_file(tmp_path / "started", peer)
    assert peer.ask("ping")["result"] == {}
    assert peer.result("tools/list")["tools"]
    assert peer.result("prompts/list")["prompts"]
    (tmp_path / "until").touch()
    assert peer.receive()["id"] == "h"


def test_ordinary_calls_wait_for_each_other_and_slow_ones_do_not(peer: Peer, tmp_path: Path) -> None:
    peer.start_call("s", "slow_hold", started=str(tmp_path / "started"), until=str(tmp_path / "until"))
    wait_for_file(tmp_path / "started", peer)
    assert peer.call("echo", text="beside it")["content"]
    (tmp_path / "until").touch()
    assert peer.receive()["id"] == "s"


def test_a_waiting_call_that_is_cancelled_never_runs(peer: Peer, tmp_path: Path) -> None:
    started, until, other = tmp_path / "started", tmp_path / "until", tmp_path / "other"
    peer.start_call("first", "hold", started=str(started), until=str(until))
    wait_for_file(started, peer)
    peer.start_call("second", "hold", started=str(other), until=str(until))
    peer.cancel("second")
    assert peer.ask("ping")["result"] == {}
    until.touch()
    assert peer.receive()["id"] == "first"
    assert peer.call("echo", text="x")["content"]
    assert peer.end() == []
    assert not other.exists()


@pytest.mark.parametrize("tool", ["hold", "slow_hold", "stubborn"])
def test_a_running_call_that_is_cancelled_stops_and_is_not_answered(peer: Peer, tmp_path: Path, tool: str) -> None:
    peer.start_call(5, tool, started=str(tmp_path / "started"), until=str(tmp_path / "never"))
    wait_for_file(tmp_path / "started", peer)
    peer.cancel(5)
    assert peer.call("echo", text="x")["content"]
    assert peer.end() == []
    assert "Traceback" not in peer.log()


def test_a_cancellation_that_comes_too_late_changes_nothing(peer: Peer) -> None:
    peer.start_call(5, "echo", text="x")
    assert peer.receive()["id"] == 5
    peer.cancel(5)
    peer.cancel(5)
    assert peer.call("echo", text="y")["content"]


def test_progress_is_sent_to_who_asked_growing_and_before_the_answer(peer: Peer) -> None:
    peer.initialize()
    params = {"name": "count", "arguments": {}, "_meta": {"progressToken": "tok"}}
    peer.send({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params})
    messages = [peer.receive() for _ in range(4)]
    assert [message["params"] for message in messages[:3]] == [
        {"progressToken": "tok", "progress": n, "total": 3, "message": f"step {n}"} for n in (1, 2, 3)
    ]
    assert messages[3]["id"] == 1


@pytest.mark.parametrize("token", [None, True, 1.5, [1]])
def test_progress_without_a_proper_token_is_not_sent(peer: Peer, token: object) -> None:
    params = {"name": "count", "arguments": {}, "_meta": {"progressToken": token}}
    peer.send({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params})
    assert peer.receive()["id"] == 1


def test_progress_has_no_message_before_2025_03_26(peer: Peer) -> None:
    peer.initialize("2024-11-05")
    params = {"name": "count", "arguments": {}, "_meta": {"progressToken": 0}}
    peer.send({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params})
    assert peer.receive()["params"] == {"progressToken": 0, "progress": 1, "total": 3}


def test_a_batch_is_answered_when_its_last_call_is_done(peer: Peer) -> None:
    peer.initialize("2025-03-26")
    calls = [
        {"jsonrpc": "2.0", "id": n, "method": "tools/call", "params": {"name": "echo", "arguments": {"text": "x"}}}
        for n in range(3)
    ]
    peer.send([*calls, {"jsonrpc": "2.0", "id": "p", "method": "ping"}])
    assert sorted(str(reply["id"]) for reply in peer.receive()) == ["0", "1", "2", "p"]


def test_the_client_is_known_by_name(start: Start) -> None:
    peer = start(cwd="/some/where", project_hint="acme/app")
    peer.initialize()
    who = peer.call("who")["structuredContent"]
    assert (who["client"], who["version"], who["protocol"]) == ("raw-client", "1.2", "2025-11-25")
    assert (who["cwd"], who["project_hint"], who["roots"]) == ("/some/where", "acme/app", [])
    assert who["thread"] == "genesis-calls"


def test_a_client_without_a_name_is_known_by_the_command_line(start: Start) -> None:
    peer = start(client_hint="cursor")
    assert peer.call("who")["structuredContent"]["client"] == "cursor"


def test_a_stateless_request_introduces_itself_and_leaves_no_trace(peer: Peer) -> None:
    peer.initialize()
    named = peer.result("tools/call", {"name": "who", "_meta": STATELESS})["structuredContent"]
    assert (named["client"], named["protocol"]) == ("stateless-client", "2026-07-28")
    after = peer.call("who")["structuredContent"]
    assert (after["client"], after["protocol"]) == ("raw-client", "2025-11-25")
    assert after["session_id"] == named["session_id"]


def _answer_roots(peer: Peer, *uris: str) -> None:
    question = peer.receive()
    assert question["method"] == "roots/list"
    result = {"roots": [{"uri": uri} for uri in uris]}
    peer.send({"jsonrpc": "2.0", "id": question["id"], "result": result})


def test_the_first_call_waits_for_the_clients_roots(peer: Peer) -> None:
    peer.initialize(roots={"listChanged": True})
    peer.start_call("w", "who")
    _answer_roots(peer, "file:///home/me/my%20app", "https://example.com/x")
    assert peer.receive()["result"]["structuredContent"]["roots"] == ["/home/me/my app"]
    peer.send({"jsonrpc": "2.0", "method": "notifications/roots/list_changed"})
    peer.start_call("x", "who")
    _answer_roots(peer, "file:///other")
    assert peer.receive()["result"]["structuredContent"]["roots"] == ["/other"]


def test_a_client_that_never_tells_its_roots_is_served_all_the_same(peer: Peer) -> None:
    peer.initialize(roots={})
    assert peer.receive()["method"] == "roots/list"
    assert peer.call("who")["structuredContent"]["roots"] == []


@pytest.mark.parametrize(
    "answer",
    [
        {"error": {"code": -32601, "message": "no"}},
        {"result": {"roots": "x"}},
        {"result": {"roots": [1, {}, {"uri": 5}]}},
        {"result": None},
    ],
)
def test_odd_answers_about_roots_mean_no_roots(peer: Peer, answer: dict[str, Any]) -> None:
    peer.initialize(roots={})
    question = peer.receive()
    peer.send({"jsonrpc": "2.0", "id": question["id"], **answer})
    assert peer.call("who")["structuredContent"]["roots"] == []


def test_a_client_without_roots_is_not_asked(peer: Peer) -> None:
    peer.initialize()
    peer.send({"jsonrpc": "2.0", "method": "notifications/roots/list_changed"})
    assert peer.ask("ping")["result"] == {}


def test_the_first_call_waits_until_all_is_loaded(start: Start, tmp_path: Path) -> None:
    peer = start(warm_up=str(tmp_path / "loaded"))
    peer.start_call(1, "echo", text="x")
    assert peer.result("tools/list")["tools"]
    (tmp_path / "loaded").touch()
    assert peer.receive()["id"] == 1


def test_when_loading_fails_every_call_says_why_and_lists_still_work(start: Start) -> None:
    peer = start(warm_up="fails")
    peer.initialize()
    for _ in range(2):
        result = peer.call("echo", text="x")
        assert result["isError"] is True
        assert _text(result) == "the store is away; run `genesis doctor`"
    assert peer.result("tools/list")["tools"]
    assert peer.ask("resources/read", {"uri": "genesis://memory/7"})["error"]["message"].startswith("the store")


def test_loading_is_tried_again_at_the_next_call(start: Start) -> None:
    peer = start(warm_up="fails_once")
    assert peer.call("echo", text="x")["isError"] is True
    assert "isError" not in peer.call("echo", text="x")


def test_an_unforeseen_failure_to_load_is_not_shown(start: Start) -> None:
    peer = start(warm_up="breaks")
    result = peer.call("echo", text="x")
    assert "genesis doctor" in _text(result)
    assert "secret" not in _text(result)


def test_a_memory_is_a_resource(peer: Peer) -> None:
    result = peer.result("resources/read", {"uri": "genesis://memory/7"})
    assert result == {
        "contents": [
            {
                "uri": "genesis://memory/7",
                "mimeType": "application/json",
                "text": '{"id":7,"text":"Straße 漢字"}',
            }
        ]
    }


@pytest.mark.parametrize("uri", ["genesis://memory/8", "genesis://memory/x", "genesis://memory/-1", "file:///etc"])
def test_a_resource_that_is_not_there_has_the_codes_of_its_era(peer: Peer, uri: str) -> None:
    assert peer.ask("resources/read", {"uri": uri})["error"]["code"] == -32002
    assert peer.ask("resources/read", {"uri": uri, "_meta": STATELESS})["error"]["code"] == -32602


def test_a_resource_that_cannot_be_read_says_why(peer: Peer) -> None:
    error = peer.ask("resources/read", {"uri": "genesis://memory/500"})["error"]
    assert error == {"code": -32603, "message": "the store is away; run `genesis doctor`"}


def test_the_digest_is_listed_when_there_is_one(start: Start) -> None:
    assert start().result("resources/list") == {"resources": []}
    peer = start(digest=True)
    assert [entry["uri"] for entry in peer.result("resources/list")["resources"]] == ["genesis://digest"]
    assert peer.result("resources/read", {"uri": "genesis://digest"})["contents"][0]["text"] == "# Digest"
