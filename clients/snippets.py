"""An entry as text for a person: each client's own form, and the forms that `export-config` offers. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from clients.catalogue import Client, McpFile
from clients.editors import EDITORS
from clients.editors.contract import Value
from clients.entry import argv_of, environment_of, render
from clients.errors import UnknownFormat

FORMATS = ("json", "yaml", "toml", "env", "lua", "elisp", "native")
COMMENTS = {"elisp": ";;", "lua": "--", "shell": "#", "toml-hooks": "#"}
GATEWAY = "http://127.0.0.1:8000"


def native_snippet(client: Client, command: Sequence[str], environment: Mapping[str, str]) -> str:
    """What the client's own configuration file would hold; blank if it takes no MCP server from a file."""
    mcp = client.mcp
    if mcp is None:
        return ""
    if mcp.format in COMMENTS:
        return body_of(mcp, command, environment) + "\n"
    shape = mcp.shapes[-1]
    return EDITORS[mcp.format].snippet(shape.key, render(shape.entry, command, environment))


def body_of(mcp: McpFile, command: Sequence[str], environment: Mapping[str, str]) -> str:
    """The lines of program text that add our server, without the marks around them."""
    entry = render(mcp.shapes[-1].entry, command, environment)
    return {"elisp": _elisp, "lua": _lua, "shell": _shell}[mcp.format](entry)


def export(client: Client, form: str, command: Sequence[str], environment: Mapping[str, str]) -> str:
    """The entry of `client` in one of FORMATS. Raises UnknownFormat where the client has no such thing."""
    if form == "env":
        return _dotenv()
    if form == "native":
        text = native_snippet(client, command, environment) or (_dotenv() if "proxy" in client.primitives else "")
        if not text:
            raise UnknownFormat(f"{client.name} takes nothing from a file; try --format json.")
        return text
    if client.mcp is None:
        raise UnknownFormat(f"{client.name} takes no MCP server. {' '.join(client.notes)}".rstrip())
    plain: dict[str, Value] = {"command": command[0], "args": list(command[1:])}
    if environment:
        plain["env"] = dict(environment)
    if form in EDITORS:
        key = ("mcp_servers", "genesis") if form == "toml" else ("mcpServers", "genesis")
        return EDITORS[form].snippet(key, plain)
    if form in ("lua", "elisp"):
        return {"lua": _lua, "elisp": _elisp}[form](plain) + "\n"
    raise UnknownFormat(f"{form!r} is not a format; take one of: {', '.join(FORMATS)}.")


def _dotenv() -> str:
    """For SDKs: OpenAI's takes the address with /v1, Anthropic's without."""
    warning = (
        "# For the proxy of Genesis, which this version cannot start yet. While nothing listens there, programs that\n"
    )
    warning += "# read these lines cannot reach any model.\n"
    return f"{warning}OPENAI_BASE_URL={GATEWAY}/v1\nOPENAI_API_BASE={GATEWAY}/v1\nANTHROPIC_BASE_URL={GATEWAY}\n"


def _elisp(entry: Mapping[str, Value]) -> str:
    argv, environment = argv_of(entry), environment_of(entry)
    parts = [f":command {_quoted(argv[0])}", f":args ({' '.join(map(_quoted, argv[1:]))})"]
    if environment:
        parts.append(":env (" + " ".join(f":{name} {_quoted(value)}" for name, value in environment.items()) + ")")
    return (
        "(with-eval-after-load 'mcp-hub\n"
        "  (add-to-list 'mcp-hub-servers\n"
        f'               \'("genesis" . ({" ".join(parts)}))))'
    )


def _lua(entry: Mapping[str, Value]) -> str:
    argv, environment = argv_of(entry), environment_of(entry)
    lines = [f"      cmd = {{ {', '.join(map(_quoted, argv))} }},"]
    if environment:
        pairs = ", ".join(f"{name} = {_quoted(value)}" for name, value in environment.items())
        lines.append(f"      env = {{ {pairs} }},")
    head = ['require("codecompanion").setup({', "  mcp = { servers = {", '    ["genesis"] = {']
    return "\n".join([*head, *lines, "    },", "  } },", "})"])


def _shell(entry: Mapping[str, Value]) -> str:
    argv = argv_of(entry)
    return f"mcp add genesis --command {_quoted(argv[0])} " + " ".join(f"--args {_quoted(part)}" for part in argv[1:])


def _quoted(text: str) -> str:
    """A string of Lisp, Lua and the shell alike: backslash and quote escaped. Paths hold no control characters."""
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'
