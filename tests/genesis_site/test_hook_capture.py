"""`genesis hook-capture` as a client's stop hook starts it: at once, silent, and the work is done behind it."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.make import ROOT, Genesis


def stop(genesis: Genesis, stdin: bytes, *words: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        genesis.command("hook-capture", *words),
        input=stdin,
        env=genesis.environment(),
        cwd=genesis.work,
        capture_output=True,
        timeout=60,
        check=False,
    )


def transcript(genesis: Genesis, name: str = "s1") -> Path:
    rows = [
        {"type": role, "uuid": f"u{number}", "sessionId": name, "cwd": str(genesis.work), "isSidechain": False,
         "timestamp": f"2026-11-30T11:0{number}:00.000Z",
         "message": {"role": role, "id": f"m{number}", "content": [{"type": "text", "text": text}]}}
        for number, (role, text) in enumerate([("user", "Why is it slow?"), ("assistant", "The index is missing.")])
    ]  # fmt: skip
    path = genesis.home / f"{name}.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return path


def test_a_stop_is_taken_up_behind_the_client_s_back(genesis: Genesis) -> None:
    event = {"hook_event_name": "Stop", "session_id": "s1", "transcript_path": str(transcript(genesis)),
             "cwd": str(genesis.work)}  # fmt: skip
    done = stop(genesis, json.dumps(event).encode(), "--client", "claude-code")
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")
    for _ in range(100):
        # Either this worker does it, or it finds the other one at it.
        assert stop(genesis, b"", "--work").returncode == 0
        if genesis.json("status")["turns"]:
            break
    assert genesis.json("status")["turns"] == 2
    assert not list((genesis.home / ".genesis/capture").glob("*.event"))


@pytest.mark.parametrize("stdin", [b"", b"not json", b"[]", b'{"transcript_path": "/no/such/file"}', b"\xff" * 100])
def test_no_event_makes_a_noise(genesis: Genesis, stdin: bytes) -> None:
    done = stop(genesis, stdin, "--client", "claude-code")
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")
    assert stop(genesis, b"", "--work").returncode == 0


def test_an_event_without_a_client_is_dropped(genesis: Genesis) -> None:
    assert stop(genesis, b"{}").returncode == 0
    assert not (genesis.home / ".genesis/capture").exists()


def test_what_is_said_while_capture_is_off_is_never_stored(genesis: Genesis) -> None:
    path = transcript(genesis)
    event = {"hook_event_name": "Stop", "session_id": "s1", "transcript_path": str(path), "cwd": str(genesis.work)}

    def stopped(**environment: str) -> None:
        for words in (("--client", "claude-code"), ("--work",)):
            subprocess.run(
                genesis.command("hook-capture", *words),
                input=json.dumps(event).encode(),
                env=genesis.environment(**environment),
                check=True,
                timeout=60,
            )

    stopped(GENESIS_CAPTURE="0")
    while list((genesis.home / ".genesis/capture").glob("*.event")):
        stopped(GENESIS_CAPTURE="0")
    stopped()
    genesis.run("hook-capture", "--work")
    assert genesis.json("status")["turns"] == 0


def test_a_hook_finds_the_store_that_setup_was_told_of(genesis: Genesis) -> None:
    elsewhere = genesis.home / "elsewhere"
    event = {"hook_event_name": "Stop", "session_id": "s1", "transcript_path": str(transcript(genesis)),
             "cwd": str(genesis.work)}  # fmt: skip
    variable = ("--env", f"GENESIS_HOME={elsewhere}")
    stop(genesis, json.dumps(event).encode(), "--client", "claude-code", *variable)
    for _ in range(100):
        stop(genesis, b"", "--work", *variable)
        if genesis.json("status", GENESIS_HOME=str(elsewhere))["turns"] == 2:
            break
    assert not genesis.database.exists()
    assert genesis.json("status", GENESIS_HOME=str(elsewhere))["turns"] == 2


def test_the_client_does_not_wait_for_django() -> None:
    show = "import sys, io; import genesis_site.hook_capture; print('django' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", show], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"


def test_what_capture_noticed_can_be_reviewed(genesis: Genesis) -> None:
    path = transcript(genesis)
    row = json.loads(path.read_text().splitlines()[1])
    row["message"]["content"][0]["text"] = "We decided to add the index on created_at."
    path.write_text(path.read_text().splitlines()[0] + "\n" + json.dumps(row) + "\n")
    event = {"hook_event_name": "Stop", "session_id": "s1", "transcript_path": str(path), "cwd": str(genesis.work)}
    stop(genesis, json.dumps(event).encode(), "--client", "claude-code")
    for _ in range(100):
        stop(genesis, b"", "--work")
        waiting = genesis.json("review")["waiting"]
        if waiting:
            break
    assert waiting[0]["text"] == "We decided to add the index on created_at."
    assert "add the index" in genesis.run("review").stdout
    assert genesis.json("review", "--accept", str(waiting[0]["id"]))["waiting"] == []
    assert genesis.json("recall", "index created_at")["results"][0]["kind"] == "decision"
    assert "no candidate 99" in genesis.run("review", "--reject", "99").stderr
