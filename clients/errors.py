"""What can go wrong with clients, in words a person can act on."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import get_close_matches

from memory.errors import BadInput, GenesisError


class UnknownClient(BadInput):
    """A client id that the catalogue does not have."""

    def __init__(self, identifier: str, known: Sequence[str]) -> None:
        near = get_close_matches(identifier, known, n=3)
        hint = f"Did you mean {' or '.join(near)}?" if near else "`genesis clients` lists them."
        super().__init__(f"No client is called {identifier!r}. {hint}")


class NotWritable(GenesisError):
    """A file of a client cannot be read or written; nothing was changed."""


class SetupBusy(GenesisError):
    """Another setup, revert or uninstall is at work."""


class BadCommand(GenesisError):
    """The command that clients would start must not be written into their configuration."""


class UnknownFormat(BadInput):
    """A form of configuration that a client, or Genesis, does not have."""
