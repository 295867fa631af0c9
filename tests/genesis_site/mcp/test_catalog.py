"""The lists: what is in them in each mode and each protocol version, and the shape of every schema."""

from __future__ import annotations

from typing import Any

import pytest

from genesis_site.mcp import prompts
from genesis_site.mcp.catalog import MODES, Catalog
from genesis_site.mcp.eras import HANDSHAKE_VERSIONS, INSTRUCTIONS, STATELESS_VERSIONS
from genesis_site.mcp.jsonrpc import RpcError
from genesis_site.mcp.resources import Resources
from genesis_site.mcp.tools import TOOLS

TYPES = {"string", "integer", "number", "boolean", "array", "object"}
# The keywords that `validate` enforces, and those that only inform. Any other would be a promise nobody keeps.
ENFORCED = {"type", "enum", "minimum", "maximum", "minLength", "maxLength", "minItems", "maxItems", "items"}
INFORMING = {"description", "default", "title"}
ROOT_KEYS = {"type", "properties", "required", "additionalProperties"}


def _catalog(mode: str = "all") -> Catalog:
    return Catalog(TOOLS, mode, Resources(lambda memory_id, call: None, None))


def _names(mode: str) -> list[str]:
    return [entry["name"] for entry in _catalog(mode).tools("2026-07-28")["tools"]]


def test_all_mode_lists_every_tool_but_the_gateway() -> None:
    assert _names("all") == [tool.name for tool in TOOLS if tool.name != "genesis"]


def test_core_mode_lists_the_core_tools() -> None:
    assert _names("core") == [tool.name for tool in TOOLS if tool.core]


def test_gateway_mode_lists_the_gateway_alone() -> None:
    assert _names("gateway") == ["genesis"]


@pytest.mark.parametrize("mode", MODES)
def test_every_tool_can_be_called_in_every_mode(mode: str) -> None:
    catalog = _catalog(mode)
    assert [catalog.tool(tool.name) for tool in TOOLS] == list(TOOLS)


def test_an_unknown_mode_is_refused() -> None:
    with pytest.raises(ValueError, match="all, core, gateway"):
        _catalog("most")


def test_tool_names_are_unique() -> None:
    assert len({tool.name for tool in TOOLS}) == len(TOOLS)


@pytest.mark.parametrize("tool", TOOLS, ids=lambda tool: tool.name)
def test_a_schema_is_flat_and_says_only_what_is_enforced(tool: Any) -> None:
    schema = tool.input_schema
    assert schema["type"] == "object"
    assert set(schema) <= ROOT_KEYS
    assert set(schema.get("required", ())) <= set(schema["properties"])
    for name, one in schema["properties"].items():
        assert one["type"] in TYPES, name
        assert set(one) <= ENFORCED | INFORMING, name
        assert ("items" in one) == (one["type"] == "array"), name
        if one["type"] == "array":
            assert one["items"]["type"] in TYPES - {"array", "object"}, name


@pytest.mark.parametrize(
    ("version", "absent"),
    [
        ("2024-11-05", {"title", "annotations"}),
        ("2025-03-26", {"title"}),
        ("2025-06-18", set()),
        ("2025-11-25", set()),
        ("2026-07-28", set()),
    ],
)
def test_a_list_has_no_key_that_its_version_does_not_know(version: str, absent: set[str]) -> None:
    catalog = _catalog()
    (template,) = catalog.resource_templates(version)["resourceTemplates"]
    for entry in (catalog.tools(version)["tools"][0], catalog.prompts(version)["prompts"][0], template):
        assert not absent & set(entry)
    assert ("title" in catalog.welcome(version)["serverInfo"]) == ("title" not in absent)


@pytest.mark.parametrize("version", HANDSHAKE_VERSIONS + STATELESS_VERSIONS)
def test_hints_say_whether_a_tool_only_reads(version: str) -> None:
    entries = _catalog().tools(version)["tools"]
    if version == "2024-11-05":
        return
    for entry in entries:
        hints = entry["annotations"]
        assert hints["openWorldHint"] is False
        assert ("destructiveHint" in hints) == (not hints["readOnlyHint"])


def test_without_readers_there_are_no_resources() -> None:
    catalog = Catalog(TOOLS, "all", Resources(None, None))
    assert "resources" not in catalog.discovery()["capabilities"]
    assert catalog.resource_templates("2026-07-28") == {"resourceTemplates": []}
    with pytest.raises(RpcError):
        catalog.resources.check("genesis://memory/1", "2026-07-28")


def test_the_instructions_are_short() -> None:
    assert len(INSTRUCTIONS) <= 600


def test_a_prompt_is_filled_in_one_pass() -> None:
    filled = prompts.fill("remember-decision", {"decision": "use {reason}", "reason": "{decision}"})
    text = filled["messages"][0]["content"]["text"]
    assert text.endswith("Decision: use {reason}\nReason: {decision}")


@pytest.mark.parametrize("arguments", [None, {}, {"topic": "  "}])
def test_recap_without_a_topic_is_about_the_project(arguments: object) -> None:
    assert "{" not in prompts.fill("recap", arguments)["messages"][0]["content"]["text"]


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("nothing", {}),
        (None, {}),
        ("recap", []),
        ("recap", {"topic": 5}),
        ("recap", {"topik": "x"}),
        ("remember-decision", {}),
        ("remember-decision", {"decision": "x", "reason": " "}),
    ],
)
def test_a_bad_prompt_request_is_invalid_params(name: object, arguments: object) -> None:
    with pytest.raises(RpcError) as caught:
        prompts.fill(name, arguments)
    assert caught.value.code == -32602
