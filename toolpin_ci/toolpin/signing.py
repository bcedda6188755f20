"""Signs a lockfile and verifies signatures, in ToolPin's envelope and in that of `mcp-lock/1`."""

from base64 import b64decode, b64encode
from binascii import Error as BadBase64
from collections.abc import Callable, Mapping
from hashlib import sha256

from cryptography.exceptions import InvalidSignature, UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    PublicFormat,
    load_pem_private_key,
    load_pem_public_key,
)

from toolpin_ci.canon import jcs, toolpin_json
from toolpin_ci.canon.toolpin_typing import is_number
from toolpin_ci.errors import UsageError
from toolpin_ci.model.jsonvalue import Json, JsonObject
from toolpin_ci.values import dataclass

_MEMBERS = (
    "schema",
    "version",
    "algorithm",
    "lockfileDigest",
    "policyDigest",
    "publicKeyFingerprint",
    "signedAt",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Scheme:
    """One kind of envelope: its name and version, and how its preimage is written."""

    schema: str
    version: int
    write: Callable[[Json], str]
    covers_unknown: bool


TOOLPIN = Scheme(
    schema="dev.toolpin.lock-signature", version=2, write=toolpin_json.canonical, covers_unknown=False
)
MCP_LOCK = Scheme(schema="mcp-lock-signature", version=1, write=jcs.canonical, covers_unknown=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class Subject:
    """What a signature is about: the digests that it must cover."""

    lock: str
    policy: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Verification:
    """Whether a signature holds, and the first reason why not."""

    ok: bool
    message: str


def public_key(pem: str) -> Ed25519PublicKey:
    """Load a public key; only Ed25519, although ToolPin takes any key under that label."""
    try:
        key = load_pem_public_key(pem.encode())
    except (ValueError, UnsupportedAlgorithm) as error:
        raise UsageError("not a public key in PEM form") from error
    if not isinstance(key, Ed25519PublicKey):
        raise UsageError(
            "the public key is not an Ed25519 key", advice="make one: openssl genpkey -algorithm ed25519"
        )
    return key


def private_key(pem: str) -> Ed25519PrivateKey:
    """Load an unencrypted private key; only Ed25519."""
    try:
        key = load_pem_private_key(pem.encode(), password=None)
    except (ValueError, TypeError, UnsupportedAlgorithm) as error:
        raise UsageError("not an unencrypted private key in PEM form") from error
    if not isinstance(key, Ed25519PrivateKey):
        raise UsageError("the private key is not an Ed25519 key")
    return key


def fingerprint(key: Ed25519PublicKey) -> str:
    """Name a key by the digest of its SubjectPublicKeyInfo."""
    der = key.public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)
    return "sha256-" + b64encode(sha256(der).digest()).decode()


def preimage(envelope: JsonObject, scheme: Scheme) -> bytes:
    """Write what is signed: the envelope without its signature; ToolPin leaves unknown members out too."""
    covered = {
        name: value
        for name, value in envelope.items()
        if name != "signature" and (scheme.covers_unknown or name in _MEMBERS)
    }
    return scheme.write(covered).encode()


def sign(subject: Subject, key: Ed25519PrivateKey, signed_at: str, scheme: Scheme = TOOLPIN) -> JsonObject:
    """Sign a lock's digest, and its policy's where there is one."""
    envelope: dict[str, Json] = {
        "schema": scheme.schema,
        "version": scheme.version,
        "algorithm": "ed25519",
        "lockfileDigest": subject.lock,
        **({} if subject.policy is None else {"policyDigest": subject.policy}),
        "publicKeyFingerprint": fingerprint(key.public_key()),
        "signedAt": signed_at,
    }
    return {**envelope, "signature": b64encode(key.sign(preimage(envelope, scheme))).decode()}


def check_envelope(value: Json, scheme: Scheme = TOOLPIN) -> JsonObject:
    """Check the shape of an envelope."""
    if not isinstance(value, Mapping):
        raise _refused("expected object")
    version = value.get("version")
    checks = {
        "unsupported schema": value.get("schema") == scheme.schema,
        "unsupported version": is_number(version) and version == scheme.version,
        "unsupported algorithm": value.get("algorithm") == "ed25519",
        "invalid lockfileDigest": _is_digest(value.get("lockfileDigest")),
        "invalid policyDigest": "policyDigest" not in value or _is_digest(value["policyDigest"]),
        "invalid publicKeyFingerprint": _is_digest(value.get("publicKeyFingerprint")),
        "invalid signedAt": isinstance(value.get("signedAt"), str),
        "invalid signature": isinstance(value.get("signature"), str) and bool(value["signature"]),
    }
    for fault, holds in checks.items():
        if not holds:
            raise _refused(fault)
    return value


def _refused(what: str) -> UsageError:
    return UsageError(f"Invalid lock signature schema: {what}")


def _is_digest(value: Json) -> bool:
    return isinstance(value, str) and value.startswith("sha256-")


def covers(envelope: JsonObject, subject: Subject) -> Verification:
    """Tell whether a signature is about this lock and this policy at all; anybody can write that."""
    covered, policy = envelope["lockfileDigest"], envelope.get("policyDigest")
    if covered != subject.lock:
        words = f"Lockfile digest mismatch: signature covers {covered}, current lockfile is {subject.lock}"
        return Verification(ok=False, message=words)
    if policy != subject.policy:
        current = subject.policy or "no policy"
        words = (
            f"Policy digest mismatch: signature covers {policy or 'no policy'}, current policy is {current}"
        )
        return Verification(ok=False, message=words)
    return Verification(ok=True, message="The signature is about this lockfile; no key was given.")


def verify(
    envelope: JsonObject, subject: Subject, key: Ed25519PublicKey, scheme: Scheme = TOOLPIN
) -> Verification:
    """Verify in ToolPin's order: lock, policy, key, signature."""
    about, own = covers(envelope, subject), fingerprint(key)
    if not about.ok:
        return about
    if envelope["publicKeyFingerprint"] != own:
        wanted = envelope["publicKeyFingerprint"]
        words = f"Public key fingerprint mismatch: signature requires {wanted}, provided key is {own}"
        return Verification(ok=False, message=words)
    if not _holds(envelope, key, scheme):
        return Verification(ok=False, message="Signature verification failed.")
    return Verification(ok=True, message="Signature valid.")


def _holds(envelope: JsonObject, key: Ed25519PublicKey, scheme: Scheme) -> bool:
    encoded = str(envelope["signature"])
    try:
        raw = b64decode(encoded, validate=True)
        key.verify(raw, preimage(envelope, scheme))
    except (BadBase64, ValueError, InvalidSignature):
        return False
    # Strict: one signature has one spelling.
    return b64encode(raw).decode() == encoded
