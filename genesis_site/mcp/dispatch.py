"""One line from the client to its answers. HOT.

Called by the reader thread for every line. What static data can answer is answered at once, even while a
tool runs; tool calls and reads of the memory go to a worker.
"""

from __future__ import annotations

import threading
from collections.abc import Callable

from genesis_site.mcp import prompts
from genesis_site.mcp.calls import answer_resource_read, answer_tool_call, error_result, refuse_busy
from genesis_site.mcp.catalog import Catalog
from genesis_site.mcp.eras import (
    SUBSCRIPTION_KEY,
    finish,
    has_envelope,
    is_stateless,
    negotiate,
    open_envelope,
)
from genesis_site.mcp.failures import log_traceback
from genesis_site.mcp.jsonrpc import (
    INTERNAL_ERROR,
    INVALID_PARAMS,
    INVALID_REQUEST,
    METHOD_NOT_FOUND,
    Json,
    Message,
    RequestId,
    RpcError,
    classify,
    decode,
    error_reply,
    is_id,
    result_reply,
)
from genesis_site.mcp.session import Session, declares_roots
from genesis_site.mcp.tool import Call
from genesis_site.mcp.validate import check, did_you_mean, explain
from genesis_site.mcp.worker import Job, WarmUp, Worker

Send = Callable[[object], None]
OnCall = Callable[[Session], None]
_BATCH_VERSION = "2025-03-26"  # the only version with batches
_SHARED = ("tools/list", "tools/call", "resources/list", "resources/templates/list", "resources/read")
_ALWAYS = (*_SHARED, "prompts/list", "prompts/get")
HANDSHAKE_METHODS = ("initialize", "ping", *_ALWAYS)
STATELESS_METHODS = ("server/discover", "subscriptions/listen", *_ALWAYS)


class Request:
    """One request that waits for an answer: `settle` takes the message, or None for no answer at all."""

    __slots__ = ("id", "method", "params", "session", "settle", "version")

    def __init__(self, id_: RequestId, message: Message, session: Session, settle: Send) -> None:
        self.id = id_
        self.method = message.method or ""
        self.params = message.params
        self.session = session
        self.version = session.protocol_version
        self.settle = settle


class Batch:
    """The answers to one batch: sent together when the last request is settled."""

    def __init__(self, size: int, send: Send) -> None:
        self._open = size
        self._send = send
        self._replies: list[object] = []
        self._lock = threading.Lock()

    def settle(self, reply: object) -> None:
        """Take the answer to one request of the batch; None: it gets none."""
        with self._lock:
            if reply is not None:
                self._replies.append(reply)
            self._open -= 1
            complete = self._open == 0
        if complete and self._replies:
            self._send(self._replies)


