"""What is read from the notes that people write for agents in Markdown."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clients.imports.contract import Statement
from clients.imports.markdown import PARAGRAPH_CHARS, read
from clients.imports.private import without_private
from memory.similarity import text_hash
from tests.make import ROOT

FIXTURES = ROOT / "tests/fixtures/imports"
LONG = "The order service writes an event for every change of state. "


def said(text: str) -> list[str]:
    return [statement.text for statement in read(text)]


def fixture(name: str) -> tuple[Statement, ...]:
    return read(without_private((FIXTURES / name).read_text(encoding="utf-8"))[0])


def test_a_real_file_is_read_as_a_person_would_read_it() -> None:
    assert [(one.line, one.kind, one.text) for one in fixture("CLAUDE.md")] == [
        (14, "fact", "Acme Shop is a storefront with a Django API in `api/` and a Next.js front end in `web/`. "
                     "They talk over REST only."),
        (16, "fact", "Commands\nmake dev      # API on :8000, web on :3000\nmake check    # what CI runs"),
        (23, "fact", "Commands: Unit tests: `pytest tests/unit`"),
        (24, "rule", "Commands: run a single test with `pytest path::name`"),
        (28, "rule", "Testing: run make test before every push"),
        (29, "rule", "Never call the payment sandbox from a unit test; use the fake in `tests/fakes/stripe.py`."),
        (30, "rule", "Fixtures: load them from `tests/data`; do not write new ones by hand"),
        (33, "fact", "Snapshot tests live in `web/__snapshots__` and are reviewed like code."),
        (37, "decision", "We decided to keep orders and invoices in one database because both are written in one "
                         "transaction."),
        (39, "fact", "Prices are stored in cents as integers. They are formatted only in `web/lib/money.ts`."),
        (44, "fact", "Service: api; Port: 8000; Owner: platform team"),
        (45, "fact", "Service: search; Port: 9200; Owner: discovery team"),
        (47, "fact", "Architecture: To add a migration:\ncd api\npython manage.py makemigrations\n"
                     "python manage.py migrate --plan"),
        (57, "rule", "Do not: Use floats for money in any part of the code."),
        (58, "rule", "Do not: Commit to `main`"),
        (62, "preference", "Prefer composition over inheritance in services"),
        (63, "rule", "Use `ruff format`, not black, see the guide (docs/style.md)"),
    ]  # fmt: skip


def test_headings_without_marks_and_lists_under_a_line_with_a_colon() -> None:
    assert [(one.line, one.kind, one.text, one.tags) for one in fixture("cursorrules")] == [
        (1, "fact", "You work on a Go service with a small React admin page.", ()),
        (5, "rule", "Write table-driven tests for every exported function.", ("key-principles",)),
        (6, "preference", "Favor small interfaces that are defined where they are used.", ("key-principles",)),
        (
            8,
            "rule",
            "Error Handling: Wrap errors with fmt.Errorf and %w; never panic outside main",
            ("key-principles",),
        ),
        (12, "rule", "Before a release: bump VERSION; update CHANGELOG.md", ("key-principles",)),
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("## Testing\n- Run the whole suite before a push", ["Run the whole suite before a push"]),
        ("## Testing\n- run the suite before a push", ["Testing: run the suite before a push"]),
        ("## Testing\n- pytest", ["Testing: pytest"]),
        ("## Testing\n- It must stay below a minute on CI", ["Testing: It must stay below a minute on CI"]),
        ("## Testing\n### Unit\n- pytest", ["Testing > Unit: pytest"]),
        ("## 1. Testing:\n- pytest", ["Testing: pytest"]),
        ("## Rules\n- Use pnpm", ["Use pnpm"]),
        ("# Acme Shop\n## Stack\n- pnpm", ["Stack: pnpm"]),
        ("# Testing\n- pytest", ["Testing: pytest"]),
        ("Testing\n-------\n- pytest\n\nStyle\n-----\n- ruff", ["Testing: pytest", "Style: ruff"]),
    ],
)
def test_a_heading_is_given_where_the_bullet_alone_says_too_little(text: str, expected: list[str]) -> None:
    assert said(text) == expected


@pytest.mark.parametrize(
    "heading",
    ["Don't", "Do NOT", "Never", "Avoid", "Bad practices", "When writing migrations", "In production", "❌ Wrong"],
)
def test_a_heading_that_turns_the_meaning_is_always_given(heading: str) -> None:
    (text,) = said(f"## {heading}\n- Use default exports for the components of a page")
    assert text == f"{heading}: Use default exports for the components of a page"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("- Fixtures:\n  - in tests/data\n  - read only", ["Fixtures: in tests/data; read only"]),
        ("1. First run the build\n   - with `make`\n2. Then run the tests", [
            "First run the build: with `make`", "Then run the tests"]),
        ("Before every commit:\n\n- run ruff\n- run mypy", ["Before every commit: run ruff; run mypy"]),
        ("- Parent\n    - child\n        - grandchild", ["Parent: child: grandchild"]),
        ("- A parent of long children:\n  - " + LONG * 4 + "\n  - " + LONG * 3, [
            "A parent of long children: " + (LONG * 4).strip(), "A parent of long children: " + (LONG * 3).strip()]),
        ("- One bullet\n  that goes on\n\n  and on.\n\nThen a paragraph of its own.", [
            "One bullet that goes on and on.", "Then a paragraph of its own."]),
    ],
)  # fmt: skip
def test_nested_bullets_are_joined_with_their_parent(text: str, expected: list[str]) -> None:
    assert said(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Run the tests like this:\n```sh\nmake test\n```", ["Run the tests like this: `make test`"]),
        ("Run the tests like this:\n~~~\nmake a\nmake b\n~~~", ["Run the tests like this:\nmake a\nmake b"]),
        ("- Build it before the tests\n  ```sh\n  make\n  ```", ["Build it before the tests: `make`"]),
        ("## Build\n```sh\nmake build\n```", ["Build: `make build`"]),
        ("```sh\nmake build\n```", []),
        ("Look at this sample of ours:\n```\n" + "line\n" * 20 + "```", ["Look at this sample of ours:"]),
        ("An unclosed fence ends the text:\n```\n# no heading", ["An unclosed fence ends the text: `# no heading`"]),
    ],
)
def test_short_code_belongs_to_what_stands_before_it(text: str, expected: list[str]) -> None:
    assert said(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "",
        "<!-- one\n- bullet -->",
        "---\ntitle: x\n---\n",
        "[![CI](https://x.org/a.svg)](https://x.org) ![cov](https://x.org/b.svg)",
        "- [Commands](#commands)\n  - [Tests](#tests)\n1. [More](#more)",
        "[TOC]\n[[_TOC_]]",
        "@docs/rules.md",
        "***\n---\n- - -",
        "This file provides guidance to Claude Code (claude.ai/code) when working with code in this repository.",
        "# Only\n## Headings",
        "- ~~Use moment.js~~",
        "<example>\n- bad: do this\n</example>",
        "<rules>\n</rules>",
    ],
)
def test_what_says_nothing_to_an_agent_is_left_out(text: str) -> None:
    assert said(text) == []


@pytest.mark.parametrize(
    ("marked", "plain"),
    [
        ("Use **bold** and *italic* and _both_ words", "Use bold and italic and both words"),
        ("Match src/**/*.ts and *.tsx or `**/x`, all files", "Match src/**/*.ts and *.tsx or `**/x`, all files"),
        ("Call snake_case_name and __init__ from there", "Call snake_case_name and __init__ from there"),
        ("Read [the guide](docs/a.md) and <https://x.org>", "Read the guide (docs/a.md) and https://x.org"),
        ("Read [docs/a.md](docs/a.md) before you change it", "Read docs/a.md before you change it"),
        ("Keep 5 \\* 3 and `a \\* b` as they are", "Keep 5 * 3 and `a \\* b` as they are"),
        ("Break<br/>the line with <b>care</b> please now", "Break the line with care please now"),
        ("> Quoted rules are rules like all others", "Quoted rules are rules like all others"),
        ("- [x] Ticked boxes are bullets like all others", "Ticked boxes are bullets like all others"),
    ],
)
def test_markup_goes_and_code_stays(marked: str, plain: str) -> None:
    assert said(marked) == [plain]


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("Always run the tests", "rule"),
        ("Use pnpm, not npm", "rule"),
        ("Do not commit to main", "rule"),
        ("Don't mock the database", "rule"),
        ("No default exports", "rule"),
        ("API: use kebab-case in paths", "rule"),
        ("Functions should be short", "rule"),
        ("Test the error path", "rule"),
        ("Test files live in tests/", "fact"),
        ("We decided to use Postgres", "decision"),
        ("We chose SQLite because it is one file", "decision"),
        ("Prefer composition over inheritance", "preference"),
        ("Never prefer speed over safety", "rule"),
        ("The API listens on port 8000", "fact"),
        ("Build: `make build`", "fact"),
    ],
)
def test_the_kind_is_told_by_the_words(text: str, kind: str) -> None:
    (statement,) = read(text)
    assert statement.kind == kind


def test_a_statement_that_stands_twice_is_taken_once() -> None:
    text = "## Testing\n- Run the suite before each push\n## Git\n- run the suite  before each push\n"
    assert said(text) == ["Run the suite before each push"]


def test_the_same_words_under_opposite_headings_are_two_statements() -> None:
    text = "## Do\n- Use barrel files in the packages\n## Don't\n- Use barrel files in the packages\n"
    assert said(text) == ["Use barrel files in the packages", "Don't: Use barrel files in the packages"]


def test_a_long_paragraph_is_cut_behind_sentences() -> None:
    whole = " ".join(f"Service number {n} writes an event for every change of state." for n in range(30))
    pieces = said(whole)
    assert len(pieces) > 2
    assert all(piece.endswith(".") and len(piece) <= PARAGRAPH_CHARS for piece in pieces)
    assert " ".join(pieces) == whole


def test_other_scripts_are_read_alike() -> None:
    assert said("## 测试\n- 提交之前必须运行全部测试\n- pytest") == ["提交之前必须运行全部测试", "测试: pytest"]


MARKUP = st.text(st.sampled_from("-*#`~<>|[]()!:. \n\tab1é日"), max_size=300)


@given(MARKUP)
def test_any_text_can_be_read_and_no_statement_comes_twice(text: str) -> None:
    found = read(text)
    lines = text.count("\n") + 1
    assert all(one.text.strip() and 1 <= one.line <= lines for one in found)
    hashes = [text_hash(one.text) for one in found]
    assert len(hashes) == len(set(hashes))


@given(MARKUP, MARKUP)
def test_nothing_private_is_read(before: str, after: str) -> None:
    text, count = without_private(f"{before}\n<private>\n- The swordfish opens it\n</private>\n{after}")
    assert count >= 1
    assert "swordfish" not in text
    assert not any("swordfish" in one.text for one in read(text))
