"""Several writers and readers at once, and a writer that is killed: nothing acknowledged is lost."""

from __future__ import annotations

import threading

from tests.make import Genesis

WRITERS, NOTES = 8, 200


def test_eight_servers_storing_at_once_lose_nothing(genesis: Genesis) -> None:
    acknowledged: list[int] = []
    failures: list[str] = []

    def store(writer: int) -> None:
        try:
            with genesis.server(name=f"client-{writer}") as server:
                for note in range(NOTES):
                    text = f"Writer {writer} decided point {note} about subsystem {writer * NOTES + note}."
                    acknowledged.append(server.call("remember", text=text)["id"])
                    if note % 40 == 0:
                        server.call("recall", query=f"subsystem {note}")
        except AssertionError as error:
            failures.append(str(error))

    threads = [threading.Thread(target=store, args=(writer,)) for writer in range(WRITERS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []
    assert len(set(acknowledged)) == WRITERS * NOTES
    assert genesis.json("status")["memories"] == WRITERS * NOTES


def test_a_killed_writer_loses_nothing_that_was_acknowledged(genesis: Genesis) -> None:
    server = genesis.server()
    acknowledged = [
        server.call("remember", text=f"Decision {note}: queue {note} is drained.")["id"] for note in range(30)
    ]
    server.start_call("remember", text="in flight")
    server.kill()
    with genesis.server() as again:
        found = again.call("recall", query="decision queue drained", limit=50, max_tokens=20_000)
        assert set(acknowledged) <= {entry["id"] for entry in found["results"]}
        assert again.call("remember", text="still writable")["stored"] == "new"
    checks = genesis.json("doctor")["checks"]
    assert [check["id"] for check in checks if not check["passed"]] == []


def test_a_writer_killed_in_a_burst_blocks_nobody(genesis: Genesis) -> None:
    genesis.run("remember", "first")
    server = genesis.server()
    for note in range(50):
        server.start_call("remember", text=f"burst {note} of notes")
    server.kill()
    done = genesis.run("remember", "after the kill")
    assert done.returncode == 0, done.stderr
