"""Which project a folder belongs to, read from its files alone.

Pure reading: no git process, no database, no settings. The MCP tools and the commands ask
`identify` once per call with the caller's folder; `memory.projects` turns the answer into rows.
A repository is known by its remote ("github.com/acme/shop"), so that clones, worktrees and
sub-folders share one memory; without a remote by the path of its main work tree. Places which
are nobody's project (home, system folders, an editor's own folder) give "global", and a note
says why. Nothing here raises: broken git data gives the best answer that is left.
"""

import hashlib
import os
import re
import stat
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Final

GLOBAL: Final = "global"
# Larger git configs exist, but a remote stands near the top; a pointer file holds one path.
MAX_CONFIG_BYTES: Final = 262_144
MAX_POINTER_BYTES: Final = 8_192
MAX_KEY_CHARACTERS: Final = 400


def _list(names: str) -> tuple[str, ...]:
    return tuple(names.split())


_SYSTEM_FOLDERS: Final = _list(
    """/bin /boot /dev /etc /lib /lib32 /lib64 /nix /proc /run /sbin /snap /sys /usr /Applications /Library
    /System /private/etc"""
)
_SYSTEM_ON_WINDOWS: Final = ("windows", "program files", "program files (x86)", "programdata", "$recycle.bin")
# Only the folder itself is nobody's: projects do live below these.
_SHARED_FOLDERS: Final = _list(
    """/home /media /mnt /opt /private /private/tmp /private/var /root /srv /tmp /Users /var /var/tmp
    /private/var/tmp /Volumes"""
)
_WORKED_IN: Final = ("/usr/src/", "/usr/local/src/")
_MAC_TEMP: Final = re.compile(r"(?:/private)?/var/folders/[^/]+/[^/]+/T")
# Where editors and agents keep their own files, seen from home; "_" stands for a space.
_EDITOR_FOLDERS: Final = _list(
    """.aider .antigravity .claude .cline .codeium .codex .config .continue .copilot .cursor .gemini .junie
    .kiro .qwen .local/share .roo .vscode .vscode-server .windsurf .zed AppData/Local AppData/Roaming
    Applications Library/Application_Support"""
)
# The same repository under the host which serves SSH on port 443.
_HOSTS: Final = {
    "ssh.github.com": "github.com",
    "altssh.gitlab.com": "gitlab.com",
    "altssh.bitbucket.org": "bitbucket.org",
    "ssh.dev.azure.com": "dev.azure.com",
}


@dataclass(frozen=True, slots=True)
class Identity:
    """A project: its key, a name to show, other keys it may be stored under, and its folder.

    `root` is the main work tree ("" for global), `top` the work tree that the folder itself lies in; `note` says why
    the answer is not a plain one.
    """

    key: str
    name: str
    aliases: tuple[str, ...] = ()
    root: str = ""
    note: str = ""
    # Not part of who the project is: two work trees of one repository are one project.
    top: str = field(default="", compare=False)


@dataclass(frozen=True, slots=True)
class _Repository:
    """A repository found on disk: its main work tree and the folder that holds its config ("" if lost).

    `top`: the folder in which its `.git` was found.
    """

    root: str
    common: str
    top: str = ""


def identify(folder: str, home: str) -> Identity:
    """Return the project of `folder` for a user whose home is `home`. Never raises."""
    windows = os.name == "nt"
    here, home = _real(folder), _real(home)
    if not here or not _is_folder(here):
        return _global("the folder it was started in does not exist")
    reason = special_place(here, home, windows=windows)
    if reason.sure:
        return _global(reason.text)
    repository = _repository(here, home)
    if repository is None:
        return _global(reason.text) if reason.text else _by_path(here, windows=windows)
    if special_place(repository.root, home, windows=windows).sure:
        return _global(f"started in a repository which covers {repository.root}")
    return replace(_by_repository(repository, windows=windows), top=repository.top)


@dataclass(frozen=True, slots=True)
class Special:
    """Why a folder is nobody's project ("" if it may be one); `sure` even if it is a repository."""

    text: str = ""
    sure: bool = False


