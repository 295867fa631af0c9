"""`python dying.py HOME`: kill setup and revert at every step, see trial.py. Started by test_killed.py."""

from __future__ import annotations

import os
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))


def main() -> None:
    os.environ["DJANGO_SETTINGS_MODULE"] = "genesis_site.settings"
    import django

    django.setup()

    from tests.clients.trial import run_trial

    run_trial(Path(sys.argv[1]))


if __name__ == "__main__":
    main()
