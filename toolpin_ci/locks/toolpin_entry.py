"""Makes one entry of ToolPin's lockfile v2 from a server and its surface."""

from collections.abc import Mapping

from toolpin_ci.locks.toolpin_seal import sealed
from toolpin_ci.model.jsonvalue import Json, JsonObject, same
from toolpin_ci.model.lock import Entry
from toolpin_ci.model.server import ServerSpec, Transport
from toolpin_ci.model.surface import Item, Surface

GENERIC = "generic"
_NO_VERSION = "0.0.0"
_LOCAL = "local"
"""The source of servers that no registry knows."""


def target_of(spec: ServerSpec) -> dict[str, Json]:
    """Say how a server is reached, as the lockfile holds it."""
    if spec.package:
        return {"kind": "package", **spec.package, "transport": str(spec.transport)}
    if not spec.command:
        return {"kind": "remote", "type": str(spec.transport), "url": spec.url}
    target: dict[str, Json] = {
        "kind": "local",
        "command": spec.command[0],
        "args": list(spec.command[1:]),
        "transport": str(spec.transport),
    }
    if spec.url:
        target["url"] = spec.url
    if spec.cwd:
        target["cwd"] = spec.cwd
    return target


def keeping_stored(surface: Surface, previous: Surface | None) -> Surface:
    """Take the stored definition wherever the digests agree, so that spelling alone changes nothing."""
    if previous is None:
        return surface
    if previous.digest == surface.digest:
        return previous
    lists = {
        name: {key: _stored(found, previous.lists.get(name, {}).get(key, ())) for key, found in items.items()}
        for name, items in surface.lists.items()
    }
    return Surface(header=surface.header, lists=lists, digest=surface.digest)


def _stored(live: tuple[Item, ...], stored: tuple[Item, ...]) -> tuple[Item, ...]:
    known = {item.digest: item for item in stored}
    return tuple(known.get(item.digest, item) for item in live)


def artifacts_of(entry: Entry) -> Json:
    """Give the digests that were verified for what an entry pins."""
    return _object(entry.document.get("capabilityManifest")).get("artifacts")


def with_artifacts(document: JsonObject, artifacts: Json) -> dict[str, Json]:
    """Record what was verified; ToolPin ignores the member, and the surface's own digests do not need it."""
    if not artifacts:
        return dict(document)
    return {
        **document,
        "capabilityManifest": {**_object(document.get("capabilityManifest")), "artifacts": artifacts},
    }


def is_current(entry: Entry, spec: ServerSpec, surface: Surface) -> bool:
    """Tell whether an entry already says all that a new one would."""
    if entry.surface is None or entry.surface.digest != surface.digest:
        return False
    return entry.target.get("kind") not in ("local", "remote") or same(entry.target, target_of(spec))


def new_entry(spec: ServerSpec, surface: Surface, now: str) -> dict[str, Json]:
    """Make the entry of a server that the lockfile does not know, for the generic client."""
    version = server_version(surface)
    target = target_of(spec)
    document: dict[str, Json] = {
        "name": spec.name,
        "version": version,
        "client": GENERIC,
        "scope": "project",
        "selectedTarget": target,
        "trust": {
            "score": 0,
            "tier": "unverified",
            "gatedBy": [],
            "evidence": [],
            "badges": [],
            "issues": [],
        },
        "config": _client_config(spec),
        "notes": [],
        "resolvedAt": now,
        "resolved": {"source": _LOCAL, "name": spec.name, "version": version},
        "original": {"name": spec.name, "version": version, "client": GENERIC},
        "capabilityManifest": {
            "version": 1,
            "serverName": spec.name,
            "serverVersion": version,
            "registrySource": _LOCAL,
            "packageTypes": [spec.package["registryType"]] if "registryType" in spec.package else [],
            "transports": [str(spec.transport)],
            "remoteHosts": [_host(spec.url)] if spec.url and not spec.command else [],
            "secrets": _secrets(spec),
        },
    }
    return sealed(document, surface, now)


def renewed_entry(entry: Entry, spec: ServerSpec, surface: Surface, now: str) -> dict[str, Json]:
    """Give an entry a new surface and keep all that another tool wrote into it."""
    document = dict(entry.document)
    if entry.target.get("kind") in ("local", "remote"):
        document["selectedTarget"] = target_of(spec)
        if _is_ours(document):
            document.update(_own_words(entry, spec, server_version(surface)))
    return sealed(document, surface, now)


def _is_ours(document: JsonObject) -> bool:
    """Tell an entry that we began; version and secrets of any other are what a registry says."""
    return _object(document.get("capabilityManifest")).get("registrySource", _LOCAL) == _LOCAL


def _own_words(entry: Entry, spec: ServerSpec, version: str) -> dict[str, Json]:
    document = entry.document
    return {
        "version": version,
        "config": _client_config(spec) if entry.client == GENERIC else document.get("config"),
        "resolved": {**_object(document.get("resolved")), "version": version},
        "original": {**_object(document.get("original")), "version": version},
        "capabilityManifest": {
            **_object(document.get("capabilityManifest")),
            "serverVersion": version,
            "secrets": _secrets(spec),
        },
    }


def server_version(surface: Surface) -> str:
    """Give the version that the server says it has."""
    version = _object(surface.header.get("serverInfo")).get("version")
    return version if isinstance(version, str) and version else _NO_VERSION


def _client_config(spec: ServerSpec) -> dict[str, Json]:
    if spec.command:
        how: dict[str, Json] = {"command": spec.command[0], "args": list(spec.command[1:]), "env": {}}
    else:
        how = {"type": "sse" if spec.transport is Transport.SSE else "http", "url": spec.url}
    return {"mcpServers": {spec.name: how}}


def _host(url: str) -> str:
    """Give host and port of an address that was checked before."""
    return url.partition("://")[2].partition("/")[0].partition("?")[0]


def _secrets(spec: ServerSpec) -> list[Json]:
    """Name what has to be given to the server; values never enter a lockfile."""
    named = [("env", name) for name in spec.pass_env] + [("header", name) for name in spec.headers]
    return [{"name": name, "source": source, "required": True} for source, name in sorted(named)]


def _object(value: Json) -> JsonObject:
    return value if isinstance(value, Mapping) else {}
