"""Home folders for tests: with the configuration of one client, or of all of them, as their users wrote it."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path

from clients.catalogue import Client, catalogue
from clients.machine import Machine
from clients.planned import Wiring

FIXTURES = Path(__file__).resolve().parent.parent / "fixtures" / "clients"
# The command that the fixtures `after` hold.
COMMAND = ("/opt/genesis/bin/python", "/opt/genesis/manage.py", "mcp")
WIRING = Wiring(COMMAND)


def fixture(name: str, part: str) -> Path:
    """The file `before` or `after` of a fixture, whatever its ending."""
    return next((FIXTURES / name).glob(f"{part}.*"))


def fixture_names() -> list[str]:
    """Every fixture with a before and an after; some clients have two."""
    return sorted(folder.name for folder in FIXTURES.iterdir() if folder.is_dir())


def client_of(name: str) -> Client:
    """The client that a fixture is of: its own id, or the longest id that its name begins with."""
    return max((one for one in catalogue() if name.startswith(one.id)), key=lambda one: len(one.id))


def cases(kind: str) -> list[dict[str, object]]:
    """The rows `case` or `existing` of the table of paths."""
    return list(tomllib.loads((FIXTURES / "paths.toml").read_text(encoding="utf-8"))[kind])


def machine(home: Path, system: str = "linux", **environment: str) -> Machine:
    return Machine(system, home.as_posix(), {"PATH": "", **environment})


def place_of(client: Client, here: Machine) -> str:
    """The file of a client, also of one that makes it itself."""
    assert client.mcp is not None
    places = client.places_on(here)
    return places[0][0] if places else here.expand(client.mcp.places[0].path[here.system])


def furnish(home: Path) -> dict[str, Path]:
    """Put the fixture of every client where that client looks on Linux; returns the files by client."""
    placed = {}
    here = machine(home)
    for name in fixture_names():
        client = client_of(name)
        if client.id != name:
            continue
        path = Path(place_of(client, here))
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(fixture(name, "before").read_bytes())
        placed[client.id] = path
    return placed


def place(home: Path, path: str, text: str | bytes) -> Path:
    """Write a file of the home, with the folders above it."""
    target = home / path
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_bytes(text if isinstance(text, bytes) else text.encode())
    return target


def tree(home: Path) -> dict[str, bytes]:
    """Every file of a home but ours, with its content."""
    return {
        path.relative_to(home).as_posix(): path.read_bytes()
        for path in _files(home)
        if ".genesis/" not in path.as_posix() + "/"
    }


def folders(home: Path) -> set[str]:
    """Every folder of a home but ours."""
    return {
        path.relative_to(home).as_posix()
        for path in home.rglob("*")
        if path.is_dir() and ".genesis" not in path.relative_to(home).parts
    }


def _files(home: Path) -> Iterator[Path]:
    return (path for path in sorted(home.rglob("*")) if path.is_file())
