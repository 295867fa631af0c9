"""A file on disk as statements: read, refused with a reason, or gone. Called by `genesis import`."""

from __future__ import annotations

import os
import stat
from dataclasses import dataclass, replace

from clients.files import look_at
from clients.imports.contract import Source, Statement
from clients.imports.private import without_private
from memory.projects import Place

MAX_FILE_BYTES = 1_000_000


@dataclass(frozen=True, slots=True)
class Located:
    """A file to import, and for which project. `path`: absolute, links followed.

    `folder`: the folder below the project's root that the file is about; blank: the whole project.
    """

    path: str
    source: Source
    place: Place
    folder: str = ""


@dataclass(frozen=True, slots=True)
class SourceFile:
    """What one file says now. `private_count`: passages left out unread. `is_gone`: the file is not there any more."""

    path: str
    client: str
    place: Place
    statements: tuple[Statement, ...] = ()
    private_count: int = 0
    is_gone: bool = False


@dataclass(frozen=True, slots=True)
class Refused:
    """A file that cannot be imported, and why, in words."""

    path: str
    why: str


def load(located: Located) -> SourceFile | Refused:
    """The statements of a file, in its order. Never raises for the state of the file."""
    if why := _refusal(located.path):
        return Refused(located.path, why)
    found = look_at(located.path)
    if found.unreadable or found.data is None:
        return Refused(located.path, found.unreadable or "there is no such file")
    text, private_count = without_private(found.text.replace("\r\n", "\n").replace("\r", "\n"))
    statements = tuple(_about(located.folder, said) for said in located.source.read(text))
    return SourceFile(located.path, located.source.client, located.place, statements, private_count)


def _refusal(path: str) -> str:
    """Why `path` is not even opened; blank: it may be. A pipe would be waited for without end."""
    try:
        state = os.stat(path)
    except FileNotFoundError:
        return "there is no such file"
    except (OSError, ValueError) as error:
        return f"it cannot be read ({getattr(error, 'strerror', None) or error})"
    if not stat.S_ISREG(state.st_mode):
        return "it is no ordinary file"
    if state.st_size > MAX_FILE_BYTES:
        return f"it is larger than {MAX_FILE_BYTES // 1_000_000} MB; import a part of it"
    return ""


def _about(folder: str, said: Statement) -> Statement:
    return replace(said, files=(f"{folder}/**",)) if folder and not said.files else said
