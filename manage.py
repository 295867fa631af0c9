#!/usr/bin/env python3
"""Django's entry point. `manage.py mcp` takes the same fast lane as the `genesis` script."""

import sys

from genesis_site.cli import main

if __name__ == "__main__":
    sys.exit(main(developer=True))
