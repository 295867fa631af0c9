"""The MCP tool `status`. HOT at import: Django is loaded by `run`."""

from __future__ import annotations

from genesis_site.mcp.jsonrpc import Json
from genesis_site.mcp.schemas import flat
from genesis_site.mcp.tool import Call, Tool


def run(arguments: Json, call: Call) -> Json:
    from genesis_site.mcp.context import Caller, day, reply
    from genesis_site.version import VERSION
    from memory.overview import overview
    from memory.transactions import readable_errors

    caller = Caller.of(call)
    with readable_errors():
        project_ids, place = caller.to_read()
        seen = overview(project_ids, caller.now)
    return reply(
        place,
        version=VERSION,
        client=caller.origin.client,
        memories=seen.memories,
        kinds=seen.kinds,
        all_memories=seen.all_memories,
        projects=seen.projects,
        open_threads=seen.open_threads,
        last_remembered=day(seen.last_remembered_at),
        semantic=seen.semantic,
        database=seen.database,
        database_mb=round(seen.database_bytes / 1e6, 2),
    )


TOOL = Tool(
    name="status",
    title="Status",
    description="Which project this is, what is stored for it, and where.",
    input_schema=flat({}),
    read_only=True,
    idempotent=True,
    run=run,
)