def special_place(path: str, home: str, *, windows: bool) -> Special:
    """Say whether `path` (absolute) is the home folder, a system folder or an editor's own."""
    place, house = (
        normalise_path(path, windows=windows),
        normalise_path(home, windows=windows) if home else "",
    )
    if place == house:
        return Special("started in the home folder", sure=True)
    if _is_file_system_root(place, windows=windows):
        return Special("started at the root of the file system", sure=True)
    if house.startswith(place + "/"):
        return Special("started in a folder above the home folder", sure=True)
    for own in _EDITOR_FOLDERS if house else ():
        name = normalise_path(f"{house}/{own.replace('_', ' ')}", windows=windows)
        if place.startswith(f"{name}/temp"):
            return Special("started in the folder for temporary files", sure=place == f"{name}/temp")
        if place == name or place.startswith(name + "/"):
            return Special("started in a folder which editors keep for themselves", sure=place == name)
    return _system_place(place, windows=windows)


def _system_place(place: str, *, windows: bool) -> Special:
    text = "started in a system folder"
    if windows:
        below = re.match(r"[a-z]:/([^/]+)(/.*)?", place)
        known = below is not None and below[1] in _SYSTEM_ON_WINDOWS
        return Special(text, sure=not (below and below[2])) if known else Special()
    if place in _SHARED_FOLDERS or _MAC_TEMP.fullmatch(place):
        return Special("started in a folder shared by many things", sure=True)
    if f"{place}/".startswith(_WORKED_IN):
        return Special()
    top = next((s for s in _SYSTEM_FOLDERS if place == s or place.startswith(s + "/")), "")
    return Special(text, sure=place == top) if top else Special()


def _is_file_system_root(place: str, *, windows: bool) -> bool:
    return place == "/" or (windows and re.fullmatch(r"[a-z]:/?|//[^/]+(?:/[^/]+)?", place) is not None)


def normalise_path(path: str, *, windows: bool) -> str:
    """Return `path` in one form: forward slashes, no "." or "..", no slash at the end.

    On Windows also without the `\\\\?\\` prefix and case-folded, for there "C:\\Work" and "c:/work"
    are one folder; "/c/work" is the same folder seen from Git Bash. Pure: symlinks stay as they are.
    """
    if not windows:
        return _join(path.split("/"), lead="/" if path.startswith("/") else "")
    path = path.replace("\\", "/").casefold()
    for prefix in ("//?/unc/", "//./unc/"):
        if path.startswith(prefix):
            path = "//" + path.removeprefix(prefix)
    path = path.removeprefix("//?/").removeprefix("//./")
    if re.match(r"/[a-z](?:/|$)", path):
        path = f"{path[1]}:{path[2:]}"
    if path.startswith("//"):
        return _join(path.split("/"), lead="//")
    drive, colon, rest = path.partition(":")
    if colon and len(drive) == 1:
        return f"{drive}:" + _join(rest.split("/"), lead="/")
    return _join(path.split("/"), lead="/" if path.startswith("/") else "")


def _join(parts: list[str], *, lead: str) -> str:
    kept: list[str] = []
    for part in parts:
        if part == ".." and kept and kept[-1] != "..":
            kept.pop()
        elif part not in ("", ".") and not (part == ".." and lead):
            kept.append(part)
    return lead + "/".join(kept)


def normalise_remote(url: str) -> str:
    """Return "host/owner/name" in lower case for the URL of a remote, or "" for a path on this machine.

    Understands URLs with a scheme and the short `git@host:owner/name` form. User names, passwords, tokens,
    ports, queries and the `.git` at the end are left out: a key is shown and stored.
    """
    text = "".join(c for c in url[:MAX_POINTER_BYTES].strip() if c.isprintable()).replace("\\", "/")
    scheme, divider, rest = text.rpartition("://")
    if divider:
        if scheme.casefold().rpartition("::")[2] == "file":
            return ""
        host, _, path = rest.partition("/")
        if ":" in host and "@" not in host and re.search(r"[^/]@", path):
            rest = rest.rpartition("@")[2]  # the password had a slash in it
            host, _, path = rest.partition("/")
    else:
        host, path = _short_form(text)
    host = host.rpartition("@")[2]
    host = (re.sub(r":\d*$", "", host) if divider else host).strip("[]").rstrip(".").casefold()
    parts = [p for p in re.split(r"[?#]", path)[0].casefold().split("/") if p not in ("", ".", "..")]
    if host in ("ssh.dev.azure.com", "dev.azure.com"):
        parts = [p for i, p in enumerate(parts) if p != "_git" and not (i == 0 and p == "v3")]
    if parts:
        parts[-1] = parts[-1].removesuffix(".git")
    path = "/".join(p for p in parts if p)
    if not path or not re.fullmatch(r"[\w.:%-]+", host):
        return ""
    return f"{_HOSTS.get(host, host)}/{path}"[:MAX_KEY_CHARACTERS]


