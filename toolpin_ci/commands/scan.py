"""`toolpin-ci scan`: suspicious text in a surface."""

import argparse

from toolpin_ci.canon.surface_document import SurfaceError, as_surface, from_json
from toolpin_ci.canon.terminal import plain
from toolpin_ci.canon.text import parse, pretty
from toolpin_ci.commands.call import Call, Command, output_options
from toolpin_ci.commands.files import read_named
from toolpin_ci.errors import JsonError, UsageError
from toolpin_ci.model.surface import Surface
from toolpin_ci.pipeline.scanning import scan_documents

_TEACH = """\
Reads every text that a model would get and names what hides, commands or deceives. Advisory: exit code 0.
In a check, only text that is new in the pull request counts.

  toolpin-ci probe --output surface.json -- python my_server.py
  toolpin-ci scan surface.json"""


def _options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "file", metavar="FILE", help="an output of `probe`, a surface with arrays, or an array of tools"
    )
    output_options(parser, "text", "json")


def _run(call: Call) -> int:
    found = list(scan_documents(_surface(call.options.file)))
    if call.options.format == "json":
        call.write(pretty(found) + "\n")
        return 0
    rows = [
        f"{row['severity']:<9} {plain(str(row['subject'] or 'server'))} {row['pointer']}: {row['message']}"
        f"  [{row['rule']}]\n"
        for row in found
    ]
    call.write("".join(rows) or "Nothing suspicious was found in the text.\n")
    return 0


def _surface(name: str) -> Surface:
    try:
        return from_json(as_surface(parse(read_named(name), finite=True)))[0]
    except (JsonError, SurfaceError) as error:
        raise UsageError(f"{name}: {error.message}", advice=error.advice) from error


COMMAND = Command(
    summary="Find suspicious text in a surface; advisory.",
    teach=_TEACH,
    options=_options,
    run=_run,
    operands="FILE",
)
