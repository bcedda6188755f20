"""Our API surface hash for Facets, whose documents define none."""

from toolpin_ci.canon.facets import api_surface
from toolpin_ci.canon.recipes.base import Options, Recipe, Text
from toolpin_ci.canon.text import parse


def _run(text: Text, _: Options) -> str:
    return api_surface(parse(text))


RECIPE = Recipe(
    id="facets-api-surface",
    title="Facets API surface hash (algorithm toolpin-ci-facets-api-surface/1)",
    takes="a JSON array of tools",
    run=_run,
)
