"""`toolpin-ci rules`: what is checked."""

import argparse

from toolpin_ci.canon.text import pretty
from toolpin_ci.commands.call import Call, Command, output_options
from toolpin_ci.commands.every_rule import EVERY_RULE
from toolpin_ci.model.jsonvalue import Json
from toolpin_ci.rules.base import HELP, Rule
from toolpin_ci.scan import ScanRule

_TEACH = """\
  toolpin-ci rules
  toolpin-ci rules --format json --output rules.json

`toolpin-ci explain RULE` teaches one. Severities can be moved in .toolpin-ci.yml under policy.rules."""


def _options(parser: argparse.ArgumentParser) -> None:
    output_options(parser, "text", "json")


def _run(call: Call) -> int:
    if call.options.format == "json":
        call.write(pretty([_as_json(rule) for rule in EVERY_RULE]) + "\n")
        return 0
    width = max(len(rule.id) for rule in EVERY_RULE)
    rows = (
        f"{rule.severity:<9} {rule.id:<{width}}  {rule.title}\n" for rule in sorted(EVERY_RULE, key=_order)
    )
    call.write("".join(rows))
    return 0


def _order(rule: Rule | ScanRule) -> tuple[int, str]:
    return rule.severity.rank, rule.id


def _as_json(rule: Rule | ScanRule) -> Json:
    return {
        "id": rule.id,
        "aliases": list(rule.aliases),
        "title": rule.title,
        "severity": str(rule.severity),
        "why": rule.why,
        "help": rule.help if isinstance(rule, Rule) else HELP,
        "deprecated": isinstance(rule, Rule) and rule.deprecated,
    }


COMMAND = Command(summary="List what is checked, worst first.", teach=_TEACH, options=_options, run=_run)
