"""What tests need made: stored memories, and the real program with a home of its own."""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
import sys
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
NOW = datetime(2026, 11, 30, 12, 0, tzinfo=UTC)


def place(key: str = "example.org/acme/shop") -> Any:
    from memory.projects import Place

    return Place(key, key.rsplit("/", 1)[-1])


def remembered(text: str, *, at: datetime = NOW, where: Any = None, session: str = "s1", **draft: Any) -> Any:
    """Store `text` as a caller would; returns what `remember` returns."""
    from memory.origin import Origin
    from memory.remember import Draft, remember

    return remember(Draft(text, **draft), where or place(), Origin("cursor", session), at)


def recalled(query: str, *, at: datetime = NOW, where: Any = None, limit: int = 10, **filters: Any) -> Any:
    """The results of a recall in one project and global."""
    from memory.models import GLOBAL_PROJECT_ID
    from memory.projects import known_project
    from memory.recall import recall
    from memory.search.contract import Filters, Scope

    project = known_project(where or place())
    ids = (GLOBAL_PROJECT_ID,) if project is None else (project.pk, GLOBAL_PROJECT_ID)
    return recall(query, Scope(ids), Filters(**filters), limit=limit, now=at).results


def texts(results: Sequence[Any]) -> list[str]:
    return [result.memory.text for result in results]


class Genesis:
    """The program as a user starts it, with HOME, GENESIS_HOME and the working folder under `folder`."""

    def __init__(self, folder: Path) -> None:
        self.home = folder / "home"
        self.work = folder / "work"
        # What lies here is refused as temporary; where the program lies is not, wherever these tests run.
        self.temporary = folder / "temporary"
        for made in (self.home, self.work, self.temporary):
            made.mkdir(exist_ok=True)

    @property
    def database(self) -> Path:
        return self.home / ".genesis" / "memory.db"

    def environment(self, **extra: str) -> dict[str, str]:
        kept = {name: os.environ[name] for name in ("PATH", "LANG", "SYSTEMROOT") if name in os.environ}
        own = {"HOME": str(self.home), "USERPROFILE": str(self.home), "TMPDIR": str(self.temporary)}
        return {**kept, **own, **extra}

    def command(self, *words: str) -> list[str]:
        return [sys.executable, str(ROOT / "manage.py"), *words]

    def run(
        self, *words: str, cwd: Path | None = None, stdin: bytes = b"", **environment: str
    ) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            self.command(*words),
            cwd=cwd or self.work,
            env=self.environment(**environment),
            input=stdin.decode("utf-8", "surrogateescape"),
            capture_output=True,
            text=True,
            encoding="utf-8",
            errors="surrogateescape",
            timeout=120,
            check=False,
        )

    def json(self, *words: str, **options: Any) -> Any:
        """Run with --json; the parsed output. Fails the test if the command fails."""
        done = self.run(*words, "--json", **options)
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout)

    def server(self, *words: str, cwd: Path | None = None, name: str = "cursor", **environment: str) -> Server:
        return Server(self.command("mcp", *words), cwd or self.work, self.environment(**environment), name)


class Server:
    """A running MCP server and a plain client for it: one request at a time."""

    def __init__(self, command: list[str], cwd: Path, environment: dict[str, str], name: str) -> None:
        self.process = subprocess.Popen(
            command,
            cwd=cwd,
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
        self._last_id = 0
        hello = {
            "protocolVersion": "2025-06-18",
            "capabilities": {},
            "clientInfo": {"name": name, "version": "1"},
        }
        self.request("initialize", hello)
        self._send({"jsonrpc": "2.0", "method": "notifications/initialized"})

    def __enter__(self) -> Server:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _send(self, message: dict[str, Any]) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(json.dumps(message).encode() + b"\n")
        self.process.stdin.flush()

    def request(self, method: str, params: dict[str, Any] | None = None) -> Any:
        self._last_id += 1
        self._send({"jsonrpc": "2.0", "id": self._last_id, "method": method, "params": params or {}})
        assert self.process.stdout is not None
        for line in self.process.stdout:
            answer = json.loads(line)
            if answer.get("id") == self._last_id:
                return answer
        raise AssertionError("the server closed its output")

    def call(self, tool: str, **arguments: Any) -> Any:
        """The structured content of a tool call that must succeed."""
        result = self.request("tools/call", {"name": tool, "arguments": arguments})["result"]
        assert not result.get("isError"), result["content"][0]["text"]
        return result["structuredContent"]

    def failure(self, tool: str, **arguments: Any) -> str:
        """The message of a tool call that must fail."""
        result = self.request("tools/call", {"name": tool, "arguments": arguments})["result"]
        assert result.get("isError"), result
        return str(result["content"][0]["text"])

    def start_call(self, tool: str, **arguments: Any) -> None:
        """Send a tool call and do not wait for the answer."""
        self._last_id += 1
        params = {"name": tool, "arguments": arguments}
        self._send({"jsonrpc": "2.0", "id": self._last_id, "method": "tools/call", "params": params})

    def kill(self) -> None:
        """End the server as a power cut would."""
        self.process.kill()
        self.close()

    def close(self) -> int:
        """Close the server's input as a leaving client does; its exit code."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        with contextlib.suppress(BrokenPipeError):
            self.process.stdin.close()
        code = self.process.wait(20)
        self.process.stdout.close()
        return code
