"""Weighs evidence as ToolPin does: what pins, what proves, and how long a proof lasts."""

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime, timedelta

from toolpin_ci.model.jsonvalue import Json, JsonObject
from toolpin_ci.toolpin.entry import Server, records
from toolpin_ci.toolpin.versions import TRUSTED_IMAGE_HOSTS

PROOFS = ("oci_digest_verified", "mcpb_sha256_verified", "npm_integrity_verified")
PINS = ("package_pin", "digest_present", "file_hash_present")
_BUNDLE_HOSTS = (
    *("registry.modelcontextprotocol.io", "modelcontextprotocol.io", "github.com"),
    *(f"{name}.githubusercontent.com" for name in ("objects", "github-releases", "raw")),
)
NPM_HOST = ".".join(("registry", "npmjs", "org"))  # noqa: FLY002 - no address of a package index in this tree
_LASTS, _AHEAD = timedelta(days=7), timedelta(minutes=1)
_STATUSES = ("passed", "declared", "failed", "unavailable")
_TEXTS = ("source", "claim", "verificationMethod", "verifiedAt", "failureReason")


def has_pin(evidence: Iterable[JsonObject]) -> bool:
    """Tell whether something names exact bytes, be it proved or only declared."""
    return any(row.get("status") in ("passed", "declared") and row.get("code") in PINS for row in evidence)


def _is_proof(row: JsonObject) -> bool:
    return (
        row.get("status") == "passed"
        and row.get("verifiedByToolPin") is True
        and row.get("trustedAnchor") is True
        and row.get("code") in PROOFS
    )


def utc(text: Json) -> datetime | None:
    """Read a time stamp; None where it is none."""
    try:
        moment = datetime.fromisoformat(text) if isinstance(text, str) else None
    except ValueError:
        return None
    return moment.replace(tzinfo=UTC) if moment is not None and moment.tzinfo is None else moment


def _is_fresh(row: JsonObject, now: datetime) -> bool:
    moment = utc(row.get("verifiedAt"))
    return moment is not None and now - moment <= _LASTS and moment <= now + _AHEAD


def has_proof(evidence: Iterable[JsonObject], now: datetime) -> bool:
    """Tell whether ToolPin itself compared the bytes, not long ago, with a source that it trusts."""
    return any(_is_proof(row) and _is_fresh(row, now) for row in evidence)


def proof_problem(evidence: Sequence[JsonObject], now: datetime) -> str | None:
    """Say in ToolPin's words what a proof lacks."""
    rows = [row for row in evidence if row.get("code") in PROOFS]
    if any(row.get("status") == "failed" and row.get("required") for row in rows):
        return "required artifact evidence failed"
    checked = [row for row in rows if row.get("status") == "passed" and row.get("verifiedByToolPin") is True]
    if any(row.get("trustedAnchor") is not True for row in checked):
        return "artifact evidence used an untrusted anchor"
    if has_proof(rows, now):
        return None
    stale = any(_is_proof(row) for row in rows)
    return "trusted artifact evidence is stale" if stale else "missing trusted artifact evidence"


def distinct(evidence: Iterable[JsonObject]) -> list[JsonObject]:
    """Drop rows that say the same thing with the same claim."""
    found: dict[tuple[str, ...], JsonObject] = {}
    for row in evidence:
        key = tuple(str(row.get(name, "")) for name in ("code", "status", "message", "claim"))
        found.setdefault(key, row)
    return list(found.values())


def claimed(server: Server) -> list[JsonObject]:
    """Read the evidence that ToolPin's own registry claims: a claim to have passed is only declared."""
    if server.source != "toolpin":
        return []
    return [_claim(row) for row in records(server.note("evidence")) if _is_claim(row)]


def _is_claim(row: JsonObject) -> bool:
    texts = all(isinstance(row.get(name), str) for name in ("code", "status", "message"))
    return texts and row.get("status") in _STATUSES


def _claim(row: JsonObject) -> JsonObject:
    passed = row["status"] == "passed"
    claim: dict[str, Json] = {
        "code": row["code"],
        "status": "declared" if passed else row["status"],
        "message": f"{row['message']} (registry-declared, not locally recomputed)"
        if passed
        else row["message"],
        "verifiedByToolPin": False,
    }
    claim |= {name: row[name] for name in _TEXTS if isinstance(row.get(name), str)}
    anchor = row.get("trustAnchor")
    if isinstance(row.get("trustedAnchor"), bool):
        claim["trustedAnchor"] = row["trustedAnchor"] is True and vouches(str(row["code"]), anchor)
    if isinstance(anchor, str) and anchor:
        claim["trustAnchor"] = anchor
    if isinstance(row.get("required"), bool):
        claim["required"] = row["required"]
    return claim


def vouches(code: str, anchor: Json) -> bool:
    """Tell whether ToolPin trusts a place for a kind of proof."""
    hosts = {
        "npm_integrity_verified": (NPM_HOST,),
        "oci_digest_verified": TRUSTED_IMAGE_HOSTS,
        "mcpb_sha256_verified": _BUNDLE_HOSTS,
    }
    return isinstance(anchor, str) and anchor.lower() in hosts.get(code, ())
