"""Files that belong to other programs: read with every way that may fail told apart, written all or nothing."""

from __future__ import annotations

import contextlib
import errno
import hashlib
import os
import stat
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from clients.errors import NotWritable

MAX_BYTES = 20_000_000
# A client that holds its lock folder writes for milliseconds; after this a lock is left over from a crash. Cline's and
# Claude Code's own figure.
STALE_LOCK_S = 10.0
LOCK_PATIENCE_S = 12.0
_BOM = b"\xef\xbb\xbf"


@dataclass(frozen=True, slots=True)
class Found:
    """A file as it is now. `path`: as the client knows it; `target`: behind its symbolic links.

    `data`: None if there is no file. `unreadable`, `unwritable`: why it cannot be read as text, or be written;
    blank: it can.
    """

    path: str
    target: str
    data: bytes | None
    unreadable: str = ""
    unwritable: str = ""

    @property
    def text(self) -> str:
        """The text without a byte order mark. Raises UnicodeDecodeError."""
        return (self.data or b"").removeprefix(_BOM).decode("utf-8")

    @property
    def has_bom(self) -> bool:
        return (self.data or b"").startswith(_BOM)


def digest(data: bytes | None) -> str:
    """SHA-256 in hex; blank for no file."""
    return "" if data is None else hashlib.sha256(data).hexdigest()


def look_at(path: str) -> Found:
    """Read `path`; whatever stands in the way is told in words. Never raises for the state of the file."""
    try:
        path.encode("utf-8")
        target = os.path.realpath(path, strict=os.path.lexists(path))
        if os.path.exists(target) and not stat.S_ISREG(os.stat(target).st_mode):
            return Found(path, target, None, "there is something in its place that is no file")
    except FileNotFoundError:
        return Found(path, path, None, "it is a symbolic link that leads to nothing")
    except (OSError, UnicodeEncodeError) as error:
        return Found(path, path, None, _why(error, path))
    try:
        with open(target, "rb") as file:
            data = file.read(MAX_BYTES + 1)
    except FileNotFoundError:
        return Found(path, target, None, unwritable=_no_room(target))
    except NotADirectoryError:
        return Found(path, target, None, f"a part of the path {path} is a file, not a folder")
    except OSError as error:
        return Found(path, target, None, _why(error, path))
    return Found(path, target, data, _no_text(data), _read_only(target))


def _no_text(data: bytes) -> str:
    if len(data) > MAX_BYTES:
        return f"it is larger than {MAX_BYTES // 1_000_000} MB"
    try:
        data.decode("utf-8")
    except UnicodeDecodeError as error:
        return f"it is not UTF-8 text (byte {error.start + 1})"
    if b"\0" in data:
        return "it holds a NUL character, so it is no text"
    return ""


def _read_only(target: str) -> str:
    # The mode is asked and not only the system: root may write anything, but a read-only file is meant to stay so.
    if not os.stat(target).st_mode & stat.S_IWUSR or not os.access(target, os.W_OK):
        return "it is read-only (perhaps managed by another program); make it writable to have it changed"
    if not os.access(os.path.dirname(target), os.W_OK):
        return f"the folder {os.path.dirname(target)} is read-only"
    return ""


def _no_room(target: str) -> str:
    """Why a missing file cannot be made; blank if it can."""
    folder = os.path.dirname(target)
    while folder and not os.path.lexists(folder):
        folder = os.path.dirname(folder)
    if not os.path.isdir(folder):
        return f"{folder} is not a folder"
    return "" if os.access(folder, os.W_OK) else f"the folder {folder} is read-only"


def _why(error: OSError | UnicodeEncodeError, path: str) -> str:
    if isinstance(error, UnicodeEncodeError):
        return "its path is not valid Unicode"
    if error.errno == errno.ELOOP:
        return "its symbolic links lead in a circle"
    if isinstance(error, IsADirectoryError):
        return "there is a folder in its place"
    return f"it cannot be read ({error.strerror or error})"


def make_folders(folder: str) -> list[str]:
    """Make `folder` with its parents; returns those that were made, outermost first. Raises OSError."""
    missing = []
    while not os.path.isdir(folder):
        missing.append(folder)
        folder = os.path.dirname(folder)
    for made in reversed(missing):
        os.mkdir(made, 0o700)
    return missing[::-1]


def temporary_name(target: str) -> str:
    """Where the new content of `target` is written first: a fixed name, so that the next run finds what a kill left."""
    folder, name = os.path.split(target)
    return os.path.join(folder, f".{name}.genesis-new")


def replace_file(target: str, data: bytes, expected: bytes | None) -> None:
    """Give `target` the content `data`, whole or not at all; mode and owner stay. A new file is 0600.

    `expected`: what the file must still hold (None: it must not exist). Raises NotWritable if it changed meanwhile,
    OSError for the disk.
    """
    temporary = temporary_name(target)
    with contextlib.suppress(FileNotFoundError):
        os.remove(temporary)
    try:
        _write_synced(temporary, data, target)
        if _now(target) != expected:
            raise NotWritable(f"{target} was changed by another program at this moment. Run setup again.")
        os.replace(temporary, target)
    except BaseException:
        with contextlib.suppress(OSError):
            os.remove(temporary)
        raise
    _sync_folder(os.path.dirname(target))


def remove_file(target: str, expected: bytes) -> None:
    """Delete `target` if it still holds `expected`. Raises NotWritable if not, OSError."""
    if _now(target) != expected:
        raise NotWritable(f"{target} was changed by another program at this moment. Run it again.")
    os.remove(target)
    _sync_folder(os.path.dirname(target))


def write_private(path: str, data: bytes) -> None:
    """Write a new file of our own, readable by its owner only, and wait until it is on the disk."""
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())


def _write_synced(path: str, data: bytes, like: str) -> None:
    write_private(path, data)
    if os.path.exists(like):
        old = os.stat(like)
        os.chmod(path, stat.S_IMODE(old.st_mode))
        if os.name != "nt" and (old.st_uid, old.st_gid) != (os.stat(path).st_uid, os.stat(path).st_gid):
            os.chown(path, old.st_uid, old.st_gid)


def _now(target: str) -> bytes | None:
    try:
        with open(target, "rb") as file:
            return file.read()
    except FileNotFoundError:
        return None


def _sync_folder(folder: str) -> None:
    if os.name == "nt":
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


@contextlib.contextmanager
def held_lock(target: str, kind: str, wait: Callable[[float], None] = time.sleep) -> Iterator[None]:
    """Hold the lock that a client itself uses for `target`. `kind`: "directory" (`<file>.lock`) or blank (none).

    Raises NotWritable if the client does not let go of it.
    """
    if kind != "directory" or not os.path.isdir(os.path.dirname(target)):
        yield
        return
    lock = target + ".lock"
    waited_s = 0.0
    while True:
        try:
            os.mkdir(lock)
            break
        except FileExistsError:
            if _age_s(lock) > STALE_LOCK_S and _removed(lock):
                continue
            if waited_s >= LOCK_PATIENCE_S:
                raise NotWritable(
                    f"{target} is being written by its program ({lock} exists). Close the program and try again."
                ) from None
            wait(0.025)
            waited_s += 0.025
    try:
        yield
    finally:
        with contextlib.suppress(OSError):
            os.rmdir(lock)


def _removed(lock: str) -> bool:
    try:
        os.rmdir(lock)
    except OSError:
        return False
    return True


def _age_s(path: str) -> float:
    try:
        return time.time() - os.stat(path).st_mtime
    except OSError:
        return 0.0
