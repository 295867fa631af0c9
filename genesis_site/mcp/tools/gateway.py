"""The MCP tool `genesis`: every other tool behind one name, for clients with little room for tools.

HOT at import: the tools it leads to are looked up by `run`.
"""

from __future__ import annotations

from genesis_site.mcp.jsonrpc import Json
from genesis_site.mcp.schemas import MEMORY_ID, flat
from genesis_site.mcp.tool import Call, Tool, ToolFailure


def run(arguments: Json, call: Call) -> Json:
    from genesis_site.mcp.tools import TOOLS
    from genesis_site.mcp.validate import validated

    ops = {tool.name: tool for tool in TOOLS if tool is not TOOL}
    op = arguments["op"].strip()
    if op == "help":
        return _help(ops, arguments.get("about", ""))
    tool = ops.get(op)
    if tool is None:
        from difflib import get_close_matches

        near = get_close_matches(op, ops, n=1)
        hint = f" Did you mean '{near[0]}'?" if near else ""
        raise ToolFailure(f"op must be one of help, {', '.join(ops)}; you sent '{op}'.{hint}")
    return tool.run(validated(_own(arguments), tool.input_schema, op), call)


def _own(arguments: Json) -> Json:
    """The op's arguments: those given directly, and those in `options`, a JSON object."""
    import json

    own = {name: value for name, value in arguments.items() if name not in ("op", "options", "about")}
    written = arguments.get("options", "").strip()
    if not written:
        return own
    try:
        options = json.loads(written)
    except ValueError as error:
        raise ToolFailure(f'options is not JSON ({error}). Send an object, e.g. {{"limit": 5}}.') from error
    if not isinstance(options, dict):
        raise ToolFailure('options must be a JSON object, e.g. {"limit": 5}.')
    return {**own, **options}


def _help(ops: dict[str, Tool], about: str) -> Json:
    if about and about in ops:
        return {"op": about, "description": ops[about].description, "arguments": ops[about].input_schema}
    return {"ops": {name: tool.description for name, tool in ops.items()}, "more": "op=help, about=OP"}


TOOL = Tool(
    name="genesis",
    title="Genesis",
    description=(
        "The user's long-term memory. op=recall with query before work; op=remember with text and kind for "
        "decisions, facts, outcomes; op=help lists all ops and, with about=OP, their arguments."
    ),
    input_schema={
        **flat(
            {
                "op": {"type": "string"},
                "query": {"type": "string"},
                "text": {"type": "string"},
                "kind": {"type": "string"},
                "id": MEMORY_ID,
                "about": {"type": "string"},
                "options": {"type": "string", "description": "Further arguments of the op, as a JSON object"},
            },
            "op",
        ),
        # The op's own arguments may stand beside `op`; the op's schema checks them.
        "additionalProperties": True,
    },
    run=run,
)
