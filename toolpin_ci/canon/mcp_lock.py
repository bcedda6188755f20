"""Computes the three digests of the draft `mcp-lock/1`."""

from collections.abc import Mapping, Sequence

from toolpin_ci.canon.ecmascript import utf16
from toolpin_ci.canon.jcs import refuse_equal_names, sri_digest
from toolpin_ci.errors import ToolpinError
from toolpin_ci.model.jsonvalue import Json, JsonObject

COVERAGE = ("name", "description", "inputSchema")
"""The fields that a surface pin may cover; the first two always."""


def is_coverage(value: Json) -> bool:
    """Tell a coverage that the draft allows."""
    return (
        isinstance(value, (list, tuple))
        and all(isinstance(field, str) and field in COVERAGE for field in value)
        and all(field in value for field in COVERAGE[:2])
    )


def surface_hash(tools: Json, coverage: Sequence[str] = COVERAGE) -> str:
    """Hash a tools list over the covered fields, in UTF-16 order of names (§5)."""
    if not is_coverage(list(coverage)):
        raise ToolpinError(f"coverage {list(coverage)!r} is not one that mcp-lock/1 allows: {COVERAGE!r}")
    if not isinstance(tools, (list, tuple)):
        raise ToolpinError("the tools are not a JSON array")
    ordered = sorted((_named(tool) for tool in tools), key=lambda tool: utf16(str(tool["name"])))
    return sri_digest([{field: tool[field] for field in coverage if field in tool} for tool in ordered])


def _named(tool: Json) -> JsonObject:
    if isinstance(tool, Mapping) and isinstance(tool.get("name"), str):
        return tool
    raise ToolpinError("a tool without a string `name` cannot be pinned")


def entry_integrity(entry: Json) -> str:
    """Hash an entry without its `integrity`; members that we do not know are covered too (§8.2)."""
    if not isinstance(entry, Mapping):
        raise ToolpinError("an entry is a JSON object")
    refuse_equal_names(entry)
    return sri_digest({key: value for key, value in entry.items() if key != "integrity"})


def lock_digest(document: Json) -> str:
    """Hash a lock without its two time stamps (§8.3)."""
    if not isinstance(document, Mapping):
        raise ToolpinError("a lockfile is a JSON object")
    refuse_equal_names(document)
    covered = ("specVersion", "entries", "extensions")
    return sri_digest({member: document[member] for member in covered if member in document})
