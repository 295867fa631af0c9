#!/usr/bin/env python3
"""What the prompt hook's search puts before a prompt: how much of it belongs there, and when it is silent.

  benchmarks/capsule.py --data FOLDER [FOLDER …] [--strangers FOLDER] [--share 0.2 0.3 0.4]

Folders as for retrieval.py. Of at most four notes: *precise* is the share that answers the question, *hit* the share
of questions with at least one such note, *silent* those without any note. `--strangers` asks the questions of another
folder, to which silence is the right answer. `--share` tries other floors (`genesis_hook.SHARE`).
"""

from __future__ import annotations

import argparse
import random
from pathlib import Path
from typing import Any

from retrieval import Rows, filled, load
from store import temporary_store

MOMENT = "2026-01-02 00:00:00"


def measure(folder: Path, questions: Rows, label: str) -> None:
    """Print one row for the folder."""
    from django.db import connection

    from memory.hook import genesis_hook as hook

    asked = shown = right = hits = silent = 0
    for corpus, rows in load(folder / "docs.jsonl").items():
        mine = questions[corpus] if corpus in questions else [row for all_ in questions.values() for row in all_]
        with filled(rows) as names:
            for row in mine:
                if row["category"] == "adversarial":
                    continue
                found = hook.memories(connection.connection, hook.words_of(row["text"]), None, MOMENT)
                good = sum(names[one[0]] in set(row["relevant"]) for one in found)
                asked, shown, right = asked + 1, shown + len(found), right + good
                hits, silent = hits + bool(good), silent + (not found)
    print(
        f"{label:34s} n {asked:4d}  precise {100 * right / max(1, shown):5.1f}  hit {100 * hits / asked:5.1f}  "
        f"silent {100 * silent / asked:5.1f}  notes {shown / asked:4.2f}",
        flush=True,
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, nargs="+", required=True)
    parser.add_argument("--strangers", type=Path)
    parser.add_argument("--share", type=float, nargs="+")
    arguments = parser.parse_args()
    with temporary_store():
        from memory.hook import genesis_hook as hook

        for share in arguments.share or [hook.SHARE]:
            hook.SHARE = share
            for folder in arguments.data:
                run(folder, arguments.strangers, f"{folder.name} share {share}")


def run(folder: Path, strangers: Path | None, label: str) -> None:
    """One folder with its own questions, and with those of strangers."""
    measure(folder, load(folder / "queries.jsonl"), label)
    if strangers is not None:
        rows: list[dict[str, Any]] = [row for all_ in load(strangers / "queries.jsonl").values() for row in all_]
        measure(folder, {"": random.Random(2).sample(rows, 100)}, f"  asked by {strangers.name}")


if __name__ == "__main__":
    main()
