"""Hook files: ours beside everybody else's, each only once, and gone without a trace."""

from __future__ import annotations

import json
import shlex
from pathlib import Path
from typing import Any

import pytest

from clients.apply import apply
from clients.catalogue import catalogue, client
from clients.editors.contract import CannotEdit
from clients.hooks import HookCommands, hooked
from clients.models import ClientConfig
from clients.plan import plan_clients
from clients.planned import CURRENT, LEFT_ALONE, ClientPlan, Wiring
from clients.revert import revert
from clients.server import is_capture, is_recall, recall_command
from clients.strays import strays
from genesis_site.version import VERSION
from memory import paths
from memory.hook import genesis_hook
from tests.clients.homes import COMMAND, folders, machine, place, tree
from tests.make import NOW

pytestmark = pytest.mark.django_db
WIRING = Wiring(COMMAND, hooks=True)
HOOKED = [one.id for one in catalogue() if one.hook_files]
RECALL = ("/py/python", "-I", "-S", "/g/memory/hook/genesis_hook.py", "--db", "/d b", "--client", "claude-code")
COMMANDS = HookCommands(RECALL, ("/py/python", "-m", "genesis_site", "hook-capture", "--client", "claude-code"))


def set_up(home: Path, *names: str, wiring: Wiring = WIRING) -> list[ClientPlan]:
    plans = plan_clients([client(name) for name in names or HOOKED], machine(home), wiring, named=names or HOOKED)
    for plan in plans:
        apply(plan, NOW)
    return plans


def put_back() -> None:
    for row in ClientConfig.objects.in_force().order_by("-pk"):
        revert(row, NOW)


def commands_in(value: Any) -> list[str]:
    if isinstance(value, str):
        return [value] if "genesis" in value and " " in value else []
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return [found for one in inner for found in commands_in(one)]


def test_all_hooks_are_written_and_taken_back_without_a_trace(home: Path) -> None:
    place(home, ".aws/amazonq/cli-agents/mine.json", '{"name": "mine", "hooks": {}}')
    before, before_folders = tree(home), folders(home)
    set_up(home)
    written = tree(home)
    for path in (
        ".claude/settings.json", ".codex/hooks.json", ".qwen/settings.json", ".cursor/hooks.json",
        ".gemini/extensions/genesis/hooks/hooks.json", ".copilot/hooks/genesis.json", ".kiro/hooks/genesis.json",
        ".kimi-code/config.toml", ".config/opencode/plugins/genesis.js", ".aws/amazonq/cli-agents/mine.json",
    ):  # fmt: skip
        assert b"genesis_hook.py" in written[path], path
    assert {plan.outcome for plan in set_up(home)} <= {CURRENT, LEFT_ALONE}
    assert tree(home) == written
    put_back()
    assert tree(home) == before
    assert folders(home) == before_folders


OTHERS = """{
  // mine
  "hooks": {
    "UserPromptSubmit": [
      {"hooks": [{"type": "command", "command": "mylog.sh"}]}, // keep
    ],
    "Notification": [],
  },
}
"""


def test_the_users_own_hooks_stay_before_ours(home: Path) -> None:
    path = place(home, ".qwen/settings.json", OTHERS)
    set_up(home, "qwen-code")
    text = path.read_text()
    assert text.index("mylog.sh") < text.index("genesis_hook.py")
    assert "// keep" in text
    assert '"Notification": []' in text
    put_back()
    assert path.read_text() == OTHERS


def test_what_the_user_adds_later_survives(home: Path) -> None:
    path = place(home, ".claude/settings.json", '{"model": "opus"}')
    set_up(home, "claude-code")
    settings = json.loads(path.read_text())
    settings["hooks"]["UserPromptSubmit"].append({"hooks": [{"type": "command", "command": "later.sh"}]})
    path.write_text(json.dumps(settings, indent=4))
    put_back()
    assert json.loads(path.read_text()) == {
        "model": "opus",
        "hooks": {"UserPromptSubmit": [{"hooks": [{"type": "command", "command": "later.sh"}]}]},
    }


def claude(*commands: str) -> str:
    groups = [{"hooks": [{"type": "command", "command": command, "timeout": 5}]} for command in commands]
    return json.dumps({"hooks": {"UserPromptSubmit": groups}})


