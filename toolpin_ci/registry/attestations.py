"""Gathers the attestations that count and enforces the pointer's constraints (rulebook §6, steps 6 and 7)."""

from collections.abc import Iterator, Mapping
from datetime import UTC, datetime

from toolpin_ci.canon.registry_json import RegistryError
from toolpin_ci.model.jsonvalue import Json, JsonObject, Number
from toolpin_ci.registry.documents import Documents, at, items
from toolpin_ci.registry.signing import covers, trusted_signature
from toolpin_ci.values import dataclass

_INTEGRITY = "mcp.claim.integrity"


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """An integrity claim that counts: who says it of itself, in which role, and whose key signed it."""

    issuer: str
    role: str
    key_id: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """How to read attestations: whose keys count, when it is, and how strictly."""

    keys: Mapping[str, JsonObject]
    now: datetime
    strict: bool


def gather(documents: Documents, reading: Reading) -> tuple[Claim, ...]:
    """Step 6: skip what is not about this bundle, stop at a claim that has expired."""
    claims = tuple(
        claim for attestation in documents.attestations for claim in _claims(attestation, documents, reading)
    )
    if not claims:
        raise RegistryError("NO_VALID_ATTESTATIONS", "no attestation of a known key is about this bundle")
    return claims


def _claims(attestation: JsonObject, documents: Documents, reading: Reading) -> Iterator[Claim]:
    signature = trusted_signature(attestation, reading.keys)
    if signature is None or at(attestation, "subject", "root_cid") != documents.root_cid:
        return
    if reading.strict and not _is_bound(attestation, signature, documents):
        return
    for claim in items(attestation.get("claims")):
        found = _claim(claim, str(signature["key_id"]))
        if at(claim, "type") != _INTEGRITY or (reading.strict and not _may_say(found, reading)):
            continue
        if is_expired(at(claim, "expires_at_utc"), reading):
            raise RegistryError("ATTESTATION_EXPIRED", "an integrity claim has expired")
        if at(claim, "payload", "verified_root_cid") == documents.root_cid:
            yield found


def _is_bound(attestation: JsonObject, signature: JsonObject, documents: Documents) -> bool:
    described = at(attestation, "subject", "descriptor_cid")
    return covers(signature, "/subject", "/claims") and described == documents.descriptor_cid


def _claim(claim: Json, key_id: str) -> Claim:
    issuer, role = at(claim, "issuer", "key_id"), at(claim, "issuer", "role")
    return Claim(issuer=str(issuer), role=str(role), key_id=key_id)


def _may_say(claim: Claim, reading: Reading) -> bool:
    roles = reading.keys[claim.key_id].get("roles")
    return claim.issuer == claim.key_id and (roles is None or claim.role in items(roles))


def is_expired(expires: Json, reading: Reading) -> bool:
    """Tell whether a claim's time is over; a time that nobody can read is over in the strict reading."""
    if expires is None:
        return False
    moment = utc(expires)
    return reading.strict if moment is None else moment < reading.now


def utc(text: Json) -> datetime | None:
    """Read an RFC 3339 time; None where it is none."""
    try:
        moment = datetime.fromisoformat(text) if isinstance(text, str) else None
    except ValueError:
        return None
    if moment is None:
        return None
    return moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment


def enforce(constraints: Json, claims: tuple[Claim, ...], *, strict: bool) -> JsonObject:
    """Step 7: required signers (any of them), a verifier, and how many; give what was enforced."""
    signers = items(at(constraints, "require_signers"))
    if signers and not any(claim.issuer in signers for claim in claims):
        raise RegistryError("REQUIRED_SIGNER_MISSING", "no attestation of a required signer")
    needs_verifier = at(constraints, "require_verifier_attestation") is True
    if needs_verifier and not any(claim.role == "verifier" for claim in claims):
        raise RegistryError("VERIFIER_ATTESTATION_REQUIRED", "no attestation of a verifier")
    least = at(constraints, "min_attestations")
    wanted = least if isinstance(least, (int, Number)) and not isinstance(least, bool) else 1
    count = len({claim.key_id for claim in claims}) if strict else len(claims)
    if count < float(wanted):
        raise RegistryError("INSUFFICIENT_ATTESTATIONS", f"{count} attestations, {wanted!r} wanted")
    whole = int(float(wanted)) if float(wanted).is_integer() else wanted
    return {"require_verifier_attestation": needs_verifier, "min_attestations": whole}
