"""How the server ends: when stdin closes, on signals, with its parent, when nobody reads. Never with a traceback."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.genesis_site.mcp.peer import PATIENCE_S, SERVER, Peer, server_environment, wait_for_file

POSIX = pytest.mark.skipif(os.name != "posix", reason="signals and parent ids are POSIX")
Start = Callable[..., Peer]


def _request(id_: int, method: str, **params: object) -> bytes:
    return json.dumps({"jsonrpc": "2.0", "id": id_, "method": method, "params": params}).encode() + b"\n"


def test_everything_piped_in_is_answered_before_the_end() -> None:
    lines = [_request(n, "tools/call", name="echo", arguments={"text": "x"}) for n in range(20)]
    lines += [_request(20, "tools/list")]
    done = subprocess.run(
        [sys.executable, str(SERVER)],
        input=b"".join(lines),
        capture_output=True,
        env=server_environment(),
        timeout=PATIENCE_S,
        check=True,
    )
    assert sorted(json.loads(line)["id"] for line in done.stdout.splitlines()) == list(range(21))
    assert done.stderr == b"closed\n"


def test_nothing_piped_in_is_a_quiet_end() -> None:
    done = subprocess.run(
        [sys.executable, str(SERVER)],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        env=server_environment(),
        timeout=PATIENCE_S,
    )
    assert (done.returncode, done.stdout) == (0, b"")
    assert b"Traceback" not in done.stderr


def test_a_running_call_is_answered_after_stdin_closed(peer: Peer, tmp_path: Path) -> None:
    peer.start_call(1, "hold", started=str(tmp_path / "started"), until=str(tmp_path / "until"))
    peer.start_call(2, "echo", text="x")
    wait_for_file(tmp_path / "started", peer)
    peer.close_input()
    (tmp_path / "until").touch()
    assert [message["id"] for message in peer.rest()] == [1, 2]
    assert peer.process.wait(PATIENCE_S) == 0


def test_the_end_does_not_wait_for_loading_that_nobody_needs(start: Start, tmp_path: Path) -> None:
    peer = start(warm_up=str(tmp_path / "never"))
    assert peer.result("tools/list")["tools"]
    assert peer.end() == []


def test_the_end_does_not_wait_for_roots(peer: Peer) -> None:
    peer.initialize(roots={})
    assert peer.receive()["method"] == "roots/list"
    peer.start_call(1, "echo", text="x")
    assert [message["id"] for message in peer.end()] == [1]


@POSIX
@pytest.mark.parametrize(("number", "code"), [("SIGTERM", 0), ("SIGHUP", 0), ("SIGINT", 130)])
def test_a_signal_ends_an_idle_server(peer: Peer, number: str, code: int) -> None:
    peer.initialize()
    peer.process.send_signal(getattr(signal, number))
    assert peer.rest() == []
    assert peer.process.wait(PATIENCE_S) == code
    assert "Traceback" not in peer.log()


@POSIX
def test_a_signal_lets_the_running_call_finish_and_be_answered(peer: Peer, tmp_path: Path) -> None:
    started, until = tmp_path / "started", tmp_path / "until"
    peer.start_call(1, "hold", started=str(started), until=str(until))
    peer.start_call(2, "echo", text="never run")
    wait_for_file(started, peer)
    peer.process.send_signal(signal.SIGTERM)
    until.touch()
    assert [message["id"] for message in peer.rest()] == [1]
    assert peer.process.wait(PATIENCE_S) == 0


@POSIX
@pytest.mark.parametrize("tool", ["hold", "stubborn", "slow_hold"])
def test_a_signal_ends_a_server_whose_call_does_not_end(peer: Peer, tmp_path: Path, tool: str) -> None:
    peer.start_call(1, tool, started=str(tmp_path / "started"), until=str(tmp_path / "never"))
    wait_for_file(tmp_path / "started", peer)
    peer.process.send_signal(signal.SIGTERM)
    assert peer.rest() == []
    assert peer.process.wait(PATIENCE_S) == 0
    assert "Traceback" not in peer.log()


@POSIX
def test_a_signal_ends_a_server_that_loads(start: Start, tmp_path: Path) -> None:
    peer = start(warm_up=str(tmp_path / "never"))
    peer.start_call(1, "echo", text="x")
    assert peer.ask("ping")["result"] == {}
    peer.process.send_signal(signal.SIGTERM)
    assert peer.rest() == []
    assert peer.process.wait(PATIENCE_S) == 0


@POSIX
def test_the_server_ends_when_its_parent_dies_although_stdin_stays_open() -> None:
    # The parent starts the server on its own streams and waits for it; we hold the other ends of the pipes.
    parent = subprocess.Popen(
        [
            sys.executable,
            "-c",
            "import subprocess, sys; subprocess.Popen(sys.argv[1:]).wait()",
            sys.executable,
            str(SERVER),
        ],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env=server_environment(),
    )
    assert parent.stdin is not None
    assert parent.stdout is not None
    parent.stdin.write(_request(1, "ping"))
    parent.stdin.flush()
    assert json.loads(parent.stdout.readline())["id"] == 1
    parent.kill()
    parent.wait()
    # The server closes its stdout by ending; nothing else would.
    rest: list[bytes] = []
    reader = threading.Thread(target=lambda out: rest.append(out.read()), args=(parent.stdout,), daemon=True)
    reader.start()
    reader.join(PATIENCE_S)
    assert rest == [b""]
    parent.stdin.close()
    parent.stdout.close()


def test_a_client_that_stops_reading_ends_the_server_quietly() -> None:
    server = subprocess.Popen(
        [sys.executable, str(SERVER)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=server_environment(),
    )
    assert server.stdin is not None
    assert server.stdout is not None
    assert server.stderr is not None
    server.stdout.close()
    server.stdin.write(_request(1, "ping"))
    server.stdin.flush()
    assert server.wait(PATIENCE_S) == 0
    assert b"Traceback" not in server.stderr.read()
    server.stderr.close()
    server.stdin.close()


@POSIX
@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
def test_a_missing_stream_is_no_traceback(closed: str) -> None:
    command = f'"{sys.executable}" "{SERVER}" {closed}'
    done = subprocess.run(
        command,
        shell=True,
        input=_request(1, "ping"),
        capture_output=True,
        env=server_environment(),
        timeout=PATIENCE_S,
    )
    assert done.returncode == 0
    assert b"Traceback" not in done.stderr
    if closed == "2>&-":
        assert json.loads(done.stdout)["id"] == 1


@POSIX
def test_a_tool_that_fails_without_a_stderr_is_still_answered() -> None:
    command = f'"{sys.executable}" "{SERVER}" 2>&-'
    calls = [
        _request(1, "tools/call", name="fail", arguments={"how": "bug"}),
        _request(2, "tools/call", name="noise", arguments={}),
    ]
    done = subprocess.run(
        command,
        shell=True,
        input=b"".join(calls),
        capture_output=True,
        env=server_environment(),
        timeout=PATIENCE_S,
    )
    assert [json.loads(line)["id"] for line in done.stdout.splitlines()] == [1, 2]
