"""What can go wrong on the ground floor, in words a person or a model can act on.

Every message says what happened and what to do. The doors (MCP, commands) show it as it is.
"""

from __future__ import annotations


class GenesisError(Exception):
    """A failure with a message that is meant to be shown."""


class BadInput(GenesisError):
    """The caller sent something that cannot be used; sending something else helps."""


class NotFound(GenesisError):
    """The row that the caller names is not there, or not in the caller's project."""


class StoreUnavailable(GenesisError):
    """The database cannot be used now: missing, locked, corrupt, foreign, newer or on a full disk."""
