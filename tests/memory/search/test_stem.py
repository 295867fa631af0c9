"""Our stems are those of the index, or ranking would miss words that FTS5 found."""

from __future__ import annotations

import sqlite3

from hypothesis import given, settings
from hypothesis import strategies as st

from memory.search.stem import stem

SUFFIXES = """
    sses ies ss s eed ed ing at bl iz y ational tional enci anci izer logi bli alli entli eli ousli ization
    ation ator alism iveness fulness ousness aliti iviti biliti icate ative alize iciti ical ful ness al
    ance ence er ic able ible ant ement ment ent ion ism ate iti ous ive ize e ll
""".split()
# A word that begins with two y is no word of any language, and the one case in which FTS5 differs.
WORDS = st.builds(
    "".join,
    st.tuples(
        st.text("abcdeilmnoprstuz", max_size=6),
        st.sampled_from(SUFFIXES),
        st.sampled_from(["", "", *SUFFIXES]),
    ),
)


def stems_of_fts5(words: list[str]) -> list[str]:
    connection = sqlite3.connect(":memory:")
    try:
        connection.execute("CREATE VIRTUAL TABLE f USING fts5(t, tokenize='porter unicode61 remove_diacritics 2')")
        connection.execute("CREATE VIRTUAL TABLE v USING fts5vocab(f, 'instance')")
        connection.executemany("INSERT INTO f(rowid, t) VALUES (?, ?)", enumerate(words))
        return [term for (term,) in connection.execute("SELECT term FROM v ORDER BY doc")]
    finally:
        connection.close()


@settings(max_examples=60, deadline=None)
@given(st.lists(WORDS, min_size=1, max_size=80))
def test_words_have_the_stems_that_fts5_gives_them(words: list[str]) -> None:
    assert [stem(word) for word in words] == stems_of_fts5(words)


def test_common_words_have_their_known_stems() -> None:
    pairs = {
        "caches": "cach", "caching": "cach", "ponies": "poni", "hopping": "hop", "filing": "file",
        "relational": "relat", "happily": "happili", "authentication": "authent", "is": "is",
        "2026": "2026", "базами": "базами",
    }  # fmt: skip
    assert {word: stem(word) for word in pairs} == pairs
