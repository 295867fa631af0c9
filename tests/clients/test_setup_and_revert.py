"""Setup and its way back over a home that holds the configuration of every client."""

from __future__ import annotations

import json
import os
import stat
from datetime import timedelta
from pathlib import Path

import pytest

from clients import files
from clients import planned as planning
from clients import revert as reverting
from clients.apply import apply
from clients.catalogue import catalogue, client
from clients.errors import NotWritable, SetupBusy
from clients.journal import only_one, recover
from clients.models import ClientConfig
from clients.plan import plan_clients
from clients.planned import ClientPlan, Wiring
from clients.revert import Reverted, revert
from tests.clients.homes import WIRING, fixture, folders, furnish, machine, place, place_of, tree
from tests.make import NOW

pytestmark = pytest.mark.django_db
EVERY_ID = [one.id for one in catalogue()]


def plans_for(home: Path, *names: str, wiring: Wiring = WIRING) -> list[ClientPlan]:
    chosen = [client(name) for name in names] if names else list(catalogue())
    return plan_clients(chosen, machine(home), wiring, named=names or EVERY_ID)


def set_up(home: Path, *names: str, wiring: Wiring = WIRING) -> list[ClientPlan]:
    plans = plans_for(home, *names, wiring=wiring)
    for plan in plans:
        apply(plan, NOW)
    return plans


def put_back() -> list[Reverted]:
    return [revert(row, NOW) for row in ClientConfig.objects.in_force().order_by("-pk")]


def test_every_client_gets_its_entry_and_a_second_run_changes_no_byte(home: Path) -> None:
    placed = furnish(home)
    set_up(home)
    for name, path in placed.items():
        assert path.read_bytes() == fixture(name, "after").read_bytes(), name
    once, backups = tree(home), sorted(os.listdir(home / ".genesis/backups/clients"))
    again = set_up(home)
    assert tree(home) == once
    assert sorted(os.listdir(home / ".genesis/backups/clients")) == backups
    assert planning.WIRE not in {plan.outcome for plan in again}


def test_revert_puts_back_every_byte_of_every_client(home: Path) -> None:
    furnish(home)
    before, before_folders = tree(home), folders(home)
    set_up(home)
    assert tree(home) != before
    outcomes = put_back()
    assert tree(home) == before
    assert folders(home) == before_folders
    assert {one.outcome for one in outcomes} <= {reverting.RESTORED, reverting.DELETED}
    assert not ClientConfig.objects.in_force().exists()


def test_an_empty_home_is_empty_again(home: Path) -> None:
    set_up(home)
    assert len(tree(home)) > 25
    put_back()
    assert tree(home) == {}
    assert folders(home) == set()


def test_setting_up_twice_and_with_another_command_still_leads_back_to_the_first_bytes(home: Path) -> None:
    furnish(home)
    before = tree(home)
    set_up(home)
    set_up(home, wiring=Wiring(("/new/python", "-m", "genesis_site", "mcp"), {"GENESIS_HOME": "/elsewhere"}))
    assert b"/elsewhere" in (home / ".cursor/mcp.json").read_bytes()
    put_back()
    assert tree(home) == before


def edited_by_user(path: Path) -> bool:
    """Change a file as its owner would, somewhere before our entry; False for a format where none is tried."""
    text = path.read_bytes().decode()
    marks = {".json": "{", ".jsonc": "{", ".toml": "", ".yaml": "", ".yml": "", ".el": ""}
    if path.suffix not in marks:
        return False
    newline = "\r\n" if "\r\n" in text else "\n"
    if path.suffix in (".json", ".jsonc"):
        head, brace, tail = text.partition("{")
        path.write_bytes(f'{head}{brace}{newline}  "addedByMe": [1, 2],{tail}'.encode())
    else:
        mark = ";; mine" if path.suffix == ".el" else "# mine"
        path.write_bytes((mark + newline + text).encode())
    return True


def test_what_the_user_changed_in_between_survives_to_the_byte(home: Path) -> None:
    placed = furnish(home)
    edited_before = {}
    for name, path in placed.items():
        original = path.read_bytes()
        if edited_by_user(path):
            edited_before[name] = path.read_bytes()
        path.write_bytes(original)
    set_up(home)
    for path in placed.values():
        edited_by_user(path)
    put_back()
    for name, expected in edited_before.items():
        assert placed[name].read_bytes() == expected, name
    assert len(edited_before) >= 25


def test_a_server_added_after_ours_survives(home: Path) -> None:
    path = place(home, ".cursor/mcp.json", '{\n  "mcpServers": {}\n}\n')
    set_up(home, "cursor")
    written = json.loads(path.read_text())
    written["mcpServers"]["other"] = {"command": "npx"}
    path.write_text(json.dumps(written))
    assert [one.outcome for one in put_back()] == [reverting.REMOVED]
    assert json.loads(path.read_text()) == {"mcpServers": {"other": {"command": "npx"}}}


