"""Every file that holds notes for agents and can be imported. The first row that fits a path reads it."""

from __future__ import annotations

from clients.imports.claude_memory import read as read_claude_memory
from clients.imports.contract import Source
from clients.imports.markdown import read as read_markdown
from clients.imports.mdc import read as read_rules

SOURCES = (
    Source("claude-code", "CLAUDE.md", read_markdown, is_nested=True),
    Source("claude-code", "CLAUDE.local.md", read_markdown),
    Source("claude-code", ".claude/CLAUDE.md", read_markdown),
    Source("claude-code", ".claude/rules/**/*.md", read_rules),
    Source("codex", "AGENTS.md", read_markdown, is_nested=True),
    Source("gemini-cli", "GEMINI.md", read_markdown, is_nested=True),
    Source("qwen-code", "QWEN.md", read_markdown, is_nested=True),
    Source("crush", "CRUSH.md", read_markdown, is_nested=True),
    Source("cursor", ".cursorrules", read_markdown),
    Source("cursor", ".cursor/rules/**/*.mdc", read_rules),
    Source("windsurf", ".windsurfrules", read_markdown),
    Source("windsurf", ".windsurf/rules/*.md", read_rules),
    Source("cline", ".clinerules", read_markdown),
    Source("cline", ".clinerules/*.md", read_rules),
    Source("vscode", ".github/copilot-instructions.md", read_markdown),
    Source("vscode", ".github/instructions/*.instructions.md", read_rules),
    Source("claude-code", "{CLAUDE_CONFIG_DIR|~/.claude}/CLAUDE.md", read_markdown, is_users=True),
    Source("codex", "{CODEX_HOME|~/.codex}/AGENTS.md", read_markdown, is_users=True),
    Source("gemini-cli", "~/.gemini/GEMINI.md", read_markdown, is_users=True),
    Source("opencode", "{XDG_CONFIG_HOME|~/.config}/opencode/AGENTS.md", read_markdown, is_users=True),
    Source("qwen-code", "~/.qwen/QWEN.md", read_markdown, is_users=True),
    Source("crush", "{XDG_CONFIG_HOME|~/.config}/crush/CRUSH.md", read_markdown, is_users=True),
    Source("windsurf", "~/.codeium/windsurf/memories/global_rules.md", read_markdown, is_users=True),
    Source("copilot-cli", "~/.copilot/copilot-instructions.md", read_markdown, is_users=True),
)

# Claude Code's own notes on one project; `{slug}` is that project's folder, see `claude_memory.slug_of`.
CLAUDE_MEMORY = Source("claude-code", "{CLAUDE_CONFIG_DIR|~/.claude}/projects/{slug}/memory/*.md", read_claude_memory)
# What is named on the command line and is none of the above.
UNKNOWN = Source("", "", read_rules)
