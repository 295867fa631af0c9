"""English stems, letter for letter as SQLite's FTS5 tokenizer `porter` makes them.

Ranking reads the same words as the index, so both have to agree on what is "the same word".
Source: M. F. Porter, "An algorithm for suffix stripping", Program 14(3), 1980, with the two changes that
FTS5 carries ("bli" and "logi" in step 2). Called by `words.py`.
"""

from __future__ import annotations

from functools import lru_cache

_VOWELS = frozenset("aeiou")
# FTS5 leaves tokens alone that are shorter than 3 or longer than 64 bytes.
_SHORTEST, _LONGEST_BYTES = 3, 64

_STEP_2 = (
    ("ational", "ate"), ("tional", "tion"), ("enci", "ence"), ("anci", "ance"), ("izer", "ize"),
    ("logi", "log"), ("bli", "ble"), ("alli", "al"), ("entli", "ent"), ("eli", "e"), ("ousli", "ous"),
    ("ization", "ize"), ("ation", "ate"), ("ator", "ate"), ("alism", "al"), ("iveness", "ive"),
    ("fulness", "ful"), ("ousness", "ous"), ("aliti", "al"), ("iviti", "ive"), ("biliti", "ble"),
)  # fmt: skip
_STEP_3 = (
    ("icate", "ic"), ("ative", ""), ("alize", "al"), ("iciti", "ic"), ("ical", "ic"), ("ful", ""),
    ("ness", ""),
)  # fmt: skip
_STEP_4 = (
    "al", "ance", "ence", "er", "ic", "able", "ible", "ant", "ement", "ment", "ent", "ion", "ou", "ism",
    "ate", "iti", "ous", "ive", "ize",
)  # fmt: skip


# A page of results repeats its words: 20,000 stems are about 3 MB and save most of the work.
@lru_cache(maxsize=20_000)
def stem(word: str) -> str:
    """The stem of one lower-case word; words of other alphabets and of digits come back unchanged."""
    if len(word) < _SHORTEST or len(word.encode()) > _LONGEST_BYTES:
        return word
    word = _step_1(word)
    word = _replace(word, _STEP_2)
    word = _replace(word, _STEP_3)
    return _step_5(_step_4(word))


def _is_consonant(word: str, at: int) -> bool:
    letter = word[at]
    if letter == "y":
        return at == 0 or not _is_consonant(word, at - 1)
    return letter not in _VOWELS


def _shape(word: str) -> str:
    """One letter for each of the word's: c for consonants, v for vowels."""
    shape = ""
    for at, letter in enumerate(word):
        if letter == "y":
            shape += "v" if at and shape[-1] == "c" else "c"
        else:
            shape += "v" if letter in _VOWELS else "c"
    return shape


def _measure(word: str) -> int:
    """Porter's m: how often vowels are followed by consonants."""
    return _shape(word).count("vc")


def _ends_short(word: str) -> bool:
    """Consonant, vowel, consonant at the end, and the last is not w, x or y."""
    return _shape(word).endswith("cvc") and word[-1] not in "wxy"


def _ends(word: str, suffix: str) -> bool:
    return len(word) > len(suffix) and word.endswith(suffix)


def _step_1(word: str) -> str:
    if _ends(word, "sses") or _ends(word, "ies"):
        word = word[:-2]
    elif word.endswith("s") and not word.endswith("ss"):
        word = word[:-1]
    if _ends(word, "eed"):
        word = word[:-1] if _measure(word[:-3]) > 0 else word
    elif _ends(word, "ed") and "v" in _shape(word[:-2]):
        word = _repair(word[:-2])
    elif _ends(word, "ing") and "v" in _shape(word[:-3]):
        word = _repair(word[:-3])
    if _ends(word, "y") and "v" in _shape(word[:-1]):
        word = word[:-1] + "i"
    return word


def _repair(word: str) -> str:
    """What is left after -ed or -ing: hopp -> hop, fil -> file, conflat -> conflate."""
    if word.endswith(("at", "bl", "iz")):
        return word + "e"
    if len(word) > 1 and word[-1] == word[-2] and word[-1] not in "lsz" and _is_consonant(word, len(word) - 1):
        return word[:-1]
    if _measure(word) == 1 and _ends_short(word):
        return word + "e"
    return word


def _replace(word: str, table: tuple[tuple[str, str], ...]) -> str:
    for suffix, other in table:
        if _ends(word, suffix):
            base = word[: -len(suffix)]
            return base + other if _measure(base) > 0 else word
    return word


def _step_4(word: str) -> str:
    for suffix in _STEP_4:
        if _ends(word, suffix):
            base = word[: -len(suffix)]
            if _measure(base) > 1 and (suffix != "ion" or base[-1] in "st"):
                return base
            return word
    return word


def _step_5(word: str) -> str:
    if _ends(word, "e"):
        base = word[:-1]
        length = _measure(base)
        if length > 1 or (length == 1 and not _ends_short(base)):
            word = base
    if word.endswith("ll") and _measure(word[:-1]) > 1:
        word = word[:-1]
    return word
