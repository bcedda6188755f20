"""The CID of a document of the MCP Registry Spec."""

from toolpin_ci.canon.cid import document_cid
from toolpin_ci.canon.recipes.base import Options, Recipe, Text


def _run(text: Text, _: Options) -> str:
    return document_cid(text)


RECIPE = Recipe(
    id="registry-cid",
    title="Registry Spec CID of a document",
    takes="a JSON document",
    run=_run,
)
