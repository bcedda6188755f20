"""Our own root digest of a surface."""

from toolpin_ci.canon.recipes.base import Options, Recipe, Text
from toolpin_ci.canon.surface_document import from_json
from toolpin_ci.canon.text import parse


def _run(text: Text, _: Options) -> str:
    return from_json(parse(text))[0].digest


RECIPE = Recipe(
    id="surface",
    title="ToolPin CI root digest of a surface",
    takes="what `probe` prints, or a surface whose lists are arrays",
    run=_run,
)
