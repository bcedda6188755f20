"""`toolpin-ci explain`: one rule, taught."""

import argparse
import textwrap
from difflib import get_close_matches

from toolpin_ci.commands.call import Call, Command, output_options
from toolpin_ci.commands.every_rule import EVERY_ID, EVERY_RULE
from toolpin_ci.errors import UsageError

_WIDTH = 100
_TEACH = """\
  toolpin-ci explain tool-description-changed

`toolpin-ci rules` lists all ids."""


def _options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("rule", metavar="RULE", help="its id, as every report shows it in [brackets]")
    output_options(parser)


def _run(call: Call) -> int:
    asked = call.options.rule
    found = next((rule for rule in EVERY_RULE if asked in (rule.id, *rule.aliases)), None)
    if found is None:
        near = get_close_matches(asked, EVERY_ID, n=3)
        hint = f"did you mean {' or '.join(near)}? " if near else ""
        raise UsageError(f"there is no rule {asked!r}", advice=hint + "`toolpin-ci rules` lists them all")
    also = f"Known elsewhere as: {', '.join(found.aliases)}\n" if found.aliases else ""
    call.write(
        f"{found.id} ({found.severity})\n{found.title}\n\n{textwrap.fill(found.why, _WIDTH)}\n\n"
        f"Says: {found.message}\n{also}"
        f"Move it: policy.rules: {{{found.id}: info}} in .toolpin-ci.yml; `off` drops it.\n"
    )
    return 0


COMMAND = Command(
    summary="Teach one rule: what it sees and why it matters.",
    teach=_TEACH,
    options=_options,
    run=_run,
    operands="RULE",
)
