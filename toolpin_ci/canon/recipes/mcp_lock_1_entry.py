"""The integrity of an entry of the draft mcp-lock/1."""

from toolpin_ci.canon.mcp_lock import entry_integrity
from toolpin_ci.canon.recipes.base import Options, Recipe, Text
from toolpin_ci.canon.text import parse


def _run(text: Text, _: Options) -> str:
    return entry_integrity(parse(text))


RECIPE = Recipe(
    id="mcp-lock-1-entry",
    title="mcp-lock/1 integrity of one entry",
    takes="one entry of an mcp-lock/1 document",
    run=_run,
)
