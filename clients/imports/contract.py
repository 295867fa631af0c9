"""What the readers of imported files give back. Pure; used by every module of this folder."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Statement:
    """One thing that a file says, as a memory would say it.

    `kind`: a kind of memory. `files`: globs of the files that it is about. `line`: where it starts, counted from 1.
    `written`: the day on which it was written down, as the file tells it; blank if it does not.
    """

    text: str
    kind: str
    line: int
    tags: tuple[str, ...] = ()
    files: tuple[str, ...] = ()
    written: str = ""


Reader = Callable[[str], tuple[Statement, ...]]


@dataclass(frozen=True, slots=True)
class Source:
    """Where one client's notes lie, and who reads them.

    `pattern`: a glob below the project's root, or a template of `clients/machine.py` when `is_users` (what a person
    says in every project). `is_nested`: the file may lie in any folder and is then about that folder.
    """

    client: str
    pattern: str
    read: Reader
    is_users: bool = False
    is_nested: bool = False
