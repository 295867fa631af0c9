"""The MCP tool `thread_update`. HOT at import: Django is loaded by `run`."""

from __future__ import annotations

from genesis_site.mcp.jsonrpc import Json
from genesis_site.mcp.schemas import MEMORY_ID, PROJECT, flat, strings
from genesis_site.mcp.tool import Call, Tool


def run(arguments: Json, call: Call) -> Json:
    from genesis_site.mcp.context import Caller, reply
    from genesis_site.mcp.work import thread_values
    from memory.threads import ThreadChange, update_thread

    caller = Caller.of(call, arguments.get("project", ""))
    place = caller.to_write()
    change = ThreadChange(
        thread_id=arguments.get("id"),
        topic=arguments.get("topic"),
        focus=arguments.get("focus"),
        next_steps=arguments.get("next_steps"),
        files=arguments.get("files"),
        state=arguments.get("state"),
        version=arguments.get("version"),
    )
    done = update_thread(change, place, caller.origin, caller.now)
    values = {**thread_values(done.thread), "is_new": done.is_new}
    return reply(place, **values, **({"redacted": done.redacted} if done.redacted else {}))


TOOL = Tool(
    name="thread_update",
    title="Update the thread",
    description="Say what you are working on, so that the next tool can go on. A new topic opens a thread.",
    input_schema=flat(
        {
            "topic": {"type": "string", "maxLength": 300},
            "focus": {"type": "string", "description": "Where it stands now"},
            "next_steps": strings(),
            "files": strings(),
            "state": {"type": "string", "enum": ["open", "done"]},
            "id": {**MEMORY_ID, "description": "Default: the open one"},
            "version": {"type": "integer", "description": "As read: refused if it changed since"},
            "project": PROJECT,
        }
    ),
    core=True,
    run=run,
)
