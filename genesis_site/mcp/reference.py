"""Write `docs/mcp-tools.md` from the tool table: `python -m genesis_site.mcp.reference > docs/mcp-tools.md`.

A test holds the page to the table.
"""

from __future__ import annotations

import sys

from genesis_site.mcp.jsonrpc import Json
from genesis_site.mcp.tool import Tool
from genesis_site.mcp.tools import TOOLS

HEAD = """# MCP tools
Made from the tool table by `python -m genesis_site.mcp.reference > docs/mcp-tools.md`.

`GENESIS_MCP_TOOL_MODE` decides which are listed: `all` (every one but `genesis`), `core` (marked ★), or `gateway`
(`genesis` alone). Each can be called in every mode. Every reply names the project it used.
"""


def page() -> str:
    """The whole page as Markdown."""
    return HEAD + "".join(_section(tool) for tool in TOOLS)


def _section(tool: Tool) -> str:
    hints = [
        name
        for name, holds in (
            ("reads only", tool.read_only),
            ("destructive", tool.destructive),
            ("idempotent", tool.idempotent),
        )
        if holds
    ]
    star = " ★" if tool.core else ""
    note = f" ({', '.join(hints)})" if hints else ""
    properties = tool.input_schema["properties"]
    required = tool.input_schema.get("required", [])
    rows = "".join(_row(name, properties[name], name in required) for name in properties)
    table = f"\n| argument | type | |\n|---|---|---|\n{rows}" if rows else "\nNo arguments.\n"
    return f"\n## {tool.name}{star}\n{tool.description}{note}\n{table}"


def _row(name: str, schema: Json, required: bool) -> str:  # noqa: FBT001 - a private row writer
    kind = schema["type"]
    if kind == "array":
        kind = f"list of {schema['items']['type']}"
    allowed = schema.get("enum") or schema.get("items", {}).get("enum") or ()
    notes = ["**required**"] if required else []
    if "description" in schema:
        notes.append(schema["description"])
    if allowed:
        notes.append("one of " + ", ".join(f"`{value}`" for value in allowed))
    for key, word in (("minimum", "at least"), ("maximum", "at most"), ("maxLength", "characters at most")):
        if key in schema:
            notes.append(f"{word} {schema[key]}")
    return f"| `{name}` | {kind} | {'; '.join(notes)} |\n"


if __name__ == "__main__":
    sys.stdout.reconfigure(encoding="utf-8")  # type: ignore[union-attr]
    sys.stdout.write(page())
