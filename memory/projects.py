"""Which project a call is about: from the caller's folder, or from a name that the caller gives.

The server decides the scope (memory/scope.py reads the folder); a name is for the exceptions.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db import IntegrityError, transaction

from memory.errors import BadInput, NotFound
from memory.hook.genesis_hook import mark_of
from memory.intake import Intake
from memory.models import GLOBAL_PROJECT_ID, Project, ProjectAlias, ProjectFolder
from memory.scope import Identity

GLOBAL = "global"
EVERYWHERE = "all"


@dataclass(frozen=True, slots=True)
class Place:
    """Where a call comes from: the identity of its folder, and whether a name was given instead.

    `folders`: the project's work trees as this call sees them; none for a project that was named.
    """

    key: str
    name: str
    aliases: tuple[str, ...] = ()
    note: str = ""
    folders: tuple[str, ...] = ()

    @classmethod
    def of(cls, identity: Identity) -> Place:
        folders = tuple(dict.fromkeys(folder for folder in (identity.top, identity.root) if folder))
        return cls(identity.key, identity.name, identity.aliases, identity.note, folders)


GLOBAL_PLACE = Place(GLOBAL, GLOBAL)


def known_project(place: Place) -> Project | None:
    """The project of `place`, if anything was ever stored for it. Reads only."""
    if place.key == GLOBAL:
        return Project.objects.get(pk=GLOBAL_PROJECT_ID)
    found = _by_key(place.key)
    if found is None:
        # A repository known by its path that has a remote now. A path whose project had another remote
        # belongs to what stood there before, so it does not count.
        for alias in place.aliases:
            candidate = _by_key(alias)
            if candidate is not None and candidate.key == alias and not _has_remote(candidate):
                return candidate
    return found


def _has_remote(project: Project) -> bool:
    """Whether a project known by its path was found with a remote before: another remote is another project."""
    return project.aliases.exclude(key__startswith="path:").exists()


def _by_key(key: str) -> Project | None:
    project = Project.objects.filter(key=key).first()
    if project is None:
        alias = ProjectAlias.objects.filter(key=key).select_related("project").first()
        project = alias.project if alias else None
    return project


def ensure_project(place: Place, now: datetime) -> Project:
    """The project of `place`, made if it is new; remembers other keys by which it is found again."""
    project = known_project(place)
    if project is None:
        try:
            with transaction.atomic():
                project = Project.objects.create(key=place.key, name=place.name[:200], created_at=now)
        except IntegrityError:  # another process made it a moment ago
            project = Project.objects.get(key=place.key)
    if project.key != place.key and not project.is_global:
        ProjectAlias.objects.get_or_create(key=place.key, defaults={"project": project})
    _note_folders(place, project)
    return project


def _note_folders(place: Place, project: Project) -> None:
    """Write down which folders are this project's, for the prompt hook; costs one read when nothing is new."""
    if not place.folders:
        return
    rows = ProjectFolder.objects.filter(path__in=place.folders)
    known = {row.path: (row.project_id, row.mark) for row in rows}
    for path in place.folders:
        mark = mark_of(path)
        if known.get(path) != (project.pk, mark):
            ProjectFolder.objects.update_or_create(path=path, defaults={"project": project, "mark": mark})


def chosen_place(given: str, here: Place) -> Place:
    """What the caller means by a `project` argument; blank is the caller's own folder.

    A known project is found by key, by alias, or by a name that only one project has (case and `-_. `
    do not matter). Any other name is a project of its own, with a note when a known one looks like it.
    """
    wanted = given.strip()
    if wanted.casefold() in ("", "current", "here"):
        return here
    if wanted.casefold() == GLOBAL:
        return GLOBAL_PLACE
    if wanted.casefold() == EVERYWHERE:
        raise BadInput("project 'all' can be read (recall), not written to. Leave project out, or name one.")
    if len(wanted) > 300:
        raise BadInput("project is longer than 300 characters. Give its name, or leave it out.")
    found = _by_key(wanted) or _by_name(wanted)
    if found is not None:
        return Place(found.key, found.name)
    wanted = Intake().text(wanted, "project")
    near = _looking_like(wanted)
    note = f"'{wanted}' is a new project; did you mean {_listed(near)}?" if near else ""
    return Place(wanted.casefold(), wanted, note=note)


def read_projects(given: str, here: Place) -> tuple[tuple[int, ...] | None, Place]:
    """The project ids to read and the place to report: the place's own project and `global`.

    None as ids means every project. Raises NotFound for a name that no project has.
    """
    if given.strip().casefold() == EVERYWHERE:
        return None, Place(EVERYWHERE, "all projects")
    place = chosen_place(given, here)
    project = known_project(place)
    if project is None and given.strip() and place is not here:
        near = _looking_like(given)
        hint = f"Did you mean {_listed(near)}?" if near else "Leave project out to search this one."
        raise NotFound(f"No project is called '{given.strip()}'. {hint}")
    ids = (GLOBAL_PROJECT_ID,) if project is None else tuple({project.pk: 0, GLOBAL_PROJECT_ID: 0})
    return ids, place


def _simple(name: str) -> str:
    return re.sub(r"[-_. ]+", "", name.casefold())


def _by_name(wanted: str) -> Project | None:
    named = [
        project for project in Project.objects.all() if _simple(wanted) in (_simple(project.name), _simple(project.key))
    ]
    return named[0] if len(named) == 1 else None


def _looking_like(wanted: str) -> list[str]:
    names = {_simple(name): name for pair in Project.objects.values_list("key", "name") for name in pair}
    close = difflib.get_close_matches(_simple(wanted), names, n=3, cutoff=0.75)
    return [names[name] for name in close]


def _listed(names: Sequence[str]) -> str:
    return " or ".join(f"'{name}'" for name in names)
