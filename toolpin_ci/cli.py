"""Turns argv and environment into one command's run and its exit code."""

import gc
import os
import sys
from collections.abc import Mapping, Sequence
from importlib import import_module
from io import TextIOWrapper

from toolpin_ci import __version__
from toolpin_ci.blame import Blame
from toolpin_ci.commands import COMMANDS, Call, Command
from toolpin_ci.errors import ToolpinError, UsageError

_INTERRUPTED = 130
_READER_GONE = 141


def entry() -> None:
    """Run as a program."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):  # our output is UTF-8 in every locale
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    gc.disable()  # a short life with few cycles: looking for them costs a third of a large check
    code = main(sys.argv[1:], os.environ)
    gc.freeze()  # or leaving would look for cycles in everything
    sys.exit(code)


def main(argv: Sequence[str], environ: Mapping[str, str]) -> int:
    """Run one command and give its exit code."""
    try:
        with Blame():
            code = _run(argv, environ)
            sys.stdout.flush()
    except ToolpinError as error:
        return _complain(error)
    except KeyboardInterrupt:
        sys.stderr.write("toolpin-ci: interrupted\n")
        return _INTERRUPTED
    except BrokenPipeError:  # no verdict that nobody read is a clean one
        sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: PTH123, SIM115 - the reader is gone
        return _READER_GONE
    return code


def _run(argv: Sequence[str], environ: Mapping[str, str]) -> int:
    if not argv or argv[0] in ("-h", "--help", "help"):
        sys.stdout.write(_overview())
        return 0 if argv else UsageError.exit_code
    if argv[0] in ("-V", "--version"):
        sys.stdout.write(f"toolpin-ci {__version__}\n")
        return 0
    if argv[0] not in COMMANDS:
        from difflib import get_close_matches

        near = get_close_matches(argv[0], COMMANDS, n=1)
        hint = f"did you mean `{near[0]}`? " if near else ""
        message = f"there is no command {argv[0]!r}"
        raise UsageError(message, advice=f"{hint}`toolpin-ci --help` lists them all")
    command: Command = import_module(f"toolpin_ci.commands.{COMMANDS[argv[0]].module}").COMMAND
    return command.run(Call.parse(command, argv[0], argv[1:], environ))


def _complain(error: ToolpinError) -> int:
    lines = list(error.diagnostics())
    sys.stderr.write("\n".join([f"toolpin-ci: {lines[0]}", *(f"  → {line}" for line in lines[1:])]) + "\n")
    return error.exit_code


def _overview() -> str:
    rows = "\n".join(f"  {name:<17} {command.summary}" for name, command in COMMANDS.items())
    return f"""\
Usage: toolpin-ci COMMAND [options] [-- SERVER COMMAND…]

ToolPin CI asks MCP servers what they offer, compares that with the committed lockfile, and says what changed.

  toolpin-ci lock -- python my_server.py     write mcp-lock.json
  toolpin-ci check -- python my_server.py    has the server drifted from it?

Commands:
{rows}

`toolpin-ci COMMAND --help` teaches one.
Exit codes: 0 clean, 1 the gate says no, 2 the call or a file is unusable, 3 could not check, 4 our bug.
"""
