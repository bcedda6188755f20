"""Reads did:key names and checks Ed25519 signatures."""

import re
from base64 import urlsafe_b64decode, urlsafe_b64encode
from binascii import Error as BadBase64
from collections.abc import Iterable, Mapping

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from toolpin_ci.model.jsonvalue import Json, JsonObject

_ALPHABET = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"
_DID = "did:key:z"
_ED25519 = bytes((0xED, 0x01))
_KEY_BYTES, _SIGNATURE_BYTES = 32, 64
_LONGEST_DID = 100
_BASE64URL = re.compile("[A-Za-z0-9_-]*", re.ASCII)


def _base58(text: str) -> bytes | None:
    number = 0
    for char in text:
        digit = _ALPHABET.find(char)
        if digit < 0:
            return None
        number = number * 58 + digit
    zeros = len(text) - len(text.lstrip("1"))
    return bytes(zeros) + number.to_bytes((number.bit_length() + 7) // 8, "big")


def key_of_did(key_id: str) -> bytes | None:
    """Take the 32 bytes out of an Ed25519 did:key; None for anything else."""
    if not key_id.startswith(_DID) or len(key_id) > _LONGEST_DID:
        return None
    raw = _base58(key_id.removeprefix(_DID))
    if raw is None or raw[:2] != _ED25519 or len(raw) != len(_ED25519) + _KEY_BYTES:
        return None
    return raw[2:]


def from_base64url(text: str) -> bytes | None:
    """Decode base64url without padding; None where encoding it again would give another text."""
    if not _BASE64URL.fullmatch(text):
        return None
    try:
        raw = urlsafe_b64decode(text + "=" * (-len(text) % 4))
    except BadBase64:
        return None
    return raw if to_base64url(raw) == text else None


def to_base64url(raw: bytes) -> str:
    """Encode base64url without padding."""
    return urlsafe_b64encode(raw).decode().rstrip("=")


def is_signed_by(key: bytes, signature: bytes, message: bytes) -> bool:
    """Check one Ed25519 signature."""
    if len(key) != _KEY_BYTES or len(signature) != _SIGNATURE_BYTES:
        return False
    try:
        Ed25519PublicKey.from_public_bytes(key).verify(signature, message)
    except (InvalidSignature, ValueError):
        return False
    return True


def sign(seed: bytes, message: bytes) -> str:
    """Sign with a 32-byte seed, as a document stores it."""
    return to_base64url(Ed25519PrivateKey.from_private_bytes(seed).sign(message))


def key_ring(keys: Json) -> Mapping[str, JsonObject]:
    """Index key files by id; one whose public key is not the key in its id is no key at all."""
    rows: Iterable[Json] = keys if isinstance(keys, (list, tuple)) else ()
    return {str(row["key_id"]): row for row in rows if isinstance(row, Mapping) and _is_sound(row)}


def _is_sound(row: JsonObject) -> bool:
    key_id, public_key = row.get("key_id"), row.get("public_key")
    if not isinstance(key_id, str) or not isinstance(public_key, str) or row.get("alg") != "ed25519":
        return False
    key = key_of_did(key_id)
    return key is not None and key == from_base64url(public_key)