def test_a_value_of_ours_that_was_there_before_comes_back(home: Path) -> None:
    mine = {"command": "/mine/genesis", "args": ["mcp"], "env": {"A": "1"}}
    path = place(home, ".cursor/mcp.json", json.dumps({"mcpServers": {"genesis": mine, "memory": mine}, "z": 1}))
    set_up(home, "cursor")
    edited_by_user(path)
    put_back()
    assert json.loads(path.read_text()) == {
        "mcpServers": {"genesis": mine, "memory": mine},
        "z": 1,
        "addedByMe": [1, 2],
    }


def test_an_entry_that_the_user_made_his_own_stays(home: Path) -> None:
    path = place(home, ".cursor/mcp.json", "{}")
    set_up(home, "cursor")
    own = {"mcpServers": {"genesis": {"command": "npx", "args": ["something-else"]}}}
    path.write_text(json.dumps(own))
    assert [one.outcome for one in put_back()] == [reverting.KEPT]
    assert json.loads(path.read_text()) == own


def test_a_file_made_by_setup_to_which_the_user_added_something_is_kept(home: Path) -> None:
    set_up(home, "cursor")
    path = home / ".cursor/mcp.json"
    edited_by_user(path)
    put_back()
    assert json.loads(path.read_text()) == {"addedByMe": [1, 2]}


def test_a_deleted_file_is_no_problem(home: Path) -> None:
    set_up(home, "cursor")
    (home / ".cursor/mcp.json").unlink()
    assert [one.outcome for one in put_back()] == [reverting.GONE]
    assert folders(home) == set()


def test_a_file_that_was_broken_since_is_left_and_the_way_back_stays_open(home: Path) -> None:
    path = place(home, ".cursor/mcp.json", '{"a": 1}')
    set_up(home, "cursor")
    good = path.read_bytes()
    path.write_text("{ broken")
    assert [one.outcome for one in put_back()] == [reverting.STUCK]
    assert path.read_text() == "{ broken"
    path.write_bytes(good)
    put_back()
    assert path.read_text() == '{"a": 1}'


def test_a_lost_backup_is_replaced_by_removing_our_part(home: Path) -> None:
    path = place(home, ".cursor/mcp.json", '{"a": 1}')
    set_up(home, "cursor")
    Path(ClientConfig.objects.get().backup).unlink()
    put_back()
    assert path.read_text() == '{"a": 1}'


def test_modes_owners_and_links_stay(home: Path) -> None:
    real = place(home, "dotfiles/cursor.json", '{"a": 1}')
    real.chmod(0o640)
    link = home / ".cursor/mcp.json"
    link.parent.mkdir()
    link.symlink_to("../dotfiles/cursor.json")
    set_up(home, "cursor")
    assert link.is_symlink()
    assert b"genesis" in real.read_bytes()
    assert stat.S_IMODE(real.stat().st_mode) == 0o640
    put_back()
    assert link.is_symlink()
    assert real.read_text() == '{"a": 1}'


def test_new_files_and_backups_are_private(home: Path) -> None:
    place(home, ".cursor/mcp.json", "{}")
    set_up(home, "cursor", "codex")
    new = [home / ".codex/config.toml", *(home / ".genesis/backups/clients").iterdir(), home / ".codex"]
    assert [stat.S_IMODE(path.stat().st_mode) & 0o077 for path in new] == [0] * len(new)


BAD = {
    "a byte order mark and broken": b"\xef\xbb\xbf{ broken",
    "a comment": b'{\n// c\n"mcpServers": {}}',
    "a trailing comma": b'{"mcpServers": {},}',
    "a list": b"[]",
    "the wrong type": b'{"mcpServers": []}',
    "not utf-8": '{"a": "ä"}'.encode("latin-1"),
    "utf-16": '{"a": 1}'.encode("utf-16"),
    "cut off": b'{"mcpServers": {"a": {"command": "x"',
}


@pytest.mark.parametrize("data", BAD.values(), ids=BAD)
def test_a_file_that_cannot_be_understood_stops_its_client_and_no_other(home: Path, data: bytes) -> None:
    path = place(home, ".cursor/mcp.json", data)
    plans = {plan.client.id: plan for plan in set_up(home, "cursor", "codex")}
    assert plans["cursor"].outcome == planning.BLOCKED
    assert str(path) in plans["cursor"].reason
    assert '"genesis"' in plans["cursor"].snippet
    assert path.read_bytes() == data
    assert plans["codex"].outcome == planning.WIRE