class Dispatcher:
    """Answers the messages of one client. `send` writes one message, and is safe from any thread."""

    def __init__(
        self,
        *,
        catalog: Catalog,
        session: Session,
        warm_up: WarmUp,
        ordinary: Worker,
        slow: Worker,
        send: Send,
        on_call: OnCall | None = None,
    ) -> None:
        self._catalog = catalog
        self._on_call = on_call
        self._session = session
        self._warm_up = warm_up
        self._ordinary = ordinary
        self._slow = slow
        self._send = send
        self._running: dict[RequestId, tuple[Worker, Job]] = {}
        self._subscriptions: dict[RequestId, str] = {}
        self._roots_request = ""
        self._roots_asked = 0
        self._methods: dict[str, Callable[[Request], Json | None]] = {
            "initialize": self._initialize,
            "ping": lambda _request: {},
            "server/discover": lambda _request: self._catalog.discovery(),
            "subscriptions/listen": self._listen,
            "tools/list": self._list_tools,
            "tools/call": self._call_tool,
            "prompts/list": lambda request: self._catalog.prompts(request.version),
            "prompts/get": lambda request: prompts.fill(request.params.get("name"), request.params.get("arguments")),
            "resources/list": lambda request: self._catalog.fixed_resources(request.version),
            "resources/templates/list": lambda request: self._catalog.resource_templates(request.version),
            "resources/read": self._read_resource,
        }

    def take(self, line: bytes) -> None:
        """Answer one line, now or later. Raises only what `send` raises."""
        try:
            value = decode(line)
        except RpcError as error:
            self._send(error_reply(None, error))
            return
        if not isinstance(value, list):
            self._take_message(value, self._settle_one)
        elif not value or self._session.protocol_version != _BATCH_VERSION:
            reason = "an empty batch" if not value else f"batches exist in protocol {_BATCH_VERSION} only"
            self._send(error_reply(None, RpcError(INVALID_REQUEST, f"Invalid request: {reason}")))
        else:
            batch = Batch(len(value), self._send)
            for entry in value:
                self._take_message(entry, batch.settle, in_batch=True)

    def refuse(self, message: str) -> None:
        """Answer a line that could not even be read."""
        self._send(error_reply(None, RpcError(INVALID_REQUEST, message)))

    def close(self) -> None:
        """The client sends nothing more: end its subscriptions, and stop waiting for its answers."""
        self._session.roots_answered(None)
        for id_, version in self._subscriptions.items():
            self._send(result_reply(id_, finish("subscriptions/listen", version, {"_meta": {SUBSCRIPTION_KEY: id_}})))
        self._subscriptions.clear()

    def _settle_one(self, reply: object) -> None:
        if reply is not None:
            self._send(reply)

    def _take_message(self, value: object, settle: Send, *, in_batch: bool = False) -> None:
        try:
            message = classify(value)
        except RpcError as error:
            settle(error_reply(error.reply_id, error))
            return
        if message.method is None:
            self._take_response(message)
            settle(None)
        elif message.id is None:
            self._take_notification(message)
            settle(None)
        else:
            reply = self._answer(message.id, message, settle, in_batch=in_batch)
            if reply is not None:
                settle(reply)

    def _answer(self, id_: RequestId, message: Message, settle: Send, *, in_batch: bool) -> Json | None:
        """Return the response to a request; None when a worker will settle it."""
        try:
            if in_batch and message.method == "initialize":
                raise RpcError(INVALID_REQUEST, "Invalid request: initialize must not be in a batch")
            request = Request(id_, message, self._session_of(message), settle)
            result = self._method(request)(request)
        except RpcError as error:
            return error_reply(id_, error)
        except Exception as error:
            log_traceback(error)
            return error_reply(id_, RpcError(INTERNAL_ERROR, "Internal error"))
        if result is None:
            return None
        return result_reply(id_, finish(request.method, request.version, result))

    def _session_of(self, message: Message) -> Session:
        """Return the session a request belongs to. Raises RpcError for a bad envelope."""
        if message.method == "initialize":
            return self._session  # exists in the handshake era only, whatever a client puts on it
        if has_envelope(message.params) or message.method in ("server/discover", "subscriptions/listen"):
            envelope = open_envelope(message.params)
            return self._session.for_request(envelope.version, envelope.client)
        return self._session

    def _method(self, request: Request) -> Callable[[Request], Json | None]:
        known = STATELESS_METHODS if is_stateless(request.version) else HANDSHAKE_METHODS
        if request.method not in known:
            hint = did_you_mean(request.method, known)
            raise RpcError(METHOD_NOT_FOUND, f"Method not found{hint}", request.method[:100])
        if request.params.get("cursor") is not None and request.method.endswith("/list"):
            raise RpcError(INVALID_PARAMS, "Invalid params: unknown cursor; the lists of Genesis have one page")
        return self._methods[request.method]

    def _initialize(self, request: Request) -> Json:
        session, params = self._session, request.params
        if not isinstance(params.get("protocolVersion"), str):
            raise RpcError(INVALID_PARAMS, "Invalid params: 'protocolVersion' must be text")
        capabilities = params.get("capabilities", {})
        if not isinstance(capabilities, dict):
            raise RpcError(INVALID_PARAMS, "Invalid params: 'capabilities' must be an object")
        session.protocol_version = request.version = negotiate(params["protocolVersion"])
        session.introduce(params.get("clientInfo"))
        session.wants_roots = declares_roots(capabilities)
        self._note(session)
        return self._catalog.welcome(session.protocol_version)

    def _list_tools(self, request: Request) -> Json | None:
        # Sent before the loading starts, so that the two do not compete for the processor.
        result = self._catalog.tools(request.version)
        request.settle(result_reply(request.id, finish(request.method, request.version, result)))
        self._ordinary.warm_up_soon()
        return None

    def _call_tool(self, request: Request) -> Json | None:
        tool = self._catalog.tool(request.params.get("name"))
        arguments = request.params.get("arguments")
        if arguments is not None and not isinstance(arguments, dict):
            raise RpcError(INVALID_PARAMS, "Invalid params: 'arguments' must be an object")
        clean, problems = check(tool.input_schema, arguments or {})
        if problems:
            return error_result(explain(tool.name, problems))
        self._note(request.session)
        call = self._new_call(request)
        self._queue(
            self._slow if tool.slow else self._ordinary,
            request,
            call,
            lambda: answer_tool_call(request.id, tool, clean, call, self._warm_up),
        )
        return None

    def _read_resource(self, request: Request) -> Json | None:
        uri = self._catalog.resources.check(request.params.get("uri"), request.version)
        call = self._new_call(request)
        self._queue(
            self._ordinary,
            request,
            call,
            lambda: answer_resource_read(request.id, self._catalog.resources, uri, call, self._warm_up),
        )
        return None

    def _note(self, session: Session) -> None:
        if self._on_call is not None:
            self._on_call(session)

    def _new_call(self, request: Request) -> Call:
        meta = request.params.get("_meta")
        token = meta.get("progressToken") if isinstance(meta, dict) else None
        return Call(request.session, notify=self._send, token=token if is_id(token) else None)

    def _queue(self, worker: Worker, request: Request, call: Call, work: Callable[[], object]) -> None:
        def settle(reply: object) -> None:
            if self._running.get(request.id) == (worker, job):
                del self._running[request.id]
            request.settle(reply)

        job = Job(work, settle, call.cancel)
        self._running[request.id] = (worker, job)
        if not worker.submit(job):
            settle(refuse_busy(request.id, request.method, request.version))

    def _listen(self, request: Request) -> None:
        """Open a stream that never carries anything: our lists do not change while the process lives."""
        if not isinstance(request.params.get("notifications"), dict):
            raise RpcError(INVALID_PARAMS, "Invalid params: 'notifications' must be an object")
        self._subscriptions[request.id] = request.version
        params = {"_meta": {SUBSCRIPTION_KEY: request.id}, "notifications": {}}
        self._send({"jsonrpc": "2.0", "method": "notifications/subscriptions/acknowledged", "params": params})

    def _take_notification(self, message: Message) -> None:
        if message.method == "notifications/cancelled":
            self._cancel(message.params.get("requestId"))
        elif message.method in ("notifications/initialized", "notifications/roots/list_changed"):
            self._ask_roots()

    def _cancel(self, id_: object) -> None:
        if not isinstance(id_, str | int):
            return
        self._subscriptions.pop(id_, None)
        running = self._running.get(id_)
        if running is not None:
            worker, job = running
            worker.cancel(job)

    def _ask_roots(self) -> None:
        if not self._session.wants_roots:
            return
        self._roots_asked += 1
        self._roots_request = f"genesis-roots-{self._roots_asked}"
        self._session.roots_asked()
        self._send({"jsonrpc": "2.0", "id": self._roots_request, "method": "roots/list"})

    def _take_response(self, message: Message) -> None:
        if message.id == self._roots_request:
            self._session.roots_answered(message.body.get("result"))
