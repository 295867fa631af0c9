"""The MCP tool `dialogue_get`. HOT at import: Django is loaded by `run`."""

from __future__ import annotations

from genesis_site.mcp.jsonrpc import Json
from genesis_site.mcp.schemas import PROJECT, flat
from genesis_site.mcp.tool import Call, Tool


def run(arguments: Json, call: Call) -> Json:
    from genesis_site.mcp.context import Caller, reply
    from genesis_site.mcp.work import turn_values
    from memory.dialogue import last_turns
    from memory.transactions import readable_errors

    caller = Caller.of(call, arguments.get("project", ""))
    with readable_errors():
        _, place = caller.to_read()
        turns = last_turns(place, limit=arguments.get("limit", 6), client=arguments.get("client", ""))
    return reply(place, turns=turn_values(turns))


TOOL = Tool(
    name="dialogue_get",
    title="Get the dialogue",
    description="The last words said in this project, in order, in any client or in one.",
    input_schema=flat(
        {
            "limit": {"type": "integer", "minimum": 1, "maximum": 50},
            "client": {"type": "string"},
            "project": PROJECT,
        }
    ),
    read_only=True,
    idempotent=True,
    run=run,
)
