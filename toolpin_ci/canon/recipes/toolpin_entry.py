"""ToolPin's integrity of one lockfile entry."""

from toolpin_ci.canon.ecmascript import parse
from toolpin_ci.canon.recipes.base import Options, Recipe, Text
from toolpin_ci.canon.toolpin_entry import entry_integrity


def _run(text: Text, _: Options) -> str:
    return entry_integrity(parse(text))


RECIPE = Recipe(
    id="toolpin-entry",
    title="ToolPin integrity of one entry",
    takes="one entry of a ToolPin lockfile",
    run=_run,
)
