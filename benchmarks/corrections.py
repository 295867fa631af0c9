"""Which texts are linked as corrections, rightly and wrongly, and what the links do to the ranking.

    python benchmarks/corrections.py [--pairs FILE …] [--data FOLDER …] [--show N]

FILE is a JSON list of {old, new, question}: how many pairs are linked, and how many questions rank the new
text first, with all pairs in one store. FOLDER holds `docs.jsonl` and `queries.jsonl` as for retrieval.py: how
many documents are linked to one of their ten best matches among the earlier ones (in a real history nearly
every link is wrong), and nDCG@10 without and with "the newer of a linked pair first". `--show` prints some of
the links.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from retrieval import NOW, ask, filled, load, scores
from store import temporary_store

CANDIDATES = 10


def link(rows: list[dict[str, str]], names: dict[int, str], show: int) -> set[tuple[int, int]]:
    """Store the rows one by one, as remember does; returns (newer id, older id) of every correction."""
    from memory.models import Memory
    from memory.search import engine
    from memory.similarity import compare

    links = set()
    texts: dict[int, str] = {}
    for row in rows:
        text = row["text"]
        found = [(older, compare(texts[older], text)) for older in ask(text, noise=None)[0][:CANDIDATES]]
        stored = Memory.objects.create(project_id=1, text=text, created_at=NOW, confirmed_at=NOW, valid_from=NOW)
        engine().index_memory(stored.pk, text, 1)
        texts[stored.pk], names[stored.pk] = text, row["id"]
        for older, likeness in found:
            if likeness.correction:
                links.add((stored.pk, older))
                if len(links) <= show:
                    print(f"    {texts[older][:80]!r} -> {text[:80]!r}: {likeness.reason}")
    return links


def newer_first(ranked: list[int], links: set[tuple[int, int]]) -> list[int]:
    """Move each newer text directly above the best of those which it corrects."""
    order = list(ranked)
    for newer in sorted(ranked):
        above = [order.index(older) for older in order if (newer, older) in links]
        if above and min(above) < order.index(newer):
            order.remove(newer)
            order.insert(min(above), newer)
    return order


def measure_pairs(path: Path, show: int) -> None:
    pairs = json.loads(path.read_text(encoding="utf-8"))
    rows = [{"id": f"{age}{at}", "text": pair[age]} for age in ("old", "new") for at, pair in enumerate(pairs)]
    with filled([]) as names:
        links = link(rows, names, show)
        ids = {name: memory_id for memory_id, name in names.items()}
        wanted = {(ids[f"new{at}"], ids[f"old{at}"]) for at in range(len(pairs))}
        first = [0, 0]
        for (newer, older), pair in zip(sorted(wanted), pairs, strict=True):
            plain = ask(pair["question"], noise=None)[0]
            for at, order in enumerate((plain, newer_first(plain, links))):
                first[at] += newer in order and (older not in order or order.index(newer) < order.index(older))
    linked, other = len(links & wanted), len(links - wanted)
    print(f"{path.name}: {len(pairs)} pairs, {linked} linked, {other} other links; new first {first[0]} -> {first[1]}")


def measure_history(folder: Path, show: int) -> None:
    documents, questions = load(folder / "docs.jsonl"), load(folder / "queries.jsonl")
    linked = total = asked = 0
    gain = [0.0, 0.0]
    for corpus, rows in documents.items():
        with filled([]) as names:
            links = link(rows, names, show)
            total, linked = total + len(rows), linked + len({newer for newer, _ in links})
            for row in questions[corpus]:
                if row["category"] == "adversarial":
                    continue
                asked += 1
                ranked = ask(row["text"], noise=None)[0][:10]
                for at, order in enumerate((ranked, newer_first(ranked, links))):
                    gain[at] += scores([names[found] for found in order], set(row["relevant"]))["nDCG@10"]
    before, after = (100 * one / max(1, asked) for one in gain)
    share = 100 * linked / max(1, total)
    print(f"{folder.name}: {linked} of {total} documents linked ({share:.2f} %), nDCG@10 {before:.2f} -> {after:.2f}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pairs", type=Path, nargs="*", default=[])
    parser.add_argument("--data", type=Path, nargs="*", default=[])
    parser.add_argument("--show", type=int, default=0)
    arguments = parser.parse_args()
    with temporary_store():
        for path in arguments.pairs:
            measure_pairs(path, arguments.show)
        for folder in arguments.data:
            measure_history(folder, arguments.show)


if __name__ == "__main__":
    main()
