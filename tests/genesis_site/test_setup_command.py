"""`setup`, `clients`, `export-config`, `doctor` and `uninstall` as a person runs them."""

from __future__ import annotations

import json
import os
import pty
import select
import shutil
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from tests.make import ROOT, Genesis

COMMAND = [sys.executable, str(ROOT / "manage.py"), "mcp"]


@pytest.fixture
def furnished(genesis: Genesis) -> Genesis:
    """A home with Cursor and Codex in it, and nothing else: not even programs on PATH."""
    (genesis.home / ".cursor").mkdir()
    (genesis.home / ".cursor/mcp.json").write_text('{\n  "mcpServers": {}\n}\n')
    (genesis.home / ".codex").mkdir()
    return genesis


def run(genesis: Genesis, *words: str, **options: Any) -> subprocess.CompletedProcess[str]:
    return genesis.run(*words, **{"PATH": "", **options})


def as_json(genesis: Genesis, *words: str, **options: Any) -> Any:
    return genesis.json(*words, **{"PATH": "", **options})


def files(genesis: Genesis) -> dict[str, bytes]:
    return {
        str(path.relative_to(genesis.home)): path.read_bytes()
        for path in genesis.home.rglob("*")
        if path.is_file() and ".genesis" not in path.parts
    }


def test_without_a_terminal_and_without_yes_the_plan_is_shown_and_nothing_written(furnished: Genesis) -> None:
    before = files(furnished)
    done = run(furnished, "setup")
    assert done.returncode == 0, done.stderr
    assert '+    "genesis": {' in done.stdout
    assert "genesis setup --yes" in done.stdout
    assert "\x1b[" not in done.stdout
    assert files(furnished) == before


def test_setup_and_revert_as_commands(furnished: Genesis) -> None:
    before = files(furnished)
    done = run(furnished, "setup", "--yes")
    assert done.returncode == 0, done.stderr
    entry = json.loads((furnished.home / ".cursor/mcp.json").read_text())["mcpServers"]["genesis"]
    assert [entry["command"], *entry["args"]] == [*COMMAND, "--client", "cursor", "--mode", "core"]
    wired = files(furnished)
    assert run(furnished, "setup", "--yes").returncode == 0
    assert files(furnished) == wired
    assert run(furnished, "setup", "--revert", "--dry-run").returncode == 0
    assert files(furnished) == wired
    done = run(furnished, "setup", "--revert")
    assert "restored, byte for byte" in done.stdout
    assert files(furnished) == before
    assert "nothing to take back" in run(furnished, "setup", "--revert").stdout


def test_dry_run_and_json_tell_the_same_and_write_nothing(furnished: Genesis) -> None:
    before = files(furnished)
    values = as_json(furnished, "setup", "--dry-run")
    assert {row["id"]: row["outcome"] for row in values["clients"]} == {"codex": "connect", "cursor": "connect"}
    assert "+[mcp_servers.genesis]" in values["clients"][0]["diffs"][0]
    assert values["written"] == []
    assert files(furnished) == before


def test_a_dry_run_makes_and_migrates_no_store(furnished: Genesis) -> None:
    done = run(furnished, "setup", "--dry-run")
    assert done.returncode == 0, done.stderr
    assert "+[mcp_servers.genesis]" in done.stdout
    assert not (furnished.home / ".genesis").exists()
    assert as_json(furnished, "setup", "--dry-run")["clients"][0]["id"] == "codex"
    assert not (furnished.home / ".genesis").exists()


def test_entries_are_found_and_taken_out_without_the_journal(furnished: Genesis) -> None:
    before = files(furnished)
    run(furnished, "setup", "--yes")
    assert files(furnished) != before
    shutil.rmtree(furnished.home / ".genesis")
    done = run(furnished, "uninstall")
    assert done.returncode == 0, done.stderr
    after = {path: data for path, data in files(furnished).items() if b"genesis" in data}
    assert after == {}
    assert "nothing to take back" in run(furnished, "uninstall").stdout


