"""A Markdown text as a list of blocks: headings, items of lists, paragraphs, code, rows of tables. Pure.

Only as much of Markdown as notes for agents use. What is for the eye (badges, rules, tables of contents) is left out.
"""

from __future__ import annotations

import itertools
import re
from dataclasses import dataclass, field

HEADING, ITEM, PARAGRAPH, CODE, ROW = "heading", "item", "paragraph", "code", "row"
TAB_COLUMNS = 4
# No note for agents comes near these; they bound the work for what is no note.
MAX_BLOCK_CHARS = 4_000
MAX_HEADING_CHARS = 300
MAX_SILENT_CHARS = 2_000
MAX_INDENT = 40

_HEADING = re.compile(r" {0,3}(#{1,6})\s+(.*?)\s*#*\s*$")
_UNDERLINE = re.compile(r" {0,3}(=+|-+)\s*$")
_RULE = re.compile(r" {0,3}([-*_])(?:\s*\1){2,}\s*$")
_FENCE = re.compile(r"(\s*)(`{3,}|~{3,})")
_ITEM = re.compile(r"(\s*)([-*+•–]|\d{1,3}[.)])\s+(?:\[[ xX]\]\s+)?(.*)$")
_QUOTE = re.compile(r"^\s{0,3}>\s?")
_ROW = re.compile(r"\s*\|(.+)\|\s*$")
_DIVIDER = re.compile(r"[\s|:-]+$")
# What `/init` of Claude Code writes at the top of every file.
_BOILERPLATE = re.compile(r"This file provides guidance to (?:Claude|AI|agents|Codex|Gemini|Qwen)")
# A line above a list that is its heading though no `#` says so: "Key Principles", "**Testing**".
_BARE_HEADING = re.compile(r"(?:\*\*[^*]{2,60}\*\*:?|(?!.*[.!?:;,。：]$)\S+(?: \S+){0,5})$")
BARE_DEPTH = 7
MAX_BARE_CHARS = 60
# Lines that say nothing: `[TOC]`, a lone tag, `@path` (Claude Code reads another file there), `> [!NOTE]`.
_SILENT = re.compile(r"\s*(?:\[\[?_?toc_?\]?\]|</?[A-Za-z][^<>]*>|@[\w~./-]+|\[![A-Za-z]+\])\s*$", re.IGNORECASE)
# A line of badges, or an entry of a table of contents.
_PICTURES = re.compile(r"(?:\s*\[?!\[[^\]]*\](?:\([^)]*\)|\[[^\]]*\])(?:\](?:\([^)]*\)|\[[^\]]*\]))?)+\s*$")
_JUMP = re.compile(r"\s*(?:\d+(?:\.\d+)*\.?\s*)?\[[^\]]*\]\(#[^)]*\)\s*$")


@dataclass(slots=True)
class Block:
    """`depth`: of a heading its level, of an item the column of its mark, else 0. `line` counts from 1.

    `numbered`: of an item whether its mark is a number. Only the text of code has line ends.
    """

    kind: str
    line: int
    text: str = ""
    depth: int = 0
    numbered: bool = False


def blocks_of(text: str) -> list[Block]:
    """The blocks of `text` in their order."""
    scan = _Scan()
    for number, line in enumerate(text.split("\n"), 1):
        scan.take(line.expandtabs(TAB_COLUMNS), number)
    blocks = [block for block in scan.blocks if _says_something(block.text)]
    for block, following in itertools.pairwise(blocks):
        if block.kind == PARAGRAPH and following.kind == ITEM and _is_bare_heading(block.text):
            block.kind, block.depth = HEADING, BARE_DEPTH
    return blocks


def _is_bare_heading(text: str) -> bool:
    return len(text) <= MAX_BARE_CHARS and bool(_BARE_HEADING.match(text))


def _says_something(text: str) -> bool:
    return bool(text.strip()) and not _JUMP.match(text) and not _BOILERPLATE.match(text)


@dataclass(slots=True)
class _Scan:
    """Where the reading stands: the block that further lines belong to, and the fence that is open."""

    blocks: list[Block] = field(default_factory=list)
    open: Block | None = None
    after_blank: bool = False
    fence: str = ""
    head: list[str] = field(default_factory=list)

    def take(self, line: str, number: int) -> None:
        if self.fence:
            self._code(line)
            return
        line = _QUOTE.sub("", line)
        if not line.strip():
            self.after_blank, self.head = True, []
            return
        if not _ROW.match(line):
            self.head = []
        if found := _FENCE.match(line):
            self.fence = found[2]
            self._start(CODE, number, "", len(found[1]))
        elif not self._structure(line, number):
            self._words(line, number)
        self.after_blank = False

    def _code(self, line: str) -> None:
        if line.strip().startswith(self.fence) and not line.strip().strip(self.fence[0]):
            self.fence, self.open = "", None
        elif self.open is not None and len(self.open.text) <= MAX_BLOCK_CHARS:
            self.open.text += ("\n" if self.open.text else "") + line[min(self.open.depth, _indent(line)) :]

    def _structure(self, line: str, number: int) -> bool:
        """Take a line that is more than words; False if it is words."""
        if len(line) <= MAX_SILENT_CHARS and (_SILENT.match(line) or _PICTURES.match(line)):
            self.open = None
        elif found := _HEADING.match(line):
            self._start(HEADING, number, found[2][:MAX_HEADING_CHARS], len(found[1]))
            self.open = None
        elif self._underlines(line) or _RULE.match(line):
            self.open = None
        elif found := _ITEM.match(line):
            self._start(ITEM, number, found[3], min(len(found[1]), MAX_INDENT), numbered=found[2][0].isdigit())
        elif found := _ROW.match(line):
            self._row(found[1], number)
        else:
            return False
        return True

    def _underlines(self, line: str) -> bool:
        """Whether `line` makes a heading of the words above it."""
        found = _UNDERLINE.match(line)
        if not found or self.after_blank or self.open is None or self.open.kind != PARAGRAPH:
            return False
        self.open.kind, self.open.depth = HEADING, 1 if found[1][0] == "=" else 2
        return True

    def _row(self, inner: str, number: int) -> None:
        cells = [cell.strip().replace("\\|", "|") for cell in re.split(r"(?<!\\)\|", inner)]
        if _DIVIDER.match(inner):
            return
        if not self.head:
            self.head, self.open = cells, None
            return
        named = zip(self.head, cells, strict=False)
        self._start(ROW, number, "; ".join(f"{head}: {cell}" if head else cell for head, cell in named if cell))
        self.open = None

    def _words(self, line: str, number: int) -> None:
        continues = self.open is not None and self.open.kind in (ITEM, PARAGRAPH)
        if continues and self.after_blank:
            # Only what is indented still belongs to the item after a blank line.
            continues = self.open is not None and self.open.kind == ITEM and _indent(line) > self.open.depth
        if continues and self.open is not None and len(self.open.text) <= MAX_BLOCK_CHARS:
            self.open.text += " " + line.strip()
        else:
            self._start(PARAGRAPH, number, line.strip())

    def _start(self, kind: str, number: int, text: str, depth: int = 0, *, numbered: bool = False) -> None:
        self.open = Block(kind, number, text, depth, numbered)
        self.blocks.append(self.open)


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())
