"""What a session keeps of its client."""

from __future__ import annotations

import pytest

from genesis_site.mcp.session import Session, local_path


@pytest.mark.parametrize(
    ("uri", "path"),
    [
        ("file:///home/me/app", "/home/me/app"),
        ("file:///home/me/app/", "/home/me/app"),
        ("FILE:///a", "/a"),
        ("file:/a/b", "/a/b"),
        ("file://localhost/a", "/a"),
        ("file:///a%20b/%C3%BC%23", "/a b/ü#"),
        ("file:///a?x=1#y", "/a"),
        ("file:///", "/"),
        ("file:///C:/Users/me", "C:/Users/me"),
        ("file:///c%3A/Users", "c:/Users"),
        ("file:///C:", "C:/"),
        ("file:///Cx/y", "/Cx/y"),
        ("file://server/share", None),
        ("file:relative", None),
        ("file:///a%00b", None),
        ("https://example.com/a", None),
        ("", None),
        (5, None),
        (None, None),
    ],
)
def test_a_root_is_a_local_folder_or_nothing(uri: object, path: str | None) -> None:
    assert local_path(uri) == path


def test_a_client_is_named_by_itself_first_then_by_the_command_line() -> None:
    session = Session(cwd="/", client_hint="cursor")
    assert session.client_name == "cursor"
    session.introduce({"name": " claude-code ", "version": "2.1"})
    assert (session.client_name, session.client_version) == ("claude-code", "2.1")


@pytest.mark.parametrize("client", [None, 5, [], {}, {"name": ""}, {"name": 5, "version": 6}])
def test_an_odd_introduction_is_no_introduction(client: object) -> None:
    session = Session(cwd="/")
    session.introduce(client)
    assert (session.client_name, session.client_version) == ("unknown", "")


def test_every_process_has_its_own_session_id() -> None:
    assert Session(cwd="/").session_id != Session(cwd="/").session_id