def test_what_the_user_wrote_himself_comes_back_and_is_named(furnished: Genesis) -> None:
    mine = '{"mcpServers": {"memory": {"command": "/mine/genesis", "args": ["mcp"]}}}'
    (furnished.home / ".cursor/mcp.json").write_text(mine)
    run(furnished, "setup", "--yes")
    done = run(furnished, "setup", "--revert")
    assert (furnished.home / ".cursor/mcp.json").read_text() == mine
    assert "still starts Genesis, by an entry of yours (memory)" in done.stdout
    run(furnished, "setup", "--revert")
    assert (furnished.home / ".cursor/mcp.json").read_text() == mine


def test_a_client_that_cannot_be_wired_is_named_and_the_others_are_done(furnished: Genesis) -> None:
    (furnished.home / ".cursor/mcp.json").write_text("{ broken")
    done = run(furnished, "setup", "--yes")
    assert done.returncode == 1
    assert "cursor" in done.stderr
    assert '"genesis": {' in done.stdout
    assert (furnished.home / ".cursor/mcp.json").read_text() == "{ broken"
    assert "genesis" in (furnished.home / ".codex/config.toml").read_text()


def test_a_program_in_a_temporary_folder_is_not_written_into_any_file(furnished: Genesis) -> None:
    before = files(furnished)
    done = run(furnished, "setup", "--yes", TMPDIR=str(ROOT))
    assert done.returncode == 1
    assert "temporary or build files" in done.stderr
    assert files(furnished) == before


def test_under_sudo_nothing_is_written(furnished: Genesis) -> None:
    if not hasattr(os, "geteuid") or os.geteuid() != 0:
        pytest.skip("only root can be root through sudo")
    done = run(furnished, "setup", "--yes", SUDO_USER="ada")
    assert done.returncode == 1
    assert "without sudo" in done.stderr


def test_a_command_of_ones_own_is_written_if_it_answers(furnished: Genesis) -> None:
    wrapper = furnished.home / "my genesis"
    wrapper.write_text(f'#!/bin/sh\nexec {sys.executable} {ROOT}/manage.py "$@"\n')
    wrapper.chmod(0o755)
    assert run(furnished, "setup", "--yes", "--client", "cursor", "--command", f"'{wrapper}' mcp").returncode == 0
    entry = json.loads((furnished.home / ".cursor/mcp.json").read_text())["mcpServers"]["genesis"]
    assert entry["command"] == str(wrapper)
    again = ("setup", "--yes", "--client", "cursor", "--command", f"'{wrapper}' mcp")
    assert "left alone" not in run(furnished, *again).stdout
    assert run(furnished, "setup", "--yes", "--client", "cursor").returncode == 0
    entry = json.loads((furnished.home / ".cursor/mcp.json").read_text())["mcpServers"]["genesis"]
    assert entry["command"] == sys.executable
    assert "must end with" in run(furnished, "setup", "--yes", "--command", "genesis").stderr
    assert "cannot be taken apart" in run(furnished, "setup", "--yes", "--command", "'genesis mcp").stderr
    assert "does not answer" in run(furnished, "setup", "--yes", "--command", "/no/such mcp").stderr


def test_the_files_of_a_project(furnished: Genesis) -> None:
    for part in ("objects", "refs"):
        (furnished.work / ".git" / part).mkdir(parents=True)
    (furnished.work / ".git/HEAD").write_text("ref: refs/heads/main\n")
    inside = furnished.work / "deep/inside"
    inside.mkdir(parents=True)
    before = files(furnished)
    assert (
        run(furnished, "setup", "--yes", "--project", "--client", "cursor", "claude-code", cwd=inside).returncode == 0
    )
    assert files(furnished) == before
    assert "genesis" in (furnished.work / ".cursor/mcp.json").read_text()
    assert "genesis" in (furnished.work / ".mcp.json").read_text()
    assert run(furnished, "setup", "--revert").returncode == 0
    assert not (furnished.work / ".cursor").exists()


def test_the_store_that_was_chosen_goes_into_the_entry(furnished: Genesis) -> None:
    elsewhere = furnished.home / "notes"
    assert run(furnished, "setup", "--yes", "--client", "codex", GENESIS_HOME=str(elsewhere)).returncode == 0
    assert f'GENESIS_HOME = "{elsewhere}"' in (furnished.home / ".codex/config.toml").read_text()


