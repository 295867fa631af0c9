"""The MCP tool `reinforce`. HOT at import: Django is loaded by `run`."""

from __future__ import annotations

from genesis_site.mcp.jsonrpc import Json
from genesis_site.mcp.schemas import MEMORY_ID, PROJECT, REASON, flat
from genesis_site.mcp.tool import Call, Tool


def run(arguments: Json, call: Call) -> Json:
    from genesis_site.mcp.context import Caller, reply
    from memory.reinforce import reinforce
    from memory.scoring import utility

    caller = Caller.of(call, arguments.get("project", ""))
    project_ids, place = caller.to_read()
    done = reinforce(
        arguments["id"],
        arguments["value"],
        arguments.get("reason", ""),
        project_ids=project_ids,
        origin=caller.origin,
        now=caller.now,
    )
    memory = done.memory
    values: Json = {
        "id": memory.pk,
        "counted": done.counted,
        "helped": memory.successes,
        "misled": memory.failures,
        "utility": round(utility(memory.successes, memory.failures), 3),
    }
    if not done.counted:
        values["hint"] = "This session has reported that already; it counts once."
    return reply(place, **values)


TOOL = Tool(
    name="reinforce",
    title="Reinforce",
    description="Report whether a recalled memory helped (1) or misled (-1), with the reason.",
    input_schema=flat(
        {
            "id": MEMORY_ID,
            "value": {"type": "integer", "minimum": -1, "maximum": 1},
            "reason": REASON,
            "project": PROJECT,
        },
        "id",
        "value",
    ),
    core=True,
    run=run,
)
