"""Where things stand in a text of JSON with comments. `jsonc.py` and `jsonc_layout.py` call it. Pure.

The decoder of the standard library reads: comments and trailing commas are overwritten with blanks, one for each
character, so that every position in `plain` is the same one in `text`. A tokenizer in Python took about ten times as
long for 1 MB. All that is said about strictness is said in `jsonc.py`.
"""

from __future__ import annotations

import json
import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import accumulate
from typing import Final, NoReturn, TypeAlias

from clients.editors.contract import Malformed, Value

MAX_DEPTH: Final = 200
WHITE: Final = " \t\r\n"
# What tells a member from the others in its container: in a list its place, from 0.
Key: TypeAlias = str | int

_STRING: Final = r'"[^"\\\r\n]*+(?:\\.[^"\\\r\n]*+)*+"'
COMMENT: Final = r"//[^\r\n]*+|/\*[\s\S]*?\*/"
_COMMENT: Final = re.compile(COMMENT)
_WHITE_RUN: Final = re.compile(r"[ \t\r\n]*+")
# Each of these stops at the next thing of interest that is not within a string (or at a string that does not end).
_TO_SLASH: Final = re.compile(rf'(?:[^"/]++|{_STRING})*+')
_TO_TRAILING_COMMA: Final = re.compile(rf'(?:[^",]++|{_STRING}|,(?![ \t\r\n]*+[}}\]]))*+')
_TO_BRACKET: Final = re.compile(rf'(?:[^"\[\]{{}}]++|{_STRING})*+')
# The closing quote may be missing: to look for it anew at each sign would take quadratic time.
_NO_BRACKETS: Final = re.compile(rf'(?:{_STRING}?|[^"\[\]{{}}])++')
_CONSTANT: Final = re.compile(rf"{_STRING}|(NaN|-?Infinity)")


@dataclass(frozen=True, slots=True)
class Document:
    """A text that has been read. `comments` are spans, `commas` the places of trailing commas, in order.

    `plain` is `text` with both overwritten. `blank`: there is no value in it (`value` is {} then).
    """

    text: str
    plain: str
    comments: tuple[tuple[int, int], ...]
    commas: tuple[int, ...]
    value: Value
    blank: bool

    @property
    def root(self) -> int:
        """Where the document's value starts."""
        return _skip(self.plain, 0)

    def has_comment(self, start: int, end: int) -> bool:
        """Whether a comment starts between `start` and `end`."""
        next_one = bisect_left(self.comments, (start, start))
        return next_one < len(self.comments) and self.comments[next_one][0] < end


@dataclass(frozen=True, slots=True)
class Member:
    """`"key": value` from `start` to `end`; the key's literal ends at `key_end`, the value starts at `value`.

    An element of a list is a member whose `key` is not written: `start`, `key_end` and `value` are the same place.
    `comma`: where the comma after it stands, None if there is none.
    """

    key: Key
    start: int
    key_end: int
    value: int
    end: int
    comma: int | None


@dataclass(frozen=True, slots=True)
class Brackets:
    """An object or a list: `text[start]` is its opening bracket, `text[end - 1]` its closing one.

    `holder`: the member whose value it is, None for the whole document.
    """

    start: int
    end: int
    members: tuple[Member, ...]
    holder: Member | None

    def last(self, key: Key) -> Member | None:
        """The member that counts, if several have the same key."""
        return next((member for member in reversed(self.members) if member.key == key), None)


def read(text: str) -> Document:
    """Read JSON, with comments and trailing commas or without. Raises Malformed."""
    comments = tuple(_comments(text))
    uncommented = _overwrite(text, comments)
    commas = tuple(_trailing_commas(uncommented))
    plain = _overwrite(uncommented, ((comma, comma + 1) for comma in commas))
    _check_depth(plain)
    blank = not plain.strip(WHITE)
    return Document(text, plain, comments, commas, {} if blank else _decode(plain), blank)


