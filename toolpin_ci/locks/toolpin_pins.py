"""The three hashes that ToolPin pins, computed from a surface."""

from collections.abc import Mapping, Sequence

from toolpin_ci.canon.toolpin import as_probed, tool_hashes
from toolpin_ci.errors import ToolpinError
from toolpin_ci.model.jsonvalue import Json, JsonObject
from toolpin_ci.model.surface import Surface

HASH_MEMBERS = ("toolDescriptionHash", "toolManifestHash", "toolSurfaceHash")
_COVERAGE: list[Json] = ["name", "description", "inputSchema"]


def tool_pins(surface: Surface) -> Mapping[str, JsonObject]:
    """Compute ToolPin's pins of a surface."""
    return _pins([item.definition for items in surface.lists.get("tools", {}).values() for item in items])


def pins_of_tools(tools: Sequence[JsonObject]) -> Mapping[str, JsonObject]:
    """Compute the pins that ToolPin takes from a live list, as its client hands it over."""
    return _pins(as_probed(tools))


def _pins(tools: Sequence[JsonObject]) -> Mapping[str, JsonObject]:
    """Leave out what ToolPin refuses to hash, and hashes whose order depends on its machine's locale."""
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


def pinned_hashes(entry: JsonObject) -> Mapping[str, JsonObject]:
    """Give the hashes that an entry holds."""
    manifest = entry.get("capabilityManifest")
    pins = manifest if isinstance(manifest, Mapping) else {}
    return {member: pin for member in HASH_MEMBERS if isinstance(pin := pins.get(member), Mapping)}
