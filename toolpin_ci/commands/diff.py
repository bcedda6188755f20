"""`toolpin-ci diff`: what changed between two files."""

import argparse

from toolpin_ci.commands.call import FORMATS, Call, Command, output_options
from toolpin_ci.commands.drawing import render_options
from toolpin_ci.commands.files import read_named
from toolpin_ci.pipeline.differing import differences

_TEACH = """\
Compares two lockfiles, two outputs of `probe`, or two surfaces whose lists are arrays.
Starts nothing, asks nobody.

  toolpin-ci diff old.json new.json
  git show main:mcp-lock.json > old.json; toolpin-ci diff old.json mcp-lock.json --format markdown

Exit code 0: the same; 1: they differ; 2: a file is unusable."""


def _options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("old", metavar="OLD", help="a lockfile, an output of `probe`, or a surface")
    parser.add_argument("new", metavar="NEW", help="the same kind of file, later")
    output_options(parser, *FORMATS)


def _run(call: Call) -> int:
    old, new = call.options.old, call.options.new
    findings = differences((old, read_named(old)), (new, read_named(new)))
    from toolpin_ci.render import render_changes

    call.write(render_changes(findings, call.options.format, render_options(call)))
    return 1 if findings else 0


COMMAND = Command(
    summary="Say what changed between two files.",
    teach=_TEACH,
    options=_options,
    run=_run,
    operands="OLD NEW",
)
