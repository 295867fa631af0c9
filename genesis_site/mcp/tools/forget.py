"""The MCP tool `forget`. HOT at import: Django is loaded by `run`."""

from __future__ import annotations

from genesis_site.mcp.jsonrpc import Json
from genesis_site.mcp.schemas import MEMORY_ID, PROJECT, REASON, flat
from genesis_site.mcp.tool import Call, Tool


def run(arguments: Json, call: Call) -> Json:
    from genesis_site.mcp.context import Caller, brief, reply
    from memory.supersede import forget

    caller = Caller.of(call, arguments.get("project", ""))
    project_ids, place = caller.to_read()
    done = forget(
        arguments["id"],
        arguments.get("reason", ""),
        project_ids=project_ids,
        origin=caller.origin,
        now=caller.now,
    )
    values: Json = {"id": done.memory.pk, "state": "forgotten"}
    if done.reopened:
        values["reopened"] = [{"id": older.pk, "text": brief(older)} for older in done.reopened]
    return reply(place, **values)


TOOL = Tool(
    name="forget",
    title="Forget",
    description="Take a memory out of every search, for good. For what is merely outdated use invalidate.",
    input_schema=flat({"id": MEMORY_ID, "reason": REASON, "project": PROJECT}, "id"),
    destructive=True,
    idempotent=True,
    run=run,
)