def _short_form(text: str) -> tuple[str, str]:
    """Split "user@host:path"; a path on this machine or a drive letter gives two empty texts."""
    text = text.rpartition("::")[2] if re.match(r"[\w-]+::[^\[]", text) else text
    first, slash, rest = text.partition("/")
    text = first.rpartition("@")[2] + slash + rest
    match = re.match(r"(\[[0-9A-Fa-f:.%]+\]|[^:/\[\]]{2,}):(?!/{2})(.+)", text)
    return (match[1], match[2]) if match else ("", "")


def _global(reason: str) -> Identity:
    return Identity(GLOBAL, GLOBAL, note=f"{reason}, so notes are kept in 'global'; "
                    "open a project's folder to give them a project of their own")  # fmt: skip


def _by_path(root: str, *, windows: bool, note: str = "") -> Identity:
    name = _text(os.path.basename(root.rstrip("/\\")) or root)
    return Identity(_path_key(root, windows=windows), name, root=root, note=note, top=root)


def _by_repository(repository: _Repository, *, windows: bool) -> Identity:
    root = repository.root
    if not repository.common:
        return _by_path(root, windows=windows, note="its .git points to a repository which is not there")
    remote = _remote(read_config(_read(os.path.join(repository.common, "config"), MAX_CONFIG_BYTES)))
    key = normalise_remote(remote)
    if not key:
        return _by_path(root, windows=windows)
    return Identity(key, key.rpartition("/")[2], (_path_key(root, windows=windows),), root)


def _path_key(root: str, *, windows: bool) -> str:
    key = _text("path:" + normalise_path(root, windows=windows))
    if len(key) <= MAX_KEY_CHARACTERS:
        return key
    return f"{key[: MAX_KEY_CHARACTERS - 65]}#{hashlib.sha256(key.encode()).hexdigest()}"


def _text(path: str) -> str:
    """Return a path as text which any database takes, whatever bytes it was made of."""
    return path.encode("utf-8", "backslashreplace").decode()


def _repository(here: str, home: str) -> _Repository | None:
    """Return the repository which `here` lies in; the search ends below home and below the root."""
    at = here
    while at != home and os.path.dirname(at) != at:
        if found := _repository_at(at):
            return replace(found, top=at)
        at = os.path.dirname(at)
    return None


def _repository_at(folder: str) -> _Repository | None:
    dot_git = os.path.join(folder, ".git")
    if _is_git_folder(dot_git):
        return _Repository(folder, _real(dot_git))
    if _is_git_folder(folder):  # a bare repository, or the inside of a .git
        common = _common(folder)
        return _Repository(_work_tree(common, common), common)
    pointer = _read(dot_git, MAX_POINTER_BYTES)
    if not pointer.startswith("gitdir:"):
        return None
    target = pointer.removeprefix("gitdir:").strip().splitlines()[:1]
    git_folder = _real(os.path.join(folder, target[0])) if target else ""
    if not git_folder or not _is_folder(git_folder):
        return _Repository(folder, "")
    common = _common(git_folder)
    return _Repository(folder if common == git_folder else _work_tree(common, folder), common)


def _common(git_folder: str) -> str:
    """Return the git folder shared by all work trees of a repository."""
    shared = _read(os.path.join(git_folder, "commondir"), MAX_POINTER_BYTES).strip()
    common = _real(os.path.join(git_folder, shared)) if shared else ""
    return common if common and _is_folder(common) else git_folder


