"""The tables of the memory: what is known, where it came from, and how to find it.

Rules of one row live here as methods without queries; reads are QuerySet methods in `querysets.py`;
a write that touches more than one row is one function in a module named by its verb.
"""

from __future__ import annotations

from datetime import datetime
from typing import ClassVar

from django.db import models

from memory.querysets import MemoryQuerySet, ThreadQuerySet, TurnQuerySet

GLOBAL_PROJECT_ID = 1
MAX_TEXT_CHARS = 64_000
# Days until a new memory's recency has clearly faded; reinforcement changes it (see memory/reinforce.py).
FIRST_STABILITY_DAYS = 30.0


class Kind(models.TextChoices):
    DECISION = "decision"
    FACT = "fact"
    OUTCOME = "outcome"
    PREFERENCE = "preference"
    RULE = "rule"


class Project(models.Model):
    """A scope: one repository or folder, or `global` (pk 1) for what holds everywhere."""

    key = models.CharField(max_length=500, unique=True)
    name = models.CharField(max_length=200)
    created_at = models.DateTimeField()

    def __str__(self) -> str:
        return self.key

    @property
    def is_global(self) -> bool:
        return self.pk == GLOBAL_PROJECT_ID


class ProjectAlias(models.Model):
    """Another key of the same project: its path before it had a remote, a renamed remote."""

    project = models.ForeignKey(Project, on_delete=models.CASCADE, related_name="aliases")
    key = models.CharField(max_length=500, unique=True)

    def __str__(self) -> str:
        return self.key


class ProjectFolder(models.Model):
    """A folder on this machine that was found to be (in) a project: what the prompt hook goes by.

    The hook cannot read git's files in the time that it has; whoever can writes down here what it found.
    """

    project = models.ForeignKey(Project, on_delete=models.CASCADE, related_name="folders")
    path = models.TextField(unique=True)
    # What the repository there looked like: another one may come to stand in its place.
    mark = models.CharField(max_length=40, default="")

    def __str__(self) -> str:
        return self.path


class Memory(models.Model):
    """One stored statement. The text never changes: a correction is a new row that supersedes this one.

    Nothing is destroyed by ordinary use: `superseded_by`, `valid_until`, `archived_at` and `forgotten_at`
    take a row out of sight. `pk` is the id that people and agents see; it is never used again.
    """

    project = models.ForeignKey(Project, on_delete=models.CASCADE, related_name="memories")
    kind = models.CharField(max_length=12, choices=Kind, default=Kind.FACT)
    text = models.TextField()
    text_hash = models.CharField(max_length=64)
    confidence = models.FloatField(default=0.8)
    tags = models.JSONField(default=list)
    files = models.JSONField(default=list)
    pinned = models.BooleanField(default=False)
    # How often this very text was remembered.
    seen_count = models.PositiveIntegerField(default=1)
    # Outcomes reported by `reinforce`; reading never writes them.
    successes = models.PositiveIntegerField(default=0)
    failures = models.PositiveIntegerField(default=0)
    stability_days = models.FloatField(default=FIRST_STABILITY_DAYS)
    created_at = models.DateTimeField()
    confirmed_at = models.DateTimeField()
    reinforced_at = models.DateTimeField(null=True)
    # The interval in which the statement held: [valid_from, valid_until).
    valid_from = models.DateTimeField()
    valid_until = models.DateTimeField(null=True)
    invalid_reason = models.TextField(default="")
    superseded_by = models.ForeignKey("self", null=True, on_delete=models.SET_NULL, related_name="supersedes")
    archived_at = models.DateTimeField(null=True)
    forgotten_at = models.DateTimeField(null=True)

    objects = MemoryQuerySet.as_manager()

    class Meta:
        verbose_name_plural = "memories"
        indexes: ClassVar[list[models.Index]] = [
            models.Index(fields=["project", "text_hash"], name="memory_by_text"),
        ]

    def __str__(self) -> str:
        return f"{self.pk}: {self.text[:60]}"

    def state_at(self, now: datetime) -> str:
        """One word for where this row stands: current, superseded, invalid, archived or forgotten."""
        if self.forgotten_at is not None:
            return "forgotten"
        if self.superseded_by_id is not None:
            return "superseded"
        if self.valid_until is not None and self.valid_until <= now:
            return "invalid"
        return "archived" if self.archived_at is not None else "current"


class Provenance(models.Model):
    """Who said or changed something about a memory, when, and why. Rows are only ever added."""

    class Action(models.TextChoices):
        REMEMBERED = "remembered"
        SEEN_AGAIN = "seen again"
        SUPERSEDED = "superseded"
        INVALIDATED = "invalidated"
        FORGOTTEN = "forgotten"
        REINFORCED = "reinforced"
        WEAKENED = "weakened"

    memory = models.ForeignKey(Memory, on_delete=models.CASCADE, related_name="provenance")
    action = models.CharField(max_length=12, choices=Action)
    client = models.CharField(max_length=100, default="")
    session = models.CharField(max_length=100, default="")
    reason = models.TextField(default="")
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.action} by {self.client or 'unknown'}"


