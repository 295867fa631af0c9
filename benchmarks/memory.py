#!/usr/bin/env python3
"""Speed and size of the memory at several sizes, as ratios to yardsticks of the same run.

  benchmarks/memory.py [--sizes 1000,10000,100000] [--queries 200]

Yardsticks: a bare interpreter start (`python -c pass`) for processes, and one plain unscoped FTS5
`SELECT … MATCH` of the same words for recall. Everything is measured in this process through the functions that
the tools call, except where it says `process`. A million memories need about 10 minutes and 2 GB of temporary disk.
"""

from __future__ import annotations

import argparse
import json
import resource
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from store import ROOT, temporary_store

NOW = datetime(2026, 11, 30, tzinfo=UTC)
HELLO = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "benchmark", "version": "1"}}


def line(number: int, method: str, params: dict[str, Any]) -> bytes:
    return json.dumps({"jsonrpc": "2.0", "id": number, "method": method, "params": params}).encode() + b"\n"


def child_cpu_ms(command: list[str], lines: bytes = b"") -> float:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, input=lines, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return 1000 * (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)


def median_of(times: int, measure: Callable[[], float]) -> float:
    return statistics.median(measure() for _ in range(times))


def spread(ms: list[float]) -> str:
    ordered = sorted(ms)
    return f"p50 {ordered[len(ms) // 2]:7.2f}  p95 {ordered[int(len(ms) * 0.95)]:7.2f} ms"


def timed(function: Callable[[Any], object], values: list[Any]) -> list[float]:
    """Milliseconds of wall time for each value."""
    taken = []
    for value in values:
        started_s = time.perf_counter()
        function(value)
        taken.append(1000 * (time.perf_counter() - started_s))
    return taken


def server_rss_mb(query: str) -> tuple[float, float]:
    """Peak RSS of a server process after its handshake and Django, and after a recall."""
    server = subprocess.Popen(
        [sys.executable, str(ROOT / "manage.py"), "mcp"], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    assert server.stdin is not None
    assert server.stdout is not None

    def ask(number: int, method: str, params: dict[str, Any]) -> float:
        server.stdin.write(line(number, method, params))
        server.stdin.flush()
        server.stdout.readline()
        status = Path(f"/proc/{server.pid}/status").read_text(encoding="utf-8")
        return int(status.split("VmHWM:")[1].split()[0]) / 1024

    ask(1, "initialize", HELLO)
    rest = ask(2, "tools/call", {"name": "status", "arguments": {}})
    asked = ask(3, "tools/call", {"name": "recall", "arguments": {"query": query, "project": "all"}})
    server.stdin.close()
    server.wait()
    server.stdout.close()
    return rest, asked


def measure(size: int, query_count: int) -> None:
    from django.db import connection
    from synthetic import Texts, fill

    from memory.models import GLOBAL_PROJECT_ID, Project
    from memory.origin import Origin
    from memory.projects import Place
    from memory.recall import recall
    from memory.remember import Draft, remember
    from memory.search.contract import Filters, Scope

    started_s = time.perf_counter()
    fill(size)
    print(f"\n== {size:,} memories, 200 projects (made in {time.perf_counter() - started_s:.0f} s)", flush=True)
    texts = Texts(2)
    queries = [texts.sentence(3, 10) for _ in range(query_count)]
    projects = list(Project.objects.exclude(pk=GLOBAL_PROJECT_ID))
    scopes = [Scope((texts.random.choice(projects).pk, GLOBAL_PROJECT_ID)) for _ in queries]

    def plain(query: str) -> None:
        words = " OR ".join(f'"{word}"' for word in query.strip(".").split())
        with connection.cursor() as cursor:
            cursor.execute("SELECT rowid FROM memory_fts WHERE memory_fts MATCH %s ORDER BY rank LIMIT 10", [words])
            cursor.fetchall()

    def ask(question: tuple[str, Scope]) -> None:
        recall(question[0], question[1], Filters(), limit=8, now=NOW)

    def store(text: str) -> None:
        place = Place(texts.random.choice(projects).key, "")
        remember(Draft(text), place, Origin("benchmark", "s"), datetime.now(UTC))

    timed(plain, queries[:5])
    yardstick = timed(plain, queries)
    scoped = timed(ask, list(zip(queries, scopes, strict=True)))
    everywhere = timed(ask, [(query, Scope(None)) for query in queries])
    stored = timed(store, [texts.sentence() for _ in range(query_count)])
    middle = statistics.median(yardstick)
    print(f"plain MATCH of all words, all projects  {spread(yardstick)}")
    for name, ms in (("recall, project and global", scoped), ("recall, all projects", everywhere)):
        print(f"{name:39} {spread(ms)}  = {statistics.median(ms) / middle:.2f} x plain MATCH")
    print(f"{'remember, durable':39} {spread(stored)}")
    rest, asked = server_rss_mb(queries[0])
    print(f"server process RSS: {rest:.0f} MB at rest, {asked:.0f} MB after a recall in all projects")
    connection.close()


def processes() -> None:
    bare = median_of(9, lambda: child_cpu_ms([sys.executable, "-c", "pass"]))
    serve = [sys.executable, str(ROOT / "manage.py"), "mcp"]
    hello = line(1, "initialize", HELLO)
    recalled = hello + line(2, "tools/call", {"name": "recall", "arguments": {"query": "deploy"}})
    child_cpu_ms(serve, recalled)
    first = median_of(9, lambda: child_cpu_ms(serve, recalled))
    print(f"bare interpreter start                  {bare:.0f} ms CPU")
    print(f"process: Django ready, first recall     {first:.0f} ms CPU = {first / bare:.1f} x bare")
    print("the handshake alone: benchmarks/handshake.py")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sizes", default="1000,10000,100000")
    parser.add_argument("--queries", type=int, default=200)
    arguments = parser.parse_args()
    sizes = [int(size) for size in arguments.sizes.split(",")]
    if len(sizes) > 1:
        # One process a size: the store's settings and Django's connection belong to a process.
        for size in sizes:
            subprocess.run([sys.executable, __file__, "--sizes", str(size), "--queries", str(arguments.queries)])
        return
    with temporary_store():
        if sizes[0] <= 1000:
            processes()
        measure(sizes[0], arguments.queries)


if __name__ == "__main__":
    main()
