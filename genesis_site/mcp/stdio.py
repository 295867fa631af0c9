"""The MCP server on stdin and stdout: threads, signals, and a clean end. HOT.

Called by `genesis mcp` and `manage.py mcp`. Three threads: this one waits for the end, one reads the
client's lines and answers what needs no database, one runs tool calls (and a fourth, once a slow tool was
called). The process always leaves by `os._exit`: threads that wait for a pipe or a lock cannot be joined,
and an interpreter that shuts down around them prints tracebacks.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from collections.abc import Callable

from genesis_site.mcp.catalog import Catalog
from genesis_site.mcp.dispatch import Dispatcher, OnCall
from genesis_site.mcp.failures import log_traceback
from genesis_site.mcp.resources import ReadDigest, ReadMemory, Resources
from genesis_site.mcp.session import Session
from genesis_site.mcp.streams import LONGEST_LINE_BYTES, Lines, Output, read_portion, take_over
from genesis_site.mcp.tool import Tool
from genesis_site.mcp.worker import WarmUp, Worker

# Spelled out instead of imported: see jsonrpc.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FrameType
    from typing import NoReturn

# How often to look whether the parent is still there. A parent that dies closes our stdin, too; this is for
# the one whose pipe is held open by a sibling.
_PARENT_POLL_S = 2.0
# After a signal: time for the running call to finish and be answered, then for its transaction to roll back.
_FINISH_S = 0.6
_ROLL_BACK_S = 0.2


def serve(
    *,
    tools: tuple[Tool, ...],
    mode: str,
    warm_up: Callable[[], None],
    interrupt: Callable[[int], None],
    cwd: str,
    client_hint: str | None = None,
    project_hint: str | None = None,
    read_memory: ReadMemory | None = None,
    read_digest: ReadDigest | None = None,
    close: Callable[[], None] | None = None,
    on_call: OnCall | None = None,
) -> NoReturn:
    """Serve one client on stdin and stdout until it leaves; ends the process.

    `mode`: which tools are listed (`catalog.MODES`). `warm_up()`: load what tools need; called in a worker
    thread. `interrupt(thread_id)`: break off the database statement of that thread. `close()`: close the
    database connections of the calling thread. `cwd`: the folder the client started us in. `client_hint`,
    `project_hint`: from the command line. Readers that are None: those resources do not exist.
    `on_call(session)`: called in the reading thread when a client introduces itself or calls a tool. Exit codes:
    0 when the client left or a signal asked for it, 130 for an interrupt from the keyboard.
    """
    catalog = Catalog(tools, mode, Resources(read_memory, read_digest))
    session = Session(cwd=cwd, client_hint=client_hint, project_hint=project_hint)
    code = 0
    try:
        code = _Server(catalog, session, WarmUp(warm_up), interrupt, close, on_call).run()
    except OSError:
        code = 0  # no stdin or stdout to serve on
    except BaseException as error:
        log_traceback(error)
        code = 3
    _leave(code)


class _Server:
    def __init__(
        self,
        catalog: Catalog,
        session: Session,
        warm_up: WarmUp,
        interrupt: Callable[[int], None],
        close: Callable[[], None] | None,
        on_call: OnCall | None,
    ) -> None:
        # Held by the main thread, which waits for it; anything worth a look releases it. A plain lock,
        # because a signal handler may release one at any moment, and must not touch a Condition or an
        # Event.
        self._news = threading.Lock()
        self._news.acquire()
        self._parent = _parent_id()
        self._signal: int | None = None
        self._gone = False  # the client no longer reads
        self._ended = False  # the client no longer writes
        self._reading, writing = take_over()
        output = Output(writing, self._client_gone)
        self._ordinary = Worker("genesis-calls", interrupt=interrupt, on_idle=self._poke, on_end=close, warm_up=warm_up)
        self._slow = Worker("genesis-slow-calls", interrupt=interrupt, on_idle=self._poke, on_end=close)
        self._dispatcher = Dispatcher(
            catalog=catalog,
            session=session,
            warm_up=warm_up,
            ordinary=self._ordinary,
            slow=self._slow,
            send=output.send,
            on_call=on_call,
        )

    def run(self) -> int:
        """Serve until the end. Returns the exit code."""
        for name in ("SIGTERM", "SIGHUP", "SIGINT"):
            if hasattr(signal, name):
                signal.signal(getattr(signal, name), self._on_signal)
        self._ordinary.start()
        threading.Thread(target=self._read, name="genesis-reader", daemon=True).start()
        while not self._must_stop():
            if self._ended and self._ordinary.may_leave() and self._slow.may_leave():
                return 0
            self._news.acquire(timeout=_PARENT_POLL_S)
        self._stop()
        return 130 if self._signal == signal.SIGINT else 0

    def _must_stop(self) -> bool:
        return self._signal is not None or self._gone or _parent_id() != self._parent

    def _stop(self) -> None:
        """End soon: the running calls may finish, what waits in line is forgotten."""
        for worker in (self._ordinary, self._slow):
            worker.drop()
        if self._still_busy_after(_FINISH_S):
            for worker in (self._ordinary, self._slow):
                worker.break_off()
            self._still_busy_after(_ROLL_BACK_S)

    def _still_busy_after(self, patience_s: float) -> bool:
        until_s = time.monotonic() + patience_s
        while self._ordinary.busy() or self._slow.busy():
            remaining_s = until_s - time.monotonic()
            if remaining_s <= 0:
                return True
            self._news.acquire(timeout=remaining_s)
        return False

    def _read(self) -> None:
        """Take the client's lines until it closes its end. The reader thread."""
        lines = Lines()
        while portion := read_portion(self._reading):
            self._ordinary.seen()
            self._take(lines.feed(portion))
        self._take(lines.end())
        self._dispatcher.close()
        self._ordinary.finish()
        self._slow.finish()
        self._ended = True
        self._poke()

    def _take(self, lines: list[bytes | None]) -> None:
        for line in lines:
            try:
                if line is None:
                    limit = LONGEST_LINE_BYTES // (1024 * 1024)
                    self._dispatcher.refuse(f"Invalid request: a message may have at most {limit} MB")
                else:
                    self._dispatcher.take(line)
            except Exception as error:  # one bad line must not end the session
                log_traceback(error)

    def _on_signal(self, number: int, _frame: FrameType | None) -> None:
        self._signal = number
        self._poke()

    def _client_gone(self) -> None:
        self._gone = True
        self._poke()

    def _poke(self) -> None:
        """Make the main thread look."""
        try:
            self._news.release()
        except RuntimeError:
            return  # it has not looked since the last time


def _parent_id() -> int:
    """Return the parent's process id, which changes when the parent dies (0 on Windows, which keeps it)."""
    return os.getppid() if os.name == "posix" else 0


def _leave(code: int) -> NoReturn:
    try:
        sys.stderr.flush()
    except Exception:
        code = code or 0  # stderr is gone: there is nobody to tell
    os._exit(code)
