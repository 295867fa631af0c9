"""What the words of a text are: for the index beside the text, and for a query. Pure; no database.

SQLite's tokenizer (`porter unicode61 remove_diacritics 2`) splits the text itself. What it cannot find is
put beside it as `extra` (see `extra_of`): parts of camelCase, pairs of characters where a script writes no
spaces, emoji, and names such as C++ that are made of signs. `query.py` takes a query apart in the same way.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from memory.search.stem import stem

# Words that tell nothing about the subject (measured: leaving them out of a query is worth 4 to 6 points
# of nDCG@10 on conversations and 2 on commit histories).
STOP_WORDS: Final = frozenset(
    """a about above after again all also am an and any are as at be because been before being below
    between both but by can could did do does doing down during each few for from further get got had has
    have having he her here hers him his how i if in into is it its itself just let like may me might more
    most must my no nor not now of off on once only or other our out over own same shall she should so some
    such than that the their them then there these they this those through to too under until up us very
    was we were what when where which while who whom why will with would you your""".split()
)

TOKEN: Final = re.compile(r"[^\W_]+")
# A run of letters and digits with the signs that hold the parts of a name together.
COMPOUND: Final = re.compile(r"[^\W_]+(?:[_./\\:@-]+[^\W_]+)*")
_HUMPS: Final = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")
_LETTER_AND_SIGNS: Final = re.compile(r"(?<![^\W_])([A-Za-z])(\+\+|#)(?![^\W_])")
_DOT_NAME: Final = re.compile(r"(?:(?<=[\s\"'`(/\[])|^)\.([A-Za-z][A-Za-z0-9_-]+)")
_SIGN_NAMES: Final = {"++": "plusplus", "#": "sharp"}

# Scripts written without spaces: Han, kana, Hangul (particles stick to the word), Thai, Lao, Khmer, Burmese.
_UNSPACED: Final = (
    "\u0e00-\u0eff\u1000-\u109f\u1100-\u11ff\u1780-\u17ff\u3005-\u3007\u3040-\u30ff\u3131-\u318f"
    "\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff\uff66-\uff9f\U00020000-\U0003ffff"
)
UNSPACED_RUN: Final = re.compile(f"[{_UNSPACED}]+")
_EMOJI: Final = re.compile("[\u203c-\u3299\U0001f000-\U0001faff]")
_CYRILLIC: Final = re.compile(r"[\u0400-\u04ff]{5,}")
# Endings of Russian, Ukrainian and Bulgarian nouns, adjectives and verbs, longest first. A light stemmer in
# the manner of Dolamic and Savoy (2009): one ending goes, at least three letters stay.
_CYRILLIC_ENDINGS: Final = """
    иями ями ами его ого ему ому ыми ими иях ией ием ать ять ить еть уть ает яет ует ают яют уют ить ишь
    ешь ете ите ала ила ыла али или ыли ях ах ых их ов ев ей ой ий ый ая яя ое ее ые ие ую юю ам ям ом ем ия ию
    ии ет ит ут ют ат ят ал ил ла ло ли ки ку ка а я о е ы и у ю ь й
""".split()


def clean(text: str) -> str:
    """`text` without what SQLite cannot store or stops at: NUL and lone surrogates become spaces."""
    if text.isascii():
        return text.replace("\0", " ")
    return re.sub("[\0\ud800-\udfff]", " ", text)


def fold(text: str) -> str:
    """Lower case without accents, as the tokenizer compares words."""
    text = text.lower()
    if text.isascii():
        return text
    parted = unicodedata.normalize("NFKD", text)
    folded = "".join(letter for letter in parted if not 0x300 <= ord(letter) <= 0x36F)
    return unicodedata.normalize("NFC", folded)


def tokens(text: str) -> list[str]:
    """The words of `text` in order, folded, not stemmed."""
    return TOKEN.findall(fold(text))


def stems(text: str) -> list[str]:
    return [stem(token) for token in tokens(text)]


@lru_cache(maxsize=4_000)
def humps(name: str) -> tuple[str, ...]:
    """The parts of a camelCase name, lower-case, without single letters and numbers; () when it has only one."""
    parts = _HUMPS.findall(name) if name.isascii() else []
    if len(parts) < 2 or "".join(parts) != name:
        return ()
    return tuple(part.lower() for part in parts if len(part) > 1 and not part.isdecimal())


def unspaced_parts(run: str) -> list[str]:
    """Overlapping pairs of a run without spaces; a run of one character is itself."""
    letters = _letters(run)
    if len(letters) < 2:
        return [letters] if letters else []
    return [letters[at : at + 2] for at in range(len(letters) - 1)]


def _letters(run: str) -> str:
    """The run in one width and without vowel signs and marks, at which the tokenizer would split it."""
    plain = unicodedata.normalize("NFKC", run)
    return "".join(letter for letter in plain if letter.isalnum())


def emoji(text: str) -> Iterator[tuple[str, str]]:
    """(the sign, a token that stands for it) for each emoji and pictograph; the tokenizer drops these."""
    if text.isascii():
        return
    for sign in _EMOJI.findall(text):
        if not sign.isalnum() and unicodedata.category(sign) in ("So", "Sm", "Po"):
            yield sign, f"emoji{ord(sign)}"


def sign_names(text: str) -> Iterator[tuple[str, str]]:
    """(as written, a token) for names that need their signs: C++ -> cplusplus, C# -> csharp, .env -> dotenv."""
    if "+" in text or "#" in text:
        for found in _LETTER_AND_SIGNS.finditer(text):
            yield found[0], found[1].lower() + _SIGN_NAMES[found[2]]
    if "." in text:
        for found in _DOT_NAME.finditer(text):
            yield found[0], "dot" + found[1].lower()


def light_stem(word: str) -> str:
    """A Cyrillic word without its ending, or "" when there is nothing to take off."""
    if not _CYRILLIC.fullmatch(word):
        return ""
    for ending in _CYRILLIC_ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            return word[: -len(ending)]
    return word


def extra_of(text: str) -> str:
    """What the tokenizer cannot find in `text` by itself, as words for the index's second column."""
    found: list[str] = []
    for compound in COMPOUND.findall(text):
        found += _compound_extra(compound)
    if not text.isascii():
        for run in UNSPACED_RUN.findall(text):
            found += unspaced_parts(run)
            found += dict.fromkeys(_letters(run))
        found += (token for _, token in emoji(text))
        found += (light for word in tokens(text) if (light := light_stem(word)))
    found += (token for _, token in sign_names(text))
    return " ".join(found)


def _compound_extra(compound: str) -> list[str]:
    parts = [part for part in TOKEN.findall(compound) if part.isascii()]
    split = [humps(part) for part in parts]
    found = [hump for one in split for hump in one]
    if len(parts) > 1 and len(compound) > 3 and compound[0].isalpha():
        # Parts count again beside the text: a whole name is a better find than its words apart.
        found += [part.lower() for part, one in zip(parts, split, strict=True) if not one and len(part) > 1]
        if "_" in compound or "-" in compound:
            found.append("".join(parts).lower())
    return found


def vocabulary(text: str) -> list[str]:
    """The distinct words of a text, and the parts of its names, that a user may misspell in a query."""
    found: dict[str, None] = {}
    for token in TOKEN.findall(text):
        for word in (fold(token), *humps(token)):
            # Numbers, hashes and keys are never typed from memory and would swell the list.
            if 4 <= len(word) <= 40 and sum(letter.isdecimal() for letter in word) <= 2:
                found[word] = None
    return list(found)
