"""The readers of the clients' own transcripts, by the id of the client in the catalogue."""

from __future__ import annotations

from clients.transcripts.claude_code import CLAUDE_CODE
from clients.transcripts.codex import CODEX
from clients.transcripts.contract import Transcript
from clients.transcripts.cursor import CURSOR
from clients.transcripts.gemini import GEMINI
from clients.transcripts.opencode import OPENCODE
from clients.transcripts.qwen_code import QWEN_CODE

TRANSCRIPTS: dict[str, Transcript] = {
    "claude-code": CLAUDE_CODE,
    "codex": CODEX,
    "gemini-cli": GEMINI,
    "qwen-code": QWEN_CODE,
    "opencode": OPENCODE,
    "cursor": CURSOR,
}
