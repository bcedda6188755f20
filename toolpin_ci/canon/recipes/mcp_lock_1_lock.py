"""The whole-lock digest of the draft mcp-lock/1."""

from toolpin_ci.canon.mcp_lock import lock_digest
from toolpin_ci.canon.recipes.base import Options, Recipe, Text
from toolpin_ci.canon.text import parse


def _run(text: Text, _: Options) -> str:
    return lock_digest(parse(text))


RECIPE = Recipe(
    id="mcp-lock-1-lock",
    title="mcp-lock/1 digest of a whole lockfile",
    takes="an mcp-lock/1 document",
    run=_run,
)
