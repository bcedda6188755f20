"""`toolpin-ci accept`: the Registry Spec's nine steps."""

import argparse
from collections.abc import Mapping

from toolpin_ci.canon.text import parse, pretty
from toolpin_ci.commands.call import Call, Command, output_options
from toolpin_ci.commands.files import read_named
from toolpin_ci.errors import JsonError, UsageError

_TEACH = """\
Judges a tool bundle by the MCP Registry Spec's verifier rulebook 0.1.1: one JSON file with the documents, the
keys, the policy and the time. The strict reading, which closes the rulebook's holes, is the default.

  toolpin-ci accept bundle.json
  toolpin-ci accept --normative bundle.json

Exit code 0: ACCEPT; 1: REJECT, with the rulebook's error code."""


def _options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE")
    parser.add_argument("--normative", action="store_true", help="the rulebook to the letter, holes included")
    output_options(parser, "text", "json")


def _run(call: Call) -> int:
    from toolpin_ci.registry import accept

    name = call.options.file
    try:
        inputs = parse(read_named(name))
    except JsonError as error:
        raise UsageError(f"{name}: {error.message}", advice=error.advice) from error
    if not isinstance(inputs, Mapping):
        raise UsageError(f"{name}: no JSON object")
    verdict = accept(inputs, strict=not call.options.normative)
    if call.options.format == "json":
        call.write(pretty(verdict) + "\n")
    else:
        call.write(
            f"{verdict['result']}{' ' + str(verdict['error_code']) if 'error_code' in verdict else ''}\n"
        )
    return 0 if verdict["result"] == "ACCEPT" else 1


COMMAND = Command(
    summary="Judge a tool bundle by the Registry Spec's rulebook.", teach=_TEACH, options=_options, run=_run
)
