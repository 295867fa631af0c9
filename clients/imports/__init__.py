"""Every file that holds notes for agents and can be imported. The first row that fits a path reads it."""

from __future__ import annotations

from clients.imports import claude_memory, markdown, mdc
from clients.imports.contract import Source

SOURCES = (
    Source("claude-code", "CLAUDE.md", markdown.read, is_nested=True),
    Source("claude-code", "CLAUDE.local.md", markdown.read),
    Source("claude-code", ".claude/CLAUDE.md", markdown.read),
    Source("claude-code", ".claude/rules/**/*.md", mdc.read),
    Source("codex", "AGENTS.md", markdown.read, is_nested=True),
    Source("gemini-cli", "GEMINI.md", markdown.read, is_nested=True),
    Source("qwen-code", "QWEN.md", markdown.read, is_nested=True),
    Source("crush", "CRUSH.md", markdown.read, is_nested=True),
    Source("cursor", ".cursorrules", markdown.read),
    Source("cursor", ".cursor/rules/**/*.mdc", mdc.read),
    Source("windsurf", ".windsurfrules", markdown.read),
    Source("windsurf", ".windsurf/rules/*.md", mdc.read),
    Source("cline", ".clinerules", markdown.read),
    Source("cline", ".clinerules/*.md", mdc.read),
    Source("vscode", ".github/copilot-instructions.md", markdown.read),
    Source("vscode", ".github/instructions/*.instructions.md", mdc.read),
    Source("claude-code", "{CLAUDE_CONFIG_DIR|~/.claude}/CLAUDE.md", markdown.read, is_users=True),
    Source("codex", "{CODEX_HOME|~/.codex}/AGENTS.md", markdown.read, is_users=True),
    Source("gemini-cli", "~/.gemini/GEMINI.md", markdown.read, is_users=True),
    Source("opencode", "{XDG_CONFIG_HOME|~/.config}/opencode/AGENTS.md", markdown.read, is_users=True),
    Source("qwen-code", "~/.qwen/QWEN.md", markdown.read, is_users=True),
    Source("crush", "{XDG_CONFIG_HOME|~/.config}/crush/CRUSH.md", markdown.read, is_users=True),
    Source("windsurf", "~/.codeium/windsurf/memories/global_rules.md", markdown.read, is_users=True),
    Source("copilot-cli", "~/.copilot/copilot-instructions.md", markdown.read, is_users=True),
)

# Claude Code's own notes on one project; `{slug}` is that project's folder, see `claude_memory.slug_of`.
CLAUDE_MEMORY = Source("claude-code", "{CLAUDE_CONFIG_DIR|~/.claude}/projects/{slug}/memory/*.md", claude_memory.read)
# What is named on the command line and is none of the above.
UNKNOWN = Source("", "", mdc.read)
