"""Tool arguments against a flat JSON schema, with messages that a model can act on. HOT and pure.

Called for every tools/call before the tool runs. Knows what our schemas use: properties with one `type`,
`enum`, `minimum`, `maximum`, `minLength`, `maxLength`, `minItems`, `maxItems`, `items`, and the root's
`required`. Models often send "10" for 10 or "a" for ["a"]: a value that means the same beyond doubt is
converted, any other is a problem. A property that the schema does not name is a problem, too.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from math import isfinite

from genesis_site.mcp.jsonrpc import Json, compact
from genesis_site.mcp.tool import ToolFailure

# Beyond this no column of ours and no other language's integer can follow.
_LARGEST_INTEGER = 2**63 - 1
_SHOWN_CHARACTERS = 60


class _Problem(Exception):
    """One value that cannot be used; the message follows the argument's name."""


def check(schema: Json, arguments: Json) -> tuple[Json, list[str]]:
    """Return the arguments as `schema` wants them, and what is wrong with them (empty: they can be used).

    null for an optional argument is the same as leaving it out. Text is made valid Unicode.
    """
    properties: dict[str, Json] = schema.get("properties", {})
    closed = schema.get("additionalProperties") is not True
    required: Iterable[str] = schema.get("required", ())
    clean: Json = {}
    problems: list[str] = []
    for name, value in arguments.items():
        if name not in properties:
            if closed:
                problems.append(_unknown(name, properties))
            else:
                clean[name] = value
        elif value is not None:
            try:
                clean[name] = _value(properties[name], value)
            except _Problem as problem:
                problems.append(f"{name}{problem}")
    problems += [f"{name} is required" for name in required if arguments.get(name) is None]
    return clean, problems


def validated(arguments: Json, schema: Json, tool_name: str = "") -> Json:
    """Return the arguments as `schema` wants them. Raises ToolFailure naming everything that is wrong."""
    clean, problems = check(schema, arguments)
    if problems:
        raise ToolFailure(explain(tool_name, problems))
    return clean


def explain(tool_name: str, problems: list[str]) -> str:
    """Return one message with all problems of a call."""
    prefix = f"{tool_name}: " if tool_name else ""
    if len(problems) == 1:
        return f"{prefix}{problems[0]}"
    return f"{prefix}{len(problems)} problems with the arguments:\n- " + "\n- ".join(problems)


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """Return "; did you mean 'x'?" for the known word closest to `word`, or "" when none is close."""
    from difflib import get_close_matches  # late: only a mistake needs it

    lowered = {name.lower(): name for name in known}
    close = get_close_matches(word[:64].lower(), lowered, n=1, cutoff=0.6)
    return f"; did you mean '{lowered[close[0]]}'?" if close else ""


def mend(text: str) -> str:
    """Return `text` as valid Unicode: surrogate pairs joined, lone ones replaced by U+FFFD."""
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    return text


def _unknown(name: str, properties: dict[str, Json]) -> str:
    shown = _show(name)
    if not properties:
        return f"unknown argument {shown}; this tool takes none"
    hint = did_you_mean(name, properties)
    return f"unknown argument {shown}{hint or '; it takes ' + ', '.join(properties)}"


def _value(schema: Json, value: object) -> object:
    """Return `value` converted to the type of `schema` and within its limits. Raises _Problem."""
    kind = schema.get("type", "string")
    converted = _CONVERSIONS[kind](schema, value)
    choices = schema.get("enum")
    if choices is not None:
        return _choice(choices, converted, value)
    return converted


def _choice(choices: list[object], converted: object, sent: object) -> object:
    if converted in choices:
        return converted
    names = [str(choice) for choice in choices]
    if isinstance(converted, str):
        for choice in choices:
            if isinstance(choice, str) and choice.lower() == converted.strip().lower():
                return choice
    hint = did_you_mean(str(converted), names)
    raise _Problem(f" must be one of {', '.join(names)}; you sent {_show(sent)}{hint}")


def _string(schema: Json, value: object) -> str:
    if not isinstance(value, str):
        raise _Problem(f" must be text; you sent {_show(value)}")
    _length(schema, value, "minLength", "maxLength", "character")
    return mend(value)


def _integer(schema: Json, value: object) -> int:
    number = _exact_integer(value)
    if number is None:
        raise _Problem(f" must be a whole number; you sent {_show(value)}")
    _range(schema, number, value)
    return number


