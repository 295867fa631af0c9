"""Rule files with front matter, and Claude Code's own notes."""

from __future__ import annotations

import pytest

from clients.imports import claude_memory, front_matter, mdc
from tests.make import ROOT

FIXTURES = ROOT / "tests/fixtures/imports"


def text_of(name: str) -> str:
    return (FIXTURES / name).read_text(encoding="utf-8")


def test_a_rule_of_cursor_keeps_its_globs_and_what_it_is_about() -> None:
    globs = ("web/**/*.{ts,tsx}", "*.css")
    assert [(one.line, one.text, one.tags, one.files) for one in mdc.read(text_of("react.mdc"))] == [
        (9, "Use named exports for every component file.", ("react-components", "always"), globs),
        (10, "React components: one component per file", ("react-components", "always"), globs),
        (13, "React components > Naming: kebab-case for files", ("naming", "react-components", "always"), globs),
    ]


def test_a_rule_of_copilot_keeps_its_globs() -> None:
    (statement,) = mdc.read(text_of("api.instructions.md"))
    assert (statement.text, statement.files) == ("Endpoints return problem+json for every error.", ("api/**/*.py",))


@pytest.mark.parametrize(
    ("lines", "globs"),
    [
        ("globs: *.ts,*.tsx", ("*.ts", "*.tsx")),
        ("globs: *.{ts,tsx}, src/**", ("*.{ts,tsx}", "src/**")),
        ('globs: ["*.ts", "src/**"]', ("*.ts", "src/**")),
        ("globs:\n  - '*.ts'\n  - src/**", ("*.ts", "src/**")),
        ("globs:", ()),
        ("paths:\n  - src/**", ("src/**",)),
        ('applyTo: "**"', ()),
        ("globs: *.ts # only these", ("*.ts",)),
    ],
)
def test_globs_are_understood_as_people_write_them(lines: str, globs: tuple[str, ...]) -> None:
    (statement,) = mdc.read(
        f"---\ndescription: a: b\n{lines}\nalwaysApply: false\n---\nUse tabs in all of these files.\n"
    )
    assert statement.files == globs
    assert "always" not in statement.tags


@pytest.mark.parametrize("text", ["---\nUse tabs here", "--- \n---\nUse tabs here", "Use tabs\n---\nhere: yes\n---\n"])
def test_what_only_looks_like_front_matter_is_text(text: str) -> None:
    assert front_matter.split(text) == (front_matter.FrontMatter(), text)


def test_lines_keep_their_numbers_below_front_matter() -> None:
    matter, body = front_matter.split("---\na: b\n---\nfourth")
    assert matter.text("a") == "b"
    assert body.split("\n")[3] == "fourth"


@pytest.mark.parametrize(
    ("name", "kind", "tags", "written"),
    [
        ("memory/feedback_terse.md", "rule", ("claude-memory", "feedback", "terse-answers"), "2026-08-14"),
        ("memory/project_billing.md", "decision", ("claude-memory", "project", "billing-rewrite"), ""),
    ],
)
def test_a_note_of_claude_is_one_statement(name: str, kind: str, tags: tuple[str, ...], written: str) -> None:
    (statement,) = claude_memory.read(text_of(name))
    assert (statement.kind, statement.tags, statement.written) == (kind, tags, written)
    assert "**" not in statement.text


def test_the_index_of_claudes_notes_gives_only_what_is_no_link() -> None:
    (statement,) = claude_memory.read(text_of("memory/MEMORY.md"))
    assert statement.text == "The CI cache must be cleared by hand after a Node upgrade."


def test_an_older_note_without_front_matter_is_read_like_any_other() -> None:
    assert [one.kind for one in claude_memory.read(text_of("memory/debugging.md"))] == ["fact", "rule"]


def test_a_long_note_gives_several_statements_of_its_kind() -> None:
    body = "\n\n".join(
        f"Paragraph {n} says that the service number {n} is slow. " + "It is known. " * 20 for n in range(9)
    )
    found = claude_memory.read(f"---\nname: slow services\ntype: feedback\n---\n{body}")
    assert len(found) > 5
    assert {one.kind for one in found} == {"rule"}


@pytest.mark.parametrize(
    ("root", "slug"), [("/home/ada/my.app", "-home-ada-my-app"), ("C:\\work\\shop_1", "C--work-shop-1")]
)
def test_the_folder_of_a_project_is_named_as_claude_code_names_it(root: str, slug: str) -> None:
    assert claude_memory.slug_of(root) == slug
