"""Computes the integrity of a ToolPin lockfile entry and the digest of a whole lockfile."""

from collections.abc import Mapping, Sequence

from toolpin_ci.canon.ecmascript import property_order
from toolpin_ci.canon.toolpin_json import sri_digest
from toolpin_ci.canon.toolpin_trust import parsed_trust
from toolpin_ci.canon.toolpin_typing import is_number, refused
from toolpin_ci.errors import LockfileError
from toolpin_ci.model.jsonvalue import Json, JsonObject

LOCKFILE_VERSION = 2
CLIENTS = (
    *("claude", "cursor", "vscode", "codex", "opencode", "windsurf"),
    *("cline", "continue", "gemini", "zed", "roo", "generic"),
)
"""The clients for which ToolPin writes configuration."""

TOOL_HASHES = ("toolDescriptionHash", "toolSurfaceHash", "toolManifestHash")
COVERAGE = ("name", "description", "inputSchema")

_EPOCH = "1970-01-01T00:00:00.000Z"
_MANIFEST_TEXTS = ("serverName", "serverVersion", "registrySource", "generatedAt")
_MANIFEST_LISTS = ("packageTypes", "transports", "remoteHosts", "secrets")
_MANIFEST_BASE = ("version", "serverName", "serverVersion", "registrySource", *_MANIFEST_LISTS)


def entry_integrity(entry: Json, key: str = "") -> str:
    """Compute what ToolPin stores as an entry's `integrity`; refuse what ToolPin cannot parse."""
    return sri_digest(entry_payload(entry, key))


def lock_digest(lock: Json) -> str:
    """Compute what `toolpin lock digest` prints for a whole lockfile."""
    servers = _servers(lock)
    payloads = {key: entry_payload(servers[key], key) for key in property_order(servers)}
    # ToolPin collects entries in a plain object, where this key sets the prototype and is lost.
    payloads.pop("__proto__", None)
    return sri_digest({"lockfileVersion": LOCKFILE_VERSION, "servers": payloads})


def _servers(lock: Json) -> JsonObject:
    if isinstance(lock, Mapping) and lock.get("lockfileVersion") == 1:
        message = (
            "lockfileVersion 1 is not supported; regenerate the lockfile with the current ToolPin release"
        )
        raise LockfileError(message)
    if not isinstance(lock, Mapping) or not _is_version(lock.get("lockfileVersion")):
        raise LockfileError(f"not a ToolPin lockfile of version {LOCKFILE_VERSION}")
    servers = lock.get("servers")
    if not isinstance(lock.get("generatedAt"), str) or not isinstance(servers, Mapping):
        raise LockfileError("a ToolPin lockfile needs a string `generatedAt` and an object `servers`")
    return servers


def _is_version(value: Json) -> bool:
    return is_number(value) and value == LOCKFILE_VERSION


def entry_payload(entry: Json, key: str = "") -> JsonObject:
    """Build the part of an entry that its integrity covers."""
    if not isinstance(entry, Mapping):
        raise refused(key, "expected object")
    _check(entry, key)
    notes = entry["notes"]
    payload: dict[str, Json] = {
        "name": entry["name"],
        "version": entry["version"],
        "client": entry["client"],
        "scope": entry.get("scope", "project"),
        "selectedTarget": entry["selectedTarget"],
        "trust": parsed_trust(entry.get("trust"), key),
        "notes": [note for note in notes if isinstance(note, str)] if isinstance(notes, Sequence) else [],
        "resolvedAt": _text_or(entry.get("resolvedAt"), _EPOCH),
        "locked": _locked(entry.get("locked")),
    }
    return payload | _optional(entry)


def _check(entry: JsonObject, key: str) -> None:
    for member in ("name", "version"):
        if not isinstance(entry.get(member), str):
            raise refused(key, f"missing {member}")
    if _as_string(entry.get("client")) not in CLIENTS:
        raise refused(key, "invalid client")
    if not isinstance(entry.get("selectedTarget"), Mapping):
        raise refused(key, "invalid selectedTarget")
    parsed_trust(entry.get("trust"), key)
    if not isinstance(entry.get("notes"), list):
        raise refused(key, "invalid notes")
    if "capabilityManifest" in entry and not is_capability_manifest(entry["capabilityManifest"]):
        raise refused(key, "invalid capabilityManifest")
    if not isinstance(entry.get("integrity", ""), str):
        raise refused(key, "invalid integrity")
    if entry.get("scope", "project") not in ("project", "global"):
        raise refused(key, "invalid scope")


