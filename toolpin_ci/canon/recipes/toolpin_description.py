"""ToolPin's toolDescriptionHash."""

from toolpin_ci.canon.recipes.base import Options, Recipe, Text, tools_of
from toolpin_ci.canon.toolpin_tools import description_hash


def _run(text: Text, _: Options) -> str:
    return description_hash(tools_of(text))


RECIPE = Recipe(
    id="toolpin-description",
    title="ToolPin toolDescriptionHash: names and descriptions",
    takes="a JSON array of tools",
    run=_run,
)
