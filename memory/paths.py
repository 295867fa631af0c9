"""Where Genesis keeps its files. HOT: standard library only, imported before Django.

Together with `genesis_site/settings.py` this is the only reader of the environment.
"""

from __future__ import annotations

import os

TOOL_MODES = ("all", "core", "gateway")
SEMANTIC_MODES = ("auto", "off")
# The prompt hook's own default, see `memory/hook/genesis_hook.py`.
CAPSULE_TOKENS = 200


class BadSetting(Exception):
    """An environment variable has a value that cannot be used; the message says what is allowed."""


def choice(name: str, default: str, allowed: tuple[str, ...]) -> str:
    """The value of an environment variable that is one word of a list. Raises BadSetting."""
    value = os.environ.get(name, "").strip().lower() or default
    if value not in allowed:
        raise BadSetting(f"{name} is {value!r}; it must be one of: {', '.join(allowed)}.")
    return value


def tool_mode() -> str:
    """`GENESIS_MCP_TOOL_MODE`: which MCP tools are listed - all, core (those used most) or gateway (one)."""
    return choice("GENESIS_MCP_TOOL_MODE", "all", TOOL_MODES)


def semantic() -> str:
    """`GENESIS_SEMANTIC`: search by meaning - auto (if the extra is installed) or off."""
    return choice("GENESIS_SEMANTIC", "auto", SEMANTIC_MODES)


def capture_wanted() -> bool:
    """`GENESIS_CAPTURE`: whether what is said in clients is taken up - 1 or 0."""
    return choice("GENESIS_CAPTURE", "1", ("0", "1")) == "1"


def capsule_tokens() -> int:
    """`GENESIS_CAPSULE_TOKENS`: how long the text before a prompt may be, 0 to 2000 tokens."""
    value = os.environ.get("GENESIS_CAPSULE_TOKENS", "").strip() or str(CAPSULE_TOKENS)
    if not value.isdecimal() or int(value) > 2000:
        raise BadSetting(f"GENESIS_CAPSULE_TOKENS is {value!r}; it must be a whole number from 0 to 2000.")
    return int(value)


def home() -> str:
    """The folder with everything we own: `GENESIS_HOME`, else `~/.genesis`. Absolute; may not exist yet."""
    chosen = os.environ.get("GENESIS_HOME", "").strip()
    return os.path.abspath(os.path.expanduser(chosen or os.path.join("~", ".genesis")))


def database() -> str:
    """The SQLite file: `DATABASE_URL`, else `GENESIS_DAEMON_DB`, else `memory.db` in `home()`.

    Absolute; may not exist yet. Raises BadSetting for a URL that is not SQLite's.
    """
    url = os.environ.get("DATABASE_URL", "").strip()
    if url and not url.startswith("sqlite:///"):
        raise BadSetting(
            f"DATABASE_URL starts with {url.split(':', 1)[0]!r}; this version stores in SQLite only: "
            "use sqlite:///absolute/path/memory.db, or unset it."
        )
    chosen = url.removeprefix("sqlite:///") or os.environ.get("GENESIS_DAEMON_DB", "").strip()
    return os.path.abspath(os.path.expanduser(chosen)) if chosen else os.path.join(home(), "memory.db")


def set_variable(name: str, value: str) -> None:
    """Set a variable for this process and those that it starts: what setup wrote into a hook's command."""
    os.environ[name] = value


def environment() -> dict[str, str]:
    """The environment as it is now: what the configuration files of other programs are looked up by."""
    return dict(os.environ)


def hook_notes() -> str:
    """The folder beside the database in which the prompt hook keeps what it said; it must exist to be used."""
    return os.path.join(os.path.dirname(database()), "hook")


def user_home() -> str:
    """The home folder of the person, as the operating system tells it."""
    return os.path.abspath(os.path.expanduser("~"))


def ensure_private_dir(path: str) -> None:
    """Make `path` with its parents if missing; folders made here are readable by their owner only (0700).

    Raises OSError. An existing folder keeps its mode: it may be shared on purpose.
    """
    if not os.path.isdir(path):
        ensure_private_dir(os.path.dirname(path))
        os.makedirs(path, mode=0o700, exist_ok=True)
