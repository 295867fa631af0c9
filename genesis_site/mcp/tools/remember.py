"""The MCP tool `remember`. HOT at import: Django is loaded by `run`."""

from __future__ import annotations

from genesis_site.mcp.jsonrpc import Json
from genesis_site.mcp.schemas import KINDS, MEMORY_ID, PROJECT, flat, strings
from genesis_site.mcp.tool import Call, Tool


def run(arguments: Json, call: Call) -> Json:
    from genesis_site.mcp.context import Caller, brief, reply
    from memory.remember import Draft, remember

    caller = Caller.of(call, arguments.get("project", ""))
    place = caller.to_write()
    draft = Draft(
        text=arguments["text"],
        kind=arguments.get("kind", "fact"),
        confidence=arguments.get("confidence", 0.8),
        tags=arguments.get("tags", ()),
        files=arguments.get("files", ()),
        supersedes_id=arguments.get("supersedes_id"),
    )
    done = remember(draft, place, caller.origin, caller.now)
    values: Json = {"id": done.memory.pk, "stored": "new" if done.is_new else "known"}
    if not done.is_new:
        values["seen_count"] = done.memory.seen_count
    if done.redacted:
        values["redacted"] = done.redacted
    if done.superseded:
        values["superseded"] = done.superseded.pk
    if done.similar:
        values["similar"] = [
            {
                "id": near.memory.pk,
                "text": brief(near.memory),
                "score": round(near.likeness.score, 2),
                **({"correction": near.likeness.reason} if near.likeness.correction else {}),
            }
            for near in done.similar
        ]
        values["hint"] = (
            f"If the new text replaces one of these, call invalidate with that id and superseded_by={done.memory.pk}."
        )
    return reply(place, **values)


TOOL = Tool(
    name="remember",
    title="Remember",
    description=(
        "Store one statement worth keeping: a decision with its reason, a fact, an outcome, a preference, "
        "a rule. Secrets are redacted. Replies with similar memories, so that you can correct them."
    ),
    input_schema=flat(
        {
            "text": {"type": "string"},
            "kind": {"type": "string", "enum": KINDS},
            "confidence": {"type": "number", "minimum": 0, "maximum": 1},
            "tags": strings(),
            "files": strings("Paths it is about"),
            "supersedes_id": {**MEMORY_ID, "description": "The memory that this one corrects"},
            "project": PROJECT,
        },
        "text",
    ),
    core=True,
    run=run,
)
