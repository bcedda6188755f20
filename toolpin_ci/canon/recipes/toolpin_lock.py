"""ToolPin's digest of a whole lockfile."""

from toolpin_ci.canon.ecmascript import parse
from toolpin_ci.canon.recipes.base import Options, Recipe, Text
from toolpin_ci.canon.toolpin_entry import lock_digest


def _run(text: Text, _: Options) -> str:
    return lock_digest(parse(text))


RECIPE = Recipe(
    id="toolpin-lock",
    title="ToolPin digest of a whole lockfile",
    takes="a ToolPin lockfile, version 2",
    run=_run,
)
