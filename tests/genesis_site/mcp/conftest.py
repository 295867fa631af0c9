"""Servers for the tests of one file; none outlives its test."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from tests.genesis_site.mcp.peer import Peer


@pytest.fixture
def start() -> Iterator[Callable[..., Peer]]:
    """Start servers with options; see fake_server."""
    peers: list[Peer] = []

    def start_one(**options: object) -> Peer:
        peers.append(Peer(**options))
        return peers[-1]

    yield start_one
    for peer in peers:
        peer.kill()


@pytest.fixture
def peer(start: Callable[..., Peer]) -> Peer:
    """One server, before any handshake."""
    return start()
