"""What a worker does for one tools/call or resources/read: get ready, run it, word the result. HOT."""

from __future__ import annotations

from genesis_site.mcp.eras import finish
from genesis_site.mcp.failures import explain_failure
from genesis_site.mcp.jsonrpc import (
    INTERNAL_ERROR,
    Json,
    RequestId,
    RpcError,
    compact,
    encode,
    error_reply,
    result_reply,
)
from genesis_site.mcp.resources import Resources
from genesis_site.mcp.tool import Call, Cancelled, Tool
from genesis_site.mcp.worker import WarmUp


def answer_tool_call(id_: RequestId, tool: Tool, arguments: Json, call: Call, warm_up: WarmUp) -> Json | None:
    """Run `tool` and return the response to request `id_`; None when the client took it back."""
    result = _tool_result(tool, arguments, call, warm_up)
    call.close()
    if result is None:
        return None
    return result_reply(id_, finish("tools/call", call.session.protocol_version, result))


def answer_resource_read(id_: RequestId, resources: Resources, uri: str, call: Call, warm_up: WarmUp) -> Json | None:
    """Read the resource `uri` and return the response to request `id_`; None when the client took it back."""
    failure = _get_ready(call, warm_up)
    if failure is not None:
        return error_reply(id_, RpcError(INTERNAL_ERROR, failure))
    try:
        result = resources.read(uri, call)
    except RpcError as error:
        return error_reply(id_, error)
    except BaseException as error:
        if call.cancelled():
            return None
        return error_reply(id_, RpcError(INTERNAL_ERROR, explain_failure(error)))
    return result_reply(id_, finish("resources/read", call.session.protocol_version, result))


def error_result(message: str) -> Json:
    """Return a tool result that tells the model what went wrong."""
    return {"content": [{"type": "text", "text": message}], "isError": True}


def _get_ready(call: Call, warm_up: WarmUp) -> str | None:
    """Wait for Django and for the client's roots. Returns None, or why Django could not be loaded."""
    failure = warm_up.ensure()
    call.session.wait_for_roots()
    return failure


def _tool_result(tool: Tool, arguments: Json, call: Call, warm_up: WarmUp) -> Json | None:
    failure = _get_ready(call, warm_up)
    if failure is not None:
        return error_result(failure)
    try:
        call.check()
        return _worded(tool.run(arguments, call), call)
    except Cancelled:
        if call.cancelled():
            return None
        return error_result(explain_failure(RuntimeError(f"{tool.name} cancelled itself")))
    except BaseException as error:  # SystemExit too: a tool must not end the server
        if call.cancelled():
            return None  # most likely our own interrupt
        return error_result(explain_failure(error))


def _worded(structured: Json, call: Call) -> Json:
    """Return a tool's structured result as text, and as structure where the protocol knows it."""
    text = structured.get("_text")
    visible = {key: value for key, value in structured.items() if key != "_text"}
    encode(visible)  # raises for NaN and for what is not JSON: before it is an answer, not on the way out
    result: Json = {"content": [{"type": "text", "text": compact(visible) if text is None else str(text)}]}
    if call.session.speaks("2025-06-18"):
        result["structuredContent"] = visible
    return result


def refuse_busy(id_: RequestId, method: str, version: str) -> Json:
    """Return the response to a request that the worker would not take."""
    message = "too many calls are waiting in Genesis; wait for answers before you send more"
    if method != "tools/call":
        return error_reply(id_, RpcError(INTERNAL_ERROR, message))
    return result_reply(id_, finish(method, version, error_result(message)))
