"""What an MCP tool is, and what one call of it knows. HOT: the modules in `tools/` import this at start.

A tool file holds one literal `Tool`: static data, and a `run` that imports Django when it is called, not
before.
"""

from __future__ import annotations

from collections.abc import Callable
from math import isfinite

from genesis_site.mcp.jsonrpc import Json, RequestId
from genesis_site.mcp.session import Session


class ToolFailure(Exception):
    """The tool could not do it; the message says why and what to do, and is shown to the model."""


class Cancelled(Exception):
    """The client cancelled the call. Raised by `Call.check`; the request is then never answered."""


class Call:
    """One request while it runs: who asks, and the way to say how far it is.

    `notify` sends one message to the client. `token` is the client's progress token; None: it asked for no
    progress.
    """

    __slots__ = ("_cancelled", "_last", "_notify", "_token", "session")

    def __init__(
        self,
        session: Session,
        *,
        notify: Callable[[Json], None] | None = None,
        token: RequestId | None = None,
    ) -> None:
        self.session = session
        self._notify = notify
        self._token = token
        self._last = float("-inf")
        self._cancelled = False

    def progress(self, done: float, total: float | None = None, message: str | None = None) -> None:
        """Say how far the call is. Silent if the client did not ask, or if `done` does not grow."""
        notify = self._notify
        if self._token is None or notify is None or self._cancelled:
            return
        if not isfinite(done) or done <= self._last:
            return
        self._last = done
        params: Json = {"progressToken": self._token, "progress": done}
        if total is not None and isfinite(total):
            params["total"] = total
        if message and self.session.speaks("2025-03-26"):
            params["message"] = message
        notify({"jsonrpc": "2.0", "method": "notifications/progress", "params": params})

    def cancelled(self) -> bool:
        """Tell whether the client took the request back."""
        return self._cancelled

    def check(self) -> None:
        """Raise Cancelled when the client took the request back. Call it between steps of long work."""
        if self._cancelled:
            raise Cancelled

    def cancel(self) -> None:
        """Note that the client took the request back."""
        self._cancelled = True

    def close(self) -> None:
        """End progress: the answer is about to be sent."""
        self._notify = None


Run = Callable[[Json, Call], Json]


class Tool:
    """One tool: how it is listed, and what it does.

    `input_schema` is flat JSON Schema (see `validate`). `core`: listed in core mode too. `slow`: runs
    beside the ordinary calls instead of between them. `run(arguments, call)` returns the structured result;
    its key `_text`, if there, is the text shown instead of the JSON.
    """

    __slots__ = (
        "core",
        "description",
        "destructive",
        "idempotent",
        "input_schema",
        "name",
        "read_only",
        "run",
        "slow",
        "title",
    )

    def __init__(
        self,
        *,
        name: str,
        title: str,
        description: str,
        input_schema: Json,
        run: Run,
        read_only: bool = False,
        destructive: bool = False,
        idempotent: bool = False,
        core: bool = False,
        slow: bool = False,
    ) -> None:
        self.name = name
        self.title = title
        self.description = description
        self.input_schema = input_schema
        self.run = run
        self.read_only = read_only
        self.destructive = destructive
        self.idempotent = idempotent
        self.core = core
        self.slow = slow
