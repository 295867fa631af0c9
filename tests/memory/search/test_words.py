"""What stands beside a text in the index, and how a query is taken apart."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory.search.passages import PASSAGE_CHARS, passages
from memory.search.query import MAX_TERMS, parse
from memory.search.spelling import distance, nearest
from memory.search.words import clean, extra_of, fold, vocabulary


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("getUserProfile", {"get", "user", "profile"}),
        ("HTTPServer", {"http", "server"}),
        ("get_user_profile", {"getuserprofile", "user", "profile"}),
        ("src/orders/tax.py", {"src", "orders", "tax", "py"}),
        ("--no-cache", {"nocache", "cache"}),
        ("written in C++", {"cplusplus"}),
        ("written in C#", {"csharp"}),
        ("copy .env first", {"dotenv"}),
        ("数据库连接", {"数据", "据库", "库连", "连接", "库"}),
        ("データベース", {"デー", "ベー"}),
        ("데이터베이스를", {"데이", "터베", "스를"}),
        ("ship it 🚀", {"emoji128640"}),
        ("с базами данных", {"баз", "данн"}),
    ],
)
def test_the_second_column_holds_what_the_tokenizer_cannot_find(text: str, wanted: set[str]) -> None:
    assert wanted <= set(extra_of(text).split())


def test_plain_prose_needs_no_second_column() -> None:
    assert extra_of("The release is tagged, then built and shipped to 3 servers.") == ""


@pytest.mark.parametrize(
    ("query", "terms"),
    [
        ("How do we rotate the deploy keys?", ["rotate", "deploy", "keys"]),
        ("python 3.11.7", ["python", "3.11.7"]),
        ("get_user_profile fails", ["get_user_profile", "user", "profile", "fails"]),
        ("getUserProfile", ["getUserProfile", "user", "profile"]),
        ("E1101", ["E1101"]),
        ("C++", ["C++"]),
        ("NEAR(cache, 2) OR a:b*", ["NEAR", "cache", "a:b"]),
        ("to be or not to be", ["to be or not to be"]),
        ("?!", []),
        ("", []),
    ],
)
def test_a_query_becomes_terms_as_the_user_wrote_them(query: str, terms: list[str]) -> None:
    written = [term.written for term in parse(query).terms if not term.stands_for]
    assert list(dict.fromkeys(word.lower() for word in written)) == [term.lower() for term in terms]


@given(st.text(max_size=200))
def test_every_term_is_letters_and_digits_in_quotes(query: str) -> None:
    for term in parse(query).terms:
        inner = term.match[1:-1]
        assert term.match == f'"{inner}"'
        assert all(character.isalnum() or character == " " for character in inner)


def test_a_query_of_thousands_of_words_has_a_bounded_number_of_terms() -> None:
    terms = parse(" ".join(f"word{number}" for number in range(5_000))).terms
    assert len([term for term in terms if not term.stands_for]) == MAX_TERMS


@given(st.text(max_size=5_000))
def test_passages_cover_the_text_without_gap_or_overlap(text: str) -> None:
    pieces = list(passages(text))
    assert "".join(text[start : start + length] for start, length in pieces) == text
    assert all(length <= PASSAGE_CHARS for _, length in pieces)


def test_passages_end_at_paragraphs_rather_than_in_sentences() -> None:
    paragraph = "One sentence of a paragraph. " * 40
    text = f"{paragraph.strip()}\n\n{paragraph.strip()}\n\n{paragraph.strip()}"
    starts = [start for start, _ in passages(text)]
    assert len(starts) == 3
    assert all(text[start:].startswith("One sentence") for start in starts)


@pytest.mark.parametrize(
    ("one", "other", "slips"),
    [("conection", "connection", 1), ("recieve", "receive", 1), ("cache", "cache", 0), ("cat", "horse", 3)],
)
def test_slips_are_counted_with_swaps_as_one(one: str, other: str, slips: int) -> None:
    assert distance(one, other, 2) == slips


def test_a_misspelt_word_means_the_nearest_known_one_or_a_name_it_is_part_of() -> None:
    known = ["connection", "collection", "confection", "connectionpool", "invoice"]
    assert nearest("conection", known)[0] == "connection"
    assert "connectionpool" in nearest("pool", known)
    assert nearest("zebra", known) == []


def test_numbers_and_keys_stay_out_of_the_word_list() -> None:
    assert vocabulary("deploy 3f9a8c7d2e1b4 at 2026 with getUserProfile") == [
        "deploy", "with", "getuserprofile", "user", "profile",
    ]  # fmt: skip


@given(st.text(st.characters(), max_size=50))
def test_clean_text_can_be_stored_and_keeps_every_place(text: str) -> None:
    cleaned = clean(text + "\0\ud800")
    cleaned.encode()
    assert len(cleaned) == len(text) + 2
    assert "\0" not in cleaned


@pytest.mark.parametrize(("text", "folded"), [("Café", "cafe"), ("ÀÉÎ", "aei"), ("naïve", "naive"), ("ДОМ", "дом")])
def test_case_and_accents_fold(text: str, folded: str) -> None:
    assert fold(text) == folded
