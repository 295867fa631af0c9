"""The resources a client may attach: one memory by id, and the digest. HOT; the readers load Django.

Which of them exist depends on the readers handed to `stdio.serve`: a resource without a reader is not listed.
"""

from __future__ import annotations

from collections.abc import Callable

from genesis_site.mcp.eras import resource_not_found
from genesis_site.mcp.jsonrpc import INVALID_PARAMS, Json, RpcError, compact
from genesis_site.mcp.tool import Call

MEMORY_PREFIX = "genesis://memory/"
DIGEST_URI = "genesis://digest"

MEMORY_TEMPLATE: Json = {
    "uriTemplate": MEMORY_PREFIX + "{id}",
    "name": "memory",
    "title": "One memory",
    "description": "A memory with its kind, dates, project, provenance and what it replaced",
    "mimeType": "application/json",
}
DIGEST: Json = {
    "uri": DIGEST_URI,
    "name": "digest",
    "title": "Digest",
    "description": "What matters most in this project, as the last consolidation left it",
    "mimeType": "text/markdown",
}

# read_memory(id, call) -> the memory as JSON; None when there is none that the caller's project may see.
ReadMemory = Callable[[int, Call], Json | None]
# read_digest(call) -> Markdown; None when no digest was made yet.
ReadDigest = Callable[[Call], str | None]


class Resources:
    """The resources that can be read. A reader that is None: that resource does not exist."""

    __slots__ = ("_read_digest", "_read_memory")

    def __init__(self, read_memory: ReadMemory | None, read_digest: ReadDigest | None) -> None:
        self._read_memory = read_memory
        self._read_digest = read_digest

    def exist(self) -> bool:
        """Tell whether there is anything to read."""
        return self._read_memory is not None or self._read_digest is not None

    def listing(self) -> list[Json]:
        """Return the fixed resources as resources/list shows them to the newest protocol."""
        return [DIGEST] if self._read_digest is not None else []

    def templates(self) -> list[Json]:
        """Return the templates as resources/templates/list shows them to the newest protocol."""
        return [MEMORY_TEMPLATE] if self._read_memory is not None else []

    def check(self, uri: object, version: str) -> str:
        """Return `uri` if it can name a resource of ours. Raises RpcError when it cannot."""
        if not isinstance(uri, str):
            raise RpcError(INVALID_PARAMS, "Invalid params: 'uri' must be text")
        if uri == DIGEST_URI and self._read_digest is not None:
            return uri
        if self._read_memory is not None and _memory_id(uri) is not None:
            return uri
        raise resource_not_found(version, uri)

    def read(self, uri: str, call: Call) -> Json:
        """Return the result of resources/read for a checked `uri`. Raises RpcError when nothing is there."""
        text: str | None = None
        mime_type = "text/markdown"
        memory_id = _memory_id(uri)
        if memory_id is None and self._read_digest is not None:
            text = self._read_digest(call)
        elif memory_id is not None and self._read_memory is not None:
            memory = self._read_memory(memory_id, call)
            text = None if memory is None else compact(memory)
            mime_type = "application/json"
        if text is None:
            raise resource_not_found(call.session.protocol_version, uri)
        return {"contents": [{"uri": uri, "mimeType": mime_type, "text": text}]}


def _memory_id(uri: str) -> int | None:
    """Return the id in `genesis://memory/{id}`; None for any other URI."""
    digits = uri.removeprefix(MEMORY_PREFIX)
    if digits == uri or not (digits.isascii() and digits.isdigit() and len(digits) <= 18):
        return None
    return int(digits)