def hooks_after(text: str) -> list[dict[str, Any]]:
    outcome = hooked(client("claude-code").hook_files[0], text, COMMANDS)
    found: list[dict[str, Any]] = json.loads(outcome.text)["hooks"]["UserPromptSubmit"]
    return found


def test_copies_from_other_installations_are_collapsed_into_one() -> None:
    old = "/old/python3 -I -S /old/genesis/memory/hook/genesis_hook.py --db /old/m.db --client claude-code"
    found = hooks_after(claude(old, "other.sh", old.replace("/old/", "/older/")))
    assert [one["hooks"][0]["command"] for one in found] == ["other.sh", shlex.join(RECALL)]


def test_a_waiting_time_that_the_user_chose_stays() -> None:
    found = hooks_after(claude(shlex.join(RECALL)))
    assert [one["hooks"][0]["timeout"] for one in found] == [5]


def test_a_hook_of_ours_that_the_user_wrapped_is_left_alone() -> None:
    wrapped = "caffeinate -i " + shlex.join(RECALL)
    assert [one["hooks"][0]["command"] for one in hooks_after(claude(wrapped))] == [wrapped]


def test_two_programs_that_share_a_file_have_one_hook(home: Path) -> None:
    set_up(home, "copilot-cli")
    once = tree(home)
    set_up(home, "vscode")
    assert (home / ".copilot/hooks/genesis.json").read_bytes() == once[".copilot/hooks/genesis.json"]


def test_a_foreign_file_where_our_plugin_belongs_is_not_overwritten(home: Path) -> None:
    path = place(home, ".config/opencode/plugins/genesis.js", "export const Mine = 1\n")
    plan = set_up(home, "opencode")[0]
    assert "not ours" in plan.reason
    assert path.read_text() == "export const Mine = 1\n"
    with pytest.raises(CannotEdit):
        hooked(client("opencode").hook_files[0], "mine", COMMANDS)


def test_without_hooks_no_hook_file_is_touched(home: Path) -> None:
    set_up(home, wiring=Wiring(COMMAND))
    assert not any(b"genesis_hook" in data for data in tree(home).values())


def test_on_windows_no_hook_is_written(home: Path) -> None:
    plans = plan_clients([client("claude-code")], machine(home, "windows"), WIRING, named=["claude-code"])
    assert [change.found.path.rpartition("/")[2] for plan in plans for change in plan.files] == [".claude.json"]


def test_every_command_that_is_written_is_recognised_again(home: Path) -> None:
    set_up(home, "claude-code", "codex", "gemini-cli", "cursor", "kiro")
    for path in (".claude/settings.json", ".codex/hooks.json", ".cursor/hooks.json", ".kiro/hooks/genesis.json"):
        commands = commands_in(json.loads((home / path).read_text()))
        assert commands
        for command in commands:
            argv = shlex.split(command)
            assert is_recall(argv) != is_capture(argv), command


def test_the_command_of_a_hook_never_changes_by_itself() -> None:
    """Codex trusts a hook by the hash of its definition."""
    command = recall_command("codex", "plain")
    assert command == recall_command("codex", "plain")
    assert VERSION not in shlex.join([*command[1:3], *command[4:]])


def test_a_budget_of_ones_own_goes_into_the_command(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "--tokens" not in recall_command("codex", "plain")
    monkeypatch.setenv("GENESIS_CAPSULE_TOKENS", "90")
    assert recall_command("codex", "plain")[-2:] == ("--tokens", "90")
    assert paths.CAPSULE_TOKENS == genesis_hook.TOKENS


def test_a_group_that_somebody_added_to_loses_only_our_command(home: Path) -> None:
    path = place(home, ".claude/settings.json", "{}")
    set_up(home, "claude-code")
    settings = json.loads(path.read_text())
    settings["hooks"]["Stop"][0]["hooks"].append({"type": "command", "command": "mine.sh"})
    path.write_text(json.dumps(settings))
    put_back()
    for change in strays(machine(home)):
        Path(change.found.target).write_bytes(change.after)
    assert commands_in(json.loads(path.read_text())) == []
    assert "mine.sh" in path.read_text()


def test_every_client_with_hooks_says_on_what_events_and_in_what_shape() -> None:
    for one in catalogue():
        for file in one.hook_files:
            assert one.hook["output"] in ("plain", "nested", "cursor", "copilot", "plugin")
            assert set(file.recall) <= {*one.hook["injects"]} or one.id in ("copilot-cli",), one.id
