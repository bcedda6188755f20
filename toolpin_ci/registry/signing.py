"""Builds signing preimages and verifies the signature objects of a document (rulebook §3)."""

from collections.abc import Mapping

from toolpin_ci.canon.registry_json import RegistryError, canonical, resolve
from toolpin_ci.model.jsonvalue import Json, JsonObject
from toolpin_ci.registry.keys import from_base64url, is_signed_by, key_of_did

POINTER_INVALID = "POINTER_INVALID"
SIGNED_FIELDS_EMPTY = "SIGNED_FIELDS_EMPTY"


def preimage(document: Json, fields: Json) -> bytes:
    """Join the canonical texts of the signed fields with single zero bytes."""
    if not isinstance(fields, (list, tuple)) or not all(isinstance(field, str) for field in fields):
        raise RegistryError(POINTER_INVALID, "`signed_fields` is not a list of JSON Pointers")
    if not fields:
        raise RegistryError(SIGNED_FIELDS_EMPTY, "a signature over no fields signs nothing")
    return b"\0".join(_field(document, field) for field in fields)


def _field(document: Json, pointer: str) -> bytes:
    try:
        return canonical(resolve(document, pointer)).encode()
    except KeyError as error:
        raise RegistryError(POINTER_INVALID, f"{pointer!r} points at nothing") from error


def is_valid(document: Json, signature: Json) -> bool:
    """Verify one signature object against the key that its `key_id` names."""
    if not isinstance(signature, Mapping) or signature.get("alg") != "ed25519":
        return False
    key_id, encoded = signature.get("key_id"), signature.get("sig")
    if not isinstance(key_id, str) or not isinstance(encoded, str):
        return False
    key, raw = key_of_did(key_id), from_base64url(encoded)
    if key is None or raw is None:
        return False
    try:
        return is_signed_by(key, raw, preimage(document, signature.get("signed_fields")))
    except RegistryError:
        return False


def trusted_signature(document: JsonObject, keys: Mapping[str, JsonObject]) -> JsonObject | None:
    """Give the document's first signature if one of `keys` made it; the rulebook looks at no other."""
    signatures = document.get("signatures")
    first = signatures[0] if isinstance(signatures, (list, tuple)) and signatures else None
    if not isinstance(first, Mapping) or first.get("key_id") not in keys or not is_valid(document, first):
        return None
    return first


def covers(signature: JsonObject, *pointers: str) -> bool:
    """Tell whether all of these parts of the document are under the signature."""
    fields = signature.get("signed_fields")
    return isinstance(fields, (list, tuple)) and (
        "" in fields or all(pointer in fields for pointer in pointers)
    )
