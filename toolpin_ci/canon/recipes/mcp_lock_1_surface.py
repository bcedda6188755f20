"""The surface hash of the draft mcp-lock/1."""

from toolpin_ci.canon.mcp_lock import COVERAGE, surface_hash
from toolpin_ci.canon.recipes.base import Options, Recipe, Text, tools_of
from toolpin_ci.errors import UsageError
from toolpin_ci.model.jsonvalue import Json


def _run(text: Text, options: Options) -> str:
    return surface_hash(tools_of(text), _fields(options.get("coverage", COVERAGE)))


def _fields(value: Json) -> list[str]:
    fields = value.split(",") if isinstance(value, str) else value
    if isinstance(fields, (list, tuple)):
        return [str(field).strip() for field in fields]
    raise UsageError("`coverage` is a list of member names")


RECIPE = Recipe(
    id="mcp-lock-1-surface",
    title="mcp-lock/1 surface hash",
    takes="a JSON array of tools",
    run=_run,
    options=("coverage",),
)
