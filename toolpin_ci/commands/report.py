"""`toolpin-ci report`: results made elsewhere, as one report."""

import argparse

from toolpin_ci.commands.call import FORMATS, Call, Command, output_options
from toolpin_ci.commands.files import read_named

_TEACH = """\
Merges what `check --format json` wrote in other jobs into one report. Nothing is started, and the results are
read as if somebody hostile had written them.

  toolpin-ci report results/*.json --format markdown --output comment.md
  toolpin-ci report results/*.json --plan plan.json

With the plan that spread the servers, a job that left no result counts as "could not check", and a result
that is of no job of the plan is refused. Exit code: that of one check of all the servers."""


def _options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("results", metavar="RESULT", nargs="+", help="what `check --format json` wrote")
    parser.add_argument("--plan", metavar="FILE", help="what `toolpin-ci plan` printed")
    output_options(parser, *FORMATS)


def _run(call: Call) -> int:
    from toolpin_ci.pipeline.merging import merge
    from toolpin_ci.pipeline.planning import read_plan
    from toolpin_ci.render import RenderOptions, render
    from toolpin_ci.render.json_read import read_part

    plan = read_plan(read_named(call.options.plan)) if call.options.plan else None
    report = merge([read_part(read_named(name), name) for name in call.options.results], plan)
    call.write(render(report, call.options.format, RenderOptions(colour=call.colour)))
    return report.exit_code


COMMAND = Command(
    summary="Merge results of other jobs into one report.",
    teach=_TEACH,
    options=_options,
    run=_run,
    operands="RESULT…",
)
