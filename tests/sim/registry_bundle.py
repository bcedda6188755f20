"""A tool bundle with all its registry documents, built and signed anew for every test."""

import json
from base64 import b64encode
from collections.abc import Callable, Iterable
from typing import Any

from tests.interop.vectors import load
from toolpin_ci.canon.recipes import digest
from toolpin_ci.registry.keys import sign
from toolpin_ci.registry.signing import preimage

Edit = Callable[[dict[str, Any]], Any]
KEYS: dict[str, dict[str, str]] = load("registry/keys.json")
FILES = {"README.md": b"Weather.\n", "bin/run": b"#!/bin/sh\nexec weather\n"}
PROFILE = {
    "name": "mcp.cidprofile.default",
    "version": "1",
    "hash": "sha2-256",
    "codec": "dag-cbor",
    "base": "base32",
}
NOW = "2026-06-01T12:00:00Z"


def signed(document: dict[str, Any], fields: Iterable[str], signer: str) -> dict[str, Any]:
    """The document with one signature over these fields."""
    key = KEYS[signer]
    names = list(fields)
    sig = sign(bytes.fromhex(key["secret_seed_hex"]), preimage(document, names))
    row = {"key_id": key["key_id"], "alg": "ed25519", "sig": sig, "signed_fields": names}
    return {**document, "signatures": [row]}


def _cid(scheme: str, document: dict[str, Any]) -> str:
    return digest(scheme, json.dumps(document))


def _manifest() -> dict[str, Any]:
    entries = [
        {
            "path": path,
            "blob_cid": digest("registry-blob-cid", raw),
            "size_bytes": len(raw),
            "executable": path.startswith("bin/"),
        }
        for path, raw in sorted(FILES.items())
    ]
    return {"schema_version": "toolbundle.manifest.v0.1", "cid_profile": PROFILE, "entries": entries}


def _descriptor(root: str) -> dict[str, Any]:
    return {
        "schema_version": "tool.descriptor.v0.1",
        "tool": {"name": "io.example.weather", "version": "1.0.0"},
        "artifact": {"root_cid": root, "cid_profile": PROFILE},
        "security": {"policy": {"network": "deny", "filesystem": "deny", "exec": "deny"}},
    }


def attestation(root: str, descriptor: str, signer: str = "verifier", **claim: Any) -> dict[str, Any]:
    """One integrity claim about the bundle, signed by its issuer."""
    issuer = {"key_id": KEYS[signer]["key_id"], "role": "verifier"}
    payload = {"kind": "integrity", "verified_root_cid": root, "verified_descriptor_cid": descriptor}
    said = {"type": "mcp.claim.integrity", "issued_at_utc": "2026-05-01T00:00:00Z"}
    document = {
        "schema_version": "attestation.envelope.v0.1",
        "subject": {"root_cid": root, "descriptor_cid": descriptor, "cid_profile": PROFILE},
        "claims": [{**said, "issuer": issuer, "payload": payload, **claim}],
    }
    return signed(document, ["/subject", "/claims"], signer)


def inputs(  # noqa: PLR0913 - each changes one document
    *,
    manifest: Edit | None = None,
    descriptor: Edit | None = None,
    target: Edit | None = None,
    claim: dict[str, Any] | None = None,
    signers: tuple[str, ...] = ("verifier",),
    policy: dict[str, Any] | None = None,
) -> dict[str, Any]:
    """The inputs of an acceptance; each edit is made before what lies above it is computed and signed."""
    listed = _edited(_manifest(), manifest)
    root = _cid("registry-manifest-cid", listed)
    described = _edited(_descriptor(root), descriptor)
    name = _cid("registry-cid", described)
    pointed = {
        "tool": "io.example.weather",
        "channel": "stable",
        "root_cid": root,
        "descriptor_cid": name,
        "cid_profile": PROFILE,
    }
    pointer = {
        "schema_version": "registry.pointer.v0.1",
        "registry": {"name": "example"},
        "pointers": [_edited(pointed, target)],
    }
    return {
        "now_utc": NOW,
        "installer_policy": {"network": "deny", "filesystem": "deny", "exec": "deny", **(policy or {})},
        "trusted_registry_keys": [KEYS["registry"]],
        "known_keys": [KEYS[name] for name in ("verifier", "verifier2", "maintainer")],
        "pointer": json.dumps(signed(pointer, ["/pointers", "/registry"], "registry")),
        "descriptor": json.dumps(described),
        "manifest": json.dumps({**listed, "descriptor_cid": name, "root_cid": root}),
        "attestations": [json.dumps(attestation(root, name, who, **(claim or {}))) for who in signers],
    }


def _edited(document: dict[str, Any], edit: Edit | None) -> dict[str, Any]:
    if edit is not None:
        edit(document)
    return document


def blobs() -> dict[str, str]:
    """The files of the bundle as an acceptance takes them."""
    return {path: b64encode(raw).decode() for path, raw in FILES.items()}
