"""From a folder to a project: git data real and broken, places that are nobody's, path forms."""

from __future__ import annotations

import os
import subprocess
import tempfile
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory.scope import Identity, identify, normalise_path, normalise_remote, read_config, special_place

REMOTE = "git@github.com:Acme/Shop.git"
KEY = "github.com/acme/shop"


@pytest.fixture
def home(tmp_path: Path) -> Path:
    folder = tmp_path / "home" / "ada"
    folder.mkdir(parents=True)
    return folder


def git(folder: Path, *arguments: str) -> None:
    who = {f"GIT_{role}_{part}": "ada@example.org" for role in ("AUTHOR", "COMMITTER") for part in ("NAME", "EMAIL")}
    environment = {
        "PATH": os.environ["PATH"],
        "GIT_CONFIG_GLOBAL": os.devnull,
        "GIT_CONFIG_NOSYSTEM": "1",
        **who,
    }
    command = ["git", "-c", "protocol.file.allow=always", *arguments]
    subprocess.run(command, cwd=folder, env=environment, check=True, capture_output=True)


def repository(folder: Path, remote: str = "") -> Path:
    folder.mkdir(parents=True)
    git(folder, "init", "-q", "-b", "main")
    git(folder, "commit", "-q", "--allow-empty", "-m", "start")
    if remote:
        git(folder, "remote", "add", "origin", remote)
    return folder


def found(folder: Path, home: Path) -> Identity:
    return identify(str(folder), str(home))


def path_key(folder: Path) -> str:
    return f"path:{os.path.realpath(folder)}"


def test_a_repository_is_known_by_its_remote_and_also_by_its_path(home: Path) -> None:
    shop = repository(home / "work" / "shop", REMOTE)
    assert found(shop, home) == Identity(KEY, "shop", (path_key(shop),), os.path.realpath(shop))


def test_a_repository_without_a_remote_is_known_by_its_path(home: Path) -> None:
    shop = repository(home / "Shop")
    assert found(shop, home) == Identity(path_key(shop), "Shop", (), os.path.realpath(shop))


def test_a_folder_without_git_is_its_own_project(home: Path) -> None:
    notes = home / "notes"
    notes.mkdir()
    assert found(notes, home).key == path_key(notes)


@pytest.mark.parametrize("remote", ["", REMOTE])
def test_sub_folders_and_worktrees_share_the_main_work_tree(home: Path, remote: str) -> None:
    shop = repository(home / "shop", remote)
    (shop / "src" / "deep").mkdir(parents=True)
    git(shop, "worktree", "add", "-q", str(home / "elsewhere"))
    for folder in (shop / "src" / "deep", home / "elsewhere", shop / ".git" / "hooks"):
        assert found(folder, home) == found(shop, home)


def test_the_work_tree_that_a_folder_lies_in_is_told_apart(home: Path) -> None:
    shop = repository(home / "shop", REMOTE)
    (shop / "src").mkdir()
    git(shop, "worktree", "add", "-q", str(home / "elsewhere"))
    assert found(shop / "src", home).top == os.path.realpath(shop)
    assert found(home / "elsewhere", home).top == os.path.realpath(home / "elsewhere")
    assert found(home / "elsewhere", home).root == os.path.realpath(shop)


def test_a_worktree_inside_an_editors_folder_belongs_to_its_repository(home: Path) -> None:
    shop = repository(home / "shop", REMOTE)
    git(shop, "worktree", "add", "-q", str(home / ".cursor" / "worktrees" / "shop"))
    assert found(home / ".cursor" / "worktrees" / "shop", home).key == KEY


def test_a_worktree_of_a_bare_repository_shares_it(home: Path) -> None:
    source = repository(home / "source")
    git(home, "clone", "-q", "--bare", str(source), "shop.git")
    bare = home / "shop.git"
    git(bare, "worktree", "add", "-q", str(home / "tree"), "main")
    assert found(bare, home).key == path_key(bare)
    assert found(home / "tree", home) == found(bare, home)
    git(bare, "remote", "set-url", "origin", REMOTE)
    assert found(home / "tree", home).key == KEY


