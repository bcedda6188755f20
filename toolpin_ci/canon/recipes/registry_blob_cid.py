"""The CID of a file of the MCP Registry Spec."""

from toolpin_ci.canon.cid import blob_cid
from toolpin_ci.canon.recipes.base import Options, Recipe, Text


def _run(text: Text, _: Options) -> str:
    return blob_cid(text.encode() if isinstance(text, str) else text)


RECIPE = Recipe(
    id="registry-blob-cid",
    title="Registry Spec CID of a file",
    takes="any bytes",
    run=_run,
)
