"""`toolpin-ci plan`: the servers as a job matrix."""

import argparse

from toolpin_ci.circumstances import Circumstances
from toolpin_ci.commands.call import Call, Command, base_option, output_options, server_options
from toolpin_ci.commands.check import circumstances
from toolpin_ci.commands.scene import locked_names, set_scene
from toolpin_ci.pipeline.planning import plan_text

SHARDS = 8
_TEACH = """\
Prints the servers in shards, as the `matrix` of a GitHub Actions job; each leg checks its own, and
`toolpin-ci report` puts their results together. Servers that only a lockfile knows are planned too.

  toolpin-ci plan --shards 2 --output plan.json

writes, for servers a, b, c and d:

  {"include":[{"shard":1,"servers":"a\\nb"},{"shard":2,"servers":"c\\nd"}]}"""


def _options(parser: argparse.ArgumentParser) -> None:
    server_options(parser)
    base_option(parser)
    parser.add_argument(
        "--shards", metavar="N", type=int, default=SHARDS, help="jobs at most; default: %(default)s"
    )
    output_options(parser)


def _run(call: Call) -> int:
    call.write(plan(call, circumstances(call), call.options.shards) + "\n")
    return 0


def plan(call: Call, around: Circumstances, shards: int) -> str:
    """Spread what a check of the whole repository would look at; nothing is started."""
    scene = set_scene(call, around.tip)
    others = locked_names(scene.settled, around.tip) if scene.whole_repo else set(scene.only_locked)
    return plan_text({*others, *(spec.name for spec in scene.specs)}, shards)


COMMAND = Command(
    summary="Print the servers as a job matrix, in shards.", teach=_TEACH, options=_options, run=_run
)
