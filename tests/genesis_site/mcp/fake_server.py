"""A real server with made-up tools, run as a program by the tests.

Its one argument is a JSON object: `mode`, `client_hint`, `project_hint`, `cwd`, and `warm_up`: "ok", "fails"
(always), "fails_once", "breaks" (an unforeseen exception), or the path of a file to wait for.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable

from genesis_site.mcp.jsonrpc import Json
from genesis_site.mcp.stdio import serve
from genesis_site.mcp.tool import Call, Tool, ToolFailure
from memory.errors import BadInput, StoreUnavailable

TEXT: Json = {"type": "string"}
interrupted = threading.Event()


def _mark(path: str) -> None:
    with open(path, "w") as file:
        file.write(str(os.getpid()))


def echo(arguments: Json, call: Call) -> Json:
    return {"sent": arguments}


def hold(arguments: Json, call: Call) -> Json:
    """Say that it runs (a file), then wait for another file; gives up when it is cancelled or interrupted."""
    interrupted.clear()
    _mark(arguments["started"])
    while not os.path.exists(arguments["until"]):
        call.check()
        if interrupted.wait(0.005):
            raise RuntimeError("interrupted")
    return {"held": True}


def stubborn(arguments: Json, call: Call) -> Json:
    """Like hold, but looks at nothing but the interrupt."""
    interrupted.clear()
    _mark(arguments["started"])
    while not os.path.exists(arguments["until"]):
        if interrupted.wait(0.005):
            raise RuntimeError("interrupted")
    return {"held": True}


def count(arguments: Json, call: Call) -> Json:
    for done in (1, 2, 2, 1, 3):
        call.progress(done, 3, f"step {done}")
    return {"_text": "counted"}


def noise(arguments: Json, call: Call) -> Json:
    print("print noise")  # noqa: T201
    os.write(1, b"descriptor noise\n")
    subprocess.run([sys.executable, "-c", "print('child noise')"], check=True)
    print("old stdout noise", file=sys.__stdout__, flush=True)
    return {"stdin": sys.stdin.read()}


def fail(arguments: Json, call: Call) -> Json:
    raise {
        "tool": ToolFailure("the tool could not"),
        "input": BadInput("the input is no good; send another"),
        "bug": ZeroDivisionError("secret detail"),
        "exit": SystemExit(7),
        "keyboard": KeyboardInterrupt(),
    }[arguments["how"]]


def odd(arguments: Json, call: Call) -> Json:
    values: Json = {
        "nan": float("nan"),
        "object": object(),
        "surrogate": "a\ud800b\u2028c",
        "large": "x" * 2_000_000,
    }
    return {"value": values[arguments["what"]]}


def who(arguments: Json, call: Call) -> Json:
    session = call.session
    return {
        "client": session.client_name,
        "version": session.client_version,
        "protocol": session.protocol_version,
        "cwd": session.cwd,
        "roots": session.roots,
        "project_hint": session.project_hint,
        "session_id": session.session_id,
        "thread": threading.current_thread().name,
    }


def _tool(name: str, run: Callable[[Json, Call], Json], *required: str, slow: bool = False, **properties: Json) -> Tool:
    schema: Json = {"type": "object", "properties": properties, "required": list(required)}
    return Tool(
        name=name,
        title=name.title(),
        description=f"The {name} tool",
        input_schema=schema,
        run=run,
        read_only=name == "who",
        core=name in ("echo", "who"),
        slow=slow,
    )


FILES: Json = {"started": TEXT, "until": TEXT}
TOOLS = (
    _tool(
        "echo",
        echo,
        "text",
        text={"type": "string", "minLength": 1, "maxLength": 64_000},
        kind={"type": "string", "enum": ["decision", "fact", "outcome"]},
        limit={"type": "integer", "minimum": 1, "maximum": 50},
        confidence={"type": "number", "minimum": 0, "maximum": 1},
        tags={"type": "array", "items": TEXT, "maxItems": 3},
        deep={"type": "boolean"},
    ),
    _tool("hold", hold, "started", "until", **FILES),
    _tool("slow_hold", hold, "started", "until", slow=True, **FILES),
    _tool("stubborn", stubborn, "started", "until", **FILES),
    _tool("count", count),
    _tool("noise", noise),
    _tool("fail", fail, "how", how=TEXT),
    _tool("odd", odd, "what", what=TEXT),
    _tool("who", who),
    _tool("genesis", echo, "op", op=TEXT),
)


def read_memory(memory_id: int, call: Call) -> Json | None:
    if memory_id == 500:
        raise StoreUnavailable("the store is away; run `genesis doctor`")
    return {"id": memory_id, "text": "Straße 漢字"} if memory_id == 7 else None


def _warm_up(how: str) -> Callable[[], None]:
    attempts: list[None] = []

    def load() -> None:
        attempts.append(None)
        if how == "fails" or (how == "fails_once" and len(attempts) == 1):
            raise StoreUnavailable("the store is away; run `genesis doctor`")
        if how == "breaks":
            raise ZeroDivisionError("secret detail")
        while how.startswith("/") and not os.path.exists(how):
            time.sleep(0.005)

    return load


def _close() -> None:
    sys.stderr.write("closed\n")


def main() -> None:
    options = json.loads(sys.argv[1]) if len(sys.argv) > 1 else {}
    serve(
        tools=TOOLS,
        mode=options.get("mode", "all"),
        warm_up=_warm_up(options.get("warm_up", "ok")),
        interrupt=lambda thread_id: interrupted.set(),
        cwd=options.get("cwd", "/started/here"),
        client_hint=options.get("client_hint"),
        project_hint=options.get("project_hint"),
        read_memory=read_memory,
        read_digest=(lambda call: "# Digest") if options.get("digest") else None,
        close=_close,
    )


if __name__ == "__main__":
    main()