def test_without_any_client_the_entry_is_printed(genesis: Genesis) -> None:
    done = run(genesis, "setup")
    assert done.returncode == 0
    assert '"mcpServers"' in done.stdout
    assert files(genesis) == {}


def test_an_unknown_client_is_refused_with_the_nearest(genesis: Genesis) -> None:
    for words in (
        ["setup", "--client", "curser"],
        ["export-config", "--client", "curser"],
        ["doctor", "--client", "x"],
    ):
        done = run(genesis, *words)
        assert done.returncode == 1
        assert "No client is called" in done.stderr
    assert "Did you mean cursor" in run(genesis, "setup", "--client", "curser").stderr


def test_clients_lists_all_with_what_is_unconfirmed(furnished: Genesis) -> None:
    rows = {row["id"]: row for row in as_json(furnished, "clients")["clients"]}
    assert len(rows) > 35
    assert rows["cursor"]["installed"]
    assert rows["cursor"]["connected"] == "no"
    assert rows["zed"]["installed"] is None
    table = run(furnished, "clients").stdout
    assert "UNCONFIRMED" in table
    assert "discontinued" in table
    run(furnished, "setup", "--yes")
    assert "cursor" in run(furnished, "clients", "--installed").stdout
    rows = {row["id"]: row for row in as_json(furnished, "clients", "--installed")["clients"]}
    assert {name: row["connected"] for name, row in rows.items()} == {"cursor": "yes", "codex": "yes"}


@pytest.mark.parametrize(
    ("form", "said"),
    [
        ("json", '"mcpServers"'),
        ("yaml", "mcpServers:"),
        ("toml", "[mcp_servers.genesis]"),
        ("env", "OPENAI_BASE_URL="),
        ("lua", 'require("codecompanion")'),
        ("elisp", "mcp-hub-servers"),
        ("native", '"context_servers"'),
    ],
)
def test_one_entry_in_any_form(genesis: Genesis, form: str, said: str) -> None:
    done = run(genesis, "export-config", "--client", "zed", "--format", form)
    assert done.returncode == 0, done.stderr
    assert said in done.stdout
    assert form == "env" or "manage.py" in done.stdout


def test_doctor_starts_what_the_files_contain(furnished: Genesis) -> None:
    run(furnished, "setup", "--yes")
    checks = as_json(furnished, "doctor")["checks"]
    about = {(check["client"], check["id"]): check for check in checks}
    assert {check["level"] for check in checks} <= {"ok", "warn"}
    assert about["", "store.probe"]["level"] == "ok"
    assert "6 tools" in about["cursor", "client.start"]["found"]
    assert "11 tools" in about["codex", "client.start"]["found"]
    assert as_json(furnished, "status")["all_memories"] == 0, "the probe has left something behind"


def test_doctor_finds_what_is_broken(furnished: Genesis) -> None:
    run(furnished, "setup", "--yes")
    path = furnished.home / ".cursor/mcp.json"
    good = path.read_text()
    path.write_text(good.replace(sys.executable, "/gone/python"))
    done = run(furnished, "doctor", "--client", "cursor")
    assert done.returncode == 1
    assert "[FAIL] client.start" in done.stdout
    assert "genesis setup --client cursor" in done.stdout
    path.write_text('{"mcpServers": {}}')
    done = run(furnished, "doctor")
    assert done.returncode == 1
    assert "is gone; another program has rewritten the file" in done.stdout
    path.write_text("{ broken")
    assert "[FAIL] client.file" in run(furnished, "doctor", "--client", "cursor").stdout
    path.write_text(good)
    assert run(furnished, "doctor").returncode == 0


