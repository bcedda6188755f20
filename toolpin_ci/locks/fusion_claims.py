"""Holds what a handler does against what its tool declares, as mcp-fusion and vurb do."""

import re
from collections.abc import Iterator, Mapping, Sequence

from toolpin_ci.canon.fusion_contract import FLAGS
from toolpin_ci.locks.fusion_entitlements import Match, entitlements, evasions, matches
from toolpin_ci.model.jsonvalue import Json, JsonObject

_WRITES = re.compile("write|append|unlink|rmdir|mkdir|rename|copy|createWriteStream", re.IGNORECASE)
_READ_ONLY = "readOnly: true"


def scan(source: str, claims: JsonObject) -> dict[str, Json]:
    """Report what a handler touches and which claims that breaks."""
    found = matches(source)
    broken, hidden = list(violations(found, claims)), evasions(source)
    safe = not _errors(broken) and not _high(hidden)
    return {
        "entitlements": entitlements(found),
        "matches": [match.to_json() for match in found],
        "violations": [*broken],
        "evasionIndicators": [*hidden],
        "safe": safe,
        "summary": _summary(found, broken, hidden),
    }


def _errors(broken: Sequence[Mapping[str, Json]]) -> int:
    return sum(row["severity"] == "error" for row in broken)


def _high(hidden: Sequence[Mapping[str, Json]]) -> int:
    return sum(row["confidence"] == "high" for row in hidden)


def _summary(
    found: Sequence[Match], broken: Sequence[Mapping[str, Json]], hidden: Sequence[Mapping[str, Json]]
) -> str:
    named = [flag for flag in FLAGS if flag in {match.category for match in found}]
    parts = [f"Entitlements: [{', '.join(named)}]"] if named else []
    if broken:
        parts.append(f"{len(broken)} violation(s) ({_errors(broken)} errors)")
    if hidden:
        parts.append(f"{len(hidden)} evasion indicator(s) ({_high(hidden)} high-confidence)")
    if not parts:
        return "No I/O entitlements detected — handler is sandboxed."
    return " | ".join((*parts, "UNSAFE" if _errors(broken) or _high(hidden) else "SAFE"))


def violations(found: Sequence[Match], claims: JsonObject) -> Iterator[dict[str, Json]]:
    """List broken claims in the order of the original."""
    allowed = claims.get("allowed")
    named = set(map(str, allowed)) if isinstance(allowed, (list, tuple)) else set()
    used = {match.category for match in found}
    read_only = bool(claims.get("readOnly"))
    yield from _writes(found, read_only=read_only and "filesystem" not in named)
    yield from _processes(claims, used - named, read_only=read_only)
    if read_only and "network" in used - named:
        words = "Tool declares readOnly but handler makes network calls — side effects possible"
        yield _violation("network", (_READ_ONLY, "Network APIs detected"), "warning", words)
    yield from _evaluation(found, "codeEvaluation" in named, read_only=read_only)


def _violation(category: str, seen: tuple[str, str], severity: str, words: str) -> dict[str, Json]:
    declared, detected = seen
    return {
        "category": category,
        "declared": declared,
        "detected": detected,
        "severity": severity,
        "description": words,
    }


def _writes(found: Sequence[Match], *, read_only: bool) -> Iterator[dict[str, Json]]:
    names = [
        match.identifier
        for match in found
        if match.category == "filesystem" and _WRITES.search(match.identifier)
    ]
    if read_only and names:
        shown = ", ".join(names)
        words = f"Tool declares readOnly but handler uses filesystem write APIs: {shown}"
        yield _violation("filesystem", (_READ_ONLY, f"Filesystem write operations: {shown}"), "error", words)


def _processes(claims: JsonObject, used: set[str], *, read_only: bool) -> Iterator[dict[str, Json]]:
    if "subprocess" not in used:
        return
    detected = "Subprocess APIs detected"
    if read_only:
        words = "Tool declares readOnly but handler uses subprocess APIs"
        yield _violation("subprocess", (_READ_ONLY, detected), "error", words)
    if not claims.get("destructive"):
        words = "Tool is not marked destructive but handler uses subprocess APIs — consider marking as "
        words += "destructive"
        yield _violation("subprocess", ("destructive: false", detected), "warning", words)


def _evaluation(found: Sequence[Match], is_allowed: bool, *, read_only: bool) -> Iterator[dict[str, Json]]:  # noqa: FBT001
    names = dict.fromkeys(match.identifier for match in found if match.category == "codeEvaluation")
    shown = ", ".join(names)
    if names and not is_allowed:
        words = (
            f"Handler uses dynamic code evaluation ({shown}) — blast radius is unbounded; "
            "eval'd code can perform any I/O"
        )
        seen = ("no code evaluation expected", f"Code evaluation APIs: {shown}")
        yield _violation("codeEvaluation", seen, "error", words)
    elif names and read_only:
        words = "Tool declares readOnly but uses code evaluation — eval can perform writes"
        yield _violation("codeEvaluation", (_READ_ONLY, "Code evaluation APIs detected"), "error", words)
