"""The MCP tool `cross_client_resolve`. HOT at import: Django is loaded by `run`."""

from __future__ import annotations

from genesis_site.mcp.jsonrpc import Json
from genesis_site.mcp.schemas import PROJECT, flat
from genesis_site.mcp.tool import Call, Tool


def run(arguments: Json, call: Call) -> Json:
    from genesis_site.mcp.context import Caller, brief, day, moment, reply
    from genesis_site.mcp.work import thread_values, turn_values
    from memory.continuity import resolve
    from memory.transactions import readable_errors

    caller = Caller.of(call, arguments.get("project", ""))
    with readable_errors():
        _, place = caller.to_read()
        resolved = resolve(
            arguments.get("reference", ""),
            place,
            caller.origin,
            caller.now,
            client=arguments.get("client", ""),
            limit=arguments.get("limit", 6),
        )
    found = resolved.elsewhere
    values: Json = {
        "source": resolved.source,
        "matched": found.matched,
        "clients": {client: moment(at) for client, at in found.clients.items()},
        "turns": turn_values(found.turns),
    }
    if found.thread:
        values["thread"] = thread_values(found.thread)
    if resolved.memories:
        values["memories"] = [
            {"id": memory.pk, "kind": memory.kind, "date": day(memory.valid_from), "text": brief(memory, 400)}
            for memory in resolved.memories
        ]
    return reply(place, **values)


TOOL = Tool(
    name="cross_client_resolve",
    title="Resolve across clients",
    description="What the user means by 'go on with it' or 'that bug', and where it was found.",
    input_schema=flat(
        {
            "reference": {"type": "string", "description": "The user's words"},
            "client": {"type": "string", "description": "Only this tool, e.g. cursor"},
            "limit": {"type": "integer", "minimum": 1, "maximum": 50},
            "project": PROJECT,
        }
    ),
    read_only=True,
    idempotent=True,
    run=run,
)
