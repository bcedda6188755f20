"""The root CID of a manifest of the MCP Registry Spec."""

from toolpin_ci.canon.cid import manifest_cid
from toolpin_ci.canon.recipes.base import Options, Recipe, Text


def _run(text: Text, _: Options) -> str:
    return manifest_cid(text)


RECIPE = Recipe(
    id="registry-manifest-cid",
    title="Registry Spec root CID of a manifest",
    takes="a toolbundle manifest",
    run=_run,
)
