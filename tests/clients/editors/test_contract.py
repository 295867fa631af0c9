"""What all editors have in common."""

from __future__ import annotations

import pytest

from clients.editors.contract import CannotEdit, Editor, Element, Path
from clients.editors.dotenv import DOTENV
from clients.editors.toml import TOML
from clients.editors.yaml import YAML


@pytest.mark.parametrize("path", [(Element("a"),), ("hooks", Element("a")), ("hooks", Element("a"), "b")])
@pytest.mark.parametrize("editor", [DOTENV, TOML, YAML], ids=["dotenv", "toml", "yaml"])
def test_only_json_has_elements_by_their_value(editor: Editor, path: Path) -> None:
    for attempt in (
        lambda: editor.put("", path, "a"),
        lambda: editor.drop("", path),
        lambda: editor.snippet(path, "a"),
    ):
        with pytest.raises(CannotEdit):
            attempt()
