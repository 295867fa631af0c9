"""The file itself: made, migrated, refused, backed up - through the real program."""

from __future__ import annotations

import os
import sqlite3
import stat
import subprocess
from contextlib import closing
from pathlib import Path

import pytest
from django.conf import settings
from django.db.migrations.loader import MigrationLoader

from memory.database import APPLICATION_ID, SCHEMA_VERSION
from tests.make import Genesis

posix_only = pytest.mark.skipif(os.name == "nt", reason="file modes are POSIX's")


def pragma(path: Path, name: str, value: int | None = None) -> int:
    with closing(sqlite3.connect(path)) as database:
        if value is not None:
            database.execute(f"PRAGMA {name}={value}")
        return int(database.execute(f"PRAGMA {name}").fetchone()[0])


def test_the_schema_version_counts_the_migrations() -> None:
    apps = [name for name in settings.INSTALLED_APPS if "." not in name]
    ours = [key for key in MigrationLoader(None).disk_migrations if key[0] in apps]
    assert len(ours) == SCHEMA_VERSION


@posix_only
def test_the_first_start_makes_a_private_database(genesis: Genesis) -> None:
    done = genesis.run("status")
    assert done.returncode == 0, done.stderr
    assert pragma(genesis.database, "application_id") == APPLICATION_ID
    assert pragma(genesis.database, "user_version") == SCHEMA_VERSION
    for path in (genesis.database.parent, *genesis.database.parent.iterdir()):
        assert stat.S_IMODE(path.stat().st_mode) & 0o077 == 0, path


def test_many_first_starts_at_once_make_one_good_database(genesis: Genesis) -> None:
    running = [
        subprocess.Popen(
            genesis.command("remember", f"note number {n}"),
            cwd=genesis.work,
            env=genesis.environment(),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        for n in range(4)
    ]
    for process in running:
        _, errors = process.communicate(timeout=120)
        assert process.returncode == 0, errors
    assert genesis.json("status")["memories"] == 4


def test_a_foreign_database_is_refused_and_untouched(genesis: Genesis) -> None:
    genesis.database.parent.mkdir()
    with closing(sqlite3.connect(genesis.database)) as database:
        database.execute("CREATE TABLE episodes(id INTEGER PRIMARY KEY, text TEXT)")
        database.execute("INSERT INTO episodes(text) VALUES ('theirs')")
        database.commit()
    before = genesis.database.read_bytes()
    done = genesis.run("remember", "mine")
    assert done.returncode == 1
    assert "belongs to another program" in done.stderr
    assert "GENESIS_HOME" in done.stderr
    assert genesis.database.read_bytes() == before


def test_a_newer_database_is_refused_and_untouched(genesis: Genesis) -> None:
    genesis.run("remember", "kept")
    pragma(genesis.database, "user_version", SCHEMA_VERSION + 1)
    before = genesis.database.read_bytes()
    done = genesis.run("remember", "lost?")
    assert done.returncode == 1
    assert "newer Genesis" in done.stderr
    assert "Upgrade" in done.stderr
    assert genesis.database.read_bytes() == before


@pytest.mark.parametrize("content", [b"not a database at all, just text " * 50, os.urandom(4096)])
def test_a_file_that_is_no_database_is_refused_with_advice(genesis: Genesis, content: bytes) -> None:
    genesis.database.parent.mkdir()
    genesis.database.write_bytes(content)
    done = genesis.run("recall", "anything")
    assert done.returncode == 1
    assert "genesis doctor" in done.stderr
    assert "Traceback" not in done.stderr
    assert genesis.database.read_bytes() == content


def test_an_older_database_is_backed_up_before_it_is_migrated(genesis: Genesis) -> None:
    genesis.run("remember", "kept through the upgrade")
    pragma(genesis.database, "user_version", SCHEMA_VERSION - 1)
    assert "kept through the upgrade" in genesis.run("recall", "upgrade").stdout
    assert pragma(genesis.database, "user_version") == SCHEMA_VERSION
    (copy,) = (genesis.database.parent / "backups").iterdir()
    with closing(sqlite3.connect(copy)) as database:
        assert database.execute("SELECT text FROM memory_memory").fetchall() == [("kept through the upgrade",)]


def test_an_upgrade_brings_back_triggers_that_a_rebuilt_table_lost(genesis: Genesis) -> None:
    genesis.run("remember", "stored before")
    with closing(sqlite3.connect(genesis.database)) as database:
        database.execute("DROP TRIGGER memory_passage_added")
        database.execute(f"PRAGMA user_version={SCHEMA_VERSION - 1}")
    genesis.run("remember", "The zanzibar flag came after the upgrade")
    assert "zanzibar" in genesis.run("recall", "zanzibar").stdout


@posix_only
@pytest.mark.skipif(os.name == "posix" and os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_that_cannot_be_written_is_said_to_be_so(genesis: Genesis) -> None:
    genesis.home.chmod(0o500)
    done = genesis.run("status")
    genesis.home.chmod(0o700)
    assert done.returncode == 1
    assert "cannot be used" in done.stderr


@posix_only
def test_a_full_disk_stores_nothing_says_so_and_leaves_the_rest_readable(genesis: Genesis) -> None:
    import resource

    def no_more_room() -> None:
        # For each file; the write-ahead log would need more for this note, its shared index has 32 KiB.
        resource.setrlimit(resource.RLIMIT_FSIZE, (60_000, 60_000))

    genesis.run("remember", "The zanzibar flag was stored before.")
    done = subprocess.run(
        genesis.command("remember", "-"),
        cwd=genesis.work,
        env=genesis.environment(),
        input="A very long note. " * 3_500,
        capture_output=True,
        text=True,
        check=False,
        preexec_fn=no_more_room,
    )
    assert done.returncode == 1
    assert "Traceback" not in done.stderr
    assert "disk" in done.stderr
    assert "zanzibar" in genesis.run("recall", "zanzibar").stdout
    assert genesis.json("status")["memories"] == 1


def test_a_home_that_is_a_file_is_said_to_be_so(genesis: Genesis) -> None:
    (genesis.home / ".genesis").write_text("I am a file")
    done = genesis.run("status")
    assert done.returncode == 1
    assert "Traceback" not in done.stderr
    assert "GENESIS_HOME" in done.stderr


@pytest.mark.parametrize("name", ["with space", "ünïcödé", "per%cent", "hash#mark", "question?mark"])
def test_any_folder_name_works(genesis: Genesis, name: str) -> None:
    home = str(genesis.home / name)
    for _ in range(2):
        done = genesis.run("remember", "a note in an odd place", GENESIS_HOME=home)
        assert done.returncode == 0, done.stderr
    assert "seen 2 times" in done.stdout


def test_a_database_url_other_than_sqlite_is_refused_with_what_is_allowed(genesis: Genesis) -> None:
    done = genesis.run("status", DATABASE_URL="postgres://x/y")
    assert done.returncode == 1
    assert "sqlite:///" in done.stderr
