"""Arguments against flat schemas: what is converted, what is refused, and in which words."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from genesis_site.mcp.tool import ToolFailure
from genesis_site.mcp.validate import check, did_you_mean, explain, mend, validated

SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {
        "text": {"type": "string", "minLength": 1, "maxLength": 10},
        "kind": {"type": "string", "enum": ["decision", "fact"]},
        "limit": {"type": "integer", "minimum": 1, "maximum": 50},
        "id": {"type": "integer", "minimum": 1},
        "score": {"type": "number", "maximum": 1},
        "deep": {"type": "boolean"},
        "tags": {"type": "array", "items": {"type": "string"}, "maxItems": 3},
        "ids": {"type": "array", "items": {"type": "integer"}, "minItems": 1},
        "kinds": {"type": "array", "items": {"type": "string", "enum": ["decision", "fact"]}},
        "more": {"type": "object"},
    },
}


@pytest.mark.parametrize(
    ("name", "sent", "used"),
    [
        ("text", "a b", "a b"),
        ("text", "\ud83d\ude00", "😀"),
        ("text", "a\ud800", "a\ufffd"),
        ("kind", "fact", "fact"),
        ("kind", " Fact ", "fact"),
        ("limit", 10, 10),
        ("limit", "10", 10),
        ("limit", " +10 ", 10),
        ("limit", 3.0, 3),
        ("score", "0.5", 0.5),
        ("score", -3, -3),
        ("score", "1e-3", 0.001),
        ("deep", "true", True),
        ("deep", "False", False),
        ("tags", ["a", "b"], ["a", "b"]),
        ("tags", "a", ["a"]),
        ("tags", '["a","b"]', ["a", "b"]),
        ("tags", "[not json", ["[not json"]),
        ("tags", "", []),
        ("ids", "[1, 2]", [1, 2]),
        ("ids", 5, [5]),
        ("ids", ["5", 6.0], [5, 6]),
        ("kinds", "Decision", ["decision"]),
        ("more", '{"a":1}', {"a": 1}),
    ],
)
def test_a_value_that_means_the_same_is_converted(name: str, sent: object, used: object) -> None:
    clean, problems = check(SCHEMA, {name: sent})
    assert problems == []
    assert clean == {name: used}
    assert type(clean[name]) is type(used)


@pytest.mark.parametrize(
    ("name", "sent", "message"),
    [
        ("text", "", "text must not be empty"),
        ("text", "x" * 11, "text must have at most 10 characters; it has 11"),
        ("text", 5, "text must be text; you sent 5"),
        ("text", True, "text must be text; you sent true"),
        ("text", ["a"], "text must be text; you sent a list of 1"),
        ("kind", "desicion", "kind must be one of decision, fact; you sent 'desicion'; did you mean 'decision'?"),
        ("kind", "zebra", "kind must be one of decision, fact; you sent 'zebra'"),
        ("limit", "ten", "limit must be a whole number; you sent 'ten'"),
        ("limit", "1_0", "limit must be a whole number; you sent '1_0'"),
        ("limit", "١٠", "limit must be a whole number; you sent '١٠'"),
        ("limit", True, "limit must be a whole number; you sent true"),
        ("limit", 3.5, "limit must be a whole number; you sent 3.5"),
        ("limit", 0, "limit must be between 1 and 50; you sent 0"),
        ("limit", float("inf"), "limit must be a whole number; you sent a number out of range"),
        ("id", 0, "id must be at least 1; you sent 0"),
        ("id", 2**63, "id must be a whole number; you sent a number out of range"),
        ("id", 10**400, "id must be a whole number; you sent a number out of range"),
        ("id", "9" * 5000, "id must be a whole number; you sent '" + "9" * 60 + "…'"),
        ("score", 1.5, "score must be at most 1; you sent 1.5"),
        ("score", float("nan"), "score must be a number; you sent a number out of range"),
        ("score", "nan", "score must be a number; you sent 'nan'"),
        ("score", "1e999", "score must be a number; you sent '1e999'"),
        ("score", 10**400, "score must be a number; you sent a number out of range"),
        ("deep", 1, "deep must be true or false; you sent 1"),
        ("deep", "yes", "deep must be true or false; you sent 'yes'"),
        ("tags", 5, "tags must be a list of text; you sent 5"),
        ("tags", ["a", 5], "tags[1] must be text; you sent 5"),
        ("tags", ["a", None], "tags[1] must be text; you sent null"),
        ("tags", list("abcd"), "tags must have at most 3 entries; it has 4"),
        ("ids", [], "ids must not be empty"),
        ("ids", {"a": 1}, "ids must be a list; you sent an object of 1"),
        ("kinds", ["fcat"], "kinds[0] must be one of decision, fact; you sent 'fcat'; did you mean 'fact'?"),
        ("more", "x", "more must be an object; you sent 'x'"),
        ("limt", 5, "unknown argument 'limt'; did you mean 'limit'?"),
    ],
)
def test_any_other_value_is_a_problem_in_words(name: str, sent: object, message: str) -> None:
    clean, problems = check(SCHEMA, {name: sent})
    assert problems == [message]
    assert clean == {}


def test_null_for_an_optional_argument_is_as_good_as_absent() -> None:
    assert check(SCHEMA, {"limit": None, "text": "a"}) == ({"text": "a"}, [])


@pytest.mark.parametrize("arguments", [{}, {"text": None}])
def test_a_required_argument_must_be_there(arguments: dict[str, Any]) -> None:
    assert check({**SCHEMA, "required": ["text"]}, arguments)[1] == ["text is required"]


def test_an_unlike_argument_is_told_what_there_is() -> None:
    schema = {"type": "object", "properties": {"text": {"type": "string"}, "id": {"type": "integer"}}}
    assert check(schema, {"zzz": 1})[1] == ["unknown argument 'zzz'; it takes text, id"]
    assert check({"type": "object", "properties": {}}, {"zzz": 1})[1] == [
        "unknown argument 'zzz'; this tool takes none"
    ]


def test_an_open_schema_lets_other_arguments_through() -> None:
    schema = {"type": "object", "properties": {}, "additionalProperties": True}
    assert check(schema, {"any": [1]}) == ({"any": [1]}, [])


def test_one_problem_is_one_line_and_several_are_a_list() -> None:
    assert explain("recall", ["a"]) == "recall: a"
    assert explain("recall", ["a", "b"]) == "recall: 2 problems with the arguments:\n- a\n- b"
    assert explain("", ["a"]) == "a"


def test_validated_gives_the_arguments_or_fails_like_a_tool() -> None:
    assert validated({"limit": "5"}, SCHEMA) == {"limit": 5}
    with pytest.raises(ToolFailure, match="recall: limit must be a whole number"):
        validated({"limit": "x"}, SCHEMA, "recall")


def test_a_hint_needs_a_close_word() -> None:
    assert did_you_mean("RECAL", ["recall", "forget"]) == "; did you mean 'recall'?"
    assert did_you_mean("zebra", ["recall", "forget"]) == ""
    assert did_you_mean("x" * 100_000, ["recall"]) == ""


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(st.characters()),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=4),
    max_leaves=8,
)


@given(st.dictionaries(st.sampled_from([*SCHEMA["properties"], "other"]), json_values))
def test_any_json_gives_clean_arguments_or_problems(arguments: dict[str, Any]) -> None:
    clean, problems = check(SCHEMA, arguments)
    sent = {name for name, value in arguments.items() if value is not None}
    assert set(clean) <= sent
    assert len(problems) >= len(sent - set(clean)) - ("other" in arguments and arguments["other"] is None)
    # What is clean stays as it is: checking twice changes nothing.
    assert check(SCHEMA, clean) == (clean, [])
    "\n".join(problems).encode("utf-8")


@given(st.text(st.characters(exclude_categories=())))
def test_mended_text_is_unicode_and_good_text_is_left_alone(text: str) -> None:
    mended = mend(text)
    mended.encode("utf-8")
    assert mend(mended) == mended
    if not any("\ud800" <= character <= "\udfff" for character in text):
        assert mended == text
