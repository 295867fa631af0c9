"""One entry in a client's configuration: made from the catalogue's shape, and read back. Pure.

Shapes differ: `command` a string or a list, `cmd`, `args`, `env` or `environment`, things nested in `transport`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from clients.editors.contract import Value

_NESTED = ("transport", "command")
_COMMANDS = ("command", "cmd")
_ENVIRONMENTS = ("env", "environment", "envs")


def render(shape: Mapping[str, Any], command: Sequence[str], environment: Mapping[str, str]) -> dict[str, Value]:
    """The entry that starts `command` with `environment` added, in the given shape of the catalogue."""
    values: dict[str, Value] = {
        "{command}": command[0],
        "{args}": list(command[1:]),
        "{argv}": list(command),
        "{env}": dict(environment),
    }
    entry: dict[str, Value] = {}
    for key, template in shape.items():
        if template == "{env}" and not environment:
            continue
        entry[key] = values.get(template, template) if isinstance(template, str) else template
    return entry


def merged(shape: Mapping[str, Any], wanted: Mapping[str, Value], present: Mapping[str, Value]) -> dict[str, Value]:
    """`present`, brought up to date: what starts the server is as `wanted`; all else that is there stays.

    A person, or the client itself, adds switches to an entry (`disabled`, `autoApprove`, a longer timeout).
    """
    result = dict(present)
    for key, value in wanted.items():
        template = shape.get(key)
        if template == "{env}" and isinstance(present.get(key), dict):
            result[key] = {**present[key], **value}
        elif key not in present or (isinstance(template, str) and template.startswith("{")) or key == "type":
            result[key] = value
    return result


def argv_of(entry: Value) -> list[str]:
    """The program and arguments that an entry starts; empty if it starts none (a remote server, a toggle)."""
    if not isinstance(entry, Mapping):
        return []
    for key in _NESTED:
        if isinstance(entry.get(key), Mapping):
            inner = dict(entry[key])
            inner.setdefault("command", inner.pop("path", None))
            return argv_of(inner)
    for key in _COMMANDS:
        found = entry.get(key)
        if isinstance(found, str):
            return [found, *_strings(entry.get("args"))]
        if isinstance(found, list):
            return _strings(found)
    return []


def environment_of(entry: Value) -> dict[str, str]:
    """The variables that an entry sets."""
    if not isinstance(entry, Mapping):
        return {}
    if isinstance(entry.get("transport"), Mapping):
        return environment_of(entry["transport"])
    for key in _ENVIRONMENTS:
        if isinstance(entry.get(key), Mapping):
            return {str(name): str(value) for name, value in entry[key].items()}
    return {}


def switched_off(entry: Value) -> bool:
    """Tell whether the entry is there but turned off, in any of the ways that clients have for it."""
    return isinstance(entry, Mapping) and (entry.get("disabled") is True or entry.get("enabled") is False)


def _strings(value: Value) -> list[str]:
    return [part for part in value if isinstance(part, str)] if isinstance(value, list) else []
