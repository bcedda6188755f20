"""Computes ToolPin's trust report: score, pillars, tier, gates and verdict."""

import math
from collections.abc import Mapping, Sequence
from datetime import datetime

from toolpin_ci.canon.ecmascript import double
from toolpin_ci.model.jsonvalue import Json, JsonObject, Number, same
from toolpin_ci.toolpin.entry import Server, record, records
from toolpin_ci.toolpin.evidence import distinct, has_pin, has_proof, proof_problem, utc
from toolpin_ci.toolpin.scoring import Tally, tally
from toolpin_ci.values import dataclass

TIERS = ("blocked", "unverified", "conditional", "verified")
"""Worst first."""

_BLOCKING = ("no_install_target", "insecure_remote", "invalid_remote_url")
_WEAK_PINS = ("mutable_oci_tag", "missing_mcpb_hash")
_PROVENANCE = {"official": 85, "toolpin": 82}
_REPUTATION = {"official": 80, "toolpin": 78, "docker": 75}
_ENOUGH = 40


def _rounded(value: float) -> int:
    return math.floor(value + 0.5)


def _clamp(value: float) -> int:
    return max(0, min(100, _rounded(value)))


@dataclass(frozen=True, slots=True, kw_only=True)
class Gate:
    """Why a stronger tier is out of reach."""

    tier: str
    gated_by: tuple[str, ...]
    gates: tuple[JsonObject, ...]


def trust_report(server: Server, now: datetime) -> JsonObject:
    """Score one registry entry; `now` decides which proofs are fresh."""
    found = tally(server)
    evidence = distinct(found.evidence)
    score = _clamp(found.score)
    provenance = bool(server.repository) and server.source in ("toolpin", "official", "docker")
    pillars = _pillars(server, found, score, is_verified=provenance)
    if has_proof(evidence, now):
        pillars = {**pillars, "integrity": 100}
    gate = classify(
        {"score": score, "issues": found.issues, "evidence": evidence}, now, provenance=provenance
    )
    overall, reason = _overall(gate, pillars, provenance=provenance)
    report: dict[str, Json] = {
        "score": score,
        "overallScore": overall,
        "metadataCompleteness": score,
        "tier": gate.tier,
        "vetoes": [row for row in gate.gates if row["tier"] == "blocked"],
        "gates": list(gate.gates),
        "gatedBy": list(gate.gated_by),
        "verifiedProvenance": provenance,
        "pillars": pillars,
        "evidence": list(evidence),
        "badges": list(dict.fromkeys(found.badges)),
        "issues": list(found.issues),
    }
    return report if reason is None else {**report, "capReason": reason}


def _pillars(server: Server, found: Tally, score: int, *, is_verified: bool) -> JsonObject:
    critical = {issue["code"] for issue in found.issues if issue["severity"] == "critical"}
    unproved = 55 if server.repository else 20
    penalty = 60 if critical.intersection(_BLOCKING) else 35 if critical.intersection(_WEAK_PINS) else 0
    other = 45 if server.mode == "discovery" else 60
    return {
        "provenance": _PROVENANCE.get(server.source, 80) if is_verified else unproved,
        "integrity": _clamp(35 + found.signals * 15 - penalty),
        "reputation": _REPUTATION.get(server.source, other),
        "metadataCompleteness": score,
    }


def classify(report: JsonObject, now: datetime, *, provenance: bool = False) -> Gate:
    """Put a report into its tier."""
    evidence = records(report.get("evidence"))
    gates = tuple(
        _gate(issue) for issue in records(report.get("issues")) if issue.get("severity") == "critical"
    )
    codes = tuple(str(gate["code"]) for gate in gates)
    failed = [row for row in evidence if row.get("status") == "failed"]
    required = [row for row in failed if row.get("required")]
    if any(gate["tier"] == "blocked" for gate in gates):
        return Gate(tier="blocked", gated_by=codes, gates=gates)
    if required:
        rows: tuple[JsonObject, ...] = tuple(
            {"code": row.get("code"), "message": row.get("message"), "tier": "blocked"} for row in required
        )
        return Gate(tier="blocked", gated_by=(*codes, *_codes(required)), gates=(*gates, *rows))
    if gates or failed:
        return Gate(tier="unverified", gated_by=codes or _codes(failed), gates=gates)
    if provenance and has_pin(evidence) and has_proof(evidence, now):
        return Gate(tier="verified", gated_by=(), gates=())
    is_enough = _number(report.get("score")) >= _ENOUGH or has_pin(evidence)
    return Gate(tier="conditional" if is_enough else "unverified", gated_by=(), gates=())


def _gate(issue: JsonObject) -> JsonObject:
    tier = "blocked" if issue.get("code") in _BLOCKING else "unverified"
    return {"code": issue.get("code"), "message": issue.get("message"), "tier": tier}


def _codes(rows: Sequence[JsonObject]) -> tuple[str, ...]:
    return tuple(str(row.get("code")) for row in rows)


