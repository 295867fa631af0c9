"""Write the tables of `docs/clients.md` from the catalogue: `python -m genesis_site.management.client_reference`.

The page's prose is written by hand; a test holds the tables to the catalogue.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

from clients.catalogue import Client, catalogue
from clients.machine import Machine
from genesis_site.mcp.catalog import Catalog
from genesis_site.mcp.resources import Resources
from genesis_site.mcp.tools import TOOLS
from memory.tokens import estimate

PAGE = Path(__file__).resolve().parent.parent.parent / "docs" / "clients.md"
BEGIN, END = "<!-- made from the catalogue -->", "<!-- end -->"
_HOMES = (("linux", "~"), ("macos", "~"), ("windows", "%USERPROFILE%"))


def page(text: str) -> str:
    """`text` with its tables made anew. Raises ValueError if the marks are missing."""
    head, _, rest = text.partition(BEGIN)
    _, end, tail = rest.partition(END)
    if not end:
        raise ValueError(f"{PAGE} has lost its marks {BEGIN} and {END}")
    return f"{head}{BEGIN}\n{_modes()}\n{_places()}\n{_facts()}{END}{tail}"


def mode_tokens(mode: str) -> tuple[int, int]:
    """How many tools a mode lists, and how many tokens their schemas cost a model (an estimate: bytes / 4)."""
    tools = Catalog(TOOLS, mode, Resources(None, None)).tools("2025-11-25")["tools"]
    return len(tools), estimate(json.dumps(tools, ensure_ascii=False, separators=(",", ":")))


def _modes() -> str:
    rows = [("mode", "tools", "tokens of their schemas", "clients")]
    for mode in ("all", "core", "gateway"):
        tools, tokens = mode_tokens(mode)
        users = [one for one in catalogue() if one.mcp and one.tool_mode == mode]
        named = "all others" if mode == "all" else ", ".join(one.name for one in users) or "none by default"
        rows.append((f"`{mode}`", str(tools), f"about {round(tokens, -2):,}", named))
    return "## Tool modes\n" + _table(rows)


def _places() -> str:
    rows = [("id", "client", "its file (Linux; macOS and Windows where different)", "form")]
    for one in catalogue():
        rows.append((f"`{one.id}`", one.name, _where(one), one.mcp.format if one.mcp else "-"))
    return "## Where each client is connected\n" + _table(rows)


def _where(one: Client) -> str:
    if one.mcp is None:
        return "takes no MCP server from a file"
    if one.mcp.how == "paste":
        return "printed, to paste by hand"
    paths = {}
    for system, home in _HOMES:
        here = Machine(system, home, {})
        places = [path for path, _ in one.places_on(here)]
        if not places and one.mcp.pick == "existing":
            places = [here.expand(one.mcp.places[0].path[system])]
        paths[system] = ", ".join(f"`{path}`" for path in places).replace("%USERPROFILE%/AppData/Roaming", "%APPDATA%")
    shown = [paths["linux"] or "-"]
    if paths["macos"] != paths["linux"]:
        shown.append(f"macOS {paths['macos']}")
    if paths["windows"].replace("%USERPROFILE%", "~") != paths["linux"]:
        shown.append(f"Windows {paths['windows'] or '-'}")
    return "; ".join(shown)


def _facts() -> str:
    rows = [("id", "can take", "after setup", "not confirmed")]
    for one in catalogue():
        ended = ["Discontinued by its makers; wired where it is found."] if one.status == "ended" else []
        off = ["Left out by setup unless named: where it reads servers from is not proven."]
        notes = [*(off if one.status == "unconfirmed" else []), *ended, *one.notes]
        rows.append((f"`{one.id}`", ", ".join(one.primitives), " ".join(notes), "; ".join(one.unconfirmed) or "-"))
    return "## What each can take, and what is left for you to do\n" + _table(rows)


def _table(rows: Sequence[tuple[str, ...]]) -> str:
    lines = ["| " + " | ".join(cell.replace("|", "\\|") for cell in row) + " |" for row in rows]
    lines.insert(1, "|---" * len(rows[0]) + "|")
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    PAGE.write_text(page(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
