"""ToolPin's toolManifestHash."""

from toolpin_ci.canon.recipes.base import Options, Recipe, Text, tools_of
from toolpin_ci.canon.toolpin_tools import manifest_hash


def _run(text: Text, _: Options) -> str:
    return manifest_hash(tools_of(text))


RECIPE = Recipe(
    id="toolpin-manifest",
    title="ToolPin toolManifestHash: names, descriptions and input schemas",
    takes="a JSON array of tools",
    run=_run,
)
