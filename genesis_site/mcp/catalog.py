"""Everything a client can list, from static data. HOT: answers before Django is loaded.

Made once per process; asked by the dispatcher. Each list is cut to what the client's protocol version knows.
"""

from __future__ import annotations

from genesis_site.mcp import prompts
from genesis_site.mcp.eras import INSTRUCTIONS, SUPPORTED, at_least, server_info
from genesis_site.mcp.jsonrpc import INVALID_PARAMS, Json, RpcError
from genesis_site.mcp.resources import Resources
from genesis_site.mcp.tool import Tool
from genesis_site.mcp.validate import did_you_mean, mend

MODES = ("all", "core", "gateway")
# The one tool that stands for all others; listed in gateway mode, and only there.
GATEWAY_TOOL = "genesis"


class Catalog:
    """What this process offers. `mode` decides which tools are listed; all of them can be called."""

    def __init__(self, tools: tuple[Tool, ...], mode: str, resources: Resources) -> None:
        if mode not in MODES:
            raise ValueError(f"the tool mode must be one of {', '.join(MODES)}; it is {mode!r}")
        self.resources = resources
        self._tools = {tool.name: tool for tool in tools}
        self._listed = [tool for tool in tools if _is_listed(tool, mode)]

    def tool(self, name: object) -> Tool:
        """Return the tool called `name`. Raises RpcError(INVALID_PARAMS) when there is none."""
        if not isinstance(name, str):
            raise RpcError(INVALID_PARAMS, "Invalid params: 'name' must be the name of a tool")
        tool = self._tools.get(name)
        if tool is None:
            hint = did_you_mean(name, [tool.name for tool in self._listed])
            raise RpcError(INVALID_PARAMS, f"Unknown tool: {mend(name[:64])}{hint}")
        return tool

    def tools(self, version: str) -> Json:
        """Return the result of tools/list."""
        return {"tools": [_for_version(_tool_entry(tool), version) for tool in self._listed]}

    def prompts(self, version: str) -> Json:
        """Return the result of prompts/list."""
        return {"prompts": [_for_version(entry, version) for entry in prompts.listing()]}

    def fixed_resources(self, version: str) -> Json:
        """Return the result of resources/list."""
        return {"resources": [_for_version(entry, version) for entry in self.resources.listing()]}

    def resource_templates(self, version: str) -> Json:
        """Return the result of resources/templates/list."""
        return {"resourceTemplates": [_for_version(entry, version) for entry in self.resources.templates()]}

    def welcome(self, version: str) -> Json:
        """Return the result of initialize."""
        return {
            "protocolVersion": version,
            "capabilities": self._capabilities(),
            "serverInfo": server_info(version),
            "instructions": INSTRUCTIONS,
        }

    def discovery(self) -> Json:
        """Return the result of server/discover."""
        return {
            "supportedVersions": list(SUPPORTED),
            "capabilities": self._capabilities(),
            "instructions": INSTRUCTIONS,
        }

    def _capabilities(self) -> Json:
        capabilities: Json = {"tools": {}, "prompts": {}}
        if self.resources.exist():
            capabilities["resources"] = {}
        return capabilities


def _is_listed(tool: Tool, mode: str) -> bool:
    if mode == "gateway":
        return tool.name == GATEWAY_TOOL
    return tool.name != GATEWAY_TOOL and (mode == "all" or tool.core)


def _tool_entry(tool: Tool) -> Json:
    """Return `tool` as tools/list shows it to the newest protocol."""
    hints: Json = {"readOnlyHint": tool.read_only, "openWorldHint": False}
    if not tool.read_only:
        # Without a meaning for a tool that only reads, so left out: every byte of the list is paid for.
        hints["destructiveHint"] = tool.destructive
        hints["idempotentHint"] = tool.idempotent
    return {
        "name": tool.name,
        "title": tool.title,
        "description": tool.description,
        "inputSchema": tool.input_schema,
        "annotations": hints,
    }


def _for_version(entry: Json, version: str) -> Json:
    """Return `entry` without the keys that `version` does not know."""
    unknown = []
    if not at_least(version, "2025-06-18"):
        unknown.append("title")
    if not at_least(version, "2025-03-26"):
        unknown.append("annotations")
    return {key: value for key, value in entry.items() if key not in unknown} if unknown else entry
