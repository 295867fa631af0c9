"""The `genesis` command as a person meets it."""

from __future__ import annotations

import json
import os
import sqlite3
import subprocess
import sys
from contextlib import closing

import pytest

from genesis_site.version import VERSION
from tests.make import ROOT, Genesis

posix_only = pytest.mark.skipif(os.name == "nt", reason="uses a POSIX shell")


def test_help_names_the_verbs_and_costs_no_database(genesis: Genesis) -> None:
    for words in ([], ["--help"], ["help"]):
        done = genesis.run(*words)
        assert done.returncode == 0
        assert "genesis remember TEXT" in done.stdout
    assert genesis.run("--version").stdout == f"genesis {VERSION}\n"
    assert not genesis.database.exists()


@pytest.mark.parametrize("verb", ["remember", "recall", "forget", "status", "doctor", "setup", "mcp"])
def test_every_verb_explains_itself(genesis: Genesis, verb: str) -> None:
    done = genesis.run(verb, "--help")
    assert done.returncode == 0, done.stderr
    assert "usage" in done.stdout.lower()
    assert not genesis.database.exists()


def test_an_unknown_verb_is_refused_with_the_nearest(genesis: Genesis) -> None:
    done = genesis.run("remembr", "x")
    assert done.returncode == 1
    assert "remember" in done.stderr
    assert "Traceback" not in done.stderr


def test_remember_recall_forget(genesis: Genesis) -> None:
    stored = genesis.json("remember", "We deploy with make release", "--kind", "rule", "--tag", "deploy")
    table = genesis.run("recall", "how", "do", "we", "deploy").stdout
    assert "We deploy with make release" in table
    assert table.splitlines()[0].split() == ["ID", "SCORE", "KIND", "DATE", "TEXT"]
    assert genesis.run("forget", str(stored["id"])).returncode == 0
    assert "Nothing" in genesis.run("recall", "deploy").stdout


def test_text_can_come_from_standard_input(genesis: Genesis) -> None:
    genesis.run("remember", "-", stdin="Grüße aus der Pipe\n".encode())
    assert genesis.json("recall", "pipe grüße")["results"][0]["text"] == "Grüße aus der Pipe"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["remember", "  "], "text is empty"),
        (["remember", "x", "--kind", "desicion"], "decision"),
        (["remember", "x", "--confidence", "nan"], "0 to 1"),
        (["forget", "77"], "no memory 77"),
        (["recall", "x", "--since", "soon"], "2026-03-01"),
        (["recall", "x", "--project", "nowhere"], "No project"),
        (["mcp", "--mode", "some"], "all, core, gateway"),
        (["mcp", "--frobnicate"], "--project"),
        (["mcp", "--project"], "needs a value"),
    ],
)
def test_a_mistake_is_one_line_on_standard_error_and_exit_code_1(genesis: Genesis, words: list[str], said: str) -> None:
    done = genesis.run(*words)
    assert done.returncode in (1, 2)
    assert said in done.stderr
    assert "Traceback" not in done.stderr
    assert done.stdout == ""


def test_a_bad_setting_stops_with_its_name_and_what_is_allowed(genesis: Genesis) -> None:
    for words in (["status"], ["mcp"]):
        done = genesis.run(*words, GENESIS_MCP_TOOL_MODE="everything")
        assert done.returncode == 1
        assert "GENESIS_MCP_TOOL_MODE" in done.stderr
        assert "all, core, gateway" in done.stderr


def test_a_terminal_without_utf_8_gets_escapes_not_a_traceback(genesis: Genesis) -> None:
    genesis.run("remember", "日本語 ✓")
    done = genesis.run("recall", "日本語", PYTHONIOENCODING="ascii", LC_ALL="C")
    assert done.returncode == 0, done.stderr
    assert "\\u65e5" in done.stdout


