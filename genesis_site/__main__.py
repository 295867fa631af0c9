"""`python -m genesis_site VERB`: the `genesis` command by the interpreter it is installed for."""

import sys

from genesis_site.cli import main

sys.exit(main())
