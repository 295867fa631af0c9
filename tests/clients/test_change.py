"""The change of one file: every client's own before and after, and what a person arranged stays."""

from __future__ import annotations

import json

import pytest

from clients.catalogue import McpFile
from clients.change import Change, edited, from_journal, journalled
from clients.editors.contract import MISSING, CannotEdit, Item, Malformed, Swap
from clients.editors.undo import take_back
from tests.clients.homes import WIRING, client_of, fixture, fixture_names


def mcp_of(name: str) -> McpFile:
    mcp = client_of(name).mcp
    assert mcp is not None
    return mcp


def wired(name: str, text: str) -> str:
    """`text` of the client after setup; it must not be left alone."""
    outcome = edited(mcp_of(name), text, WIRING.command_for(client_of(name)), {})
    assert outcome.left_alone == ""
    return outcome.text


def left_alone(name: str, text: str) -> str:
    outcome = edited(mcp_of(name), text, WIRING.command_for(client_of(name)), {})
    assert outcome.text == text
    assert not outcome.changes
    return outcome.left_alone


def text_of(name: str, part: str) -> str:
    return fixture(name, part).read_bytes().decode()


@pytest.mark.parametrize("name", fixture_names())
def test_before_becomes_after(name: str) -> None:
    assert wired(name, text_of(name, "before")) == text_of(name, "after")


@pytest.mark.parametrize("name", fixture_names())
def test_a_second_time_changes_nothing(name: str) -> None:
    outcome = edited(mcp_of(name), text_of(name, "after"), WIRING.command_for(client_of(name)), {})
    assert outcome.text == text_of(name, "after")
    assert not outcome.changes


@pytest.mark.parametrize("name", fixture_names())
def test_what_was_put_in_can_be_taken_out_to_the_byte(name: str) -> None:
    before = text_of(name, "before")
    outcome = edited(mcp_of(name), before, WIRING.command_for(client_of(name)), {})
    assert take_back(outcome.text, [swap for change in outcome.changes for swap in change.undo]) == before


CURSOR = '{"mcpServers": {"genesis": %s}}'


@pytest.mark.parametrize(
    "entry",
    [
        {"command": "/old/venv/bin/genesis", "args": ["mcp"]},
        {"command": "/old/python3.12", "args": ["/gone/checkout/manage.py", "mcp"], "env": {"A": "b"}},
        {"command": "C:\\Python311\\python.exe", "args": ["-P", "-m", "genesis_site", "mcp", "--mode", "core"]},
    ],
)
def test_an_older_entry_of_ours_is_brought_up_to_date_and_keeps_its_switches(entry: dict[str, object]) -> None:
    text = CURSOR % json.dumps({**entry, "disabled": False, "autoApprove": ["recall"]})
    new = json.loads(wired("cursor", text))["mcpServers"]["genesis"]
    assert new["command"] == WIRING.command[0]
    assert new["args"] == ["/opt/genesis/manage.py", "mcp", "--client", "cursor", "--mode", "core"]
    assert new["autoApprove"] == ["recall"]
    assert new["disabled"] is False
    assert new.get("env") == entry.get("env")


def test_a_longer_waiting_time_that_the_user_chose_stays() -> None:
    new = wired("codex", '[mcp_servers.genesis]\ncommand = "genesis"\nargs = ["mcp"]\nstartup_timeout_sec = 120\n')
    assert "startup_timeout_sec = 120" in new


def test_entries_of_ours_under_other_names_are_collapsed_into_one() -> None:
    servers = {
        "memory": {"command": "/old/genesis", "args": ["mcp"]},
        "other": {"command": "npx", "args": ["x"]},
        "genesis2": {"command": "/py/python", "args": ["-m", "genesis_site", "mcp"]},
    }
    new = json.loads(wired("cursor", json.dumps({"mcpServers": servers})))["mcpServers"]
    assert set(new) == {"other", "genesis"}


def test_equal_spellings_of_a_toml_key_are_one_entry() -> None:
    new = wired("codex", '["mcp_servers"."genesis"]\ncommand = "genesis"\nargs = ["mcp"]\n')
    assert new.count('genesis"]\n') + new.count("genesis]\n") == 1