def _work_tree(common: str, otherwise: str) -> str:
    """Return the main work tree of the repository at `common`; a bare repository is its own."""
    if os.path.basename(common) == ".git":
        return os.path.dirname(common)
    config = read_config(_read(os.path.join(common, "config"), MAX_CONFIG_BYTES))
    tree = _real(os.path.join(common, config.get(("core", "", "worktree"), "")))
    if tree and tree != common and _is_folder(tree):
        return tree
    return common if _is_git_folder(common) else otherwise


def _is_git_folder(path: str) -> bool:
    """Git's own test, without reading: a HEAD, and folders (or a pointer to those) for objects and refs."""
    if not os.path.lexists(os.path.join(path, "HEAD")):
        return False
    if os.path.isfile(os.path.join(path, "commondir")):
        return True
    return all(_is_folder(os.path.join(path, part)) for part in ("objects", "refs"))


def _remote(config: Mapping[tuple[str, str, str], str]) -> str:
    """Return the URL of "origin", else of the first remote, after `url.<base>.insteadOf`."""
    urls = {name: value for (section, name, key), value in config.items() if (section, key) == ("remote", "url")}
    url = urls.get("origin") or next(iter(urls.values()), "")
    bases = [
        (prefix, base) for (section, base, key), prefix in config.items() if (section, key) == ("url", "insteadof")
    ]
    for prefix, base in sorted(bases, key=lambda pair: len(pair[0]), reverse=True):
        if prefix and url.startswith(prefix):
            return base + url.removeprefix(prefix)
    return url


_SECTION: Final = re.compile(r'\s*\[\s*([\w.-]+)(?:\s+"((?:[^"\\]|\\.)*)")?\s*\]')
_KEY: Final = re.compile(r"\s*([A-Za-z][\w-]*)\s*(?:=\s*(.*))?$")


def read_config(text: str) -> dict[tuple[str, str, str], str]:
    """Return {(section, subsection, key): value} of a git config; the first value of a key counts."""
    values: dict[tuple[str, str, str], str] = {}
    section, name = "", ""
    for line in _logical_lines(text):
        head = _SECTION.match(line)
        if head:
            section, name = head[1].casefold(), re.sub(r"\\(.)", r"\1", head[2] or "")
            if head[2] is None and "." in section:
                section, _, name = section.partition(".")
            line = line[head.end() :]
        pair = _KEY.match(line)
        if pair and section:
            values.setdefault((section, name, pair[1].casefold()), _value(pair[2] or ""))
    return values


def _logical_lines(text: str) -> Iterator[str]:
    """Yield lines with those joined which end in a backslash."""
    held = ""
    for line in text.splitlines():
        if line.endswith("\\") and not line.endswith("\\\\"):
            held += line[:-1]
            continue
        yield held + line
        held = ""
    if held:
        yield held


def _value(raw: str) -> str:
    """Return a value without quotes, comments and escapes."""
    kept, quoted, i = [], False, 0
    while i < len(raw):
        char = raw[i]
        if char == "\\" and i + 1 < len(raw):
            i += 1
            kept.append({"n": "\n", "t": "\t", "b": ""}.get(raw[i], raw[i]))
        elif char == '"':
            quoted = not quoted
        elif char in "#;" and not quoted:
            break
        else:
            kept.append(char)
        i += 1
    return "".join(kept).strip()


def _read(path: str, limit_bytes: int) -> str:
    """Return the start of a plain file as text, "" if there is none; never waits on a pipe or device."""
    try:
        if not stat.S_ISREG(os.stat(path).st_mode):
            return ""
        with open(path, "rb") as file:
            return file.read(limit_bytes).decode("utf-8-sig", "replace")
    except (OSError, ValueError):
        return ""


def _is_folder(path: str) -> bool:
    try:
        return os.path.isdir(path)
    except (OSError, ValueError):
        return False


def _real(path: str) -> str:
    """Return the absolute path with symlinks followed, or "" where that cannot be told."""
    try:
        return os.path.realpath(path) if path else ""
    except (OSError, ValueError, RuntimeError):
        return ""
