"""Who is at the other end of the wire: name, protocol version, working folder and roots. HOT.

The handshake protocols have one session a process. From 2026-07-28 on every request says itself who asks
and gets a session of its own (same process id and folder, no roots: servers may no longer ask for them).
"""

from __future__ import annotations

import os
import threading
import time

from genesis_site.mcp.eras import NEWEST_HANDSHAKE, at_least
from genesis_site.mcp.jsonrpc import Json

# How long a tool call waits for the answer to roots/list, counted from the question. Clients answer in
# milliseconds; one that never answers must not make the first call feel broken.
ROOTS_PATIENCE_S = 1.0


class Session:
    """What a request knows of its client.

    `roots`: local folders the client works on, first one first; empty when it gave none. `client_hint` and
    `project_hint` come from the command line; None: not given.
    """

    __slots__ = (
        "_roots_due_at",
        "_roots_known",
        "client_hint",
        "client_name",
        "client_version",
        "cwd",
        "project_hint",
        "protocol_version",
        "roots",
        "session_id",
        "wants_roots",
    )

    def __init__(
        self,
        *,
        cwd: str,
        client_hint: str | None = None,
        project_hint: str | None = None,
        session_id: str = "",
    ) -> None:
        self.session_id = session_id or os.urandom(8).hex()
        self.client_hint = client_hint
        self.project_hint = project_hint
        self.client_name = client_hint or "unknown"
        self.client_version = ""
        self.protocol_version = NEWEST_HANDSHAKE
        self.cwd = cwd
        self.roots: list[str] = []
        self.wants_roots = False
        self._roots_known = threading.Event()
        self._roots_known.set()
        self._roots_due_at = 0.0

    def speaks(self, version: str) -> bool:
        """Tell whether the client's protocol is `version` or newer."""
        return at_least(self.protocol_version, version)

    def introduce(self, client: object) -> None:
        """Take over name and version from a `clientInfo` object, as far as it has them."""
        if not isinstance(client, dict):
            return
        name, version = client.get("name"), client.get("version")
        if isinstance(name, str) and name.strip():
            self.client_name = name.strip()[:200]
        if isinstance(version, str):
            self.client_version = version.strip()[:100]

    def for_request(self, version: str, client: object) -> Session:
        """Return the session of one request that introduces itself (2026-07-28 and later)."""
        one = Session(
            cwd=self.cwd,
            client_hint=self.client_hint,
            project_hint=self.project_hint,
            session_id=self.session_id,
        )
        one.protocol_version = version
        one.introduce(client)
        return one

    def roots_asked(self) -> None:
        """Note that roots/list was sent."""
        self._roots_due_at = time.monotonic() + ROOTS_PATIENCE_S
        self._roots_known.clear()

    def roots_answered(self, result: object) -> None:
        """Take over the answer to roots/list. Anything but a result with roots changes nothing."""
        roots = result.get("roots") if isinstance(result, dict) else None
        if isinstance(roots, list):
            paths = [local_path(root.get("uri")) for root in roots if isinstance(root, dict)]
            self.roots = [path for path in paths if path is not None]
        self._roots_known.set()

    def wait_for_roots(self) -> None:
        """Wait until roots/list is answered, at most ROOTS_PATIENCE_S after it was asked."""
        remaining_s = self._roots_due_at - time.monotonic()
        if remaining_s > 0:
            self._roots_known.wait(remaining_s)


def local_path(uri: object) -> str | None:
    """Return the local folder that a root's URI names; None for one that is not a local file (RFC 8089)."""
    if not isinstance(uri, str) or not uri.lower().startswith("file:"):
        return None
    from urllib.parse import unquote_to_bytes  # late: only clients with roots need it

    rest = uri[5:].split("?", 1)[0].split("#", 1)[0]
    if rest.startswith("//"):
        host, slash, tail = rest[2:].partition("/")
        if host.lower() not in ("", "localhost"):
            return None
        rest = slash + tail
    try:
        path = os.fsdecode(unquote_to_bytes(rest))
    except UnicodeError:
        return None
    if not path.startswith("/") or "\0" in path:
        return None
    if len(path) > 2 and path[2] == ":" and path[1].isalpha() and path[3:4] in ("", "/"):
        return path[1:] if len(path) > 3 else path[1:] + "/"  # Windows: /C:/Users -> C:/Users
    return path if path == "/" else path.rstrip("/")


def declares_roots(capabilities: Json) -> bool:
    """Tell whether client capabilities include roots."""
    return isinstance(capabilities.get("roots"), dict)
