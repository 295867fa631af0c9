"""The command that clients start: one function decides, and recognises it again."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from clients.errors import BadCommand
from clients.server import check_command, server_command, starts_server, wraps_server
from tests.make import ROOT


def test_a_checkout_is_started_by_its_manage_py() -> None:
    assert server_command() == [sys.executable, str(ROOT / "manage.py"), "mcp"]


def test_an_installed_package_is_started_by_name_and_imports_nothing_from_the_working_folder(tmp_path: Path) -> None:
    assert server_command("/venv/bin/python", str(tmp_path)) == ["/venv/bin/python", "-P", "-m", "genesis_site", "mcp"]


@pytest.mark.parametrize(
    "argv",
    [
        ["genesis", "mcp"],
        ["/opt/venv/bin/genesis", "mcp", "--client", "zed"],
        ["C:\\venv\\Scripts\\genesis.exe", "mcp"],
        [sys.executable, str(ROOT / "manage.py"), "mcp"],
        ["/usr/bin/python3.12", "-P", "-m", "genesis_site", "mcp"],
        ["C:\\Python313\\python.exe", "-m", "genesis_site", "mcp"],
        ["/usr/bin/python3", "/a/checkout/that/is/gone/manage.py", "mcp"],
    ],
)
def test_our_own_commands_are_recognised(argv: list[str]) -> None:
    assert starts_server(argv)
    assert not wraps_server(argv)


@pytest.mark.parametrize(
    "argv",
    [
        [],
        ["genesis"],
        ["genesis", "serve"],
        ["npx", "-y", "genesis-mcp"],
        ["python", "-m", "genesis", "mcp"],
        ["node", "manage.py", "mcp"],
    ],
)
def test_others_are_not(argv: list[str]) -> None:
    assert not starts_server(argv)
    assert not wraps_server(argv)


def test_the_manage_py_of_another_django_project_is_not_ours(tmp_path: Path) -> None:
    (tmp_path / "manage.py").touch()
    assert not starts_server([sys.executable, str(tmp_path / "manage.py"), "mcp"])


@pytest.mark.parametrize(
    ("path", "said"),
    [
        ("{temporary}/venv/bin/python", "temporary"),
        ("/home/ada/project/.tox/py311/bin/python", "temporary"),
        ("/home/ada/pip-build-env-x1/bin/python", "temporary"),
        ("/home/ada/$HOME/bin/python", "'$'"),
        ("/home/ada/no/such/python", "does not exist"),
    ],
)
def test_a_command_that_will_not_last_is_refused(
    path: str, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    with pytest.raises(BadCommand) as refusal:
        check_command([path.format(temporary=tmp_path), "mcp"])
    assert said in str(refusal.value)
