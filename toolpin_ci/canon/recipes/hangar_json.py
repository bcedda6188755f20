"""The digest of one tool in MCP Hangar 1.2.0."""

from toolpin_ci.canon.ecmascript import parse
from toolpin_ci.canon.hangar import json_digest
from toolpin_ci.canon.recipes.base import Options, Recipe, Text


def _run(text: Text, _: Options) -> str:
    return json_digest(parse(text))


RECIPE = Recipe(
    id="hangar-json",
    title="MCP Hangar 1.2.0: digest of one tool",
    takes="one tool",
    run=_run,
)
