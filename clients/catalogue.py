"""The catalogue of clients: one data file each in `catalog/`, read and checked once.

`catalogue()` is what plans, checks and tables go by. The meaning of every key is in CONTRIBUTING.md.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path as FilePath
from typing import Any

from clients.editors.contract import Item, Path
from clients.errors import UnknownClient
from clients.machine import SYSTEMS, Machine

FOLDER = FilePath(__file__).parent / "catalog"

PRIMITIVES = ("mcp", "hook", "proxy")
STATUSES = ("confirmed", "unconfirmed", "ended")
FAMILIES = ("ide", "cli", "desktop", "extension", "editor", "sdk")
FORMATS = ("json", "jsonc", "toml", "yaml", "elisp", "lua", "shell")
WAYS = ("edit", "block", "paste")
PICKS = ("first", "every", "existing")
MODES = ("all", "core", "gateway")


@dataclass(frozen=True, slots=True)
class Place:
    """A file that may hold the entry. `path` and `when` are templates for each system.

    `when`: what must exist for this place to be the one. `confirmed`: False if the place itself is a guess.
    """

    path: Mapping[str, str]
    when: Mapping[str, str]
    confirmed: bool = True


@dataclass(frozen=True, slots=True)
class Shape:
    """How an entry looks and where it stands. `if_any`: used for a file that has one of these keys."""

    key: Path
    entry: Mapping[str, Any]
    if_any: tuple[Path, ...] = ()


@dataclass(frozen=True, slots=True)
class McpFile:
    """How a client is told of MCP servers. `shapes` ends with the default one; `lock`: blank or "directory"."""

    format: str
    how: str
    pick: str
    lock: str
    covered_by: tuple[str, ...]
    places: tuple[Place, ...]
    stale: tuple[Place, ...]
    project: tuple[Place, ...]
    shapes: tuple[Shape, ...]


@dataclass(frozen=True, slots=True)
class HookFile:
    """A file of hooks. `at`: the list that an event's hooks are in; `element`: what one looks like; `root`: keys that
    the file must have. `recall`, `capture`: the events on which we are started.
    """

    place: Place
    format: str
    at: tuple[str, ...]
    root: Mapping[str, Any]
    element: Mapping[str, Any]
    recall: tuple[str, ...]
    capture: tuple[str, ...]
    covered_by: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Client:
    """One client. `mcp` is None when it takes no MCP server from a file; `hook`, `proxy`, `limits` are facts."""

    id: str
    name: str
    family: str
    primitives: tuple[str, ...]
    status: str
    tool_mode: str
    tool_mode_why: str
    notes: tuple[str, ...]
    unconfirmed: tuple[str, ...]
    sources: tuple[str, ...]
    checked: str
    binaries: tuple[str, ...]
    paths: tuple[str, ...]
    extensions: tuple[str, ...]
    mcp: McpFile | None
    hook_files: tuple[HookFile, ...] = ()
    limits: Mapping[str, Any] = field(default_factory=dict)
    hook: Mapping[str, Any] = field(default_factory=dict)
    proxy: Mapping[str, Any] = field(default_factory=dict)
    rules: Mapping[str, Any] = field(default_factory=dict)

    def evidence(self, machine: Machine) -> str:
        """What shows that this client is installed: a path; blank when nothing does."""
        for binary in self.binaries:
            if path := machine.program(binary):
                return path
        for template in self.paths:
            if found := machine.found(template):
                return found[0]
        return next((path for name in self.extensions if (path := machine.extension(name))), "")

    def places_on(self, machine: Machine) -> list[tuple[str, bool]]:
        """The files to wire on this machine: absolute path, and whether the place is confirmed."""
        if self.mcp is None:
            return []
        here = [place for place in self.mcp.places if machine.system in place.path]
        fitting = [place for place in here if _applies(place, machine)]
        chosen = fitting if self.mcp.pick == "every" else fitting[:1]
        if not chosen and self.mcp.pick != "existing":
            chosen = here[:1]
        return [(path, place.confirmed) for place in chosen for path in _paths(place, machine)]

    def hook_places(self, machine: Machine) -> list[tuple[HookFile, str]]:
        """The files of hooks on this machine; one with wildcards is every file that it matches."""
        found: list[tuple[HookFile, str]] = []
        for file in self.hook_files:
            template = file.place.path.get(machine.system, "")
            paths = machine.found(template) if "*" in template else [machine.expand(template)] if template else []
            found += [(file, path) for path in paths]
        return found

    def stale_on(self, machine: Machine) -> list[str]:
        """Files in which an entry of ours is out of date: former places, and present ones that were not chosen."""
        if self.mcp is None:
            return []
        chosen = {path for path, _ in self.places_on(machine)}
        others = [*self.mcp.stale, *(self.mcp.places if self.mcp.pick != "every" else ())]
        found = [path for place in others if machine.system in place.path for path in _paths(place, machine)]
        return [path for path in dict.fromkeys(found) if path not in chosen]

    def project_place(self, machine: Machine, root: str) -> str:
        """The file of one project, under its folder `root`; blank if the client has none."""
        if self.mcp is None:
            return ""
        for place in self.mcp.project:
            when = place.when.get(machine.system)
            if machine.system in place.path and (when is None or machine.found(f"{root}/{when}")):
                return f"{root}/{place.path[machine.system]}"
        return ""


def _applies(place: Place, machine: Machine) -> bool:
    when = place.when.get(machine.system)
    return when is None or bool(machine.found(when))


def _paths(place: Place, machine: Machine) -> list[str]:
    """A place with wildcards is every file or folder that it matches; without a match it is nowhere."""
    template = place.path[machine.system]
    if "*" not in template:
        return [machine.expand(template)]
    folder, _, name = template.rpartition("/")
    return [f"{found}/{name}" for found in machine.found(folder)]


@cache
def catalogue() -> tuple[Client, ...]:
    """Every client, in the order of their ids. Raises ValueError for a data file that breaks the rules."""
    return tuple(read_client(path.stem, path.read_text(encoding="utf-8")) for path in sorted(FOLDER.glob("*.toml")))


def client(identifier: str) -> Client:
    """The client with this id. Raises UnknownClient, with the nearest ids."""
    for known in catalogue():
        if known.id == identifier:
            return known
    raise UnknownClient(identifier, [known.id for known in catalogue()])


def read_client(stem: str, text: str) -> Client:
    """One data file. Raises ValueError with the file's name and what is wrong."""
    try:
        return _client(tomllib.loads(text), stem)
    except (KeyError, TypeError, ValueError) as error:
        raise ValueError(f"clients/catalog/{stem}.toml: {error!r}") from error


