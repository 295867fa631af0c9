"""Notes for agents in Markdown (CLAUDE.md, AGENTS.md, .cursorrules …) as statements. Pure.

A bullet or a paragraph is one statement. What cannot be understood without its heading, its parent or the line that
introduces it gets those words in front: `Testing: run make test before every push`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from clients.imports import front_matter
from clients.imports.blocks import CODE, HEADING, ITEM, PARAGRAPH, Block, blocks_of
from clients.imports.contract import Statement
from clients.imports.private import without_asides
from clients.imports.wording import (
    ALONE_WORDS,
    heading_text,
    kind_of,
    last_sentence,
    plain,
    says_something,
    sentences,
    stands_alone,
    tag_of,
    turns_meaning,
)
from memory.similarity import text_hash

# A list below a bullet is one statement with it while the whole is at most this long.
JOINED_CHARS = 400
# A paragraph longer than this says several things; it is cut behind sentences.
PARAGRAPH_CHARS = 600
# Code of at most this much belongs to what is said before it; more is a sample, and no statement.
CODE_LINES = 8
CODE_CHARS = 500
MIN_CHARS = 4
# A parent longer than this is a statement itself, and only its last sentence introduces what hangs on it.
LEAD_CHARS = 160
SHOWN_HEADINGS = 2


def read(text: str) -> tuple[Statement, ...]:
    """The statements of a whole file."""
    return statements_of(front_matter.split(text)[1], about="")


def statements_of(text: str, *, about: str) -> tuple[Statement, ...]:
    """The statements of a text without front matter, each once.

    `about`: what the file is about, where its name or its front matter says so; blank for a file about a whole project,
    whose title then says nothing.
    """
    blocks = blocks_of(without_asides(text))
    found: dict[str, Statement] = {}
    for section in _sections(blocks, about):
        for node in _tree(section.blocks, section.heading):
            for words, said in _said(node, section):
                found.setdefault(text_hash(words), said)
    return tuple(found.values())


@dataclass(frozen=True, slots=True)
class _Section:
    """What stands between two headings. `path`: the headings above it that say something."""

    path: tuple[str, ...]
    heading: Block | None
    blocks: list[Block] = field(default_factory=list)

    @property
    def context(self) -> str:
        return " > ".join(self.path[-SHOWN_HEADINGS:])

    @property
    def tags(self) -> tuple[str, ...]:
        return tuple(tag for tag in [tag_of(self.path[-1])] if tag) if self.path else ()

    @property
    def turns_meaning(self) -> bool:
        return any(map(turns_meaning, self.path))

    def in_context(self, text: str) -> str:
        """`text` with the headings in front, unless it is the same without them."""
        if not self.path or (stands_alone(text) and not self.turns_meaning):
            return text
        return f"{self.context}: {text}"


@dataclass(slots=True)
class _Node:
    """A bullet or paragraph with what hangs on it."""

    text: str
    line: int
    depth: int
    children: list[_Node] = field(default_factory=list)
    code: str = ""
    numbered: bool = False

    @property
    def has_code(self) -> bool:
        return bool(self.code) or any(child.has_code for child in self.children)


def _sections(blocks: list[Block], about: str) -> Iterator[_Section]:
    titles = [block for block in blocks if block.kind == HEADING and block.depth == 1]
    # The only title of a file names the file; below a title there may be no other headings.
    silent = titles[0] if len(titles) == 1 and not about and blocks[0] is titles[0] else None
    only_heading = sum(block.kind == HEADING for block in blocks) == 1
    above: list[tuple[int, str]] = [(0, about)] if about else []
    section = _Section(tuple(name for _, name in above), None)
    for block in blocks:
        if block.kind != HEADING:
            section.blocks.append(block)
            continue
        yield section
        name = heading_text(block.text)
        above = [(depth, text) for depth, text in above if depth < block.depth]
        if says_something(name) and name.casefold() != about.casefold() and (block is not silent or only_heading):
            above.append((block.depth, name))
        section = _Section(tuple(name for _, name in above), block)
    yield section


def _tree(blocks: list[Block], heading: Block | None) -> list[_Node]:
    """The blocks of a section with items under their parents, and code with what it belongs to."""
    roots: list[_Node] = []
    above: list[_Node] = []
    last: _Node | None = None
    for block in blocks:
        if block.kind == CODE:
            if last is None and heading is not None:
                last = _Node("", heading.line, 0)
                roots.append(last)
            _attach(last, block.text)
            continue
        last = _Node(plain(block.text), block.line, block.depth, numbered=block.numbered)
        above = [node for node in above if block.kind == ITEM and node.depth < block.depth and _may_hold(node, last)]
        (above[-1].children if above else roots).append(last)
        if block.kind == ITEM:
            above.append(last)
        elif block.kind == PARAGRAPH and last.text.endswith((":", "：")):
            last.depth = -1
            above = [last]
    return roots


def _may_hold(parent: _Node, item: _Node) -> bool:
    """False for an item of the next list: bullets after numbers, or numbers after bullets."""
    return not parent.children or parent.children[0].depth < item.depth or parent.children[0].numbered == item.numbered


def _attach(node: _Node | None, code: str) -> None:
    code = code.strip("\n").rstrip()
    if node is None or not code or len(code) > CODE_CHARS or code.count("\n") >= CODE_LINES or node.code:
        return
    node.code = code


def _said(node: _Node, section: _Section) -> Iterator[tuple[str, Statement]]:
    """The statements of one bullet or paragraph and what hangs on it, each with the words by which two are the same."""
    for line, text, code in _texts(node, ""):
        if not text and not (code and section.path):
            continue
        shown = _with_code(section.in_context(text) if text else section.context, code)
        if len(shown) >= MIN_CHARS and any(map(str.isalnum, shown)):
            same = shown if section.turns_meaning or len(text.split()) < ALONE_WORDS else _with_code(text, code)
            yield same, Statement(shown, kind_of(text, section.context), line, section.tags)


def _texts(node: _Node, lead: str) -> Iterator[tuple[int, str, str]]:
    """Line, words and code of each statement below `node`; `lead`: the words of its parents."""
    own = f"{lead}: {node.text}" if lead and node.text else lead or node.text
    if not node.children:
        for piece in sentences(own, PARAGRAPH_CHARS) or [""]:
            yield node.line, piece, node.code
        return
    joined = _joined(node, lead)
    if len(joined) <= JOINED_CHARS and not any(child.has_code for child in node.children):
        yield node.line, joined, node.code
        return
    if node.code or len(own) > LEAD_CHARS:
        yield node.line, own, node.code
    for child in node.children:
        yield from _texts(child, last_sentence(own)[:LEAD_CHARS].rstrip(".:： "))


def _joined(node: _Node, lead: str = "") -> str:
    """A bullet and the list below it in one line: `Before a push: run the tests; ask for a review`."""
    parts = "; ".join(_joined(child).rstrip(".;") for child in node.children)
    own = f"{lead}: {node.text}" if lead else node.text
    return f"{own.rstrip('.:： ')}: {parts}" if parts else own


def _with_code(text: str, code: str) -> str:
    if not code:
        return text
    if "\n" not in code and "`" not in code:
        return f"{text.rstrip('.:： ')}: `{code.strip()}`"
    return f"{text}\n{code}"
