"""Doubts the trust report of a locked entry: tiers that nothing carries, proofs that ToolPin never writes."""

from collections.abc import Iterator, Mapping
from datetime import UTC, datetime

from toolpin_ci.canon.pointer import join
from toolpin_ci.model.jsonvalue import Json, JsonObject
from toolpin_ci.model.lock import Entry, Problem
from toolpin_ci.toolpin.evidence import PINS, PROOFS, vouches
from toolpin_ci.toolpin.trust import unearned

_ONLY_DECLARED = (*PINS, "attestation_declared")
_KINDS = dict(zip(PROOFS, ("oci", "mcpb", "npm"), strict=True))
_TOOL_PINS = {"tool_description_hash": "toolDescriptionHash", "tool_surface_hash": "toolSurfaceHash"}


def doubts(entry: Entry) -> Iterator[Problem]:
    """Say what in an entry's trust report cannot have come from ToolPin, given the rest of the entry."""
    trust = _object(entry.document.get("trust"))
    for member in unearned(entry.document, datetime.now(UTC)):
        args: dict[str, Json] = {"stored": trust.get(member), "found": "less than that"}
        pointer = join("servers", entry.key, "trust", member)
        yield Problem(rule="lock-integrity-mismatch", pointer=pointer, subject=entry.key, args=args)
    for index, row in _rows(trust):
        fault = _fault(row, entry)
        if fault:
            yield _forged(entry, index, row, fault)


def _fault(row: JsonObject, entry: Entry) -> str:
    """Say why a row is none that ToolPin writes; empty where it may be."""
    code, status = row.get("code"), row.get("status")
    if status == "declared" and row.get("verifiedByToolPin") is True:
        return "what is declared was verified by nobody"
    if status != "passed":
        return ""
    if code in _ONLY_DECLARED:
        return "a publisher's claim is declared and never passed"
    if code in PROOFS:
        return _proof_fault(str(code), row, entry.target)
    member = _TOOL_PINS.get(str(code))
    if member and member not in _object(entry.document.get("capabilityManifest")):
        return f"the entry holds no {member}"
    return ""


def _proof_fault(code: str, row: JsonObject, target: JsonObject) -> str:
    if target.get("kind") != "package" or target.get("registryType") != _KINDS[code]:
        return "the target is of another kind"
    if row.get("trustedAnchor") is True and not vouches(code, row.get("trustAnchor")):
        return "the place that it was verified against is none that ToolPin trusts"
    return ""


def new_proofs(before: Entry, after: Entry) -> Iterator[Problem]:
    """Give proofs that the base did not have for the same target: they hold only where we verified it too."""
    known = [_claim(row) for _, row in _rows(_object(before.document.get("trust"))) if _is_proof(row)]
    for index, row in _rows(_object(after.document.get("trust"))):
        if _is_proof(row) and _claim(row) not in known:
            yield _forged(after, index, row, "the target is the same, and it was not verified here")


def _is_proof(row: JsonObject) -> bool:
    return row.get("code") in PROOFS and row.get("status") == "passed"


def _claim(row: JsonObject) -> tuple[Json, ...]:
    return tuple(row.get(name) for name in ("code", "claim", "trustAnchor", "trustedAnchor"))


def _forged(entry: Entry, index: int, row: JsonObject, fault: str) -> Problem:
    pointer = join("servers", entry.key, "trust", "evidence", index)
    args: dict[str, Json] = {"stored": f"{row.get('code')} {row.get('status')}", "found": fault}
    return Problem(rule="lock-evidence-forged", pointer=pointer, subject=entry.key, args=args)


def _rows(trust: JsonObject) -> Iterator[tuple[int, JsonObject]]:
    evidence = trust.get("evidence")
    for index, row in enumerate(evidence if isinstance(evidence, list) else ()):
        yield index, _object(row)


def _object(value: Json) -> JsonObject:
    return value if isinstance(value, Mapping) else {}
