"""Reads from a lock entry what it pins, and writes what was verified back into one."""

import re
from collections.abc import Iterable, Iterator, Mapping

from toolpin_ci.model.jsonvalue import Json, JsonObject
from toolpin_ci.model.pin import Pin, Registry
from toolpin_ci.model.report import PinEvidence, PinState
from toolpin_ci.pins.mcpb import BUNDLE
from toolpin_ci.pins.npm import TARBALL
from toolpin_ci.pins.oci import MANIFEST

ARTIFACTS = "artifacts"
"""The member of `capabilityManifest` that holds our record; ToolPin does not look at it."""
CONTRADICTION = "contradiction"

_VERIFIED_BY_TOOLPIN = {
    "npm_integrity_verified": ("npm", TARBALL),
    "oci_digest_verified": ("oci", MANIFEST),
    "mcpb_sha256_verified": ("mcpb", BUNDLE),
}
_HEX = re.compile(r"[0-9a-fA-F]{64}", re.ASCII)
_PLACEHOLDER = re.compile(r"<[^<>]*>|\$\{?\w+\}?|\{+[^{}]*\}+", re.ASCII)
_SECRET_HEADERS = ("authorization", "proxy-authorization", "cookie", "x-api-key")


def pins_of(document: JsonObject) -> tuple[Pin, ...]:
    """Give what one entry of ToolPin's lockfile pins: a package or an endpoint; nothing where it is local."""
    target = _object(document.get("selectedTarget"))
    match target.get("kind"):
        case "package":
            return (_package(document, target),)
        case "remote":
            return (_remote(document, target),)
        case _:
            return ()


def _package(document: JsonObject, target: JsonObject) -> Pin:
    kind, version = _text(target.get("registryType")), _text(target.get("version"))
    identifier = _identifier(kind, _text(target.get("identifier")), version)
    digests, contradiction = _merged(_locked(document, target, (kind, identifier, version)))
    facts: dict[str, Json] = {"tools": _tool_names(document)}
    return Pin(
        kind=kind,
        identifier=identifier,
        version=version,
        server=_text(document.get("name")),
        digests=digests,
        registry=Registry(url=_text(target.get("registryBaseUrl")), source="the lock"),
        facts={**facts, CONTRADICTION: contradiction} if contradiction else facts,
    )


def _identifier(kind: str, identifier: str, version: str) -> str:
    """Read an image's name and version apart, as old documents have them, as name and tag."""
    last = identifier.rpartition("/")[2]
    return (
        f"{identifier}:{version}" if kind == "oci" and version and not set(last) & set(":@") else identifier
    )


def _locked(document: JsonObject, target: JsonObject, key: tuple[str, str, str]) -> Iterator[tuple[str, str]]:
    """Yield every digest that the entry holds for its package, whoever wrote it."""
    kind, identifier, _ = key
    declared = target.get("fileSha256")
    if kind == "mcpb" and isinstance(declared, str) and _HEX.fullmatch(declared):
        yield BUNDLE, f"sha256:{declared.lower()}"
    if kind == "oci" and "@" in identifier:
        yield MANIFEST, identifier.partition("@")[2].lower()
    evidence = _object(document.get("trust")).get("evidence")
    for item in map(_object, evidence if isinstance(evidence, list) else ()):
        of_kind, name = _VERIFIED_BY_TOOLPIN.get(_text(item.get("code")), ("", ""))
        if of_kind == kind and item.get("status") == "passed" and _text(item.get("claim")):
            claim = _text(item.get("claim"))
            yield name, f"sha256:{claim.lower()}" if _HEX.fullmatch(claim) else claim
    for record in _records(document):
        if tuple(record.get(part) for part in ("kind", "identifier", "version")) == key:
            yield from ((name, _text(digest)) for name, digest in _object(record.get("files")).items())


def _records(document: JsonObject) -> list[JsonObject]:
    artifacts = _object(document.get("capabilityManifest")).get(ARTIFACTS)
    return [_object(record) for record in artifacts] if isinstance(artifacts, list) else []


def _merged(claims: Iterable[tuple[str, str]]) -> tuple[dict[str, str], str]:
    digests: dict[str, str] = {}
    for name, digest in claims:
        if digests.setdefault(name, digest) != digest:
            return digests, f"the entry holds two digests of {name}: {digests[name]} and {digest}"
    return digests, ""


def _tool_names(document: JsonObject) -> Json:
    surface = _object(_object(document.get("capabilityManifest")).get("surface"))
    return sorted(_object(surface.get("tools")))


def _remote(document: JsonObject, target: JsonObject) -> Pin:
    manifest = _object(document.get("capabilityManifest"))
    facts: dict[str, Json] = {"hosts": manifest.get("remoteHosts"), "secrets": manifest.get("secrets")}
    literal = sorted(set(_literal_secrets(document.get("config"), _secret_headers(manifest))))
    return Pin(
        kind="remote",
        identifier=_text(target.get("url")),
        server=_text(document.get("name")),
        facts={**facts, "literalSecrets": list(literal)},
    )


def _secret_headers(manifest: JsonObject) -> frozenset[str]:
    secrets = manifest.get("secrets")
    named = [_object(item).get("name") for item in secrets] if isinstance(secrets, list) else []
    return frozenset((*_SECRET_HEADERS, *(name.lower() for name in named if isinstance(name, str))))


def _literal_secrets(config: Json, names: frozenset[str]) -> Iterator[str]:
    """Find values of secret headers in a client's configuration; a placeholder is none."""
    if isinstance(config, Mapping):
        for name, value in config.items():
            if name.lower() in names and isinstance(value, str) and value and not _PLACEHOLDER.search(value):
                yield name
            yield from _literal_secrets(value, names)
    elif isinstance(config, list):
        for item in config:
            yield from _literal_secrets(item, names)


def record(evidence: Iterable[PinEvidence]) -> list[Json]:
    """Write down the digests of bytes that were hashed, for `capabilityManifest.artifacts`.

    A pin that failed or could not be checked is left out: the caller keeps what the lock held for it.
    """
    kept = [item for item in evidence if item.files and item.state in (PinState.PASSED, PinState.DECLARED)]
    return [
        {
            "kind": item.kind,
            "identifier": item.identifier,
            "version": item.version,
            "files": dict(sorted(item.files.items())),
        }
        for item in sorted(kept, key=lambda item: (item.kind, item.identifier, item.version))
    ]


def _object(value: Json) -> JsonObject:
    return value if isinstance(value, Mapping) else {}


def _text(value: Json) -> str:
    return value if isinstance(value, str) else ""
