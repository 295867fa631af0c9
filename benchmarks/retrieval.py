"""How well search finds, on any folder of questions and answers, through `search()` in this process.

    python benchmarks/retrieval.py --data FOLDER [FOLDER …] [--halves] [--strangers FOLDER] [--prior-noise]

A folder holds `docs.jsonl` (corpus, id, text) and `queries.jsonl` (corpus, text, relevant, category); each
corpus gets a store of its own. `--halves` scores even and odd questions apart (a tuning that helps only one
half is luck). `--strangers` asks the questions of another folder, which should find nothing. `--prior-noise`
gives every memory a random prior, to see what a useless one costs.
"""

from __future__ import annotations

import argparse
import json
import math
import random
import time
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from store import temporary_store

NOW = datetime(2026, 1, 1, tzinfo=UTC)
Rows = dict[str, list[dict[str, Any]]]


def load(path: Path) -> Rows:
    """The rows of a JSONL file by corpus."""
    rows: Rows = defaultdict(list)
    with path.open(encoding="utf-8") as lines:
        for line in lines:
            row = json.loads(line)
            rows[row["corpus"]].append(row)
    return rows


@contextmanager
def filled(documents: list[dict[str, Any]]) -> Iterator[dict[int, str]]:
    """A store with these documents; gives the memory id -> document id table."""
    from django.db import transaction

    from memory.models import Memory
    from memory.search import engine

    with transaction.atomic():
        Memory.objects.all().delete()
        names = {}
        for document in documents:
            memory = Memory.objects.create(
                project_id=1, text=document["text"], created_at=NOW, confirmed_at=NOW, valid_from=NOW
            )
            engine().index_memory(memory.pk, memory.text, 1)
            names[memory.pk] = document["id"]
    yield names


def ask(text: str, *, noise: random.Random | None) -> tuple[list[int], float]:
    """(memory ids best first, milliseconds) for one question, in the window that recall uses."""
    from memory import scoring
    from memory.search import engine
    from memory.search.contract import Filters, Scope

    started = time.perf_counter()
    found = engine().search(text, Scope((1,)), Filters(), 100, NOW)
    ms = 1000 * (time.perf_counter() - started)
    scored = [(scoring.final(hit.relevance, noise.random() if noise else 1.0), hit.memory_id) for hit in found.hits]
    return [memory_id for _, memory_id in sorted(scored, reverse=True)], ms


def scores(ranked: list[str], relevant: set[str]) -> dict[str, float]:
    hits = [name in relevant for name in ranked[:10]]
    gain = sum(hit / math.log2(at + 2) for at, hit in enumerate(hits))
    ideal = sum(1 / math.log2(at + 2) for at in range(min(10, len(relevant))))
    return {
        "nDCG@10": gain / ideal,
        "R@1": sum(hits[:1]) / len(relevant),
        "R@10": sum(hits) / len(relevant),
        "Hit@10": float(any(hits)),
        "returned": len(ranked),
        "silent": float(not ranked),
    }


def measure(folder: Path, questions: Rows, arguments: argparse.Namespace, label: str) -> None:
    """Print one row for the folder, or one for each half."""
    sums: dict[str, dict[str, float]] = defaultdict(lambda: defaultdict(float))
    times: list[float] = []
    noise = random.Random(1) if arguments.prior_noise else None
    documents = load(folder / "docs.jsonl")
    for corpus, rows in documents.items():
        mine = questions[corpus] if corpus in questions else [row for all_ in questions.values() for row in all_]
        with filled(rows) as names:
            for at, row in enumerate(mine):
                if row["category"] == "adversarial":
                    continue
                found, ms = ask(row["text"], noise=noise)
                times.append(ms)
                half = f"{label} half {at % 2 + 1}" if arguments.halves else label
                sums[half]["n"] += 1
                for name, value in scores([names[one] for one in found], set(row["relevant"])).items():
                    sums[half][name] += value
    times.sort()
    for half, values in sorted(sums.items()):
        count = values.pop("n")
        shares = ("nDCG@10", "R@1", "R@10", "Hit@10", "silent")
        shown = [f"{name} {(100 if name in shares else 1) * value / count:5.1f}" for name, value in values.items()]
        print(f"{half:36s} n {count:4.0f}  {'  '.join(shown)}", flush=True)
    print(f"{'':36s} median {times[len(times) // 2]:.2f} ms, p95 {times[int(len(times) * 0.95)]:.2f} ms")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, nargs="+", required=True)
    parser.add_argument("--halves", action="store_true")
    parser.add_argument("--strangers", type=Path)
    parser.add_argument("--prior-noise", action="store_true")
    arguments = parser.parse_args()
    with temporary_store():
        for folder in arguments.data:
            label = folder.name
            questions = load((arguments.strangers or folder) / "queries.jsonl")
            if arguments.strangers:
                strangers = random.Random(2).sample([row for rows in questions.values() for row in rows], 100)
                questions = {"": strangers}
                label += f" asked by {arguments.strangers.name}"
            measure(folder, questions, arguments, label)


if __name__ == "__main__":
    main()