def _client(data: dict[str, Any], stem: str) -> Client:
    if data["id"] != stem:
        raise ValueError(f"the id {data['id']!r} is not the name of the file")
    detect = data.get("detect", {})
    return Client(
        id=stem,
        name=data["name"],
        family=_one_of(data["family"], FAMILIES),
        primitives=tuple(_one_of(name, PRIMITIVES) for name in data["primitives"]),
        status=_one_of(data.get("status", "confirmed"), STATUSES),
        tool_mode=_one_of(data.get("tool_mode", "all"), MODES),
        tool_mode_why=data.get("tool_mode_why", ""),
        notes=tuple(data.get("notes", ())),
        unconfirmed=tuple(data.get("unconfirmed", ())),
        sources=tuple(data["sources"]),
        checked=data["checked"],
        binaries=tuple(detect.get("binaries", ())),
        paths=tuple(detect.get("paths", ())),
        extensions=tuple(detect.get("extensions", ())),
        mcp=_mcp(data["mcp"]) if "mcp" in data else None,
        hook_files=tuple(_hook_file(file) for file in data.get("hook", {}).get("files", ())),
        limits=data.get("limits", {}),
        hook=data.get("hook", {}),
        proxy=data.get("proxy", {}),
        rules=data.get("rules", {}),
    )


def _mcp(data: dict[str, Any]) -> McpFile:
    default = Shape(_key(data["key"]), data["entry"])
    special = [
        Shape(_key(shape["key"]), shape["entry"], tuple(_key(key) for key in shape["if_any"]))
        for shape in data.get("shapes", ())
    ]
    return McpFile(
        format=_one_of(data["format"], FORMATS),
        how=_one_of(data.get("how", "edit"), WAYS),
        pick=_one_of(data.get("pick", "first"), PICKS),
        lock=_one_of(data.get("lock", ""), ("", "directory")),
        covered_by=tuple(data.get("covered_by", ())),
        places=tuple(_place(place) for place in data.get("places", ())),
        stale=tuple(_place(place) for place in data.get("stale", ())),
        project=tuple(_place(place) for place in data.get("project", ())),
        shapes=(*special, default),
    )


def _hook_file(data: dict[str, Any]) -> HookFile:
    return HookFile(
        place=_place(data),
        format=_one_of(data["format"], ("json", "jsonc", "toml-hooks", "opencode-plugin")),
        at=tuple(data.get("at", ())),
        root=data.get("root", {}),
        element=data.get("element", {}),
        recall=tuple(data.get("recall", ())),
        capture=tuple(data.get("capture", ())),
        covered_by=tuple(data.get("covered_by", ())),
    )


def _place(data: dict[str, Any]) -> Place:
    path = {system: data.get(system, data.get("path")) for system in SYSTEMS}
    when = {system: data.get(f"{system}_when", data.get("when")) for system in SYSTEMS}
    return Place(
        path={system: value for system, value in path.items() if value},
        when={system: value for system, value in when.items() if value},
        confirmed=data.get("confirmed", True),
    )


def _key(steps: list[str]) -> Path:
    """`name=genesis` is the element of a list whose `name` is `genesis`; every other step is a key."""
    return tuple(Item(*step.split("=", 1)) if "=" in step else step for step in steps)


def _one_of(value: str, allowed: tuple[str, ...]) -> str:
    if value not in allowed:
        raise ValueError(f"{value!r} is not one of {', '.join(map(repr, allowed))}")
    return value
