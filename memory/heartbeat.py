"""When each client really called: a small file for each, so that a busy or broken database holds nobody up. HOT.

The MCP server writes; `genesis clients` and `doctor` read. A file that cannot be written or read is left out.
"""

from __future__ import annotations

import json
import os
import time

from memory import paths

# The server that `doctor` starts itself is no client.
PROBE_NAME = "genesis-doctor"
FOLDER = "seen"
# A busy client calls many times a minute; one mark in that time is enough.
_LEAST_PAUSE_S = 30.0
_LONGEST_NAME = 60
_marked_at_s: dict[str, float] = {}


def beat(client: str, reported_name: str, reported_version: str) -> None:
    """Note that `client` called now. Never raises; makes no folder but its own, in a home that is there already."""
    name = _plain(client)
    if not name or reported_name == PROBE_NAME or time.monotonic() - _marked_at_s.get(name, -1e9) < _LEAST_PAUSE_S:
        return
    _marked_at_s[name] = time.monotonic()
    folder = os.path.join(paths.home(), FOLDER)
    said = {"client": name, "name": _plain(reported_name), "version": _plain(reported_version), "at_s": time.time()}
    try:
        if not os.path.isdir(folder):
            os.mkdir(folder, 0o700)
        path = os.path.join(folder, name + ".json")
        draft = f"{path}.{os.getpid()}"
        descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        try:
            os.write(descriptor, json.dumps(said).encode())
        finally:
            os.close(descriptor)
        os.replace(draft, path)
    except OSError:
        return


def beats() -> dict[str, dict[str, object]]:
    """What `beat` wrote, by client: `client`, `name`, `version` and `at_s`, seconds since 1970."""
    folder = os.path.join(paths.home(), FOLDER)
    found = {}
    for name in sorted(os.listdir(folder)) if os.path.isdir(folder) else []:
        if not name.endswith(".json"):
            continue
        try:
            with open(os.path.join(folder, name), encoding="utf-8") as file:
                said = json.load(file)
            found[str(said["client"])] = {**said, "at_s": float(said["at_s"])}
        except (OSError, ValueError, KeyError, TypeError):
            continue
    return found


def hook_beats() -> dict[str, float]:
    """When the prompt hook of each client ran last, in seconds since 1970."""
    place = paths.hook_notes()
    found = {}
    for name in os.listdir(place) if os.path.isdir(place) else []:
        if name.startswith("seen-"):
            try:
                found[name.removeprefix("seen-")] = os.stat(os.path.join(place, name)).st_mtime
            except OSError:
                continue
    return found


def _plain(text: str) -> str:
    """Letters, digits and a few signs: a client says its name unasked, and it becomes the name of a file."""
    kept = "".join(sign if sign.isascii() and (sign.isalnum() or sign in "._-") else "-" for sign in text)
    return kept.strip("-.")[:_LONGEST_NAME]
