"""For every test: a home of its own, so that nothing touches the one of the person who runs them."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from tests.make import Genesis

_HOME = tempfile.mkdtemp(prefix="genesis-tests-")
for _name in [name for name in os.environ if name.startswith("GENESIS_")] + ["DATABASE_URL"]:
    os.environ.pop(_name, None)
os.environ["HOME"] = os.environ["USERPROFILE"] = _HOME
os.environ["GIT_CONFIG_GLOBAL"] = os.devnull

# No wall clock decides over a property: in a clean copy on a busy machine the first example alone takes a second.
settings.register_profile("genesis", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("genesis")


@pytest.fixture(scope="session", autouse=True)
def _remove_home() -> Iterator[None]:
    yield
    shutil.rmtree(_HOME, ignore_errors=True)


@pytest.fixture
def now() -> datetime:
    return datetime(2026, 11, 30, 12, 0, tzinfo=UTC)


@pytest.fixture
def genesis(tmp_path: Path) -> Genesis:
    """The real program with an empty home: `genesis.run("remember", "text")`, `genesis.server()`."""
    return Genesis(tmp_path)
