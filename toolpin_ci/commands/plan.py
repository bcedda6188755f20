"""`toolpin-ci plan`: the servers as a job matrix."""

import argparse

from toolpin_ci.canon.text import compact
from toolpin_ci.commands.call import Call, Command, output_options, server_options
from toolpin_ci.commands.scene import set_scene
from toolpin_ci.errors import UsageError
from toolpin_ci.model.jsonvalue import Json

_MOST = 256
_TEACH = """\
Prints the servers in shards, as the `matrix` of a GitHub Actions job; each leg checks its own, and
`toolpin-ci report` puts their results together.

  toolpin-ci plan --shards 8

  {"include":[{"shard":1,"servers":"a\\nb"},{"shard":2,"servers":"c\\nd"}]}"""


def _options(parser: argparse.ArgumentParser) -> None:
    server_options(parser)
    parser.add_argument("--shards", metavar="N", type=int, default=8, help="legs at most (%(default)s)")
    output_options(parser)


def _run(call: Call) -> int:
    if not 1 <= call.options.shards <= _MOST:
        raise UsageError(f"--shards must be from 1 to {_MOST}: a job matrix has no more legs")
    names = sorted(spec.name for spec in set_scene(call).specs)
    legs = min(call.options.shards, len(names))
    rows: list[Json] = [{"shard": leg + 1, "servers": "\n".join(names[leg::legs])} for leg in range(legs)]
    call.write(compact({"include": rows}) + "\n")
    return 0


COMMAND = Command(
    summary="Print the servers as a job matrix, in shards.", teach=_TEACH, options=_options, run=_run
)
