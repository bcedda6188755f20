"""`toolpin-ci diff`: what changed between two files."""

import argparse
from pathlib import Path

from toolpin_ci.commands.call import FORMATS, Call, Command, output_options
from toolpin_ci.edge.tree import NamedFiles
from toolpin_ci.errors import UsageError
from toolpin_ci.pipeline.differing import differences

_TEACH = """\
Compares two lockfiles, two outputs of `probe`, or two surfaces whose lists are arrays.
Starts nothing, asks nobody.

  toolpin-ci diff old.json new.json
  git show main:mcp-lock.json > old.json; toolpin-ci diff old.json mcp-lock.json --format markdown

Exit code 0: the same; 1: they differ; 2: a file is unusable."""


def _options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("old", metavar="OLD")
    parser.add_argument("new", metavar="NEW")
    output_options(parser, *FORMATS)


def _run(call: Call) -> int:
    findings = differences(_read(call.options.old), _read(call.options.new))
    from toolpin_ci.render import RenderOptions, render_changes

    call.write(render_changes(findings, call.options.format, RenderOptions(colour=call.colour)))
    return 1 if findings else 0


def _read(name: str) -> tuple[str, bytes]:
    raw = NamedFiles(Path.cwd(), frozenset((name,))).read(name)
    if raw is None:
        raise UsageError(f"{name}: there is no such file")
    return name, raw


COMMAND = Command(summary="Say what changed between two files.", teach=_TEACH, options=_options, run=_run)