@pytest.mark.parametrize(
    "entry",
    [
        {"command": "caffeinate", "args": ["-i", "/opt/bin/genesis", "mcp"]},
        {"command": "sh", "args": ["-c", "mylog && exec /opt/bin/genesis mcp"]},
        {"command": "wsl.exe", "args": ["-d", "Debian", "--", "/opt/python", "-m", "genesis_site", "mcp"]},
    ],
)
def test_a_wrapper_of_the_user_is_left_alone_and_named(entry: dict[str, object]) -> None:
    assert "a command of yours" in left_alone("cursor", CURSOR % json.dumps(entry))
    elsewhere = json.dumps({"mcpServers": {"mine": entry}})
    assert "'mine'" in left_alone("cursor", elsewhere)


@pytest.mark.parametrize(
    "entry",
    [
        {"command": "npx", "args": ["-y", "genesis-world-engine"]},
        {"command": "python", "args": ["/other/project/../manage.py", "runserver"]},
        {"url": "https://genesis.example.com/mcp"},
        {"enabled": False},
        "a string",
    ],
)
def test_something_else_named_genesis_is_left_alone(entry: object) -> None:
    assert "starts something else" in left_alone("cursor", CURSOR % json.dumps(entry))


def test_a_nested_old_form_becomes_a_flat_one_with_one_command() -> None:
    text = '{"context_servers": {"genesis": {"command": {"path": "/old/genesis", "args": ["mcp"], "env": {}}}}}'
    new = json.loads(wired("zed", text))["context_servers"]["genesis"]
    assert new["command"] == WIRING.command[0]
    transport = {"transport": {"type": "stdio", "command": "/old/genesis", "args": ["mcp"]}, "disabled": True}
    new = json.loads(wired("cline", json.dumps({"mcpServers": {"genesis": transport}})))["mcpServers"]["genesis"]
    assert "transport" not in new
    assert new["command"] == WIRING.command[0]


@pytest.mark.parametrize("root", ["null", "{}"])
def test_a_null_container_is_filled(root: str) -> None:
    assert "genesis" in json.loads(wired("cursor", f'{{"mcpServers": {root}}}'))["mcpServers"]


@pytest.mark.parametrize("root", ["[]", '"x"', "3", "true"])
def test_a_container_of_the_wrong_type_stops_with_its_name(root: str) -> None:
    with pytest.raises(CannotEdit, match="mcpServers"):
        wired("cursor", f'{{"mcpServers": {root}}}')


@pytest.mark.parametrize("text", ["[]", '"x"', "{", '{"a": 1}}', "nonsense", '{"mcpServers": {"a": {}}'])
def test_what_is_not_a_json_object_stops(text: str) -> None:
    with pytest.raises((CannotEdit, Malformed)):
        wired("cursor", text)


def test_a_comment_in_a_strict_file_stops_and_says_where() -> None:
    with pytest.raises(Malformed, match=r"comment.*line 2"):
        wired("cursor", '{\n  // mine\n  "mcpServers": {}\n}')


def test_strings_that_look_like_syntax_are_not_touched() -> None:
    text = '{"s": "trail ,] and ,} // no comment", "mcpServers": {}}'
    assert json.loads(wired("cursor", text))["s"] == "trail ,] and ,} // no comment"


def test_opencode_2_gets_its_own_shape_and_never_both() -> None:
    old = {"mcp": {"genesis": {"type": "local", "command": ["/old/genesis", "mcp"]}}, "providers": {}}
    new = json.loads(wired("opencode", json.dumps(old)))
    assert "genesis" in new["mcp"]["servers"]
    assert "genesis" not in new["mcp"]
    assert "enabled" not in new["mcp"]["servers"]["genesis"]


def test_variables_of_the_store_go_into_the_entry_and_no_others_are_lost() -> None:
    entry = {"command": "/old/genesis", "args": ["mcp"], "env": {"MINE": "1"}}
    command = WIRING.command_for(client_of("cursor"))
    outcome = edited(mcp_of("cursor"), CURSOR % json.dumps(entry), command, {"GENESIS_HOME": "/data/g"})
    new = json.loads(outcome.text)["mcpServers"]["genesis"]
    assert new["env"] == {"MINE": "1", "GENESIS_HOME": "/data/g"}


def test_lines_of_the_users_own_in_a_program_text_are_left_alone() -> None:
    mine = '(setq mcp-hub-servers \'(("memory" . (:command "/opt/bin/genesis" :args ("mcp")))))\n'
    assert "lines of yours" in left_alone("mcp-el", mine)


def test_a_change_survives_the_journal() -> None:
    change = Change(
        ("mcpServers", Item("name", "genesis"), "env"), MISSING, {"a": [1, None]}, ("absent", "null"), (Swap("n", "o"),)
    )
    assert from_journal(json.loads(json.dumps(journalled(change)))) == change