def brackets(doc: Document, holder: Member | None) -> Brackets:
    """The object or list that is the value of `holder`, or the whole document."""
    plain, members = doc.plain, list[Member]()
    start = holder.value if holder else doc.root
    is_list = plain[start] == "["
    place = _skip(plain, start + 1)
    while plain[place] not in "]}":
        key: Key = len(members)
        key_end = value = place
        if not is_list:
            key, key_end = _DECODER.raw_decode(plain, place)
            value = _skip(plain, _skip(plain, key_end) + 1)
        end = _DECODER.raw_decode(plain, value)[1]
        after = _skip(plain, end)
        comma = after if plain[after] == "," else _next_comma(doc, end, after)
        members.append(Member(key, place, key_end, value, end, comma))
        place = _skip(plain, after + 1) if plain[after] == "," else after
    return Brackets(start, place + 1, tuple(members), holder)


def malformed_at(text: str, place: int, reason: str) -> Malformed:
    """The error that says where in `text` the `place` is."""
    return Malformed(reason, text.count("\n", 0, place) + 1, place - text.rfind("\n", 0, place))


def _skip(plain: str, place: int) -> int:
    """The first place from `place` on that is not white space."""
    found = _WHITE_RUN.match(plain, place)
    return found.end() if found else place


def _next_comma(doc: Document, start: int, end: int) -> int | None:
    """The trailing comma between two places."""
    index = bisect_left(doc.commas, start)
    return doc.commas[index] if index < len(doc.commas) and doc.commas[index] < end else None


def _stops(pattern: re.Pattern[str], text: str, place: int = 0) -> int:
    """Where the run that `pattern` describes ends."""
    found = pattern.match(text, place)
    return found.end() if found else place


def _comments(text: str) -> Iterator[tuple[int, int]]:
    """The spans of all comments, up to the first sign that cannot be in any JSON (the decoder will name it)."""
    place = _stops(_TO_SLASH, text)
    while comment := _COMMENT.match(text, place):
        yield comment.span()
        place = _stops(_TO_SLASH, text, comment.end())


def _trailing_commas(uncommented: str) -> Iterator[int]:
    """The places of the commas that only a closing bracket follows. `[,]` is left for the decoder to refuse."""
    place = _stops(_TO_TRAILING_COMMA, uncommented)
    while uncommented.startswith(",", place):
        before = place - 1
        while before > 0 and uncommented[before] in WHITE:
            before -= 1
        if uncommented[before : before + 1] not in ("[", "{"):
            yield place
        place = _stops(_TO_TRAILING_COMMA, uncommented, place + 1)


def _overwrite(text: str, spans: Iterable[tuple[int, int]]) -> str:
    """`text` with blanks in the `spans`; line ends stay, for the line numbers of errors."""
    parts: list[str] = []
    done = 0
    for start, end in spans:
        many_lines = text.find("\n", start, end) >= 0
        blanks = re.sub(r"[^\r\n]", " ", text[start:end]) if many_lines else " " * (end - start)
        parts += (text[done:start], blanks)
        done = end
    return "".join(parts) + text[done:]


def _check_depth(plain: str) -> None:
    """Raises Malformed where the nesting is too deep, before the decoder runs out of stack."""
    if plain.count("{") + plain.count("[") <= MAX_DEPTH:
        return
    if max(accumulate(1 if bracket in "[{" else -1 for bracket in _NO_BRACKETS.sub("", plain)), default=0) <= MAX_DEPTH:
        return
    depth, place = 0, _stops(_TO_BRACKET, plain)
    while place < len(plain) and plain[place] != '"':
        depth += 1 if plain[place] in "[{" else -1
        if depth > MAX_DEPTH:
            raise malformed_at(plain, place, f"nested deeper than {MAX_DEPTH} levels")
        place = _stops(_TO_BRACKET, plain, place + 1)


class _ForeignConstant(ValueError):
    """NaN or Infinity, which Python's decoder would accept."""


def _refuse(name: str) -> NoReturn:
    raise _ForeignConstant(name)


_DECODER: Final = json.JSONDecoder(parse_constant=_refuse)


def _decode(plain: str) -> Value:
    """The value of a text without comments and trailing commas."""
    try:
        return _DECODER.decode(plain)
    except json.JSONDecodeError as error:
        reason = "more text after the end" if error.msg == "Extra data" else error.msg
        raise Malformed(f"not JSON: {reason}", error.lineno, error.colno) from error
    except _ForeignConstant as error:
        found = next((match for match in _CONSTANT.finditer(plain) if match[1]), None)
        raise malformed_at(plain, found.start() if found else 0, f"not JSON: {error}") from error
    except ValueError as error:  # Python refuses to convert a number of more than 4300 digits
        raise Malformed(f"a number that is too long: {error}") from error
