"""Puts the inputs of an acceptance together from documents, the keys that count, and what a tool may use."""

from collections.abc import Sequence

from toolpin_ci.errors import UsageError
from toolpin_ci.model.jsonvalue import Json, JsonObject
from toolpin_ci.registry.keys import key_of_did, to_base64url
from toolpin_ci.values import dataclass

_NAMES = {
    "registry.pointer": "pointer",
    "tool.descriptor": "descriptor",
    "toolbundle.manifest": "manifest",
    "attestation.envelope": "attestations",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Given:
    """What whoever accepts decides: whom to believe, what to allow, and when it is."""

    registry_keys: tuple[str, ...]
    attesters: tuple[str, ...]
    allowed: tuple[str, ...]
    now: str


def gathered(documents: Sequence[tuple[str, str, str]], given: Given) -> JsonObject:
    """Give the inputs; each document is its file, its `schema_version` and its text."""
    found: dict[str, str] = {}
    attestations: list[Json] = []
    for file, version, text in documents:
        name = _NAMES.get(version.rpartition(".v")[0], "")
        if not name:
            raise UsageError(f"{file}: {version!r} is no document that an acceptance takes")
        if name == "attestations":
            attestations.append(text)
        elif name in found:
            raise UsageError(f"{file}: there is a {name} already")
        else:
            found[name] = text
    missing = [name for name in _NAMES.values() if name not in found and name != "attestations"]
    if missing:
        raise UsageError(f"there is no {missing[0]} among the documents")
    return {
        **found,
        "attestations": attestations,
        "trusted_registry_keys": [_key(did) for did in given.registry_keys],
        "known_keys": [_key(did) for did in given.attesters],
        "installer_policy": _policy(given.allowed),
        "now_utc": given.now,
    }


def _key(did: str) -> JsonObject:
    raw = key_of_did(did)
    if raw is None:
        raise UsageError(f"{did!r} is no did:key of an Ed25519 key")
    return {"key_id": did, "alg": "ed25519", "public_key": to_base64url(raw)}


def _policy(allowed: tuple[str, ...]) -> JsonObject:
    files = next((word for word in ("read_write", "read_only") if word in allowed), "deny")
    words = {name: "allow" if name in allowed else "deny" for name in ("network", "exec")}
    return {**words, "filesystem": files, "allow_legacy": "legacy" in allowed}
