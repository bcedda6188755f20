"""Computes an API surface hash for Facets, whose documents name the inputs but no algorithm."""

from collections.abc import Mapping

from toolpin_ci.canon.digests import sha256_of
from toolpin_ci.canon.schema_order import definition_in_order
from toolpin_ci.canon.text import canonical
from toolpin_ci.errors import ToolpinError
from toolpin_ci.model.jsonvalue import Json, JsonObject

ALGORITHM = "toolpin-ci-facets-api-surface/1"
"""Stored beside a hash that we wrote: nobody else's hash can be equal to it."""

_MEMBERS = ("name", "description", "inputSchema")


def api_surface(tools: Json) -> str:
    """Hash names, descriptions and input schemas; absent, null and empty are three things."""
    return sha256_of(f"[{','.join(canonical(record) for record in records(tools))}]")


def records(tools: Json) -> tuple[JsonObject, ...]:
    """Give what the hash covers of each tool, in the order of names."""
    if not isinstance(tools, (list, tuple)):
        raise ToolpinError("the tools are not a JSON array")
    return tuple(sorted(map(_record, tools), key=lambda record: (str(record["name"]), canonical(record))))


def _record(tool: Json) -> JsonObject:
    if not isinstance(tool, Mapping) or not isinstance(tool.get("name"), str):
        raise ToolpinError("a tool without a string `name` has no API surface")
    return definition_in_order({member: tool[member] for member in _MEMBERS if member in tool})