def test_a_submodule_is_a_project_of_its_own(home: Path) -> None:
    library, shop = repository(home / "library"), repository(home / "shop", REMOTE)
    git(shop, "submodule", "add", "-q", str(library), "vendor/library")
    inside = shop / "vendor" / "library"
    assert found(inside, home).key == path_key(inside)
    assert found(shop / ".git" / "modules" / "vendor" / "library", home) == found(inside, home)
    git(inside, "remote", "set-url", "origin", "https://example.org/acme/library")
    assert found(inside, home).key == "example.org/acme/library"


def test_a_separate_git_folder_is_followed(home: Path) -> None:
    git(home, "init", "-q", "--separate-git-dir", str(home / "data.git"), "shop")
    git(home / "shop", "remote", "add", "origin", REMOTE)
    assert found(home / "shop", home).key == KEY


def test_a_link_to_a_repository_is_the_repository(home: Path) -> None:
    shop = repository(home / "shop")
    (home / "link").symlink_to(shop)
    assert found(home / "link", home) == found(shop, home)


def test_origin_goes_before_other_remotes_and_the_first_of_those_counts(home: Path) -> None:
    shop = repository(home / "shop")
    git(shop, "remote", "add", "fork", "https://example.org/ada/shop")
    git(shop, "remote", "add", "other", "https://example.org/bob/shop")
    assert found(shop, home).key == "example.org/ada/shop"
    git(shop, "remote", "add", "origin", REMOTE)
    assert found(shop, home).key == KEY


@pytest.mark.parametrize("remote", ["/srv/git/shop.git", "../shop", "file:///srv/git/shop", r"C:\git\shop", "."])
def test_a_remote_on_this_machine_names_no_project(home: Path, remote: str) -> None:
    shop = repository(home / "shop", remote)
    assert found(shop, home).key == path_key(shop)


def test_the_home_folder_is_global_even_as_a_repository(home: Path) -> None:
    git(home, "init", "-q")
    git(home, "remote", "add", "origin", "git@github.com:ada/dotfiles.git")
    (home / "notes").mkdir()
    assert found(home, home).key == "global"
    assert found(home, home).note.startswith("started in the home folder, so notes are kept in 'global'")
    assert found(home / "notes", home).key == path_key(home / "notes")


@pytest.mark.parametrize(
    "folder", ["/", "/usr", "/usr/bin", "/etc", "/proc/self", tempfile.gettempdir(), "", "/no/such"]
)
def test_places_that_are_nobodys_are_global_and_say_why(home: Path, folder: str) -> None:
    where = identify(folder, str(home))
    assert (where.key, where.name, where.root) == ("global", "global", "")
    assert "'global'" in where.note


def test_the_folders_around_and_beside_projects_are_global(home: Path) -> None:
    (home / ".cursor" / "extensions").mkdir(parents=True)
    for folder in (home.parent, home / ".cursor", home / ".cursor" / "extensions"):
        assert found(folder, home).key == "global"


@pytest.mark.parametrize(
    ("path", "sure"),
    [
        (r"C:\Users\Ada", True),
        ("c:/users/ada/", True),
        ("C:\\", True),
        (r"C:\Users", True),
        (r"C:\Windows", True),
        (r"C:\Windows\System32", False),
        (r"\\?\C:\Program Files\Cursor", False),
        (r"C:\Users\Ada\AppData\Local\Programs\Cursor", False),
        (r"C:\Users\Ada\AppData\Local\Temp", True),
        (r"\\server\share", True),
    ],
)
def test_windows_has_places_that_are_nobodys(path: str, sure: bool) -> None:  # noqa: FBT001
    special = special_place(path, r"C:\Users\Ada", windows=True)
    assert special.text
    assert special.sure is sure


@pytest.mark.parametrize("path", [r"C:\Users\Ada\shop", r"D:\work", r"\\server\share\shop", r"C:\Users\Adam\shop"])
def test_windows_projects_are_projects(path: str) -> None:
    assert not special_place(path, r"C:\Users\Ada", windows=True).text


