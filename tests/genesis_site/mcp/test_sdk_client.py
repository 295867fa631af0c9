"""The official SDK's client against our server, over stdio, in both eras. It checks every result's shape itself."""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from mcp import MCPError, StdioServerParameters
from mcp.client.client import Client
from mcp.client.stdio import stdio_client
from mcp_types import Implementation, ListRootsResult, Root, TextContent, TextResourceContents

from tests.genesis_site.mcp.peer import SERVER, server_environment

Steps = Callable[[Client], Awaitable[Any]]
ERAS = ["legacy", "auto", "2026-07-28"]
MODERN = [era for era in ERAS if era != "legacy"]


def _with_client(mode: str, steps: Steps, errlog: Path, **options: Any) -> Any:
    """Run `steps` with a connected client. `mode` is the SDK's name for the era."""
    server = StdioServerParameters(
        command=sys.executable, args=[str(SERVER), json.dumps({"digest": True})], env=server_environment()
    )

    async def run() -> Any:
        with errlog.open("w") as log:
            client = Client(
                stdio_client(server, errlog=log),
                mode=mode,
                client_info=Implementation(name="sdk-client", version="2"),
                **options,
            )
            async with client:
                return await steps(client)

    return asyncio.run(run())


@pytest.fixture
def errlog(tmp_path: Path) -> Path:
    return tmp_path / "stderr"


@pytest.mark.parametrize("mode", ERAS)
def test_it_connects_lists_and_calls(mode: str, errlog: Path) -> None:
    async def steps(client: Client) -> None:
        assert client.protocol_version == ("2025-11-25" if mode == "legacy" else "2026-07-28")
        tools = (await client.list_tools()).tools
        assert "genesis" not in [tool.name for tool in tools]
        echo = next(tool for tool in tools if tool.name == "echo")
        assert echo.title == "Echo"
        assert echo.annotations is not None
        assert echo.annotations.read_only_hint is False
        result = await client.call_tool("echo", {"text": "Straße 😀"})
        assert result.structured_content == {"sent": {"text": "Straße 😀"}}
        assert isinstance(result.content[0], TextContent)
        wrong = await client.call_tool("echo", {"text": ""})
        assert wrong.is_error

    _with_client(mode, steps, errlog)


@pytest.mark.parametrize("mode", ERAS)
def test_it_reads_prompts_and_resources(mode: str, errlog: Path) -> None:
    async def steps(client: Client) -> None:
        assert [prompt.name for prompt in (await client.list_prompts()).prompts] == ["recap", "remember-decision"]
        filled = await client.get_prompt("recap", {"topic": "the {topic}"})
        assert isinstance(filled.messages[0].content, TextContent)
        assert filled.messages[0].content.text.endswith("Topic: the {topic}")
        assert [str(entry.uri) for entry in (await client.list_resources()).resources] == ["genesis://digest"]
        (template,) = (await client.list_resource_templates()).resource_templates
        assert template.uri_template == "genesis://memory/{id}"
        (memory,) = (await client.read_resource("genesis://memory/7")).contents
        assert isinstance(memory, TextResourceContents)
        assert json.loads(memory.text)["id"] == 7

    _with_client(mode, steps, errlog)


@pytest.mark.parametrize("mode", ERAS)
def test_its_errors_are_the_ones_of_the_era(mode: str, errlog: Path) -> None:
    async def steps(client: Client) -> list[int]:
        codes = []
        for wrong in (
            lambda: client.call_tool("no_such_tool", {}),
            lambda: client.read_resource("genesis://memory/99"),
            lambda: client.get_prompt("remember-decision", {"decision": "x"}),
        ):
            with pytest.raises(MCPError) as caught:
                await wrong()
            codes.append(caught.value.error.code)
        return codes

    not_found = -32002 if mode == "legacy" else -32602
    assert _with_client(mode, steps, errlog) == [-32602, not_found, -32602]


@pytest.mark.parametrize("mode", ERAS)
def test_fifty_calls_at_once(mode: str, errlog: Path) -> None:
    async def steps(client: Client) -> None:
        results = await asyncio.gather(*(client.call_tool("echo", {"text": f"n{n}"}) for n in range(50)))
        assert [r.structured_content["sent"]["text"] for r in results] == [f"n{n}" for n in range(50)]

    _with_client(mode, steps, errlog)


@pytest.mark.parametrize("mode", ERAS)
def test_it_sees_progress(mode: str, errlog: Path) -> None:
    async def steps(client: Client) -> None:
        seen: list[tuple[float, float | None, str | None]] = []

        async def note(progress: float, total: float | None, message: str | None) -> None:
            seen.append((progress, total, message))

        await client.call_tool("count", {}, progress_callback=note)
        await client.call_tool("echo", {"text": "x"})
        assert seen == [(n, 3, f"step {n}") for n in (1, 2, 3)]

    _with_client(mode, steps, errlog)


@pytest.mark.parametrize("mode", ERAS)
def test_a_call_it_gives_up_stops(mode: str, errlog: Path, tmp_path: Path) -> None:
    files = {"started": str(tmp_path / "started"), "until": str(tmp_path / "never")}

    async def steps(client: Client) -> None:
        task = asyncio.create_task(client.call_tool("hold", files))
        while not (tmp_path / "started").exists():  # noqa: ASYNC110 - another process makes the file
            await asyncio.sleep(0.005)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        # Behind it in the same line: answered only if the cancelled one has stopped.
        assert (await client.call_tool("echo", {"text": "x"})).content

    _with_client(mode, steps, errlog)


@pytest.mark.parametrize("mode", ERAS)
def test_it_is_known_by_name_and_its_roots_where_the_era_has_them(mode: str, errlog: Path) -> None:
    async def roots(context: object) -> ListRootsResult:
        return ListRootsResult(roots=[Root.model_validate({"uri": "file:///work/app"})])

    async def steps(client: Client) -> Any:
        return (await client.call_tool("who", {})).structured_content

    who = _with_client(mode, steps, errlog, list_roots_callback=roots)
    assert who["client"] == "sdk-client"
    assert who["roots"] == (["/work/app"] if mode == "legacy" else [])


@pytest.mark.parametrize("mode", ERAS)
def test_printing_tools_do_not_disturb_it(mode: str, errlog: Path) -> None:
    async def steps(client: Client) -> None:
        assert (await client.call_tool("noise", {})).structured_content == {"stdin": ""}

    _with_client(mode, steps, errlog)
    assert "print noise" in errlog.read_text()