def test_doctor_looks_at_the_store_that_was_chosen(furnished: Genesis) -> None:
    elsewhere = furnished.home / "notes/mine.db"
    elsewhere.parent.mkdir()
    run(furnished, "setup", "--yes", GENESIS_DAEMON_DB=str(elsewhere))
    entry = json.loads((furnished.home / ".cursor/mcp.json").read_text())["mcpServers"]["genesis"]
    assert entry["env"] == {"GENESIS_DAEMON_DB": str(elsewhere)}
    assert str(elsewhere) in run(furnished, "doctor", GENESIS_DAEMON_DB=str(elsewhere)).stdout
    elsewhere.write_bytes(b"not a database" * 100)
    done = run(furnished, "doctor", GENESIS_DAEMON_DB=str(elsewhere))
    assert done.returncode == 1
    assert "[FAIL] store.open" in done.stdout


@pytest.mark.parametrize("words", [["setup", "--revert"], ["uninstall"]])
def test_a_broken_store_does_not_hide_the_copies_of_the_users_files(furnished: Genesis, words: list[str]) -> None:
    run(furnished, "setup", "--yes")
    furnished.database.write_bytes(b"not a database" * 100)
    done = run(furnished, *words)
    assert done.returncode == 1
    assert "backups/clients" in done.stderr
    assert "Traceback" not in done.stderr


def test_doctor_names_an_entry_that_uses_another_memory(furnished: Genesis) -> None:
    run(furnished, "setup", "--yes", "--client", "cursor", GENESIS_HOME=str(furnished.home / "other"))
    done = run(furnished, "doctor", "--client", "cursor")
    assert f"uses another memory: {furnished.home}/other/memory.db".replace(str(furnished.home), "~") in done.stdout


def test_the_files_of_a_project_are_no_fault_of_the_users_own(furnished: Genesis) -> None:
    for part in ("objects", "refs"):
        (furnished.work / ".git" / part).mkdir(parents=True)
    (furnished.work / ".git/HEAD").write_text("ref: refs/heads/main\n")
    run(furnished, "setup", "--yes", "--project", "--client", "cursor")
    assert run(furnished, "doctor", "--client", "cursor").returncode == 0
    assert "no project's folder" in run(furnished, "setup", "--yes", "--project", cwd=furnished.home).stderr


def test_doctor_names_another_genesis_on_the_path(genesis: Genesis) -> None:
    other = genesis.home / "bin/genesis"
    other.parent.mkdir()
    other.write_text("#!/bin/sh\n")
    other.chmod(0o755)
    checks = {check["id"]: check for check in genesis.json("doctor", PATH=str(other.parent))["checks"]}
    assert checks["install.program"]["level"] == "warn"
    assert str(other) in checks["install.program"]["found"]


def test_output_that_cannot_show_pictures_gets_words(genesis: Genesis) -> None:
    done = genesis.run("doctor", PYTHONIOENCODING="ascii", PATH="")
    assert done.returncode == 0, done.stderr
    assert "[OK] store.probe" in done.stdout
    assert "\\u" not in done.stdout


def test_a_client_that_called_is_seen_and_the_doctor_is_not(furnished: Genesis) -> None:
    run(furnished, "setup", "--yes")
    run(furnished, "doctor")
    assert all(row["last_seen_at"] is None for row in as_json(furnished, "clients")["clients"])
    with furnished.server("--client", "cursor", name="cursor-vscode") as server:
        server.call("status")
    seen = {row["id"] for row in as_json(furnished, "clients")["clients"] if row["last_seen_at"]}
    assert seen == {"cursor"}
    assert "called last 20" in run(furnished, "doctor", "--client", "cursor").stdout


def test_uninstall_takes_everything_back_and_keeps_the_memory(furnished: Genesis) -> None:
    before = files(furnished)
    run(furnished, "remember", "We deploy on Fridays")
    run(furnished, "setup", "--yes")
    done = run(furnished, "uninstall")
    assert done.returncode == 0, done.stderr
    assert files(furnished) == before
    assert "Your memory stays" in done.stdout
    assert furnished.database.exists()