@pytest.mark.parametrize(
    "path", ["/home/ada/shop", "/usr/src/app", "/opt/app", "/tmp/shop", "/app", "/workspaces/shop"]
)
def test_projects_may_lie_in_containers_and_shared_folders(path: str) -> None:
    assert not special_place(path, "/home/ada", windows=False).text


@pytest.mark.parametrize(
    ("path", "normal"),
    [
        (r"C:\Work\Shop", "c:/work/shop"),
        ("c:/work/shop/", "c:/work/shop"),
        (r"\\?\C:\Work\.\x\..\Shop", "c:/work/shop"),
        ("/c/work/shop", "c:/work/shop"),
        (r"\\Server\Share\Shop", "//server/share/shop"),
        (r"\\?\UNC\server\share\shop", "//server/share/shop"),
        ("C:\\", "c:/"),
    ],
)
def test_windows_paths_have_one_form(path: str, normal: str) -> None:
    assert normalise_path(path, windows=True) == normal


def test_other_paths_keep_their_case_and_backslashes() -> None:
    assert normalise_path("/work//Sh\\op/./a/..", windows=False) == "/work/Sh\\op"


@pytest.mark.parametrize(
    "url",
    [
        "git@github.com:Acme/Shop.git",
        "github.com:acme/shop",
        "git@github.com:/acme/shop.git/",
        "https://github.com/acme/shop",
        "https://GitHub.com/acme/shop.git/",
        "https://ada:secret@github.com/acme/shop.git",
        "https://secret@github.com:443/acme/shop?ref=secret#secret",
        "https://ada:se/secret@github.com/acme/shop",
        "ada:secret@github.com:acme/shop.git",
        "ssh://git@github.com:22/acme/shop.git",
        "ssh://git@ssh.github.com:443/acme/shop.git",
        "git+ssh://git@github.com/acme//shop",
        "git://github.com./acme/shop\n",
        r"https://github.com\acme\shop",
    ],
)
def test_one_repository_has_one_key_without_credentials(url: str) -> None:
    assert normalise_remote(url) == KEY


@pytest.mark.parametrize(
    ("url", "key"),
    [
        ("git@gitlab.example.org:group/sub/shop.git", "gitlab.example.org/group/sub/shop"),
        ("git@ssh.dev.azure.com:v3/acme/web/shop", "dev.azure.com/acme/web/shop"),
        ("https://ada@dev.azure.com/acme/web/_git/shop", "dev.azure.com/acme/web/shop"),
        ("ssh://git@[::1]:2222/acme/shop", "::1/acme/shop"),
        ("https://example.org:8443/@scope/shop", "example.org/@scope/shop"),
        ("work:shop", "work/shop"),
    ],
)
def test_other_hosts_have_keys_too(url: str, key: str) -> None:
    assert normalise_remote(url) == key


@pytest.mark.parametrize(
    "url",
    [
        "",
        "/srv/shop",
        "./shop",
        "../a:b",
        "~/shop",
        "C:/shop",
        r"\\server\shop",
        "file://x/y",
        "https://",
        "ext::sh -c x",
    ],
)
def test_what_is_no_remote_has_no_key(url: str) -> None:
    assert normalise_remote(url) == ""


def test_a_git_config_is_read_with_its_oddities() -> None:
    text = (
        '[core]\r\n\tbare = false ; no\r\n[remote "a \\"b\\""] url = "https://example.org/a#b" # c\r\n'
        "[Remote.old]\nURL = one\\\n/two\n[broken\nx\n= y\n[alias] x\n"
    )
    assert read_config(text) == {
        ("core", "", "bare"): "false",
        ("remote", 'a "b"', "url"): "https://example.org/a#b",
        ("remote", "old", "url"): "one/two",
        ("alias", "", "x"): "",
    } | ({("remote", "old", "x"): ""})


