"""The client's side of a server process: sends lines, sorts what comes back."""

from __future__ import annotations

import json
import os
import queue
import subprocess
import sys
import tempfile
import threading
from pathlib import Path
from typing import Any

Json = dict[str, Any]
ROOT = Path(__file__).parents[3]
SERVER = Path(__file__).with_name("fake_server.py")
# A server that does not answer for this long has lost the message: fail instead of hanging for ever.
PATIENCE_S = 30
VERSION_KEY = "io.modelcontextprotocol/protocolVersion"
STATELESS: Json = {
    VERSION_KEY: "2026-07-28",
    "io.modelcontextprotocol/clientInfo": {"name": "stateless-client", "version": "9"},
    "io.modelcontextprotocol/clientCapabilities": {},
}


def server_environment() -> dict[str, str]:
    """What a server process needs to import ours, and nothing that depends on the machine's language."""
    return {**os.environ, "PYTHONPATH": str(ROOT), "LC_ALL": "C", "PYTHONIOENCODING": "ascii"}


class Peer:
    """One running server."""

    def __init__(self, **options: object) -> None:
        self._stderr = tempfile.TemporaryFile()  # noqa: SIM115 - closed with the peer
        self.process = subprocess.Popen(
            [sys.executable, str(SERVER), json.dumps(options)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._stderr,
            env=server_environment(),
        )
        self._lines: queue.Queue[bytes | None] = queue.Queue()
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()
        self._next_id = 1000

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self._lines.put(line)
        self._lines.put(None)

    def send(self, message: object) -> None:
        """Send one message, or raw bytes as they are."""
        assert self.process.stdin is not None
        line = message if isinstance(message, bytes) else json.dumps(message).encode() + b"\n"
        self.process.stdin.write(line)
        self.process.stdin.flush()

    def receive(self) -> Any:
        """Wait for the next message."""
        line = self._lines.get(timeout=PATIENCE_S)
        assert line is not None, f"the server has ended: {self.log()}"
        return json.loads(line)

    def ask(self, method: str, params: Json | None = None) -> Json:
        """Send a request and return the response to it; other messages must not come before it."""
        self._next_id += 1
        self.send({"jsonrpc": "2.0", "id": self._next_id, "method": method, "params": params or {}})
        reply: Json = self.receive()
        assert reply.get("id") == self._next_id, reply
        return reply

    def result(self, method: str, params: Json | None = None) -> Json:
        """Send a request and return its result."""
        reply = self.ask(method, params)
        assert "result" in reply, reply
        result: Json = reply["result"]
        return result

    def call(self, tool: str, **arguments: object) -> Json:
        """Call a tool and return the result."""
        return self.result("tools/call", {"name": tool, "arguments": arguments})

    def start_call(self, id_: int | str, tool: str, **arguments: object) -> None:
        """Send a tools/call and do not wait for it."""
        params = {"name": tool, "arguments": arguments}
        self.send({"jsonrpc": "2.0", "id": id_, "method": "tools/call", "params": params})

    def cancel(self, id_: int | str) -> None:
        """Send the notification that takes request `id_` back."""
        self.send({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": id_}})

    def initialize(self, version: str = "2025-11-25", **capabilities: Json) -> Json:
        """Do the handshake and return the server's answer."""
        client = {"name": "raw-client", "version": "1.2"}
        params = {"protocolVersion": version, "capabilities": capabilities, "clientInfo": client}
        result = self.result("initialize", params)
        self.send({"jsonrpc": "2.0", "method": "notifications/initialized"})
        return result

    def close_input(self) -> None:
        """Close the server's stdin."""
        assert self.process.stdin is not None
        self.process.stdin.close()

    def rest(self) -> list[Json]:
        """Return all messages until the server closes its stdout."""
        messages = []
        while (line := self._lines.get(timeout=PATIENCE_S)) is not None:
            messages.append(json.loads(line))
        return messages

    def end(self) -> list[Json]:
        """Close stdin, expect a clean end, and return what still came."""
        self.close_input()
        messages = self.rest()
        assert self.process.wait(PATIENCE_S) == 0, self.log()
        return messages

    def log(self) -> str:
        """Return what the server wrote to stderr so far."""
        self._stderr.seek(0)
        return self._stderr.read().decode()

    def kill(self) -> None:
        """Make sure nothing is left of it."""
        self.process.kill()
        self.process.wait()
        self._reader.join(PATIENCE_S)
        for pipe in (self.process.stdin, self.process.stdout):
            assert pipe is not None
            try:
                pipe.close()
            except BrokenPipeError:
                continue
        self._stderr.close()


def wait_for_file(path: Path, peer: Peer) -> None:
    """Wait until a tool has made `path`."""
    tick = threading.Event()
    for _ in range(PATIENCE_S * 200):
        if path.exists():
            return
        tick.wait(0.005)
    raise AssertionError(f"{path} never came: {peer.log()}")
