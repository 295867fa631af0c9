"""The MCP tool `thread_get`. HOT at import: Django is loaded by `run`."""

from __future__ import annotations

from genesis_site.mcp.jsonrpc import Json
from genesis_site.mcp.schemas import MEMORY_ID, PROJECT, flat
from genesis_site.mcp.tool import Call, Tool


def run(arguments: Json, call: Call) -> Json:
    from genesis_site.mcp.context import Caller, reply
    from genesis_site.mcp.work import thread_values
    from memory.threads import thread_in, threads_of
    from memory.transactions import readable_errors

    caller = Caller.of(call, arguments.get("project", ""))
    with readable_errors():
        _, place = caller.to_read()
        if "id" in arguments:
            threads = [thread_in(arguments["id"], place)]
        else:
            threads = threads_of(place, limit=arguments.get("limit", 3))
    return reply(place, threads=[thread_values(thread) for thread in threads])


TOOL = Tool(
    name="thread_get",
    title="Get the thread",
    description="The work in progress here: open threads first, the latest first.",
    input_schema=flat({"id": MEMORY_ID, "limit": {"type": "integer", "minimum": 1, "maximum": 20}, "project": PROJECT}),
    read_only=True,
    idempotent=True,
    core=True,
    run=run,
)
