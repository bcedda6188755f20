"""Converts ToolPin v2 entries to `mcp-lock/1` and back, where nothing is lost."""

from collections.abc import Mapping

from toolpin_ci.canon.jcs import sri_digest
from toolpin_ci.canon.mcp_lock import COVERAGE, entry_integrity, surface_hash
from toolpin_ci.errors import LockfileError
from toolpin_ci.locks.mcp_lock_rules import violations
from toolpin_ci.model.jsonvalue import Json, JsonObject, same

NAMESPACE = "io.toolpin-ci"
"""The extension that holds a v2 entry whole, so that it can be restored."""

_SCOPES = {"project": "project", "global": "user"}


def from_v2(document: JsonObject) -> JsonObject:
    """Write a v2 lock as `mcp-lock/1`; what the draft has no place for goes into an extension."""
    servers = document.get("servers")
    entries: list[Json] = [
        _entry(key, entry)
        for key, entry in (servers if isinstance(servers, Mapping) else {}).items()
        if isinstance(entry, Mapping)
    ]
    rest = {key: value for key, value in document.items() if key != "servers"}
    times: dict[str, Json] = {
        key: value for key, value in rest.items() if key in ("generatedAt", "updatedAt")
    }
    converted: JsonObject = {
        "specVersion": 1,
        **times,
        "entries": entries,
        "extensions": {NAMESPACE: {"lock": rest}},
    }
    broken = violations(converted)
    if broken:
        message = f"mcp-lock/1 does not allow what this lockfile holds: {broken[0].code} at {broken[0].path}"
        raise LockfileError(message)
    return converted


def _entry(key: str, entry: JsonObject) -> JsonObject:
    manifest = entry.get("capabilityManifest")
    bare: dict[str, Json] = {
        "name": entry.get("name"),
        "version": entry.get("version"),
        "client": entry.get("client"),
        "scope": _SCOPES.get(str(entry.get("scope", "project")), "project"),
        "source": _source(entry),
        "target": _target(key, entry.get("selectedTarget")),
        "configDigest": sri_digest(entry.get("config")),
        "resolvedAt": entry.get("resolvedAt"),
        "lockedAt": entry.get("lockedAt", entry.get("resolvedAt")),
        "extensions": {NAMESPACE: {"key": key, "entry": entry}},
        **_surface(manifest if isinstance(manifest, Mapping) else {}),
    }
    return {**bare, "integrity": entry_integrity(bare)}


def _source(entry: JsonObject) -> JsonObject:
    resolved = entry.get("resolved")
    if isinstance(resolved, Mapping):
        return {"registry": resolved.get("source"), "id": resolved.get("name")}
    return {"registry": "manual"}


def _target(key: str, target: Json) -> JsonObject:
    members = target if isinstance(target, Mapping) else {}
    found = draft_target(members)
    if found is None:
        raise LockfileError(f"{key}: mcp-lock/1 has no target of the kind {members.get('kind')!r}")
    return found


def draft_target(target: JsonObject) -> JsonObject | None:
    """Write a target of version 2 as the draft does; None where it has no such kind."""
    if target.get("kind") == "package":
        known = ("registryType", "identifier", "version", "transport")
        return {"type": "package", **{name: target[name] for name in known if name in target}}
    if target.get("kind") == "remote":
        return {"type": "remote", "transport": target.get("type"), "url": target.get("url")}
    return None


def servers_of(document: JsonObject) -> JsonObject:
    """Give the servers of a draft's document with targets as version 2 writes them, to be found and asked."""
    entries = document.get("entries")
    return {
        str(number): {
            "name": entry.get("name"),
            "client": entry.get("client"),
            "selectedTarget": _own_target(entry.get("target")),
        }
        for number, entry in enumerate(entries if isinstance(entries, list) else ())
        if isinstance(entry, Mapping)
    }


def _own_target(target: Json) -> JsonObject:
    members = dict(target) if isinstance(target, Mapping) else {}
    kind = members.pop("type", None)
    if kind == "remote":
        return {"kind": "remote", "type": members.get("transport"), "url": members.get("url")}
    return {"kind": kind, **members}


def _surface(manifest: JsonObject) -> dict[str, Json]:
    """Pin the surface where the definitions are stored; a hash alone cannot be turned into the draft's."""
    surface = manifest.get("surface")
    tools = surface.get("tools") if isinstance(surface, Mapping) else None
    if not isinstance(tools, Mapping):
        return {}
    rows = [row for value in tools.values() for row in (value if isinstance(value, list) else [value])]
    definitions = [row["definition"] for row in rows if isinstance(row, Mapping)]
    pin: JsonObject = {
        "hash": surface_hash(definitions),
        "coverage": list(COVERAGE),
        "toolCount": len(definitions),
    }
    return {"surface": pin}


def to_v2(document: JsonObject) -> JsonObject:
    """Restore the v2 lock from which a document was written; refuse one that says more than that."""
    held = _held(document)
    lock = held.get("lock")
    if not isinstance(lock, Mapping):
        raise LockfileError(
            "this mcp-lock/1 document was not written from a ToolPin lock: v2 would lose parts of it"
        )
    servers: dict[str, Json] = {}
    entries = document.get("entries")
    for entry in entries if isinstance(entries, list) else ():
        inner = _held(entry)
        servers[str(inner.get("key"))] = inner.get("entry")
    restored: JsonObject = {**lock, "servers": servers}
    if not same(from_v2(restored), document):
        raise LockfileError("this mcp-lock/1 document was changed since it was written from a ToolPin lock")
    return restored


def _held(value: Json) -> JsonObject:
    extensions = value.get("extensions") if isinstance(value, Mapping) else None
    held = extensions.get(NAMESPACE) if isinstance(extensions, Mapping) else None
    return held if isinstance(held, Mapping) else {}