def _as_string(value: Json) -> Json:
    """Unwrap a list of one as JavaScript's `String` does: ToolPin takes `["claude"]` for a client."""
    while isinstance(value, list) and len(value) == 1:
        value = value[0]
    return value


def _text_or(value: Json, otherwise: str) -> str:
    return value if isinstance(value, str) else otherwise


def _optional(entry: JsonObject) -> dict[str, Json]:
    found: dict[str, Json] = {}
    if "config" in entry:
        found["config"] = entry["config"]
    if "capabilityManifest" in entry:
        found["capabilityManifest"] = covered_manifest(entry["capabilityManifest"])
    if isinstance(entry.get("lockedAt"), str):
        found["lockedAt"] = entry["lockedAt"]
    for member, texts in (("resolved", ("source", "name", "version")), ("original", ("name", "version"))):
        value = entry.get(member)
        if isinstance(value, Mapping) and all(isinstance(value.get(text), str) for text in texts):
            found[member] = {text: value[text] for text in texts}
    return _with_original_client(found, entry.get("original"))


def _with_original_client(found: dict[str, Json], original: Json) -> dict[str, Json]:
    kept = found.pop("original", None)
    if (
        isinstance(kept, Mapping)
        and isinstance(original, Mapping)
        and _as_string(original.get("client")) in CLIENTS
    ):
        found["original"] = {**kept, "client": original["client"]}
    return found


def _locked(value: Json) -> JsonObject:
    if not isinstance(value, Mapping):
        return {}
    found = {member: value[member] for member in ("selectedTarget", "config") if member in value}
    if "capabilityManifest" in value:
        if not is_capability_manifest(value["capabilityManifest"]):
            return {}
        found["capabilityManifest"] = covered_manifest(value["capabilityManifest"])
    return found


def is_capability_manifest(value: Json) -> bool:
    """Tell what ToolPin accepts as a capability manifest."""
    return (
        isinstance(value, Mapping)
        and is_number(value.get("version"))
        and value["version"] == 1
        and all(isinstance(value.get(member), str) for member in _MANIFEST_TEXTS)
        and all(isinstance(value.get(member), list) for member in _MANIFEST_LISTS)
        and all(_is_tool_hash(value[member], member) for member in TOOL_HASHES if member in value)
        and _is_scan(value.get("toolDescriptionScan", _NO_SCAN))
    )


_NO_SCAN: JsonObject = {"version": 1, "generatedAt": "", "scannedDescriptions": 0, "findings": []}


def _is_tool_hash(value: Json, member: str) -> bool:
    return (
        isinstance(value, Mapping)
        and value.get("algorithm") == "sha256"
        and isinstance(value.get("value"), str)
        and is_number(value.get("toolCount"))
        and isinstance(value.get("generatedAt"), str)
        and (member != "toolSurfaceHash" or _is_coverage(value.get("coverage")))
    )


def _is_coverage(value: Json) -> bool:
    return isinstance(value, list) and all(isinstance(field, str) and field in COVERAGE for field in value)


def _is_scan(value: Json) -> bool:
    return (
        isinstance(value, Mapping)
        and is_number(value.get("version"))
        and value["version"] == 1
        and isinstance(value.get("generatedAt"), str)
        and is_number(value.get("scannedDescriptions"))
        and isinstance(value.get("findings"), list)
    )


def covered_manifest(manifest: Json) -> JsonObject:
    """Keep what integrity covers of a capability manifest: no time stamps, no scan, nothing unknown."""
    if not isinstance(manifest, Mapping):
        return {}
    covered = {member: manifest[member] for member in _MANIFEST_BASE if member in manifest}
    for member in TOOL_HASHES:
        value = manifest.get(member)
        if isinstance(value, Mapping):
            parts = ("algorithm", "coverage", "value", "toolCount")
            covered[member] = {part: value[part] for part in parts if part in value and _counts(member, part)}
    return covered


def _counts(member: str, part: str) -> bool:
    return part != "coverage" or member == "toolSurfaceHash"
