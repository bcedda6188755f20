"""Puts surface, hashes, scan, snapshot and integrity into an entry, so that all its parts agree."""

from collections.abc import Mapping

from toolpin_ci.canon.surface_document import to_json
from toolpin_ci.canon.toolpin import entry_integrity
from toolpin_ci.errors import ToolpinError
from toolpin_ci.locks.toolpin_pins import HASH_MEMBERS, pinned_hashes, tool_pins
from toolpin_ci.model.jsonvalue import Json, JsonObject, same
from toolpin_ci.model.surface import Surface

SCAN = "toolDescriptionScan"
_OURS = ("surface", "artifacts")


def sealed(document: JsonObject, surface: Surface, now: str) -> dict[str, Json]:
    """Give an entry with a new surface; what ToolPin wrote stays where it still holds."""
    manifest = _object(document.get("capabilityManifest"))
    kept = {name: value for name, value in manifest.items() if name not in (*HASH_MEMBERS, SCAN, *_OURS)}
    snapshot: dict[str, Json] = {
        **kept,
        **_hashes(document, surface, now),
        **_scan(manifest, surface, now),
        "generatedAt": now,
    }
    artifacts: dict[str, Json] = {"artifacts": manifest["artifacts"]} if manifest.get("artifacts") else {}
    entry: dict[str, Json] = {
        **document,
        "capabilityManifest": {**snapshot, **artifacts, "surface": to_json(surface)},
        "locked": {
            **_object(document.get("locked")),
            "selectedTarget": document["selectedTarget"],
            "config": document.get("config"),
            "capabilityManifest": snapshot,
        },
        "lockedAt": now,
    }
    entry.pop("integrity", None)
    return {**entry, "integrity": entry_integrity(entry)}


def _hashes(document: JsonObject, surface: Surface, now: str) -> dict[str, Json]:
    """Keep hashes of the same tools as they are, with those that only ToolPin's machine can compute."""
    found = tool_pins(surface)
    before = pinned_hashes(document)
    if _says(before.get("toolSurfaceHash"), found.get("toolSurfaceHash")):
        return {member: before.get(member, found.get(member)) for member in {**found, **before}}
    return {
        member: before[member] if _says(before.get(member), pin) else {**pin, "generatedAt": now}
        for member, pin in found.items()
    }


def _says(stored: JsonObject | None, pin: JsonObject | None) -> bool:
    if stored is None or pin is None or "generatedAt" not in stored:
        return False
    return all(same(stored.get(part), value) for part, value in pin.items())


def _scan(manifest: JsonObject, surface: Surface, now: str) -> dict[str, Json]:
    """Renew ToolPin's own scan where an entry has one; it is not ours to begin."""
    stored = manifest.get(SCAN)
    if not isinstance(stored, Mapping):
        return {}
    from toolpin_ci.canon.toolpin_scan import scan_tools  # noqa: PLC0415 - few locks hold a scan

    tools = [item.definition for items in surface.lists.get("tools", {}).values() for item in items]
    try:
        findings: list[Json] = [found.to_json() for found in scan_tools(tools)]
    except ToolpinError:
        return {}
    if same(stored.get("findings"), findings) and same(stored.get("scannedDescriptions"), len(tools)):
        return {SCAN: stored}
    scan: dict[str, Json] = {"version": 1, "generatedAt": now, "scannedDescriptions": len(tools)}
    return {SCAN: {**stored, **scan, "findings": findings}}


def _object(value: Json) -> JsonObject:
    return value if isinstance(value, Mapping) else {}
