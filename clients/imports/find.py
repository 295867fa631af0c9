"""Where the files lie that `genesis import` reads: a project's, a person's own, or those that were named."""

from __future__ import annotations

import glob
import os
from collections.abc import Iterable, Iterator
from fnmatch import fnmatch

from clients.imports import CLAUDE_MEMORY, SOURCES, UNKNOWN
from clients.imports.claude_memory import slug_of
from clients.imports.contract import Source
from clients.imports.source_file import Located
from clients.machine import Machine
from memory import scope
from memory.projects import GLOBAL_PLACE, Place

# How deep below a project's root the notes of its parts are looked for.
NESTED_LEVELS = 5
# Folders with other people's projects, with what a build makes, and with samples. Hidden ones are left out as well.
LEFT_OUT = frozenset(
    """__pycache__ bower_components build coverage dist env external fixtures node_modules out Pods site-packages target
    templates testdata third_party vendor venv""".split()
)


def found_files(here: Place, target: Place, machine: Machine) -> list[Located]:
    """All known files that exist: the person's own, the project's in the folder `here`, Claude Code's notes on it.

    `target`: the project that the latter two are for.
    """
    users = [
        Located(path, source, GLOBAL_PLACE)
        for source in SOURCES
        if source.is_users
        for path in [machine.expand(source.pattern)]
        if os.path.isfile(path)
    ]
    return _once(
        [*users, *(project_files(here.folders[0], target) if here.folders else ()), *_notes(here, target, machine)]
    )


def named_files(paths: Iterable[str], here: Place, target: Place | None, machine: Machine) -> list[Located]:
    """The files that a person named; a folder stands for the known files in it.

    `target`: the project that all are for; None: each file's own repository, outside of one the project `here`, and
    `global` for a person's own files.
    """
    located: list[Located] = []
    for path in map(os.path.abspath, paths):
        if os.path.isdir(path):
            located += project_files(path, target or _repository_of(path, machine) or here)
            continue
        source = _source_of(path, machine)
        own = GLOBAL_PLACE if source.is_users else _repository_of(os.path.dirname(path), machine) or here
        root = own.folders[0] if own.folders else ""
        located.append(Located(path, source, target or own, _folder_below(root, path) if source.is_nested else ""))
    return _once(located)


def project_files(root: str, place: Place) -> Iterator[Located]:
    """The known files of the project whose work tree is `root`, those of its parts last."""
    parts = list(_parts(root))
    for source in (source for source in SOURCES if not source.is_users):
        found = [("", name) for name in sorted(glob.glob(source.pattern, root_dir=root, recursive=True))]
        found += [(folder, os.path.join(folder, source.pattern)) for folder in parts if source.is_nested]
        for folder, name in found:
            path = os.path.join(root, name)
            # `.clinerules` is a file in one project and a folder in the next.
            if os.path.isfile(path) and _stays_below(root, path):
                yield Located(path, source, place, folder.replace(os.sep, "/"))


def _stays_below(root: str, path: str) -> bool:
    """A repository that was cloned from somewhere must not have files read that lie outside of it."""
    return os.path.realpath(path).startswith(os.path.realpath(root) + os.sep)


def _parts(root: str) -> Iterator[str]:
    """The folders below `root` that may have notes of their own, as paths below it."""
    for folder, names, _ in os.walk(root):
        below = os.path.relpath(folder, root)
        if below != ".":
            yield below
        deep = below != "." and below.count(os.sep) + 1 >= NESTED_LEVELS
        names[:] = [] if deep else sorted(name for name in names if _is_part(os.path.join(folder, name)))


def _is_part(folder: str) -> bool:
    name = os.path.basename(folder)
    return not (name.startswith(".") or name in LEFT_OUT or os.path.lexists(os.path.join(folder, ".git")))


def _notes(here: Place, target: Place, machine: Machine) -> Iterator[Located]:
    """What Claude Code wrote down about the project: under its main work tree, for all of its work trees."""
    for root in reversed(here.folders):
        folder, pattern = os.path.split(machine.expand(CLAUDE_MEMORY.pattern.replace("{slug}", slug_of(root))))
        for name in sorted(glob.glob(pattern, root_dir=folder)) if os.path.isdir(folder) else ():
            yield Located(os.path.join(folder, name), CLAUDE_MEMORY, target)


def _source_of(path: str, machine: Machine) -> Source:
    real, shown = os.path.realpath(path), path.replace(os.sep, "/")
    users = (source for source in SOURCES if source.is_users)
    own = next((one for one in users if os.path.realpath(machine.expand(one.pattern)) == real), None)
    if own is not None:
        return own
    if fnmatch(shown, "*/projects/*/memory/*.md"):
        return CLAUDE_MEMORY
    projects = (source for source in SOURCES if not source.is_users)
    return next((one for one in projects if fnmatch(shown, "*/" + one.pattern.replace("**/", ""))), UNKNOWN)


def _repository_of(folder: str, machine: Machine) -> Place | None:
    """The project whose repository `folder` lies in; None outside of any."""
    identity = scope.identify(folder, machine.home)
    return Place.of(identity) if identity.top and os.path.lexists(os.path.join(identity.top, ".git")) else None


def _folder_below(root: str, path: str) -> str:
    below = os.path.relpath(os.path.dirname(os.path.realpath(path)), os.path.realpath(root)) if root else "."
    return "" if below.startswith(".") else below.replace(os.sep, "/")


def _once(located: Iterable[Located]) -> list[Located]:
    """Each file once, by where it really is: AGENTS.md is often a link to CLAUDE.md."""
    found: dict[str, Located] = {}
    for one in located:
        real = os.path.realpath(one.path)
        found.setdefault(os.path.normcase(real), Located(real, one.source, one.place, one.folder))
    return list(found.values())
