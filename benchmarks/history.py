#!/usr/bin/env python3
"""Drive the real server with the official MCP client: load a history, ask its questions, score the answers.

  benchmarks/history.py --data FOLDER [--limit-docs N] [--era auto|legacy]

FOLDER holds docs.jsonl {corpus, id, text} and queries.jsonl {corpus, id, text, relevant, category}; each corpus
gets a store of its own in a temporary home. Prints recall, nDCG and latency; needs the extra `test`.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import math
import os
import statistics
import sys
import tempfile
import time
from collections import defaultdict
from pathlib import Path
from typing import Any

from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client

ROOT = Path(__file__).resolve().parent.parent
SKIPPED = ("adversarial",)


def rows(path: Path) -> dict[str, list[dict[str, Any]]]:
    by_corpus: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for line in path.read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        by_corpus[row["corpus"]].append(row)
    return by_corpus


def gain(ranked: list[str], relevant: set[str]) -> tuple[float, float]:
    """Recall@10 and nDCG@10 of one answer."""
    hits = [name in relevant for name in ranked[:10]]
    dcg = sum(hit / math.log2(rank + 2) for rank, hit in enumerate(hits))
    ideal = sum(1 / math.log2(rank + 2) for rank in range(min(10, len(relevant))))
    return sum(hits) / len(relevant), dcg / ideal


async def ask(corpus: str, docs: list[dict[str, Any]], queries: list[dict[str, Any]]) -> list[Any]:
    """Load `docs`, ask `queries` twice; a row (recall, nDCG, ms, same order the second time) for each."""
    with tempfile.TemporaryDirectory() as home:
        server = StdioServerParameters(
            command=sys.executable,
            args=[str(ROOT / "manage.py"), "mcp", "--project", corpus],
            env={"HOME": home, "PATH": os.environ["PATH"]},
            cwd=home,
        )
        async with stdio_client(server) as streams, ClientSession(*streams) as client:
            await client.initialize()
            names: dict[int, str] = {}
            started_s = time.perf_counter()
            for doc in docs:
                done = await client.call_tool("remember", {"text": doc["text"]})
                names.setdefault(done.structured_content["id"], doc["id"])
            ingest_ms = 1000 * (time.perf_counter() - started_s) / max(1, len(docs))
            print(f"  {corpus}: {len(docs)} stored, {ingest_ms:.1f} ms each", flush=True)
            answers = []
            for _ in range(2):
                answers.append([await _answer(client, query, names) for query in queries])
    return [
        (*gain(first[0], set(query["relevant"])), first[1], first[0] == second[0])
        for query, first, second in zip(queries, *answers, strict=True)
    ]


async def _answer(client: ClientSession, query: dict[str, Any], names: dict[int, str]) -> tuple[list[str], float]:
    started_s = time.perf_counter()
    done = await client.call_tool("recall", {"query": query["text"], "limit": 10})
    ms = 1000 * (time.perf_counter() - started_s)
    return [names[found["id"]] for found in done.structured_content["results"]], ms


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--limit-docs", type=int)
    arguments = parser.parse_args()
    docs, queries = rows(arguments.data / "docs.jsonl"), rows(arguments.data / "queries.jsonl")
    scored: list[Any] = []
    for corpus in docs:
        asked = [query for query in queries[corpus] if query["category"] not in SKIPPED]
        scored += asyncio.run(ask(corpus, docs[corpus][: arguments.limit_docs], asked))
    ms = sorted(row[2] for row in scored)
    print(
        f"{arguments.data.name}: {len(scored)} questions  R@10 {100 * statistics.mean(r[0] for r in scored):.1f}"
        f"  nDCG@10 {100 * statistics.mean(r[1] for r in scored):.1f}"
        f"  same order when asked again {100 * statistics.mean(r[3] for r in scored):.1f} %"
        f"  p50 {ms[len(ms) // 2]:.1f} ms  p95 {ms[int(len(ms) * 0.95)]:.1f} ms"
    )


if __name__ == "__main__":
    main()