class Passage(models.Model):
    """A stretch of a memory's text as the index knows it. Short texts have one, long ones several.

    `scope` is the project as one index token; `extra` holds what the tokenizer cannot find in the text
    by itself (parts of identifiers, pairs of CJK characters). Triggers feed the full-text index.
    """

    memory = models.ForeignKey(Memory, on_delete=models.CASCADE, related_name="passages")
    start = models.PositiveIntegerField()
    length = models.PositiveIntegerField()
    scope = models.CharField(max_length=24)
    extra = models.TextField(default="")

    def __str__(self) -> str:
        return f"{self.memory_id}[{self.start}:{self.start + self.length}]"


class Vector(models.Model):
    """What a passage is about, as a direction: made by `model`, kept as signed bytes, only where the extra
    `semantic` is installed. Triggers remove it with its passage.
    """

    passage = models.OneToOneField(Passage, on_delete=models.CASCADE, related_name="vector")
    model = models.CharField(max_length=80)
    codes = models.BinaryField()

    def __str__(self) -> str:
        return f"{self.passage_id} by {self.model}"


class MemoryEdge(models.Model):
    """A tie between two memories. `corrects`: the source is the newer text on the same subject."""

    class Kind(models.TextChoices):
        CORRECTS = "corrects"
        RELATED = "related"

    source = models.ForeignKey(Memory, on_delete=models.CASCADE, related_name="edges_out")
    target = models.ForeignKey(Memory, on_delete=models.CASCADE, related_name="edges_in")
    kind = models.CharField(max_length=12, choices=Kind)
    weight = models.FloatField(default=1.0)
    reason = models.TextField(default="")
    created_at = models.DateTimeField()

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["source", "target", "kind"], name="one_edge_of_a_kind"),
        ]

    def __str__(self) -> str:
        return f"{self.source_id} {self.kind} {self.target_id}"


class Thread(models.Model):
    """A piece of work in progress: what it is about, where it stands, which client was on it last."""

    class State(models.TextChoices):
        OPEN = "open"
        DONE = "done"

    project = models.ForeignKey(Project, on_delete=models.CASCADE, related_name="threads")
    topic = models.CharField(max_length=300)
    focus = models.TextField(default="")
    next_steps = models.JSONField(default=list)
    files = models.JSONField(default=list)
    state = models.CharField(max_length=8, choices=State, default=State.OPEN)
    client = models.CharField(max_length=100, default="")
    session = models.CharField(max_length=100, default="")
    # Written by capture alone so far: capture may go on changing what an agent has not taken over.
    by_capture = models.BooleanField(default=False)
    # Goes up with every change: who read an older one must not overwrite a newer one.
    version = models.PositiveIntegerField(default=1)
    created_at = models.DateTimeField()
    updated_at = models.DateTimeField()

    objects = ThreadQuerySet.as_manager()

    class Meta:
        indexes: ClassVar[list[models.Index]] = [
            models.Index(fields=["project", "-updated_at"], name="thread_by_time"),
        ]

    def __str__(self) -> str:
        return self.topic


class Candidate(models.Model):
    """A statement that was noticed in passing and is not a memory yet: it waits for a second sighting or a person.

    `sessions`: where it was seen, as pairs of session and time. `why`: what made it notable.
    """

    class State(models.TextChoices):
        WAITING = "waiting"
        ACCEPTED = "accepted"
        REJECTED = "rejected"

    project = models.ForeignKey(Project, on_delete=models.CASCADE, related_name="candidates")
    kind = models.CharField(max_length=12, choices=Kind, default=Kind.FACT)
    text = models.TextField()
    text_hash = models.CharField(max_length=64)
    why = models.CharField(max_length=200, default="")
    sessions = models.JSONField(default=list)
    client = models.CharField(max_length=100, default="")
    state = models.CharField(max_length=8, choices=State, default=State.WAITING)
    memory = models.ForeignKey(Memory, null=True, on_delete=models.SET_NULL, related_name="candidates")
    created_at = models.DateTimeField()
    seen_at = models.DateTimeField()

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["project", "text_hash"], name="one_candidate_per_text"),
        ]

    def __str__(self) -> str:
        return f"{self.state}: {self.text[:60]}"


class Turn(models.Model):
    """One side's words in a dialogue, and the client in which they were said."""

    class Role(models.TextChoices):
        USER = "user"
        ASSISTANT = "assistant"

    project = models.ForeignKey(Project, on_delete=models.CASCADE, related_name="turns")
    thread = models.ForeignKey(Thread, null=True, on_delete=models.SET_NULL, related_name="turns")
    role = models.CharField(max_length=10, choices=Role)
    text = models.TextField()
    client = models.CharField(max_length=100, default="")
    session = models.CharField(max_length=100, default="")
    at = models.DateTimeField()

    objects = TurnQuerySet.as_manager()

    class Meta:
        indexes: ClassVar[list[models.Index]] = [
            models.Index(fields=["project", "-at"], name="turn_by_time"),
            models.Index(fields=["session", "-at"], name="turn_by_session"),
        ]

    def __str__(self) -> str:
        return f"{self.role} in {self.client or 'unknown'}"
