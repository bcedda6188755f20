"""Reads the trust report of a lockfile entry as ToolPin does: known members only, each of its type."""

from collections.abc import Callable, Mapping, Sequence

from toolpin_ci.canon.toolpin_typing import is_finite, refused
from toolpin_ci.model.jsonvalue import Json, JsonObject

_TIERS = ("verified", "conditional", "unverified", "blocked")
_SEVERITIES = ("info", "warning", "critical")
_STATUSES = ("passed", "declared", "failed", "unavailable")
_PILLARS = ("provenance", "integrity", "reputation", "metadataCompleteness")

Check = Callable[[Json], bool]


def _is_text(value: Json) -> bool:
    return isinstance(value, str)


def _is_bool(value: Json) -> bool:
    return isinstance(value, bool)


def _is_list(value: Json) -> bool:
    return isinstance(value, list)


def _is_texts(value: Json) -> bool:
    return isinstance(value, list) and all(isinstance(item, str) for item in value)


def _one_of(names: Sequence[str]) -> Check:
    return lambda value: isinstance(value, str) and value in names


def _is_gates(value: Json) -> bool:
    return isinstance(value, list) and all(_is_gate(gate) for gate in value)


def _is_gate(value: Json) -> bool:
    return (
        isinstance(value, Mapping)
        and isinstance(value.get("code"), str)
        and isinstance(value.get("message"), str)
        and value.get("tier") in ("unverified", "blocked")
    )


def _is_pillars(value: Json) -> bool:
    return isinstance(value, Mapping) and all(is_finite(value.get(pillar)) for pillar in _PILLARS)


# In the order in which ToolPin looks: the first fault names the error.
_REPORT: Mapping[str, Check] = {
    "score": is_finite,
    "tier": _one_of(_TIERS),
    "gatedBy": _is_texts,
    "evidence": _is_list,
    "badges": _is_texts,
    "issues": _is_list,
    "overallScore": is_finite,
    "metadataCompleteness": is_finite,
    "capReason": _is_text,
    "verifiedProvenance": _is_bool,
    "gates": _is_gates,
    "vetoes": _is_gates,
    "pillars": _is_pillars,
}
_REQUIRED = ("score", "badges", "issues")
_EVIDENCE: Mapping[str, Check] = {
    "status": _one_of(_STATUSES),
    "code": _is_text,
    "message": _is_text,
    "required": _is_bool,
    "source": _is_text,
    "claim": _is_text,
    "verificationMethod": _is_text,
    "verifiedByToolPin": _is_bool,
    "trustedAnchor": _is_bool,
    "trustAnchor": _is_text,
    "verifiedAt": _is_text,
    "failureReason": _is_text,
}
_ISSUE: Mapping[str, Check] = {"severity": _one_of(_SEVERITIES), "code": _is_text, "message": _is_text}


def parsed_trust(value: Json, key: str) -> JsonObject:
    """Keep what ToolPin keeps of a trust report; raise where it refuses one."""
    trust = dict(_known(value, _REPORT, _REQUIRED, (key, "trust")))
    for member, checks, required in (
        ("evidence", _EVIDENCE, ("status", "code", "message")),
        ("issues", _ISSUE, tuple(_ISSUE)),
    ):
        rows = trust.get(member)
        if isinstance(rows, Sequence) and not isinstance(rows, str):
            places = ((key, f"trust.{member}[{index}]") for index in range(len(rows)))
            trust[member] = [
                _known(row, checks, required, place) for row, place in zip(rows, places, strict=True)
            ]
    return trust


def _known(
    value: Json, checks: Mapping[str, Check], required: Sequence[str], place: tuple[str, str]
) -> JsonObject:
    key, name = place
    if not isinstance(value, Mapping):
        raise refused(key, f"invalid {name}")
    for member, is_valid in checks.items():
        if (member in value or member in required) and not is_valid(value.get(member)):
            raise refused(key, f"invalid {name}.{member}")
    return {member: value[member] for member in checks if member in value}
