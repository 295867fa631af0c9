"""The `genesis` command: a verb table. HOT verbs run without Django; the rest are management commands.

HOT: standard library only. Exit codes: 0 done, 1 no (with the reason), 3 bug, 130 interrupted.
"""

from __future__ import annotations

import os
import sys

from genesis_site.version import VERSION

HELP = f"""Genesis {VERSION}: one local memory for every AI coding agent on this machine.

  genesis setup            connect the AI coding tools on this machine (--revert undoes it)
  genesis clients          which tools there are, which are connected, when they last called
  genesis export-config    print one tool's entry, to paste it by hand
  genesis uninstall        put every file back; --purge also deletes the memory
  genesis mcp              the MCP server that an agent tool starts (stdio)
  genesis remember TEXT    store a note
  genesis recall QUERY     find notes
  genesis forget ID        take a note out of every search
  genesis import           take over CLAUDE.md, AGENTS.md, .cursorrules and their like
  genesis review           accept or reject what was noticed in conversations
  genesis capsule PROMPT   show what would go before a prompt here
  genesis status           what is stored, and where
  genesis doctor           prove that memory and tools work

`genesis VERB --help` tells more. Files live in ~/.genesis (GENESIS_HOME changes that).
"""

MCP_HELP = """usage: genesis mcp [--project NAME] [--client NAME] [--mode all|core|gateway]

The MCP server on standard input and output. An agent tool starts it; `genesis setup` connects the tools.

  --project NAME   keep to this project instead of the working folder's
  --client NAME    call the client this instead of what it calls itself
  --mode MODE      which tools are listed (default: GENESIS_MCP_TOOL_MODE, else all)
"""


VERBS = (
    *("setup", "clients", "export-config", "uninstall", "doctor", "status"),
    *("remember", "recall", "forget", "import", "review", "capsule"),
)


def main(arguments: list[str] | None = None, *, developer: bool = False) -> int:
    """Run one verb; returns the exit code.

    `developer`: Django's own commands are allowed, too (`manage.py`). The `genesis` command has none of them: one
    word such as `flush` would empty the memory.
    """
    try:
        return _run(sys.argv[1:] if arguments is None else arguments, developer=developer)
    except KeyboardInterrupt:
        return 130


def _run(words: list[str], *, developer: bool) -> int:
    _never_fail_on_output()
    verb = words[0] if words else "--help"
    if verb == "mcp":
        if {"-h", "--help"} & set(words):
            sys.stdout.write(MCP_HELP)
            return 0
        from genesis_site.mcp.entry import run

        return run(words[1:])
    if verb == "hook-capture":
        from genesis_site.hook_capture import run as capture

        return capture(words[1:])
    if verb in ("-h", "--help", "help") and len(words) < 2:
        sys.stdout.write(HELP)
        return 0
    if verb in ("--version", "version"):
        sys.stdout.write(f"genesis {VERSION}\n")
        return 0
    if verb not in VERBS and not developer:
        return _unknown(verb)
    from genesis_site.management.lane import run_command

    return run_command(words)


def _unknown(verb: str) -> int:
    from difflib import get_close_matches

    near = get_close_matches(verb, [*VERBS, "mcp"], n=1)
    hint = f"Did you mean `genesis {near[0]}`?" if near else "`genesis --help` lists the verbs."
    sys.stderr.write(f"genesis: unknown verb '{verb}'. {hint}\n")
    return 1


def _never_fail_on_output() -> None:
    """A terminal that cannot show a character gets its code point, not a traceback."""
    # A closed standard stream is None.
    streams = [stream for stream in (sys.stdout, sys.stderr) if stream is not None]
    for stream in streams:
        # Not every stream that stands in for the terminal can be reconfigured.
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="backslashreplace")
    if os.name == "nt":
        for stream in streams:
            if not stream.isatty():
                getattr(stream, "reconfigure", lambda **_: None)(encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
