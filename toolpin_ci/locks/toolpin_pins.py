"""The three hashes that ToolPin pins, computed from a surface."""

from collections.abc import Mapping

from toolpin_ci.canon.toolpin import tool_hashes
from toolpin_ci.errors import ToolpinError
from toolpin_ci.model.jsonvalue import Json, JsonObject
from toolpin_ci.model.surface import Surface

HASH_MEMBERS = ("toolDescriptionHash", "toolManifestHash", "toolSurfaceHash")
_COVERAGE: list[Json] = ["name", "description", "inputSchema"]


def tool_pins(surface: Surface) -> Mapping[str, JsonObject]:
    """Compute ToolPin's pins, without those that it has not or that depend on its machine's locale."""
    tools = [item.definition for items in surface.lists.get("tools", {}).values() for item in items]
    try:
        hashes = tool_hashes(tools)
    except ToolpinError:
        return {}
    common: dict[str, Json] = {"algorithm": "sha256", "toolCount": len(tools)}
    pins: dict[str, JsonObject] = {
        "toolSurfaceHash": {**common, "coverage": _COVERAGE, "value": hashes.surface}
    }
    if hashes.description is not None and hashes.manifest is not None:
        pins["toolDescriptionHash"] = {**common, "value": hashes.description}
        pins["toolManifestHash"] = {**common, "value": hashes.manifest}
    return pins
