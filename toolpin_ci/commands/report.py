"""`toolpin-ci report`: results made elsewhere, as one report."""

import argparse

from toolpin_ci.commands.call import FORMATS, Call, Command, output_options
from toolpin_ci.commands.files import read_named

_TEACH = """\
Merges what `check --format json` wrote in other jobs into one report. Nothing is started, and the results are
read as if somebody hostile had written them.

  toolpin-ci report results/*.json --format markdown --output comment.md

Exit code: the worst of the results."""


def _options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("results", metavar="RESULT", nargs="+")
    output_options(parser, *FORMATS)


def _run(call: Call) -> int:
    from toolpin_ci.render import RenderOptions, render
    from toolpin_ci.render.json_read import merge, read_report

    report = merge(read_report(read_named(name), name) for name in call.options.results)
    call.write(render(report, call.options.format, RenderOptions(colour=call.colour)))
    return report.exit_code


COMMAND = Command(
    summary="Merge results of other jobs into one report.", teach=_TEACH, options=_options, run=_run
)