def test_purge_says_what_it_deletes_and_needs_a_yes(furnished: Genesis) -> None:
    run(furnished, "remember", "We deploy on Fridays")
    run(furnished, "setup", "--yes")
    keep = furnished.home / ".genesis/mine.txt"
    keep.write_text("not Genesis'")
    done = run(furnished, "uninstall", "--purge")
    assert done.returncode == 1
    assert "Memories: 1" in done.stdout
    assert str(furnished.database) in done.stdout
    assert furnished.database.exists()
    assert run(furnished, "uninstall", "--purge", "--yes").returncode == 0
    assert [path.name for path in (furnished.home / ".genesis").iterdir()] == ["mine.txt"]


def test_purge_waits_until_every_file_is_put_back(furnished: Genesis) -> None:
    run(furnished, "setup", "--yes")
    (furnished.home / ".cursor/mcp.json").write_text("{ broken")
    done = run(furnished, "uninstall", "--purge", "--yes")
    assert done.returncode == 1
    assert "Not reverted" in done.stderr
    assert furnished.database.exists()


def test_two_setups_at_once_write_one_entry(furnished: Genesis) -> None:
    both = [
        subprocess.Popen(
            furnished.command("setup", "--yes"),
            env=furnished.environment(PATH=""),
            cwd=furnished.work,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        for _ in range(2)
    ]
    said = [process.communicate(timeout=60) for process in both]
    codes = sorted(process.returncode for process in both)
    assert codes[0] == 0
    assert codes[1] == 0 or any("Another `genesis setup`" in errors for _, errors in said)
    assert (furnished.home / ".cursor/mcp.json").read_text().count('"genesis"') == 1


def test_without_a_home_variable_setup_still_finds_the_home(furnished: Genesis) -> None:
    environment = {
        name: value for name, value in furnished.environment().items() if name not in ("HOME", "USERPROFILE")
    }
    done = subprocess.run(
        furnished.command("clients", "--json"),
        env={**environment, "GENESIS_HOME": str(furnished.home / ".genesis"), "PATH": ""},
        cwd=furnished.work,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["clients"]


def on_a_terminal(genesis: Genesis, *words: str, keys: bytes) -> str:
    """Run on a real terminal, press `keys` at the first question, and return what was shown."""
    parent, child = pty.openpty()
    environment = {**genesis.environment(PATH=""), "TERM": "xterm", "COLUMNS": "100", "LINES": "40"}
    with subprocess.Popen(
        genesis.command(*words), env=environment, cwd=genesis.work, stdin=child, stdout=child, stderr=child
    ) as process:
        os.close(child)
        shown, pressed, until = b"", False, time.monotonic() + 60
        while time.monotonic() < until:
            if not select.select([parent], [], [], 0.2)[0]:
                if process.poll() is not None:
                    break
                continue
            try:
                shown += os.read(parent, 65536)
            except OSError:
                break
            if not pressed and b"to be connected?" in shown:
                pressed = True
                os.write(parent, keys)
            if b"\x1b[6n" in shown[-200:]:
                os.write(parent, b"\x1b[1;1R")  # where the cursor is
    os.close(parent)
    return shown.decode("utf-8", "replace")


@pytest.mark.skipif(os.name == "nt", reason="needs a pseudo-terminal")
def test_on_a_terminal_it_asks_and_writes_what_was_ticked(furnished: Genesis) -> None:
    shown = on_a_terminal(furnished, "setup", keys=b" \r")  # untick the first, write the rest
    assert "\x1b[" in shown
    assert "connected." in shown
    assert not (furnished.home / ".codex/config.toml").exists()
    assert "genesis" in (furnished.home / ".cursor/mcp.json").read_text()


@pytest.mark.skipif(os.name == "nt", reason="needs a pseudo-terminal")
def test_leaving_the_question_writes_nothing(furnished: Genesis) -> None:
    before = files(furnished)
    on_a_terminal(furnished, "setup", keys=b"\x03")
    assert files(furnished) == before


def test_a_path_in_the_user_s_home_is_a_path(tmp_path: Path) -> None:
    spaced = Genesis(tmp_path)
    folder = spaced.home / "Ünï côdé/.codex"
    folder.mkdir(parents=True)
    assert run(spaced, "setup", "--yes", "--client", "codex", CODEX_HOME=str(folder)).returncode == 0
    assert "genesis" in (folder / "config.toml").read_text(encoding="utf-8")
