"""Values as YAML text."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass

from clients.editors.contract import CannotEdit, Value

# What no reader, of YAML 1.1 or 1.2, takes for anything but a string; all else is quoted.
_plain = re.compile(r"[A-Za-z_/][A-Za-z0-9_./-]*")
_not_strings = {*"y n yes no on off true false null none nan inf".split()}
_escaped = re.compile(r'[^\x20-\x7e\xa0-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\ufffd\U00010000-\U0010ffff]|["\\]')
_escapes = {"\b": "\\b", "\t": "\\t", "\n": "\\n", "\f": "\\f", "\r": "\\r", '"': '\\"', "\\": "\\\\"}


@dataclass(frozen=True, slots=True)
class Layout:
    """`step`: columns per level; `dash`: columns of a list's dash from its key; `quoted`: strings are always quoted."""

    step: int = 2
    dash: int = 2
    quoted: bool = False

    def scalar(self, value: Value) -> str:
        """A value that is no map or list, or an empty one."""
        if isinstance(value, str):
            is_plain = not self.quoted and _plain.fullmatch(value) and value.lower() not in _not_strings
            return value if is_plain else quote(value)
        if value is None or isinstance(value, bool):
            return {None: "null", True: "true", False: "false"}[value]
        if isinstance(value, float):
            return _float(value)
        if isinstance(value, int):
            return str(value)
        if value in ({}, []):
            return "{}" if isinstance(value, dict) else "[]"
        raise CannotEdit(f"YAML has no {type(value).__name__}")

    def flow(self, value: Value) -> str:
        """A value within one line."""
        if isinstance(value, dict):
            return f"{{{', '.join(f'{self.scalar(key)}: {self.flow(one)}' for key, one in value.items())}}}"
        if isinstance(value, list):
            return f"[{', '.join(map(self.flow, value))}]"
        return self.scalar(value)

    def entry(self, key: str, value: Value) -> list[str]:
        """The lines of one entry of a map, its key in the first column."""
        if not value or not isinstance(value, dict | list):
            return [f"{self.scalar(key)}: {self.scalar(value)}"]
        indent = self.step if isinstance(value, dict) else self.dash
        return [f"{self.scalar(key)}:", *(" " * indent + line for line in self.lines(value))]

    def element(self, value: Value) -> list[str]:
        """The lines of one element of a list, its dash in the first column."""
        if not value or not isinstance(value, dict):
            return [f"- {self.flow(value)}"]
        first, *others = self.lines(value)
        return [f"- {first}", *(f"  {line}" for line in others)]

    def lines(self, value: Value) -> list[str]:
        """The lines of a map or list that is not empty."""
        if isinstance(value, dict):
            return [line for key, one in value.items() for line in self.entry(key, one)]
        return [line for one in value for line in self.element(one)]


def quote(value: str) -> str:
    """A string in double quotes, with escapes that JSON has too."""
    if any("\ud800" <= sign <= "\udfff" for sign in value):
        raise CannotEdit("YAML cannot hold half of a surrogate pair")
    return '"' + _escaped.sub(lambda sign: _escapes.get(sign[0]) or f"\\u{ord(sign[0]):04x}", value) + '"'


def _float(value: float) -> str:
    if math.isnan(value):
        return ".nan"
    if math.isinf(value):
        return ".inf" if value > 0 else "-.inf"
    text = repr(value)
    # Readers of YAML 1.1 want a dot, and a sign in the exponent.
    return text.replace("e", ".0e") if "e" in text and "." not in text else text
