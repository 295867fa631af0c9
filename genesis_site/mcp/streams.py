"""stdin and stdout as a channel for JSON-RPC lines, and for nothing else. HOT.

Called by `stdio.serve`. After `take_over`, whatever prints in this process or in a child goes to stderr,
and nothing but the reader sees the client's bytes.
"""

from __future__ import annotations

import os
import sys
import threading
import time
from collections.abc import Callable

from genesis_site.mcp.failures import log_traceback
from genesis_site.mcp.jsonrpc import INTERNAL_ERROR, Json, RpcError, encode, error_reply

# A memory has at most 64,000 characters; the rest is room for clients that pipeline whole histories in one
# message.
LONGEST_LINE_BYTES = 32 * 1024 * 1024
_READ_BYTES = 65_536
_BOM = b"\xef\xbb\xbf"


class Lines:
    """Bytes in any portions to lines. Holds at most `limit` bytes and one portion."""

    def __init__(self, limit: int = LONGEST_LINE_BYTES) -> None:
        self._limit = limit
        self._rest = bytearray()
        self._too_long = False
        self._first = True

    def feed(self, portion: bytes) -> list[bytes | None]:
        """Return the lines that `portion` completes, without blank ones. None: a line over the limit."""
        lines: list[bytes | None] = []
        *ended, rest = portion.split(b"\n")
        for part in ended:
            self._add(part)
            self._flush(lines)
        self._add(rest)
        return lines

    def end(self) -> list[bytes | None]:
        """Return the last line if it has no newline."""
        lines: list[bytes | None] = []
        self._flush(lines)
        return lines

    def _add(self, part: bytes) -> None:
        if not self._too_long and len(self._rest) + len(part) > self._limit:
            self._too_long = True
            self._rest = bytearray()
        if not self._too_long:
            self._rest += part

    def _flush(self, lines: list[bytes | None]) -> None:
        if self._too_long:
            lines.append(None)
        line = bytes(self._rest)
        self._rest.clear()
        self._too_long = False
        if self._first:
            line = line.removeprefix(_BOM)
            self._first = False
        line = line.strip()
        if line:
            lines.append(line)


class Output:
    """The client's end of stdout. `on_broken()` is called once, when the client no longer reads."""

    def __init__(self, fd: int, on_broken: Callable[[], None]) -> None:
        self._fd = fd
        self._on_broken = on_broken
        self._lock = threading.Lock()
        self._broken = False

    def send(self, message: object) -> None:
        """Write one message as one line, whole, from any thread. After the client has gone: nothing."""
        line = _line(message)
        with self._lock:
            if self._broken:
                return
            try:
                _write_all(self._fd, line)
                return
            except OSError:
                self._broken = True
        self._on_broken()


def read_portion(fd: int) -> bytes:
    """Wait for bytes from the client. Empty: it closed its end."""
    while True:
        try:
            return os.read(fd, _READ_BYTES)
        except BlockingIOError:  # somebody who shares the pipe made it non-blocking
            time.sleep(0.02)
        except OSError:
            return b""


def take_over() -> tuple[int, int]:
    """Return descriptors of the client's stdin and stdout, and put stderr and nothing in their places.

    Raises OSError when the process was started without stdin or stdout.
    """
    reading, writing = os.dup(0), os.dup(1)
    nothing = os.open(os.devnull, os.O_RDWR)
    os.dup2(nothing, 0)
    try:
        os.dup2(2, 1)
    except OSError:  # started without stderr
        os.dup2(nothing, 1)
        os.dup2(nothing, 2)
    os.close(nothing)
    sys.stdout = sys.stderr
    for fd in (reading, writing):
        try:
            os.set_blocking(fd, True)
        except (OSError, AttributeError):
            continue  # Windows before Python 3.12, or not a pipe
    return reading, writing


def _line(message: object) -> bytes:
    try:
        return encode(message)
    except (ValueError, TypeError, RecursionError) as error:
        # Not foreseen: tool results are tried out before they get here. The client must not wait for ever.
        log_traceback(error)
        known: Json = message if isinstance(message, dict) else {}
        return encode(error_reply(known.get("id"), RpcError(INTERNAL_ERROR, "Internal error")))


def _write_all(fd: int, line: bytes) -> None:
    view = memoryview(line)
    while view:
        try:
            view = view[os.write(fd, view) :]
        except BlockingIOError:
            time.sleep(0.002)
