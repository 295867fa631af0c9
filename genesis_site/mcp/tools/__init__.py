"""The table of MCP tools, in the order they are listed. HOT: static data only.

Adding a tool: see CONTRIBUTING.md.
"""

from genesis_site.mcp.tool import Tool
from genesis_site.mcp.tools import (
    cross_client_resolve,
    dialogue_get,
    dialogue_update,
    forget,
    gateway,
    invalidate,
    recall,
    reinforce,
    remember,
    status,
    thread_get,
    thread_update,
)

TOOLS: tuple[Tool, ...] = (
    remember.TOOL,
    recall.TOOL,
    forget.TOOL,
    invalidate.TOOL,
    reinforce.TOOL,
    thread_update.TOOL,
    thread_get.TOOL,
    dialogue_update.TOOL,
    dialogue_get.TOOL,
    cross_client_resolve.TOOL,
    status.TOOL,
    gateway.TOOL,
)