def _exact_integer(value: object) -> int | None:
    """Return the whole number that `value` is or spells; None: it is not one, or too large."""
    if isinstance(value, bool):
        return None
    if isinstance(value, str):
        digits = value.strip()
        bare = digits[1:] if digits[:1] in ("-", "+") else digits
        if not (bare.isascii() and bare.isdigit() and len(bare) <= 19):
            return None
        value = int(digits)
    elif isinstance(value, float) and isfinite(value) and value == int(value):
        value = int(value)
    if not isinstance(value, int) or abs(value) > _LARGEST_INTEGER:
        return None
    return value


def _number(schema: Json, value: object) -> int | float:
    number = _exact_number(value)
    if number is None:
        raise _Problem(f" must be a number; you sent {_show(value)}")
    _range(schema, number, value)
    return number


def _exact_number(value: object) -> int | float | None:
    """Return the finite number that `value` is or spells; None when it is not one."""
    if isinstance(value, str):
        spelled = value.strip()
        if len(spelled) > 40 or not spelled or spelled.strip("+-.0123456789eE"):
            return None
        try:
            value = float(spelled)
        except ValueError:
            return None
    if isinstance(value, bool):
        return None
    if isinstance(value, int):
        return value if abs(value) <= _LARGEST_INTEGER else None
    return value if isinstance(value, float) and isfinite(value) else None


def _boolean(_schema: Json, value: object) -> bool:
    if isinstance(value, bool):
        return value
    if isinstance(value, str) and value.strip().lower() in ("true", "false"):
        return value.strip().lower() == "true"
    raise _Problem(f" must be true or false; you sent {_show(value)}")


def _array(schema: Json, value: object) -> list[object]:
    values = _as_list(schema["items"], value)
    _length(schema, values, "minItems", "maxItems", "entry")
    clean = []
    for place, entry in enumerate(values):
        try:
            clean.append(_value(schema["items"], entry))
        except _Problem as problem:
            raise _Problem(f"[{place}]{problem}") from None
    return clean


def _as_list(items: Json, value: object) -> list[object]:
    """Return the list that `value` is, spells in JSON, or is the only entry of."""
    if isinstance(value, list):
        return value
    if isinstance(value, str):
        parsed = _parsed(value) if value.lstrip()[:1] == "[" else None
        if isinstance(parsed, list):
            return parsed
        if not value.strip():
            return []
    if items.get("type", "string") == "string" and not isinstance(value, str):
        raise _Problem(f" must be a list of text; you sent {_show(value)}")
    if isinstance(value, dict):
        raise _Problem(f" must be a list; you sent {_show(value)}")
    return [value]


def _object(_schema: Json, value: object) -> Json:
    parsed = _parsed(value) if isinstance(value, str) else value
    if isinstance(parsed, dict):
        return parsed
    raise _Problem(f" must be an object; you sent {_show(value)}")


def _parsed(text: str) -> object:
    try:
        value: object = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return value


_CONVERSIONS: dict[str, Callable[[Json, object], object]] = {
    "string": _string,
    "integer": _integer,
    "number": _number,
    "boolean": _boolean,
    "array": _array,
    "object": _object,
}


def _range(schema: Json, number: float, sent: object) -> None:
    low, high = schema.get("minimum"), schema.get("maximum")
    if (low is None or number >= low) and (high is None or number <= high):
        return
    if low is not None and high is not None:
        raise _Problem(f" must be between {low} and {high}; you sent {_show(sent)}")
    limit = f"at least {low}" if high is None else f"at most {high}"
    raise _Problem(f" must be {limit}; you sent {_show(sent)}")


def _length(schema: Json, value: str | list[object], least_key: str, most_key: str, unit: str) -> None:
    least, most, length = schema.get(least_key), schema.get(most_key), len(value)
    if least is not None and length < least:
        raise _Problem(
            " must not be empty" if length == 0 else f" must have at least {_count(least, unit)}; it has {length}"
        )
    if most is not None and length > most:
        raise _Problem(f" must have at most {_count(most, unit)}; it has {length:,}")


def _count(number: int, unit: str) -> str:
    plural = unit[:-1] + "ies" if unit.endswith("y") else unit + "s"
    return f"{number:,} {unit if number == 1 else plural}"


def _show(value: object) -> str:
    """Return `value` as the model sent it, short enough for a message. Text in single quotes."""
    if isinstance(value, str):
        head = mend(value[: _SHOWN_CHARACTERS + 1])
        return f"'{head}'" if len(head) <= _SHOWN_CHARACTERS else f"'{head[:_SHOWN_CHARACTERS]}…'"
    if isinstance(value, list | dict):
        kind = "a list" if isinstance(value, list) else "an object"
        return f"{kind} of {len(value)}"
    if isinstance(value, float) and not isfinite(value):
        return "a number out of range"
    if isinstance(value, int) and not isinstance(value, bool) and abs(value) > _LARGEST_INTEGER:
        return "a number out of range"
    return compact(value)