@pytest.mark.parametrize("start", ["", "\ufeff", "\n" * 50])
def test_a_config_with_a_bom_or_windows_line_ends_is_read(home: Path, start: str) -> None:
    shop = repository(home / "shop")
    text = f'{start}[remote "origin"]\r\n\turl = {REMOTE}\r\n'
    (shop / ".git" / "config").write_bytes(text.encode())
    assert found(shop, home).key == KEY


def test_a_shortened_remote_is_written_out(home: Path) -> None:
    shop = repository(home / "shop", "gh:acme/shop")
    git(shop, "config", "url.https://github.com/.insteadOf", "gh:")
    assert found(shop, home).key == KEY


def test_broken_git_data_leaves_the_folder_as_the_project(home: Path) -> None:
    for name, pointer in {
        "gone": "gitdir: /no/such/place",
        "empty": "gitdir:",
        "nul": "gitdir: a\0b",
    }.items():
        (home / name).mkdir()
        (home / name / ".git").write_text(pointer)
        assert found(home / name, home).key == path_key(home / name)
        assert "not there" in found(home / name, home).note


def test_a_damaged_config_leaves_the_path_as_the_key(home: Path) -> None:
    shop = repository(home / "shop", REMOTE)
    config = shop / ".git" / "config"
    for content in (b"", os.urandom(5000), b'[remote "origin"\nurl=x', b"\0" * 300_000, b"[" * 100_000):
        config.write_bytes(content)
        assert found(shop, home).key == path_key(shop)
    config.unlink()
    config.symlink_to(config)
    assert found(shop, home).key == path_key(shop)
    config.unlink()
    os.mkfifo(config)
    assert found(shop, home).key == path_key(shop)


def test_folders_that_only_look_like_git_do_not_count(home: Path) -> None:
    shop = repository(home / "shop", REMOTE)
    for name, inside in (("a", ".git"), ("b", ".git/objects"), ("c", "refs")):
        (shop / name / inside).mkdir(parents=True)
        assert found(shop / name, home).key == KEY
    (shop / "loop").symlink_to(shop / "loop")
    assert found(shop / "loop", home).key == "global"


def test_a_very_long_path_still_has_a_key_that_can_be_stored(home: Path) -> None:
    deep = home.joinpath(*["x" * 200] * 4)
    deep.mkdir(parents=True)
    (deep / "b").mkdir()
    assert len(found(deep, home).key) <= 400
    assert found(deep, home).key != found(deep / "b", home).key


def test_a_path_that_is_not_text_has_a_key_that_can_be_stored(home: Path) -> None:
    folder = os.fsdecode(os.fsencode(home) + b"/caf\xe9")
    os.mkdir(folder)
    assert identify(folder, str(home)).key.encode().endswith(b"caf\\udce9")


@given(st.text(max_size=300))
def test_any_text_is_taken_as_a_url_a_path_and_a_config(text: str) -> None:
    assert not normalise_remote(text).endswith(".git/")
    assert normalise_remote(text) == normalise_remote(text).casefold()
    for windows in (True, False):
        once = normalise_path(text, windows=windows)
        assert isinstance(special_place(text, "/home/ada", windows=windows).text, str)
        assert windows or normalise_path(once, windows=windows) == once
    read_config(text)


@given(st.text(alphabet="abc/:.@[]#?\\~$ 1", max_size=40))
def test_no_folder_text_raises(folder: str) -> None:
    assert identify(folder, folder).key


@given(
    user=st.text(alphabet="abcxyz0189-_", min_size=1, max_size=10),
    secret=st.text(alphabet="SECRTsecrt:/%+=1", min_size=6, max_size=20).map(lambda s: f"ZQ{s}QZ"),
    scheme=st.sampled_from(["https://", "ssh://", "http://", ""]),
)
def test_a_password_never_becomes_part_of_a_key(user: str, secret: str, scheme: str) -> None:
    divider = "/" if scheme else ":"
    secret = secret if scheme else secret.replace("/", "")
    key = normalise_remote(f"{scheme}{user}:{secret}@example.org{divider}acme/shop.git")
    assert "zq" not in key
    assert "qz" not in key