@posix_only
def test_a_reader_that_leaves_early_is_no_error(genesis: Genesis) -> None:
    genesis.run("remember", "Note about the deployment queue")
    done = subprocess.run(
        ["sh", "-c", f"{' '.join(genesis.command('recall', 'deployment', 'queue'))} | head -n 0"],
        cwd=genesis.work,
        env=genesis.environment(),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stderr == ""


def test_setup_without_clients_can_run_again_and_prints_an_entry_that_works(genesis: Genesis) -> None:
    for _ in range(2):
        done = genesis.run("setup", PATH="")
        assert done.returncode == 0, done.stderr
    entry = json.loads(done.stdout[done.stdout.index("{") :])["mcpServers"]["genesis"]
    hello = {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"protocolVersion": "2025-06-18"}}
    answer = subprocess.run(
        [entry["command"], *entry["args"]],
        cwd=genesis.work,
        env=genesis.environment(),
        input=json.dumps(hello) + "\n",
        capture_output=True,
        text=True,
        check=False,
    ).stdout
    assert json.loads(answer)["result"]["serverInfo"]["name"] == "genesis"


def test_doctor_passes_on_a_good_store(genesis: Genesis) -> None:
    genesis.run("remember", "fine")
    done = genesis.run("doctor")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "FAIL" not in done.stdout
    assert "mcp.server" in done.stdout


def test_doctor_finds_a_memory_that_is_not_in_the_index_and_mends_it(genesis: Genesis) -> None:
    genesis.run("remember", "The zanzibar flag turns on tracing")
    with closing(sqlite3.connect(genesis.database)) as database:
        database.execute("DELETE FROM memory_passage")
        database.commit()
    done = genesis.run("doctor")
    assert done.returncode == 1
    assert "--rebuild-index" in done.stdout
    assert genesis.run("doctor", "--rebuild-index").returncode == 0
    assert "zanzibar" in genesis.run("recall", "zanzibar").stdout


@pytest.mark.parametrize("verb", ["flush", "shell", "dbshell", "sqlflush", "migrate", "runserver"])
def test_the_commands_of_django_are_not_verbs(genesis: Genesis, verb: str) -> None:
    genesis.run("remember", "still here")
    script = "import sys; from genesis_site.cli import main; sys.exit(main(sys.argv[1:]))"
    done = subprocess.run(
        [sys.executable, "-c", script, verb, "--no-input"],
        cwd=ROOT,
        env=genesis.environment(),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert f"unknown verb '{verb}'" in done.stderr
    assert genesis.json("status")["all_memories"] == 1


def test_a_note_cannot_drive_the_terminal(genesis: Genesis) -> None:
    genesis.run("remember", "-", stdin=b"evil \x1b]0;pwned\x07 title")
    shown = genesis.run("recall", "evil").stdout
    assert "\x1b" not in shown
    assert "\\x1b]0;pwned" in shown


@posix_only
@pytest.mark.parametrize("redirection", ["> /dev/full", ">&-"])
def test_output_that_cannot_be_written_is_no_bug(genesis: Genesis, redirection: str) -> None:
    if "full" in redirection and not os.path.exists("/dev/full"):
        pytest.skip("no /dev/full here")
    done = subprocess.run(
        ["sh", "-c", f"{' '.join(genesis.command('status'))} {redirection}"],
        cwd=genesis.work,
        env=genesis.environment(),
        capture_output=True,
        text=True,
        check=False,
    )
    assert "Traceback" not in done.stderr
    assert done.returncode in (0, 1)


def test_forgetting_reaches_into_another_project_only_when_told_to(genesis: Genesis) -> None:
    stored = genesis.json("remember", "alpha's note", "--project", "alpha")["id"]
    refused = genesis.run("forget", str(stored))
    assert refused.returncode == 1
    assert "another project" in refused.stderr
    assert genesis.run("forget", str(stored), "--project", "alpha").returncode == 0


def test_a_purged_note_leaves_no_trace_in_the_database(genesis: Genesis) -> None:
    kept = genesis.json("remember", "The deploy key lives in the vault.")
    wrong = genesis.json("remember", "The codeword is Quetzalcoatlus and the deploy key too.")
    assert genesis.run("forget", str(wrong["id"]), "--purge").returncode == 0
    for path in genesis.database.parent.rglob("*"):
        if path.is_file():
            assert b"uetzalcoatlus" not in path.read_bytes(), path
    assert genesis.json("recall", "deploy key")["results"][0]["id"] == kept["id"]
    assert genesis.json("remember", "The next one.")["id"] > wrong["id"]
    assert genesis.run("doctor").returncode == 0
