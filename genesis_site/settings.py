"""Every setting of Genesis: name, default, unit. `docs/settings.md` has a row for each.

With `memory/paths.py` this is the only module that reads the environment. A bad value stops the
program at start with the name, the value and what is allowed.
"""

from __future__ import annotations

from memory import paths

# Which MCP tools are listed: all, core (the ones agents use most), gateway (one tool).
GENESIS_MCP_TOOL_MODE = paths.tool_mode()

# Search by meaning beside the search by words: auto (where the extra `semantic` is installed) or off.
GENESIS_SEMANTIC = paths.semantic()

# The text that goes before a prompt: its longest, in tokens. Whether what is said in clients is taken up.
GENESIS_CAPSULE_TOKENS = paths.capsule_tokens()
GENESIS_CAPTURE = paths.capture_wanted()

# How long a writer waits for another writer, in seconds; memory/transactions.py tries again after that.
SQLITE_BUSY_TIMEOUT_S = 5

DEBUG = False
USE_TZ = True
TIME_ZONE = "UTC"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
INSTALLED_APPS = ["genesis_site", "memory", "clients"]
DATABASES = {
    "default": {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": paths.database(),
        "CONN_MAX_AGE": None,
        "OPTIONS": {
            "timeout": SQLITE_BUSY_TIMEOUT_S,
            # A deferred transaction that turns into a write one fails at once when another writer is
            # active, whatever the timeout; one that starts as a writer waits.
            "transaction_mode": "IMMEDIATE",
            # synchronous=FULL: a memory that was acknowledged survives a power cut.
            # journal_size_limit: a checkpoint gives the space of a once large WAL back (bytes).
            "init_command": (
                "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON; "
                "PRAGMA journal_size_limit=67108864; PRAGMA cache_size=-8192; PRAGMA temp_store=MEMORY"
            ),
        },
    }
}
