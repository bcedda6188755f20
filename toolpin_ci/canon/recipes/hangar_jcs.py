"""The digest of one tool in MCP Hangar 1.2.1 and later."""

from toolpin_ci.canon.ecmascript import parse
from toolpin_ci.canon.hangar import jcs_digest
from toolpin_ci.canon.recipes.base import Options, Recipe, Text


def _run(text: Text, _: Options) -> str:
    return jcs_digest(parse(text))


RECIPE = Recipe(
    id="hangar-jcs",
    title="MCP Hangar 1.2.1 and later: digest of one tool",
    takes="one tool",
    run=_run,
)
