"""Nothing that was planted is found anywhere on disk: database, write-ahead log, backups, logs."""

from __future__ import annotations

from tests.fixtures.make_secrets import build
from tests.make import Genesis


def test_no_planted_secret_reaches_the_disk(genesis: Genesis) -> None:
    rows = [row for row in build(seed=77) if row["label"] == "positive"]
    with genesis.server() as server:
        for number, row in enumerate(rows):
            server.call("remember", text=f"{row['text']}\n(note {number})")
            server.call("dialogue_update", user=row["text"])
            server.call("recall", query=row["text"])
    folder = genesis.database.parent
    content = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    assert any(path.name == "memory.db" for path in content)
    for row in rows:
        for start, end in row["secret_spans"]:
            secret = row["text"][start:end].encode()
            assert [path.name for path, data in content.items() if secret in data] == [], row["kind"]
