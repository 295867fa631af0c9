"""Exceptions to words: what the model reads, and what goes to stderr. HOT."""

from __future__ import annotations

import sys

from genesis_site.mcp.tool import ToolFailure

INTERNAL = (
    "internal error in Genesis; nothing was stored. Try once more; if it happens again, run `genesis doctor`"
    " (the details are in this server's log)"
)


def explain_failure(error: BaseException) -> str:
    """Return the message for the model. The unforeseen gives a fixed text, and its traceback on stderr."""
    from memory.errors import GenesisError  # late: only a failure needs it

    if isinstance(error, GenesisError | ToolFailure):
        return str(error)
    log_traceback(error)
    return INTERNAL


def log_traceback(error: BaseException) -> None:
    """Write the traceback of `error` to stderr, if there is one to write to."""
    # The interpreter's own printer: `traceback` costs a bare interpreter start to import.
    try:
        sys.__excepthook__(type(error), error, error.__traceback__)
    except Exception:
        return  # stderr is closed or full: there is nobody to tell