GOOD = {
    "empty": b"",
    "white space": b"\n  \n",
    "an empty object": b"{}",
    "null": b'{"mcpServers": null}',
    "windows line ends": b'{\r\n  "a": 1\r\n}\r\n',
    "a byte order mark": b'\xef\xbb\xbf{"a": 1}',
    "no final newline": b'{\n  "a": 1\n}',
    "a megabyte": json.dumps({"projects": {f"/p/{n}": ["x" * 90] * 10 for n in range(1000)}}, indent=1).encode(),
    "odd unicode": '{"ключ": "値 \U0001f600 \u202e"}'.encode(),
}


@pytest.mark.parametrize("data", GOOD.values(), ids=GOOD)
def test_odd_files_are_set_up_and_put_back_to_the_byte(home: Path, data: bytes) -> None:
    path = place(home, ".cursor/mcp.json", data)
    assert [plan.outcome for plan in set_up(home, "cursor")] == [planning.WIRE]
    written = path.read_bytes()
    assert json.loads(written)["mcpServers"]["genesis"]
    assert not written.startswith(b"\xef\xbb\xbf"), "several clients reject a byte order mark"
    assert (b"\r\n" in data) == (b"\r\n" in written)
    put_back()
    assert path.read_bytes() == data


def test_a_read_only_file_is_not_written_and_the_reason_given(home: Path) -> None:
    path = place(home, ".cursor/mcp.json", "{}")
    path.chmod(0o444)
    plan = set_up(home, "cursor")[0]
    assert (plan.outcome, path.read_text()) == (planning.BLOCKED, "{}")
    assert "read-only" in plan.reason


def test_a_read_only_file_that_is_wired_already_is_fine(home: Path) -> None:
    path = place(home, ".cursor/mcp.json", "{}")
    set_up(home, "cursor")
    path.chmod(0o444)
    assert plans_for(home, "cursor")[0].outcome == planning.CURRENT


@pytest.mark.parametrize(
    "obstacle", ["folder in place of the file", "file in place of the folder", "links in a circle"]
)
def test_what_stands_in_the_way_is_said(home: Path, obstacle: str) -> None:
    target = home / ".cursor/mcp.json"
    if obstacle == "folder in place of the file":
        target.mkdir(parents=True)
    elif obstacle == "file in place of the folder":
        (home / ".cursor").write_text("x")
    else:
        target.parent.mkdir()
        target.symlink_to("mcp.json")
    before = tree(home)
    plan = set_up(home, "cursor")[0]
    assert plan.outcome == planning.BLOCKED
    assert plan.reason.removeprefix(f"{target}: ")
    assert tree(home) == before


def test_a_file_that_changes_between_plan_and_write_is_not_overwritten(home: Path) -> None:
    path = place(home, ".cursor/mcp.json", "{}")
    plan = plans_for(home, "cursor")[0]
    path.write_text('{"newer": 1}')
    with pytest.raises(NotWritable, match="changed by another program"):
        apply(plan, NOW)
    assert path.read_text() == '{"newer": 1}'
    assert not ClientConfig.objects.exists()
    assert not list((home / ".genesis/backups/clients").iterdir())


def test_the_lock_of_a_client_is_waited_for_and_a_stale_one_removed(home: Path) -> None:
    lock = place(home, ".cline/data/settings/cline_mcp_settings.json", "{}").with_suffix(".json.lock")
    lock.mkdir()
    waits: list[float] = []
    with (
        pytest.raises(NotWritable, match="Close the program"),
        files.held_lock(str(lock)[: -len(".lock")], "directory", wait=waits.append),
    ):
        pytest.fail("the lock was not waited for")
    assert sum(waits) >= files.LOCK_PATIENCE_S
    os.utime(lock, (1, 1))
    set_up(home, "cline")
    assert b"genesis" in (home / ".cline/data/settings/cline_mcp_settings.json").read_bytes()
    assert not lock.exists()


def test_two_at_once_are_one_after_the_other(home: Path) -> None:
    with only_one(), pytest.raises(SetupBusy, match="Try again"), only_one():
        pytest.fail("both went on")


def test_an_entry_in_a_place_that_the_client_has_left_moves_to_the_new_one(home: Path) -> None:
    old = place(
        home,
        ".gemini/antigravity/mcp_config.json",
        '{"mcpServers": {"genesis": {"command": "/old/genesis", "args": ["mcp"]}, "a": {"command": "x"}}}',
    )
    before = tree(home)
    set_up(home, "antigravity")
    assert json.loads(old.read_text())["mcpServers"] == {"a": {"command": "x"}}
    assert "genesis" in (home / ".gemini/config/mcp_config.json").read_text()
    put_back()
    assert tree(home) == before


def test_a_client_that_reads_anothers_file_gets_no_entry_of_its_own(home: Path) -> None:
    warp = client("warp")
    plans = plan_clients([warp, client("codex")], machine(home), WIRING)
    assert {plan.client.id: plan.outcome for plan in plans} == {"codex": planning.WIRE, "warp": planning.COVERED}


