"""The tools through the real server: what an agent sends and what it gets."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest

from genesis_site.mcp.tools import TOOLS
from tests.make import Genesis

TOKEN = "gh" + "p_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"
# The arguments of each tool as its schema asks for them at least, after one memory (id 1) was stored.
LEAST: dict[str, dict[str, Any]] = {
    "remember": {"text": "another note"},
    "recall": {"query": "deploy"},
    "forget": {"id": 1},
    "invalidate": {"id": 1},
    "reinforce": {"id": 1, "value": 1},
    "thread_update": {"topic": "a topic"},
    "thread_get": {},
    "dialogue_update": {"user": "hello"},
    "dialogue_get": {},
    "cross_client_resolve": {},
    "status": {},
    "genesis": {"op": "help"},
}


def repository(genesis: Genesis, name: str) -> Path:
    folder = genesis.work / name
    folder.mkdir()
    subprocess.run(["git", "init", "-q", str(folder)], check=True)
    subprocess.run(
        ["git", "-C", str(folder), "remote", "add", "origin", f"https://example.org/acme/{name}.git"],
        check=True,
    )
    return folder


def test_what_one_tool_decides_another_recalls_in_another_session(genesis: Genesis) -> None:
    shop = repository(genesis, "shop")
    with genesis.server(cwd=shop, name="cursor") as cursor:
        stored = cursor.call(
            "remember",
            text="Invoices are rounded half up, because the tax office demands it.",
            kind="decision",
            tags=["billing"],
            files=["billing/tax.py"],
        )
    assert stored["project"] == "example.org/acme/shop"
    with genesis.server(cwd=shop, name="claude-code") as claude:
        found = claude.call("recall", query="how do we round invoices?")
    (best,) = found["results"]
    assert best["id"] == stored["id"]
    assert (best["kind"], best["project"], best["provenance"]["client"]) == (
        "decision",
        "example.org/acme/shop",
        "cursor",
    )
    assert best["tags"] == ["billing"]
    assert {"relevance", "prior"} <= set(best["score_parts"])
    assert found["more"] == 0


@pytest.mark.parametrize("name", [tool.name for tool in TOOLS])
def test_every_tool_works_with_the_least_its_schema_asks_for(genesis: Genesis, name: str) -> None:
    with genesis.server() as server:
        server.call("remember", text="We deploy with make release.")
        server.call(name, **LEAST[name])


def test_every_field_of_every_tool_passes_the_shield(genesis: Genesis) -> None:
    with genesis.server(name=f"client {TOKEN}") as server:
        server.call("remember", text=f"a {TOKEN}", tags=[TOKEN], files=[TOKEN], project=f"p {TOKEN}")
        note = server.call("remember", text=f"key {TOKEN}")
        assert sum(note["redacted"].values()) == 1
        server.call("invalidate", id=note["id"], reason=TOKEN)
        server.call("reinforce", id=note["id"], value=1, reason=TOKEN)
        server.call("forget", id=note["id"], reason=TOKEN)
        server.call("thread_update", topic=TOKEN, focus=TOKEN, next_steps=[TOKEN], files=[TOKEN])
        server.call("dialogue_update", user=TOKEN, assistant=TOKEN)
        server.call("recall", query=TOKEN)
    for path in genesis.database.parent.rglob("*"):
        if path.is_file():
            assert TOKEN.encode() not in path.read_bytes(), path


@pytest.mark.parametrize(
    ("tool", "arguments", "words"),
    [
        ("remember", {}, ["text", "required"]),
        ("remember", {"text": ""}, ["text is empty"]),
        ("remember", {"text": "  \n"}, ["text is empty"]),
        ("remember", {"text": "a" * 64_001}, ["64,001", "64,000"]),
        (
            "remember",
            {"text": "x", "kind": "desicion"},
            ["must be one of", "'desicion'", "did you mean 'decision'"],
        ),
        ("remember", {"text": "x", "confidence": 7}, ["confidence"]),
        ("remember", {"text": "x", "txet": "y"}, ["txet", "did you mean"]),
        ("recall", {"query": "x", "limit": 0}, ["limit"]),
        ("recall", {"query": "x", "since": "yesterday"}, ["since", "2026-03-01"]),
        ("recall", {"query": "x", "cursor": "deadbeef.8"}, ["cursor does not belong"]),
        ("recall", {"query": "x", "project": "nowhere"}, ["No project is called 'nowhere'"]),
        ("forget", {"id": 99}, ["no memory 99", "recall"]),
        ("forget", {"id": "one"}, ["id"]),
        ("invalidate", {"id": 1, "superseded_by": 1}, ["cannot supersede"]),
        ("reinforce", {"id": 1, "value": 0}, ["1 (it helped) or -1"]),
        ("thread_get", {"id": 99}, ["no thread 99"]),
        ("thread_update", {}, ["send topic"]),
        ("dialogue_update", {}, ["`user`"]),
        ("genesis", {"op": "recal", "query": "x"}, ["Did you mean 'recall'"]),
        ("genesis", {"op": "recall", "options": "{"}, ["not JSON"]),
        ("genesis", {"op": "recall"}, ["query", "required"]),
    ],
)
def test_a_mistake_is_answered_with_what_to_do(
    genesis: Genesis, tool: str, arguments: dict[str, Any], words: list[str]
) -> None:
    with genesis.server() as server:
        server.call("remember", text="A note to have an id.")
        message = server.failure(tool, **arguments)
        for word in words:
            assert word.lower() in message.lower(), message
        assert "Traceback" not in message
        assert server.call("status")["memories"] == 1


@pytest.mark.parametrize("max_tokens", [100, 150, 300, 800, 3000])
def test_the_token_budget_covers_the_whole_reply(genesis: Genesis, max_tokens: int) -> None:
    with genesis.server() as server:
        for n in range(12):
            server.call("remember", text=f"Service {n} owns the billing queue. " + f"Detail {n} matters. " * 180)
        answer = server.request(
            "tools/call",
            {"name": "recall", "arguments": {"query": "billing queue service", "max_tokens": max_tokens}},
        )
    result = answer["result"]
    assert len(json.dumps(result, ensure_ascii=False).encode()) / 4 <= max_tokens
    content = result["structuredContent"]
    assert content["results"], "a result is shown even in a small budget"
    assert len(content["results"]) + content["more"] == 12


def test_the_cursor_leads_through_all_results(genesis: Genesis) -> None:
    with genesis.server() as server:
        stored = {server.call("remember", text=f"Service {n} owns the billing queue {n}.")["id"] for n in range(20)}
        seen: list[int] = []
        cursor = ""
        while True:
            page = server.call("recall", query="billing queue service", limit=6, cursor=cursor)
            seen += [entry["id"] for entry in page["results"]]
            cursor = page.get("cursor", "")
            if not cursor:
                break
    assert len(seen) == len(set(seen))
    assert set(seen) == stored


def test_a_long_text_is_shown_around_what_matched(genesis: Genesis) -> None:
    filler = "This paragraph talks about nothing in particular at all.\n" * 200
    with genesis.server() as server:
        server.call("remember", text=filler + "The zanzibar switch enables tracing.\n" + filler)
        (hit,) = server.call("recall", query="zanzibar switch tracing", max_tokens=400)["results"]
    assert "zanzibar" in hit["text"]
    assert hit["truncated"] > 10_000


def test_a_correction_is_one_more_call(genesis: Genesis) -> None:
    with genesis.server() as server:
        old = server.call("remember", text="The staging server is at staging-1.internal, port 8080.")
        new = server.call("remember", text="The staging server is at staging-2.internal, port 8443.")
        assert [near["id"] for near in new["similar"]] == [old["id"]]
        assert f"superseded_by={new['id']}" in new["hint"]
        done = server.call("invalidate", id=old["id"], superseded_by=new["id"])
        assert done["state"] == "superseded"
        found = server.call("recall", query="staging server port")["results"]
        assert [entry["id"] for entry in found] == [new["id"]]


def test_projects_do_not_see_or_touch_each_other(genesis: Genesis) -> None:
    one, two = repository(genesis, "one"), repository(genesis, "two")
    with genesis.server(cwd=one) as server:
        theirs = server.call("remember", text="The launch code name is falcon.")["id"]
    with genesis.server(cwd=two) as server:
        assert server.call("recall", query="launch code name falcon")["results"] == []
        assert "another project" in server.failure("forget", id=theirs)
        assert "another project" in server.failure("invalidate", id=theirs)
        assert "another project" in server.failure("reinforce", id=theirs, value=1)
        server.failure("remember", text="The launch code name is eagle.", supersedes_id=theirs)
        everywhere = server.call("recall", query="launch code name falcon", project="all")
        assert [entry["project"] for entry in everywhere["results"]] == ["example.org/acme/one"]
        answer = server.request("resources/read", {"uri": f"genesis://memory/{theirs}"})
        assert "error" in answer


def test_the_home_folder_is_global_and_says_so(genesis: Genesis) -> None:
    with genesis.server(cwd=genesis.home) as server:
        stored = server.call("remember", text="I prefer short answers.", kind="preference")
    assert stored["project"] == "global"
    assert "home folder" in stored["note"]


def test_a_project_option_wins_over_the_folder(genesis: Genesis) -> None:
    with genesis.server("--project", "payments") as server:
        assert server.call("remember", text="x y z")["project"] == "payments"


def test_a_memory_is_a_resource_with_its_history(genesis: Genesis) -> None:
    with genesis.server() as server:
        one = server.call("remember", text="The rate limit is 60.")["id"]
        two = server.call("remember", text="The rate limit is 20.", supersedes_id=one)["id"]
        answer = server.request("resources/read", {"uri": f"genesis://memory/{one}"})
        memory = json.loads(answer["result"]["contents"][0]["text"])
    assert (memory["text"], memory["state"], memory["superseded_by"]) == (
        "The rate limit is 60.",
        "superseded",
        two,
    )
    assert [step["action"] for step in memory["history"]] == ["remembered", "superseded"]


def test_the_gateway_tool_reaches_every_other_tool(genesis: Genesis) -> None:
    with genesis.server("--mode", "gateway") as server:
        listed = server.request("tools/list")["result"]["tools"]
        assert [tool["name"] for tool in listed] == ["genesis"]
        stored = server.call("genesis", op="remember", text="We deploy on Fridays.", kind="rule")
        found = server.call("genesis", op="recall", query="when do we deploy", options='{"limit": 3}')
        assert [entry["id"] for entry in found["results"]] == [stored["id"]]
        assert server.call("genesis", op="reinforce", id=stored["id"], value=1)["helped"] == 1
        ops = server.call("genesis", op="help")["ops"]
        assert set(ops) == {tool.name for tool in TOOLS} - {"genesis"}
        assert "value" in server.call("genesis", op="help", about="reinforce")["arguments"]["properties"]


def test_core_mode_lists_fewer_and_all_mode_all(genesis: Genesis) -> None:
    with genesis.server(GENESIS_MCP_TOOL_MODE="core") as server:
        core = {tool["name"] for tool in server.request("tools/list")["result"]["tools"]}
        assert server.call("dialogue_get")["turns"] == []
    assert core == {tool.name for tool in TOOLS if tool.core}
    assert len(core) <= 7


def test_the_list_of_tools_costs_at_most_2500_tokens(genesis: Genesis) -> None:
    with genesis.server() as server:
        tools = server.request("tools/list")["result"]["tools"]
    assert len(json.dumps(tools)) / 4 <= 2500
    assert {tool["name"] for tool in tools} == {tool.name for tool in TOOLS} - {"genesis"}


def test_a_store_that_cannot_be_used_is_a_tool_error_and_heals(genesis: Genesis) -> None:
    genesis.database.parent.mkdir()
    genesis.database.write_bytes(b"garbage " * 1000)
    with genesis.server() as server:
        message = server.failure("recall", query="x")
        assert "genesis doctor" in message
        assert "Traceback" not in message
        genesis.database.unlink()
        assert server.call("remember", text="works again")["stored"] == "new"


def test_asking_writes_nothing(genesis: Genesis) -> None:
    with genesis.server() as server:
        server.call("remember", text="The cache lives in Redis.")
        server.call("recall", query="cache redis")

        def dump() -> str:
            import sqlite3
            from contextlib import closing

            with closing(sqlite3.connect(genesis.database)) as database:
                return "\n".join(database.iterdump())

        before = dump()
        for _ in range(20):
            server.call("recall", query="where does the cache live")
            server.call("status")
            server.call("thread_get")
            server.call("dialogue_get")
            server.call("cross_client_resolve", reference="cache")
        assert dump() == before


def test_many_memories_are_never_evicted_in_silence(genesis: Genesis) -> None:
    with genesis.server() as server:
        for n in range(120):
            server.call("remember", text=f"Point {n}: module m{n} handles case {n}.")
        assert server.call("status")["memories"] == 120
        assert server.call("recall", query="module m0 handles case", limit=1)["results"][0]["text"].startswith(
            "Point 0"
        )


def test_a_failed_call_holds_no_lock_and_blocks_nobody(genesis: Genesis) -> None:
    with genesis.server(name="one") as one, genesis.server(name="two") as two:
        old = one.call("remember", text="The maximum upload size is 10 MB.")["id"]
        one.call("remember", text="The maximum upload size was raised to 50 MB.")
        one.failure("forget", id=999)
        one.failure("remember", text="x", supersedes_id=999)
        one.call("forget", id=old)
        assert two.call("remember", text="Written by the other one.")["stored"] == "new"
        assert two.call("recall", query="maximum upload size")["results"]
