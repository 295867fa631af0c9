"""The MCP tool `invalidate`. HOT at import: Django is loaded by `run`."""

from __future__ import annotations

from genesis_site.mcp.jsonrpc import Json
from genesis_site.mcp.schemas import MEMORY_ID, PROJECT, REASON, flat
from genesis_site.mcp.tool import Call, Tool


def run(arguments: Json, call: Call) -> Json:
    from genesis_site.mcp.context import Caller, brief, reply
    from memory.supersede import invalidate

    caller = Caller.of(call, arguments.get("project", ""))
    project_ids, place = caller.to_read()
    memory = invalidate(
        arguments["id"],
        arguments.get("reason", ""),
        superseded_by=arguments.get("superseded_by"),
        project_ids=project_ids,
        origin=caller.origin,
        now=caller.now,
    )
    values: Json = {"id": memory.pk, "state": memory.state_at(caller.now), "text": brief(memory)}
    if memory.superseded_by_id:
        values["superseded_by"] = memory.superseded_by_id
    return reply(place, **values)


TOOL = Tool(
    name="invalidate",
    title="Invalidate",
    description="Say that a memory no longer holds. It stays readable as history (recall as_of).",
    input_schema=flat(
        {
            "id": MEMORY_ID,
            "superseded_by": {**MEMORY_ID, "description": "The memory that holds instead"},
            "reason": REASON,
            "project": PROJECT,
        },
        "id",
    ),
    destructive=True,
    idempotent=True,
    core=True,
    run=run,
)
