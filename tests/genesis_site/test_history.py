"""A small real history through the official SDK's client, in both eras: load it, ask it, correct it."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path
from typing import Any

import pytest
from mcp import StdioServerParameters
from mcp.client.client import Client
from mcp.client.stdio import stdio_client
from mcp_types import Implementation

from tests.make import ROOT, Genesis

HISTORY = [
    "Chose SQLite in WAL mode over Postgres for the desktop app, because nobody wants to run a server.",
    "The import job fails on files with a byte order mark; strip it in reader.py before parsing.",
    "parse_invoice() must keep trailing zeros: the tax office compares strings.",
    "Release 2.3.0 broke the login on Safari, fixed by setting SameSite=None on the session cookie.",
    "Anna prefers pull requests under 300 lines.",
    "Never run the migration script on production by hand; the release job in CI does it.",
    "HTTP retries use exponential backoff with jitter, five attempts at most.",
    "The nightly backup writes to the bucket acme-backups-eu.",
    "テスト環境のURLはstaging.example.orgです",
    "Feature flags live in config/flags.toml and are read at start only.",
]
QUESTIONS = [
    ("why do we use sqlite and not postgres?", 0),
    ("import fails with a BOM in the file", 1),
    ("trailing zeros parse_invoice", 2),
    ("Safari login problem cookie", 3),
    ("how big may a pull request be", 4),
    ("who runs migrations on production", 5),
    ("how many attempts do retries make", 6),
    ("where do backups go", 7),
    ("テスト環境", 8),
    ("config/flags.toml", 9),
]


def session(genesis: Genesis, mode: str, name: str, steps: Any) -> Any:
    server = StdioServerParameters(
        command=sys.executable, args=[str(ROOT / "manage.py"), "mcp"], env=genesis.environment(), cwd=genesis.work
    )

    async def run(log: Path) -> Any:
        with log.open("w") as errors:
            transport = stdio_client(server, errlog=errors)
            info = Implementation(name=name, version="1")
            async with Client(transport, mode=mode, client_info=info) as client:
                return await steps(client)

    return asyncio.run(run(genesis.home / "stderr"))


@pytest.mark.parametrize("mode", ["legacy", "2026-07-28"])
def test_a_history_stored_in_one_session_answers_in_another(genesis: Genesis, mode: str) -> None:
    async def load(client: Client) -> list[int]:
        return [(await client.call_tool("remember", {"text": text})).structured_content["id"] for text in HISTORY]

    async def ask(client: Client) -> list[list[int]]:
        answers = []
        for question, _ in QUESTIONS:
            found = await client.call_tool("recall", {"query": question, "limit": 5})
            answers.append([entry["id"] for entry in found.structured_content["results"]])
        return answers

    ids = session(genesis, mode, "loader", load)
    answers = session(genesis, mode, "asker", ask)
    assert [answer[:1] for answer in answers] == [[ids[right]] for _, right in QUESTIONS]


def test_a_memory_read_as_a_resource_names_the_client_that_stored_it(genesis: Genesis) -> None:
    async def steps(client: Client) -> str:
        stored = (await client.call_tool("remember", {"text": "We ship on Tuesdays."})).structured_content
        read = await client.read_resource(f"genesis://memory/{stored['id']}")
        return read.contents[0].text

    assert '"client":"sdk-under-test"' in session(genesis, "auto", "sdk-under-test", steps).replace(": ", ":")
