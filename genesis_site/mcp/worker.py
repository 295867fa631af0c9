"""The threads that run tool calls: one for ordinary calls in the order they came, one for slow ones. HOT.

The reader thread only puts jobs in line. Each worker is one thread for its whole life, because database
connections belong to threads. The ordinary worker also loads Django while nobody waits for it.
"""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable

from genesis_site.mcp.failures import explain_failure, log_traceback

# Silence after which Django is loaded although no list was asked for. Long enough for a client to get its
# handshake and its lists answered first, short enough to be ready when the first prompt arrives.
IDLE_BEFORE_WARM_UP_S = 0.3
# Waiting calls beyond this are refused: a client that never waits for answers must not fill the memory.
LONGEST_QUEUE = 1000


class WarmUp:
    """Loads what tool calls need, once. After a failure the next call tries again."""

    def __init__(self, load: Callable[[], None]) -> None:
        self._load = load
        self._lock = threading.Lock()
        self._done = False

    def ensure(self) -> str | None:
        """Load if not loaded yet; wait if another thread is at it. Returns None, or why it failed."""
        if self._done:
            return None
        with self._lock:
            if self._done:
                return None
            try:
                self._load()
            except BaseException as error:  # whatever it is: the server lives on and says so
                return explain_failure(error)
            self._done = True
            return None


class Job:
    """One request in a worker's line.

    `work()` returns the message to answer with. `settle(message)` sends it; None: the request is not
    answered. `withdraw()` tells running work that the client took the request back.
    """

    __slots__ = ("cancelled", "settle", "withdraw", "work")

    def __init__(
        self,
        work: Callable[[], object],
        settle: Callable[[object], None],
        withdraw: Callable[[], None],
    ) -> None:
        self.work = work
        self.settle = settle
        self.withdraw = withdraw
        self.cancelled = False


class Worker:
    """One thread and its line of jobs.

    `interrupt(thread_id)`: stop the database statement that this thread runs. `on_idle()`: called whenever
    the line has become empty. `on_end()`: called in the thread before it ends, if it did anything.
    `warm_up`: None for a worker that loads nothing early.
    """

    def __init__(
        self,
        name: str,
        *,
        interrupt: Callable[[int], None],
        on_idle: Callable[[], None],
        on_end: Callable[[], None] | None = None,
        warm_up: WarmUp | None = None,
    ) -> None:
        self._interrupt = interrupt
        self._on_idle = on_idle
        self._on_end = on_end
        self._warm_up = warm_up
        self._changed = threading.Condition()
        self._line: deque[Job] = deque()
        self._current: Job | None = None
        self._closing = False
        self._ended = False
        self._loading = False
        self._used = False
        self._warm_up_now = False
        self._last_seen_s = time.monotonic()
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)
        self._started = False

    def start(self) -> None:
        """Start the thread, unless it runs already."""
        if not self._started:
            self._started = True
            self._thread.start()

    def seen(self) -> None:
        """Note that the client just sent something: it is not idle."""
        self._last_seen_s = time.monotonic()

    def warm_up_soon(self) -> None:
        """Load as soon as nothing is in line."""
        with self._changed:
            self._warm_up_now = True
            self._changed.notify()

    def submit(self, job: Job) -> bool:
        """Put `job` in line. False: the line is too long, or the server is ending."""
        with self._changed:
            if self._closing or len(self._line) >= LONGEST_QUEUE:
                return False
            self._line.append(job)
            self._changed.notify()
        self.start()
        return True

    def cancel(self, job: Job) -> None:
        """Take `job` out of the line, or stop it if it runs. It is not answered then. Too late: nothing."""
        with self._changed:
            if job in self._line:
                self._line.remove(job)
                job.cancelled = True
            elif job is self._current:
                job.cancelled = True
                self._stop_current(job)
                return  # settled by the thread
            else:
                return
        job.settle(None)

    def finish(self) -> None:
        """Take no more jobs; end when those in line are done."""
        with self._changed:
            self._closing = True
            self._changed.notify()
        if not self._started:
            self._ended = True

    def drop(self) -> None:
        """Take no more jobs and forget those in line; the running one goes on."""
        with self._changed:
            self._closing = True
            self._line.clear()
            self._changed.notify()

    def break_off(self) -> None:
        """Stop the running job's database statement, so that its transaction rolls back."""
        with self._changed:
            if self._current is not None:
                self._current.cancelled = True
                self._stop_current(self._current)

    def busy(self) -> bool:
        """Tell whether a job runs or waits."""
        with self._changed:
            return self._current is not None or bool(self._line)

    def may_leave(self) -> bool:
        """Tell whether the process may end: the thread is over, or only loads what nobody asked for."""
        return self._ended or (self._loading and not self.busy())

    def _stop_current(self, job: Job) -> None:
        # Under the lock, so that the interrupt cannot hit the next job of this thread.
        job.withdraw()
        try:
            self._interrupt(self._thread.ident or 0)
        except Exception as error:
            log_traceback(error)

    def _run(self) -> None:
        while True:
            job = self._next()
            if job is None:
                break
            self._work(job)
        if self._on_end is not None and self._used:
            try:
                self._on_end()
            except BaseException as error:
                log_traceback(error)
        self._ended = True
        self._on_idle()

    def _next(self) -> Job | None:
        """Wait for the next job; load meanwhile if it is time to. None: the server ends."""
        while True:
            with self._changed:
                while not self._line:
                    if self._closing:
                        return None
                    wait_s = self._until_warm_up_s()
                    if wait_s is not None and wait_s <= 0:
                        break
                    self._changed.wait(wait_s)
                else:
                    self._current = self._line.popleft()
                    return self._current
            warm_up, self._warm_up = self._warm_up, None
            if warm_up is not None:
                self._loading = self._used = True
                warm_up.ensure()
                self._loading = False

    def _until_warm_up_s(self) -> float | None:
        """Return in how many seconds to load. None: never by itself."""
        if self._warm_up is None:
            return None
        if self._warm_up_now:
            return 0.0
        return self._last_seen_s + IDLE_BEFORE_WARM_UP_S - time.monotonic()

    def _work(self, job: Job) -> None:
        message: object = None
        self._used = True
        try:
            message = job.work()
        except BaseException as error:  # the thread must live
            log_traceback(error)
        with self._changed:
            self._current = None
            idle = not self._line
        try:
            job.settle(None if job.cancelled else message)
        except Exception as error:
            log_traceback(error)
        if idle:
            self._on_idle()
