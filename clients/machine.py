"""The machine that clients are looked for on: its system, its home folder, its environment.

`Machine` turns the path templates of the catalogue into paths. It reads the file system and changes nothing.
"""

from __future__ import annotations

import glob
import os
import re
import shutil
import sys
from collections.abc import Mapping
from dataclasses import dataclass

from memory import paths

SYSTEMS = ("linux", "macos", "windows")

# Where programs with a window keep their configuration.
_USER_CONFIG = {
    "linux": "{XDG_CONFIG_HOME|~/.config}",
    "macos": "~/Library/Application Support",
    "windows": "{APPDATA|~/AppData/Roaming}",
}
# The folders in which editors of the VS Code family keep extensions.
_EXTENSION_FOLDERS = (
    "~/.vscode/extensions",
    "~/.vscode-insiders/extensions",
    "~/.vscode-oss/extensions",
    "~/.vscode-server/extensions",
    "~/.cursor/extensions",
    "~/.windsurf/extensions",
)
_VARIABLE = re.compile(r"\{([A-Z][A-Z0-9_]*)(?:\|([^{}]*))?\}")


@dataclass(frozen=True, slots=True)
class Machine:
    """`system` is one of SYSTEMS; `home` is absolute; `environment` holds the variables that clients look at."""

    system: str
    home: str
    environment: Mapping[str, str]

    @classmethod
    def this(cls) -> Machine:
        """The one this program runs on."""
        system = {"win32": "windows", "darwin": "macos"}.get(sys.platform, "linux")
        return cls(system, paths.user_home(), paths.environment())

    def expand(self, template: str) -> str:
        """The path that `template` means here.

        `~` is the home folder, `{NAME|default}` a variable or, when it is unset or blank, the default,
        `{user_config}` the folder of configuration of programs with a window. Forward slashes on every system.
        """
        text = template.replace("{user_config}", _USER_CONFIG[self.system])
        while found := _VARIABLE.search(text):
            value = self.environment.get(found[1], "").strip() or found[2] or ""
            text = text[: found.start()] + value + text[found.end() :]
        if text == "~" or text.startswith("~/"):
            text = self.home + text[1:]
        return text.replace("\\", "/") if self.system == "windows" else text

    def found(self, template: str) -> list[str]:
        """The existing paths that `template` matches; it may hold the wildcards of `glob`."""
        path = self.expand(template)
        if glob.has_magic(template):
            return sorted(glob.glob(path))
        return [path] if os.path.lexists(path) else []

    def program(self, name: str) -> str:
        """The path of a program on PATH; blank if there is none."""
        return shutil.which(name, path=self.environment.get("PATH")) or ""

    def extension(self, identifier: str) -> str:
        """The folder of an installed extension of the VS Code family; blank if there is none."""
        for folder in _EXTENSION_FOLDERS:
            found = self.found(f"{folder}/{identifier}-*")
            if found:
                return found[0]
        return ""