def _number(value: Json) -> float:
    return double(value) if isinstance(value, (int, Number)) else 0.0


def _overall(gate: Gate, pillars: JsonObject, *, provenance: bool) -> tuple[int, str | None]:
    weights = (
        ("provenance", 0.25),
        ("integrity", 0.30),
        ("reputation", 0.15),
        ("metadataCompleteness", 0.30),
    )
    total = 0.0
    for pillar, weight in weights:
        total += _number(pillars[pillar]) * weight
    overall = _rounded(total)
    vetoes = [str(row["code"]) for row in gate.gates if row["tier"] == "blocked"]
    if vetoes:
        return min(overall, 20), f"veto: {', '.join(vetoes)}"
    if gate.tier == "verified":
        return 100, None
    if gate.gates:
        return min(overall, 45), ", ".join(str(row["code"]) for row in gate.gates)
    if provenance:
        return min(overall, 69), "automated evidence incomplete"
    return min(overall, 59), "no verified provenance"


def tier_of(report: JsonObject, now: datetime) -> str:
    """Read a report's tier, or work it out where an old report has none."""
    tier = report.get("tier")
    return tier if isinstance(tier, str) and tier else classify(report, now).tier


def verdict(report: JsonObject, now: datetime) -> JsonObject:
    """Give ToolPin's public verdict on a report."""
    tier = tier_of(report, now)
    if tier == "blocked":
        return {"verdict": "blocked", "reason": _blocked(report), "detailTier": tier}
    if tier == "verified":
        return {"verdict": "verified", "reason": "fresh verified artifact proof", "detailTier": tier}
    return {"verdict": "needs-review", "reason": _review(report, now), "detailTier": tier}


def _first(rows: Sequence[JsonObject], **wanted: Json) -> JsonObject | None:
    return next((row for row in rows if all(row.get(name) == value for name, value in wanted.items())), None)


def _blocked(report: JsonObject) -> str:
    critical = _first(records(report.get("issues")), severity="critical")
    if critical is not None:
        weak = "pin is weak: " if critical.get("code") in _WEAK_PINS else ""
        return f"{weak}{critical.get('message')}"
    failed = [
        row
        for row in records(report.get("evidence"))
        if row.get("status") == "failed" and row.get("required")
    ]
    return f"required evidence failed: {failed[0].get('message')}" if failed else "command failed"


def _review(report: JsonObject, now: datetime) -> str:
    issues, evidence = records(report.get("issues")), records(report.get("evidence"))
    weak = [row for row in issues if row.get("severity") == "critical" and row.get("code") in _WEAK_PINS]
    failed = _first(evidence, status="failed")
    if weak:
        return f"pin is weak: {weak[0].get('message')}"
    if failed is not None:
        return f"evidence failed: {failed.get('message')}"
    if _first(evidence, code="tool_surface_hash", status="unavailable"):
        return "input schemas not pinned"
    problem = proof_problem(evidence, now)
    if record(report).get("verifiedProvenance") is True and problem:
        return problem
    return _without_proof(report, evidence)


def _without_proof(report: JsonObject, evidence: Sequence[JsonObject]) -> str:
    known = {
        "automated evidence incomplete": "artifact proof missing",
        "no verified provenance": "verified provenance missing",
    }
    reason = known.get(str(report.get("capReason")))
    if reason:
        return reason
    if _first(evidence, status="declared"):
        return "artifact proof declared, not verified"
    return "review required" if evidence else "automated evidence missing"


def regated(report: JsonObject, now: datetime) -> JsonObject:
    """Derive tier, overall score, gates and vetoes of a report again from what they follow from."""
    provenance = report.get("verifiedProvenance") is True
    gate = classify(report, now, provenance=provenance)
    overall, reason = _overall(gate, record(report.get("pillars")), provenance=provenance)
    return {
        "tier": gate.tier,
        "overallScore": overall,
        "gates": list(gate.gates),
        "vetoes": [row for row in gate.gates if row["tier"] == "blocked"],
        "gatedBy": list(gate.gated_by),
        **({"capReason": reason} if reason is not None else {}),
    }


def unearned(entry: JsonObject, otherwise: datetime) -> tuple[str, ...]:
    """Name what a locked report claims beyond its own evidence, as that was when the entry was locked."""
    report = record(entry.get("trust"))
    now = utc(entry.get("lockedAt")) or otherwise
    tier = report.get("tier")
    earned = classify(report, now, provenance=report.get("verifiedProvenance") is True).tier
    found = ["tier"] if isinstance(tier, str) and TIERS.index(tier) > TIERS.index(earned) else []
    if not isinstance(report.get("pillars"), Mapping):
        return tuple(found)
    derived = regated(report, now)
    if _number(report.get("overallScore")) > _number(derived["overallScore"]):
        found.append("overallScore")
    lists = ("gates", "vetoes", "gatedBy")
    return (*found, *(name for name in lists if name in report and not same(report[name], derived[name])))
