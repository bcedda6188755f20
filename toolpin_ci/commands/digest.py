"""`toolpin-ci digest`: one digest in any system's scheme."""

import argparse

from toolpin_ci.canon.recipes import RECIPES, digest, recipe
from toolpin_ci.commands.call import Call, Command, output_options
from toolpin_ci.commands.files import read_named
from toolpin_ci.errors import UsageError

_TEACH = """\
Prints the digest as the system that defines the scheme would store it.

  toolpin-ci digest --list
  toolpin-ci digest --scheme toolpin-lock mcp-lock.json
  toolpin-ci digest --scheme surface surface.json"""


def _options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", nargs="?", help="what the scheme takes, as JSON")
    parser.add_argument("--scheme", metavar="S", help="which digest; --list names them")
    parser.add_argument("--coverage", metavar="FIELDS", help="for mcp-lock-1-surface: name,description,…")
    parser.add_argument("--list", action="store_true", help="name the schemes and what each takes")
    output_options(parser)


def _run(call: Call) -> int:
    if call.options.list:
        rows = [recipe(name) for name in RECIPES]
        call.write("".join(f"{row.id:<22} {row.takes}: {row.title}\n" for row in rows))
        return 0
    if not call.options.scheme or not call.options.file:
        raise UsageError(
            "a digest needs --scheme and a file", advice="`toolpin-ci digest --list` names the schemes"
        )
    options = {"coverage": call.options.coverage.split(",")} if call.options.coverage else {}
    call.write(digest(call.options.scheme, read_named(call.options.file), **options) + "\n")
    return 0


COMMAND = Command(
    summary="Compute one digest in any system's scheme.",
    teach=_TEACH,
    options=_options,
    run=_run,
    operands="[FILE]",
)
