"""Reads of the memory tables that return rows, named as a reader would say them. Chainable."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import TYPE_CHECKING

from django.db import models
from django.db.models import Q

if TYPE_CHECKING:
    from memory.models import Memory, Thread, Turn  # noqa: F401


class MemoryQuerySet(models.QuerySet["Memory"]):
    def current(self, now: datetime) -> MemoryQuerySet:
        """What is believed at `now`: not forgotten, superseded, archived or past its validity."""
        return self.filter(
            Q(valid_until=None) | Q(valid_until__gt=now),
            forgotten_at=None,
            archived_at=None,
            superseded_by=None,
        )

    def in_projects(self, project_ids: Iterable[int] | None) -> MemoryQuerySet:
        """Rows of these projects; None means of every project."""
        return self.all() if project_ids is None else self.filter(project_id__in=list(project_ids))


class ThreadQuerySet(models.QuerySet["Thread"]):
    def open_first(self) -> ThreadQuerySet:
        """Open threads before done ones, the latest first."""
        return self.order_by("-state", "-updated_at", "-pk")


class TurnQuerySet(models.QuerySet["Turn"]):
    def latest_first(self) -> TurnQuerySet:
        return self.order_by("-at", "-pk")
