"""A store in a temporary folder for the benchmarks, with the tables that the program itself makes."""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


@contextmanager
def temporary_store() -> Iterator[Path]:
    """Django, set up on an empty store that is removed afterwards; gives the folder."""
    with tempfile.TemporaryDirectory(prefix="genesis-benchmark-") as folder:
        for name in [name for name in os.environ if name.startswith("GENESIS_")]:
            del os.environ[name]
        os.environ["GENESIS_HOME"] = folder
        os.environ["DJANGO_SETTINGS_MODULE"] = "genesis_site.settings"
        sys.path.insert(0, str(ROOT))
        import django
        from django.db import connection

        django.setup()

        from memory.database import prepare

        prepare()
        yield Path(folder)
        connection.close()
