"""The MCP tool `dialogue_update`. HOT at import: Django is loaded by `run`."""

from __future__ import annotations

from genesis_site.mcp.jsonrpc import Json
from genesis_site.mcp.schemas import PROJECT, flat
from genesis_site.mcp.tool import Call, Tool


def run(arguments: Json, call: Call) -> Json:
    from genesis_site.mcp.context import Caller, reply
    from memory.dialogue import store_turns

    caller = Caller.of(call, arguments.get("project", ""))
    place = caller.to_write()
    done = store_turns(arguments.get("user", ""), arguments.get("assistant", ""), place, caller.origin, caller.now)
    values: Json = {"stored": [turn.role for turn in done.turns]}
    return reply(place, **values, **({"redacted": done.redacted} if done.redacted else {}))


TOOL = Tool(
    name="dialogue_update",
    title="Update the dialogue",
    description="Keep the last words said here, for the user's other tools. Send one side or both.",
    input_schema=flat(
        {
            "user": {"type": "string", "description": "What the user asked"},
            "assistant": {"type": "string", "description": "What you answered, in short"},
            "project": PROJECT,
        }
    ),
    run=run,
)
