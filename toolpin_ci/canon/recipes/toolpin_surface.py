"""ToolPin's toolSurfaceHash."""

from toolpin_ci.canon.recipes.base import Options, Recipe, Text, tools_of
from toolpin_ci.canon.toolpin_tools import surface_hash


def _run(text: Text, _: Options) -> str:
    return surface_hash(tools_of(text))


RECIPE = Recipe(
    id="toolpin-surface",
    title="ToolPin toolSurfaceHash: names, descriptions and input schemas, absent and null apart",
    takes="a JSON array of tools",
    run=_run,
)
