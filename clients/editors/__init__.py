"""The editors of the formats with a structure, by the name that the catalogue gives the format."""

from __future__ import annotations

from clients.editors.contract import Editor
from clients.editors.jsonc import JSON, JSONC
from clients.editors.toml import TOML
from clients.editors.yaml import YAML

EDITORS: dict[str, Editor] = {"json": JSON, "jsonc": JSONC, "toml": TOML, "yaml": YAML}
