"""Computes MCP Hangar's digest of one tool, as version 1.2.0 did and as later versions do."""

import json
from collections.abc import Mapping
from hashlib import sha256

from toolpin_ci.canon.ecmascript import Dialect, write
from toolpin_ci.canon.jcs import strict_canonical
from toolpin_ci.errors import ToolpinError
from toolpin_ci.model.jsonvalue import Json, JsonObject, Number

FIELDS = ("name", "description", "inputSchema", "outputSchema")
"""The only members of a tool that a digest covers."""


def json_digest(tool: Json) -> str:
    """Digest as 1.2.0: Python's own JSON, members that are not null; any truthy name will do."""
    definition = _object(tool)
    if not _is_truthy(definition.get("name")):
        raise ToolpinError("tool dict must contain a non-empty 'name' key")
    payload = {field: definition[field] for field in FIELDS if definition.get(field) is not None}
    return sha256(write(payload, _PYTHON).encode()).hexdigest()


def jcs_digest(tool: Json) -> str:
    """Digest as 1.2.1 and later: RFC 8785 over the members that are neither null nor empty."""
    definition = _object(tool)
    name = definition.get("name")
    if not isinstance(name, str) or not name:
        raise ToolpinError("tool missing required string field 'name'")
    payload = {field: definition[field] for field in FIELDS if not _is_empty(definition.get(field))}
    return sha256(strict_canonical(payload).encode()).hexdigest()


def _object(tool: Json) -> JsonObject:
    if isinstance(tool, Mapping):
        return tool
    raise ToolpinError("a tool is a JSON object")


def _is_truthy(value: Json) -> bool:
    return float(value) != 0 if isinstance(value, Number) else bool(value)


def _is_empty(value: Json) -> bool:
    return value is None or (isinstance(value, (str, list, tuple, Mapping)) and not value)


def _members(value: JsonObject) -> list[tuple[str, Json]]:
    return sorted(value.items(), key=lambda member: member[0])


def _python_number(value: int | Number) -> str:
    if isinstance(value, Number):
        return "0" if value.text == "-0" else json.dumps(float(value))
    return str(int(value))


_PYTHON = Dialect(members=_members, number=_python_number, string=json.dumps)
