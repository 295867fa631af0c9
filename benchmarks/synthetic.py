"""A store of any size with a realistic spread of words, projects and times; the same for the same size.

Words follow Zipf's law over a vocabulary of English-like words and identifiers; projects are of unequal size.
Rows go in by plain SQL, in bulk, through the same triggers as any other.
"""

from __future__ import annotations

import bisect
import itertools
import json
import random
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

from django.db import connection

from memory.models import Memory, Passage, Project
from memory.search.words import extra_of, vocabulary
from memory.similarity import text_hash

PROJECTS = 200
WORDS = 30_000
BATCH = 5_000
START = datetime(2026, 1, 1, tzinfo=UTC)
STEMS = """deploy cache queue invoice login session token worker schema index search parse render upload export import
retry timeout backup restore migrate rotate rename merge branch release build test lint format docker cluster proxy
header cookie filter batch stream buffer thread socket client server handler router model field column table view
config secret policy metric trace alert quota limit window cursor page layout theme widget button dialog
report""".split()
ENDINGS = "er ing ed able ment tion less ness ful ly ist ize al ic ous ive".split()


class Texts:
    """Sentences of 8 to 40 words; the n-th is the same whenever the seed is."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        made = random.Random(7)
        self.words = list(STEMS)
        while len(self.words) < WORDS:
            one, two = made.choice(STEMS), made.choice(STEMS)
            form = made.randrange(4)
            self.words.append(
                (one + made.choice(ENDINGS), f"{one}_{two}", one + two.title(), f"{one}{made.randrange(1000)}")[form]
            )
        self.sums = list(itertools.accumulate(1 / (rank + 2) for rank in range(len(self.words))))

    def word(self) -> str:
        return self.words[bisect.bisect(self.sums, self.random.random() * self.sums[-1])]

    def sentence(self, least: int = 8, most: int = 40) -> str:
        return " ".join(self.word() for _ in range(self.random.randint(least, most))).capitalize() + "."


def fill(count: int) -> None:
    """Add `count` memories in PROJECTS projects to the empty store of the default connection."""
    texts = Texts(1)
    projects = [
        Project.objects.create(key=f"example.org/acme/p{n}", name=f"p{n}", created_at=START) for n in range(PROJECTS)
    ]
    sizes = list(itertools.accumulate(1 / (rank + 10) for rank in range(PROJECTS)))
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA synchronous=OFF")
    for first in range(1, count + 1, BATCH):
        _store(list(range(first, min(first + BATCH, count + 1))), texts, projects, sizes)
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA synchronous=FULL")
        cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def _store(batch: list[int], texts: Texts, projects: list[Project], sizes: list[float]) -> None:
    memories = list(_memories(batch, texts, projects, sizes))
    Memory.objects.bulk_create(memories)
    Passage.objects.bulk_create(
        Passage(
            memory_id=memory.pk,
            start=0,
            length=len(memory.text),
            scope=f"p{memory.project_id}",
            extra=extra_of(memory.text),
        )
        for memory in memories
    )
    words = sorted({word for memory in memories for word in vocabulary(memory.text)})
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO memory_word (word) SELECT value FROM json_each(%s) AS new "
            "WHERE NOT EXISTS (SELECT 1 FROM memory_word WHERE word = new.value)",
            [json.dumps(words)],
        )


def _memories(batch: list[int], texts: Texts, projects: list[Project], sizes: list[float]) -> Iterator[Memory]:
    for number in batch:
        text = texts.sentence()
        project = projects[bisect.bisect(sizes, texts.random.random() * sizes[-1])]
        at = START + timedelta(minutes=number % 400_000)
        yield Memory(
            pk=number,
            project=project,
            kind=texts.random.choice(("decision", "fact", "outcome", "preference", "rule")),
            text=text,
            text_hash=text_hash(text),
            created_at=at,
            confirmed_at=at,
            valid_from=at,
        )
