"""The journal of what setup wrote into the files of other programs.

The journal is what `setup --revert` goes by: no marks are left in the user's files.
"""

from __future__ import annotations

from typing import Any, ClassVar

from django.db import models

from clients.entry import argv_of


class ClientConfigQuerySet(models.QuerySet["ClientConfig"]):
    def in_force(self) -> ClientConfigQuerySet:
        """What is written now and can be taken back."""
        return self.filter(state=ClientConfig.State.WRITTEN)

    def commands(self) -> frozenset[tuple[str, ...]]:
        """Every command that setup ever wrote as a whole entry."""
        entries = [change.get("after") for changes in self.values_list("changes", flat=True) for change in changes]
        return frozenset(tuple(argv) for entry in entries if (argv := argv_of(entry)))

    def unfinished(self) -> ClientConfigQuerySet:
        """What a run began and did not report as done: it was killed, or the machine stopped."""
        return self.filter(state=ClientConfig.State.PLANNED)


class ClientConfig(models.Model):
    """One file that setup changed, with all that is needed to put it back.

    `changes`: a list of {path, before?, after?, made, undo}, see `clients/change.py`. `created`: setup made the file.
    `hash_before`, `backup`: the file as it was before, and a copy of it; blank when there was none, or when it is no
    longer the way back (somebody else changed the file between two runs of setup).
    """

    class State(models.TextChoices):
        PLANNED = "planned"
        WRITTEN = "written"
        REPLACED = "replaced"
        REVERTED = "reverted"

    client = models.CharField(max_length=100)
    path = models.TextField()
    target = models.TextField()
    format = models.CharField(max_length=20)
    state = models.CharField(max_length=20, choices=State.choices, default=State.PLANNED)
    changes: models.JSONField[Any, Any] = models.JSONField(default=list)
    created = models.BooleanField(default=False)
    hash_before = models.CharField(max_length=64, blank=True)
    hash_after = models.CharField(max_length=64)
    backup = models.TextField(blank=True)
    made_folders: models.JSONField[Any, Any] = models.JSONField(default=list)
    written_at = models.DateTimeField()
    reverted_at = models.DateTimeField(null=True, blank=True)

    objects = ClientConfigQuerySet.as_manager()

    class Meta:
        indexes: ClassVar = [models.Index(fields=["state", "target"])]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["client", "target"], condition=models.Q(state="written"), name="one_written_row_per_file"
            )
        ]

    def __str__(self) -> str:
        return f"{self.client}: {self.path}"


class TranscriptPosition(models.Model):
    """How far a client's transcript has been read. `position` is the reader's own, see `clients/transcripts/`."""

    path = models.TextField(unique=True)
    client = models.CharField(max_length=100)
    position = models.TextField(default="")
    read_at = models.DateTimeField()

    def __str__(self) -> str:
        return self.path


class ImportedStatementQuerySet(models.QuerySet["ImportedStatement"]):
    def of_project(self, project_id: int) -> ImportedStatementQuerySet:
        """What the last imports found in the files of this project, with the memories, in the order of the files."""
        return self.filter(project_id=project_id).select_related("memory").order_by("path", "line", "pk")


class ImportedStatement(models.Model):
    """One statement that the last import found in a file, and the memory that it became.

    `path`: absolute, links followed. `text_hash`: `memory.similarity.text_hash` of the text without its secrets.
    `memory` is None where it was purged: the row then keeps the next import from bringing it back.
    """

    project = models.ForeignKey("memory.Project", on_delete=models.CASCADE, related_name="imported_statements")
    path = models.TextField()
    text_hash = models.CharField(max_length=64)
    memory = models.ForeignKey(
        "memory.Memory", null=True, on_delete=models.SET_NULL, related_name="imported_statements"
    )
    line = models.PositiveIntegerField()
    imported_at = models.DateTimeField()

    objects = ImportedStatementQuerySet.as_manager()

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["project", "path", "text_hash"], name="one_row_per_statement_of_a_file")
        ]

    def __str__(self) -> str:
        return f"{self.path}:{self.line}"