def test_unproven_places_are_left_out_unless_named(home: Path) -> None:
    unproven = [one for one in catalogue() if one.status == "unconfirmed" and one.mcp and one.mcp.how == "edit"]
    assert unproven
    plans = plan_clients(unproven, machine(home), WIRING)
    assert {plan.outcome for plan in plans} == {planning.UNCONFIRMED}
    assert {plan.outcome for plan in plans_for(home, *[one.id for one in unproven])} == {planning.WIRE}


def test_nothing_that_needs_a_running_proxy_is_written(home: Path) -> None:
    for name in ("aider", "aidermacs", "dotenv"):
        assert set_up(home, name)[0].outcome == planning.NO_MCP
    assert tree(home) == {}


def test_a_secret_beside_the_change_does_not_show_in_the_diff(home: Path) -> None:
    key = "sk-" + "proj-" + "A1b2" * 12
    place(home, ".cursor/mcp.json", f'{{"mcpServers": {{"a": {{"env": {{"OPENAI_API_KEY": "{key}"}}}}}}}}')
    plan = plans_for(home, "cursor")[0]
    assert key not in plan.files[0].diff
    assert "genesis" in plan.files[0].diff


def test_values_under_names_of_secrets_do_not_show_in_the_diff(home: Path) -> None:
    place(
        home,
        ".config/goose/config.yaml",
        "MY_TOKEN: abcdefgh\nextensions:\n  a:\n    envs:\n      X_API_KEY: 01234567\n",
    )
    place(
        home,
        ".cursor/mcp.json",
        '{"AUTH": "Basic dXNlcjpw", "mcpServers": {"a": {"env": {"GITHUB_TOKEN": "ghp_abcd"}}}}',
    )
    for plan, secrets in zip(
        plans_for(home, "cursor", "goose"), [("dXNlcjpw", "ghp_abcd"), ("01234567",)], strict=True
    ):
        assert not any(secret in plan.files[0].diff for secret in secrets)
        assert "genesis" in plan.files[0].diff


def test_a_minified_file_makes_a_short_diff(home: Path) -> None:
    place(home, ".cursor/mcp.json", json.dumps({"history": ["x" * 90] * 5000, "mcpServers": {}}, separators=(",", ":")))
    diff = plans_for(home, "cursor")[0].files[0].diff
    assert len(diff) < 2000
    assert '"genesis"' in diff


def test_a_pipe_in_place_of_a_file_is_refused_and_not_waited_for(home: Path) -> None:
    (home / ".cursor").mkdir()
    os.mkfifo(home / ".cursor/mcp.json")
    assert "no file" in plans_for(home, "cursor")[0].reason


def test_a_link_that_leads_to_nothing_is_called_so(home: Path) -> None:
    (home / ".cursor").mkdir()
    (home / ".cursor/mcp.json").symlink_to("nowhere.json")
    assert "leads to nothing" in plans_for(home, "cursor")[0].reason


@pytest.mark.parametrize("name", ["continue", "crush"])
def test_a_file_that_the_client_has_to_make_itself_is_not_made(home: Path, name: str) -> None:
    assert set_up(home, name)[0].outcome == planning.PASTE
    assert tree(home) == {}


@pytest.mark.parametrize("name", ["claude-code", "cline"])
def test_the_lock_of_a_program_that_rewrites_its_file_is_taken(home: Path, name: str) -> None:
    target = Path(place_of(client(name), machine(home)))
    place(home, str(target.relative_to(home)), "{}")
    lock = target.with_name(target.name + ".lock")
    lock.mkdir()
    os.utime(lock, (1, 1))
    set_up(home, name)
    assert not lock.exists(), "a lock that was left over is cleared away, so it was looked at"


def test_a_run_that_was_killed_before_the_write_is_forgotten(home: Path) -> None:
    place(home, ".cursor/mcp.json", "{}")
    set_up(home, "cursor")
    row = ClientConfig.objects.get()
    ClientConfig.objects.update(state="planned")
    (home / ".cursor/mcp.json").write_text("{}")
    assert recover() == [row.path]
    assert not ClientConfig.objects.exists()


def test_a_run_that_was_killed_after_the_write_is_in_force(home: Path) -> None:
    path = place(home, ".cursor/mcp.json", "{}")
    set_up(home, "cursor")
    ClientConfig.objects.update(state="planned")
    edited_by_user(path)
    recover()
    assert ClientConfig.objects.in_force().count() == 1
    ClientConfig.objects.update(written_at=NOW + timedelta(days=1))
    put_back()
    assert json.loads(path.read_text()) == {"addedByMe": [1, 2]}
