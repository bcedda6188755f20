"""Decides about one tool bundle in the rulebook's nine steps; the first failure names the verdict."""

from base64 import b64decode
from binascii import Error as BadBase64
from collections.abc import Mapping

from toolpin_ci.canon.registry_json import CANONICALIZATION_ERROR, RegistryError
from toolpin_ci.errors import UsageError
from toolpin_ci.model.jsonvalue import Json, JsonObject
from toolpin_ci.registry.attestations import Claim, Reading, enforce, gather, utc
from toolpin_ci.registry.bundle import Blobs, check_blobs, check_cids, check_entries
from toolpin_ci.registry.documents import Documents, at, document, items, parsed
from toolpin_ci.registry.keys import key_ring
from toolpin_ci.registry.signing import covers, trusted_signature


def accept(inputs: Mapping[str, Json], *, strict: bool = True) -> dict[str, Json]:
    """Judge the inputs; strict closes the rulebook's known holes and checks `blobs` where they are given."""
    try:
        return {"result": "ACCEPT", "provenance": _judge(inputs, strict=strict)}
    except RegistryError as error:
        return {"result": "REJECT", "error_code": error.code}


def _judge(inputs: Mapping[str, Json], *, strict: bool) -> JsonObject:
    documents = _documents(inputs, strict=strict)
    check_cids(documents, strict=strict)
    check_entries(documents.manifest, strict=strict)
    if "blobs" in inputs:
        check_blobs(documents.manifest, _blobs(inputs["blobs"]))
    claims = gather(documents, _reading(inputs, strict=strict))
    enforced = enforce(documents.target.get("constraints"), claims, strict=strict)
    _check_policy(documents.descriptor, inputs.get("installer_policy"), strict=strict)
    return _provenance(documents, claims, enforced)


def _documents(inputs: Mapping[str, Json], *, strict: bool) -> Documents:
    pointer = document(inputs, "pointer")
    target = _resolve(pointer, inputs, strict=strict)
    return Documents(
        target=target,
        descriptor=document(inputs, "descriptor"),
        manifest=document(inputs, "manifest"),
        attestations=tuple(parsed(text, "attestations") for text in items(inputs.get("attestations"))),
    )


def _resolve(pointer: JsonObject, inputs: Mapping[str, Json], *, strict: bool) -> JsonObject:
    signature = trusted_signature(pointer, key_ring(inputs.get("trusted_registry_keys")))
    if signature is None or (strict and not covers(signature, "/pointers", "/registry")):
        raise RegistryError("POINTER_SIGNATURE_INVALID", "no trusted key signed this pointer")
    target = at(pointer, "pointers", 0)
    if not isinstance(target, Mapping):
        raise RegistryError(CANONICALIZATION_ERROR, "the pointer document holds no pointer")
    is_legacy = str(target.get("channel")).startswith("legacy-")
    if is_legacy and at(inputs.get("installer_policy"), "allow_legacy") is not True:
        raise RegistryError("LEGACY_NOT_ALLOWED", "a legacy channel needs the installer's consent")
    return target


def _blobs(value: Json) -> Blobs:
    if not isinstance(value, Mapping):
        raise UsageError("`blobs` maps paths to the base64 of their files")
    try:
        return {path: b64decode(str(text), validate=True) for path, text in value.items()}
    except BadBase64 as error:
        raise UsageError("`blobs` holds text that is not base64") from error


def _reading(inputs: Mapping[str, Json], *, strict: bool) -> Reading:
    now = utc(inputs.get("now_utc"))
    if now is None:
        raise UsageError("`now_utc` is not an RFC 3339 time")
    return Reading(keys=key_ring(inputs.get("known_keys")), now=now, strict=strict)


def _check_policy(descriptor: JsonObject, installer: Json, *, strict: bool) -> None:
    wanted = at(descriptor, "security", "policy")
    if at(wanted, "network") == "allow" and at(installer, "network") != "allow":
        raise RegistryError("POLICY_BLOCKED_NETWORK", "the tool wants the network")
    if not _may_use_files(at(wanted, "filesystem"), at(installer, "filesystem"), strict=strict):
        raise RegistryError("POLICY_BLOCKED_FILESYSTEM", "the tool wants more of the file system")
    if at(wanted, "exec") == "allow" and at(installer, "exec") != "allow":
        raise RegistryError("POLICY_BLOCKED_EXEC", "the tool wants to start programs")


def _may_use_files(wanted: Json, allowed: Json, *, strict: bool) -> bool:
    if wanted == "read_write":
        return allowed in ("read_write", "allow")
    return not (strict and wanted == "read_only") or allowed in ("read_only", "read_write", "allow")


def _provenance(documents: Documents, claims: tuple[Claim, ...], enforced: JsonObject) -> JsonObject:
    return {
        "tool": documents.target.get("tool"),
        "channel": documents.target.get("channel"),
        "root_cid": documents.root_cid,
        "descriptor_cid": documents.descriptor_cid,
        "attestations_used": [claim.issuer for claim in claims],
        "constraints_enforced": enforced,
    }
