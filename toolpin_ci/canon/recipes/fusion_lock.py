"""The root digest of a mcp-fusion or vurb lockfile, recomputed."""

from toolpin_ci.canon.ecmascript import parse
from toolpin_ci.canon.fusion import lock_root
from toolpin_ci.canon.recipes.base import Options, Recipe, Text


def _run(text: Text, _: Options) -> str:
    return lock_root(parse(text))


RECIPE = Recipe(
    id="fusion-lock",
    title="mcp-fusion / vurb root digest",
    takes="a vurb.lock or mcp-fusion.lock",
    run=_run,
)
