"""Pieces of input schemas that several tools share. HOT: static data.

Every word here is paid for in each session of each client, so descriptions say only what a model
cannot guess.
"""

from __future__ import annotations

from genesis_site.mcp.jsonrpc import Json

KINDS = ["decision", "fact", "outcome", "preference", "rule"]
PROJECT: Json = {"type": "string", "description": "Default: this folder's project. 'global' or a name."}
MEMORY_ID: Json = {"type": "integer", "minimum": 1}
REASON: Json = {"type": "string", "maxLength": 2000}


def flat(properties: Json, *required: str) -> Json:
    """An object schema without nesting."""
    schema: Json = {"type": "object", "properties": properties}
    if required:
        schema["required"] = list(required)
    return schema


def strings(description: str = "") -> Json:
    """A list of texts."""
    schema: Json = {"type": "array", "items": {"type": "string"}}
    return {**schema, "description": description} if description else schema
