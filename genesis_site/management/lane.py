"""The way of a verb through Django: set up, run the management command, turn failures into exit codes.

Called by genesis_site/cli.py for every verb that is not HOT.
"""

from __future__ import annotations

import os
import sys
import traceback

EXIT_NO, EXIT_BUG, EXIT_INTERRUPTED = 1, 3, 130


def run_command(words: list[str]) -> int:
    """Run `words` as a management command; returns the exit code and never raises."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "genesis_site.settings")
    from django.core.exceptions import ImproperlyConfigured
    from django.core.management import ManagementUtility
    from django.core.management.base import CommandError

    from memory.errors import GenesisError
    from memory.paths import BadSetting

    try:
        ManagementUtility(["genesis", *words]).execute()
        if sys.stdout is not None:
            sys.stdout.flush()
    except (GenesisError, CommandError, BadSetting, ImproperlyConfigured) as error:
        return _say(str(error), EXIT_NO)
    except KeyboardInterrupt:
        return EXIT_INTERRUPTED
    except BrokenPipeError:
        _drop_output()  # the reader went away (`genesis recall x | head -1`): leave without a word
        return 0
    except OSError as error:
        _drop_output()
        return _say(f"{error.strerror or error}. Is there room on the disk, and is standard output open?", EXIT_NO)
    except SystemExit as leaving:
        return leaving.code if isinstance(leaving.code, int) else EXIT_NO if leaving.code else 0
    except Exception:
        traceback.print_exc()
        return _say("This is a bug in Genesis. Please report the lines above.", EXIT_BUG)
    return 0


def _say(message: str, code: int) -> int:
    if sys.stderr is not None:
        sys.stderr.write(f"genesis: {message}\n")
    return code


def _drop_output() -> None:
    """Let what is still buffered go nowhere, or the interpreter fails on it once more when it ends."""
    if sys.stdout is not None:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
