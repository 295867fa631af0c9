"""JSON-RPC 2.0: lines of bytes to messages and back. HOT: standard library only.

Called by the dispatcher for every line of an MCP client. Decoding is strict (UTF-8, no NaN, no Infinity),
encoding is ASCII: whatever a text holds, a reply is one line that any reader can split and parse.
"""

from __future__ import annotations

import json

# Spelled out instead of imported: `typing` costs about 2 ms at start, and type checkers know the name.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, NoReturn

Json = dict[str, "Any"]
RequestId = str | int

PARSE_ERROR = -32700
INVALID_REQUEST = -32600
METHOD_NOT_FOUND = -32601
INVALID_PARAMS = -32602
INTERNAL_ERROR = -32603


class RpcError(Exception):
    """A failure that is answered as a JSON-RPC error.

    `reply_id` is the id to answer under when the message itself could not be read; None is JSON's null.
    """

    def __init__(self, code: int, message: str, data: object = None, *, reply_id: RequestId | None = None) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.data = data
        self.reply_id = reply_id


class Message:
    """One message from the client.

    A request has `method` and `id`; a notification has `method` only; a response has `id` only, and `body`
    holds it.
    """

    __slots__ = ("body", "id", "method", "params")

    def __init__(self, id_: RequestId | None, method: str | None, params: Json, body: Json) -> None:
        self.id = id_
        self.method = method
        self.params = params
        self.body = body


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not JSON")


_decoder = json.JSONDecoder(parse_constant=_refuse_constant)
# ensure_ascii also escapes lone surrogates, U+2028 and U+0085, on which some readers split lines.
_encoder = json.JSONEncoder(ensure_ascii=True, allow_nan=False, separators=(",", ":"))


def decode(line: bytes) -> object:
    """Return the value that one line holds. Raises RpcError(PARSE_ERROR) for what is not JSON in UTF-8."""
    try:
        value: object = _decoder.decode(line.decode("utf-8"))
    except UnicodeDecodeError as error:
        raise RpcError(PARSE_ERROR, f"Parse error: byte {error.start} is not UTF-8") from error
    except json.JSONDecodeError as error:
        raise RpcError(PARSE_ERROR, f"Parse error: {error.msg} at character {error.pos}") from error
    except ValueError as error:  # NaN, Infinity, integers of thousands of digits
        raise RpcError(PARSE_ERROR, f"Parse error: {str(error)[:80]}") from error
    except RecursionError as error:
        raise RpcError(PARSE_ERROR, "Parse error: nested too deeply") from error
    return value


def encode(value: object) -> bytes:
    """Return `value` as one line of ASCII JSON. Raises ValueError for NaN and TypeError for non-JSON."""
    return _encoder.encode(value).encode("ascii") + b"\n"


def compact(value: object) -> str:
    """Return `value` as JSON text for a model to read: short, and not escaped."""
    return json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":"))


def is_id(value: object) -> bool:
    """Tell whether `value` may be a request id: text or a whole number (MCP forbids null)."""
    return isinstance(value, str) or (isinstance(value, int) and not isinstance(value, bool))


def classify(value: object) -> Message:
    """Return the message in a decoded value. Raises RpcError(INVALID_REQUEST) for anything that is none."""
    if not isinstance(value, dict):
        raise RpcError(INVALID_REQUEST, "Invalid request: a message is a JSON object")
    known_id: RequestId | None = value["id"] if is_id(value.get("id")) else None
    if "method" in value:
        return _call(value, known_id)
    if ("result" in value or "error" in value) and known_id is not None:
        return Message(known_id, None, {}, value)
    raise RpcError(INVALID_REQUEST, "Invalid request: 'method' is missing", reply_id=known_id)


def _call(value: Json, known_id: RequestId | None) -> Message:
    """Return the request or notification in `value`, which has a method."""
    method = value["method"]
    if not isinstance(method, str):
        raise RpcError(INVALID_REQUEST, "Invalid request: 'method' must be text", reply_id=known_id)
    params = value.get("params")
    if "id" not in value:
        # A notification is never answered, not even when it is malformed.
        return Message(None, method, params if isinstance(params, dict) else {}, value)
    if known_id is None:
        raise RpcError(INVALID_REQUEST, "Invalid request: 'id' must be text or a whole number")
    if value.get("jsonrpc") != "2.0":
        raise RpcError(INVALID_REQUEST, "Invalid request: 'jsonrpc' must be \"2.0\"", reply_id=known_id)
    if params is not None and not isinstance(params, dict):
        raise RpcError(INVALID_PARAMS, "Invalid params: 'params' must be an object", reply_id=known_id)
    return Message(known_id, method, params or {}, value)


def result_reply(id_: RequestId, result: Json) -> Json:
    """Return the response to request `id_`."""
    return {"jsonrpc": "2.0", "id": id_, "result": result}


def error_reply(id_: RequestId | None, error: RpcError) -> Json:
    """Return the error response to request `id_` (None: the id could not be read)."""
    body: Json = {"code": error.code, "message": error.message}
    if error.data is not None:
        body["data"] = error.data
    return {"jsonrpc": "2.0", "id": id_, "error": body}
