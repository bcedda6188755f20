"""Reads ToolPin's policy file and applies its rules to a locked plan."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime

from toolpin_ci.canon.ecmascript import double
from toolpin_ci.canon.toolpin_entry import CLIENTS
from toolpin_ci.canon.toolpin_json import sri_digest
from toolpin_ci.canon.toolpin_typing import is_number
from toolpin_ci.canon.web_url import web_url
from toolpin_ci.errors import UsageError
from toolpin_ci.model.jsonvalue import Json, JsonObject, Number
from toolpin_ci.toolpin.entry import record, records
from toolpin_ci.toolpin.evidence import has_proof, proof_problem
from toolpin_ci.toolpin.trust import TIERS, tier_of
from toolpin_ci.toolpin.versions import has_digest, is_file_hash
from toolpin_ci.values import dataclass

_SOURCES = ("toolpin", "official", "docker", "pulsemcp", "smithery", "glama")
_FLAGS = (
    *("requireToolPinVerifiedEvidence", "denyRemoteEndpoints", "denyRequiredSecrets"),
    *("requireDigestPinnedOci", "requireMcpbSha256"),
)
_LISTS = (
    *("allowedSources", "deniedSources", "allowedClients", "deniedClients", "deniedServers"),
    *("deniedPackageTypes", "deniedTransports", "deniedRemoteHosts"),
)
KEYS = ("version", "minTrustScore", "minTrustTier", *_FLAGS, *_LISTS)
_TOP_SCORE = 100


@dataclass(frozen=True, slots=True)
class Issue:
    """One broken rule, with ToolPin's code and words."""

    code: str
    message: str

    def to_json(self) -> dict[str, Json]:
        """Write as ToolPin reports it."""
        return {"code": self.code, "message": self.message}


def parse_policy(value: Json, path: str = ".toolpin/policy.json") -> JsonObject:
    """Check a policy as ToolPin does: an unknown key is an error, `pulse` means `pulsemcp`."""
    if not isinstance(value, Mapping):
        raise _refused(path, "expected object")
    for key in value:
        if key not in KEYS:
            raise _refused(path, f"unknown policy key {key}")
    _check_scalars(value, path)
    policy = dict(value)
    for field in _LISTS:
        if field in value:
            policy[field] = _strings(value[field], field, path)
    return policy


def _refused(path: str, what: str) -> UsageError:
    return UsageError(f"Invalid policy schema in {path}: {what}")


def _check_scalars(policy: JsonObject, path: str) -> None:
    version, score = policy.get("version", 1), policy.get("minTrustScore", 0)
    if not is_number(version) or version != 1:
        raise _refused(path, "unsupported version")
    if (
        not isinstance(score, (int, Number))
        or isinstance(score, bool)
        or not 0 <= double(score) <= _TOP_SCORE
    ):
        raise _refused(path, "minTrustScore must be 0-100")
    if policy.get("minTrustTier", "blocked") not in TIERS:
        raise _refused(path, "minTrustTier must be verified, conditional, unverified, or blocked")
    for flag in _FLAGS:
        if not isinstance(policy.get(flag, False), bool):
            raise _refused(path, f"{flag} must be a boolean")


def _strings(value: Json, field: str, path: str) -> list[Json]:
    if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
        raise _refused(path, f"{field} must be an array of strings")
    items = ["pulsemcp" if item == "pulse" and field.endswith("Sources") else item for item in value]
    if field.endswith("Sources") and any(item not in _SOURCES for item in items):
        raise _refused(path, f"{field} contains an unknown registry source")
    if field.endswith("Clients") and any(item not in CLIENTS for item in items):
        raise _refused(path, f"{field} contains an unknown client")
    return list(items)


def policy_digest(value: Json, path: str = ".toolpin/policy.json") -> str:
    """Digest a policy as a signature covers it."""
    return sri_digest(parse_policy(value, path))


def evaluate(plan: JsonObject, policy: JsonObject, now: datetime) -> tuple[Issue, ...]:
    """Apply every rule, in ToolPin's order."""
    return (
        *_trust(plan, policy, now),
        *_names(plan, policy),
        *_contents(plan, policy),
        *_target(plan, policy),
    )


def _items(policy: JsonObject, name: str) -> Sequence[Json]:
    value = policy.get(name)
    return value if isinstance(value, (list, tuple)) else ()


def _spelled(value: Json) -> str:
    return value.text if isinstance(value, Number) else str(value)


def _trust(plan: JsonObject, policy: JsonObject, now: datetime) -> Iterator[Issue]:
    name, trust = plan.get("name"), record(plan.get("trust"))
    least, score = policy.get("minTrustScore"), trust.get("score")
    if (
        isinstance(least, (int, Number))
        and isinstance(score, (int, Number))
        and double(score) < double(least)
    ):
        words = f"{name} trust score {_spelled(score)} is below required minimum {_spelled(least)}"
        yield Issue("trust_below_minimum", words)
    wanted, tier = policy.get("minTrustTier"), tier_of(trust, now)
    if isinstance(wanted, str) and TIERS.index(tier) < TIERS.index(wanted):
        yield Issue(
            "trust_tier_below_minimum", f"{name} trust tier {tier} is below required minimum {wanted}"
        )
    if policy.get("requireToolPinVerifiedEvidence"):
        evidence, provenance = records(trust.get("evidence")), trust.get("verifiedProvenance") is True
        if not provenance or not has_proof(evidence, now):
            why = proof_problem(evidence, now) if provenance else "missing verified provenance"
            words = f"{name} does not have fresh trusted artifact evidence verified by ToolPin ({why})"
            yield Issue("toolpin_verified_evidence_required", words)


def _names(plan: JsonObject, policy: JsonObject) -> Iterator[Issue]:
    name, client = plan.get("name"), plan.get("client")
    resolved, manifest = record(plan.get("resolved")), record(plan.get("capabilityManifest"))
    source = resolved.get("source") or manifest.get("registrySource")
    if _items(policy, "allowedSources") and source not in _items(policy, "allowedSources"):
        yield Issue(
            "source_not_allowed", f"{name} registry source {source or 'unknown'} is not in allowedSources"
        )
    if source in _items(policy, "deniedSources"):
        yield Issue("source_denied", f"{name} registry source {source} is denied")
    if _items(policy, "allowedClients") and client not in _items(policy, "allowedClients"):
        yield Issue("client_not_allowed", f"{client} is not in allowedClients")
    if client in _items(policy, "deniedClients"):
        yield Issue("client_denied", f"{client} is denied")
    if name in _items(policy, "deniedServers"):
        yield Issue("server_denied", f"{name} is denied")


def _contents(plan: JsonObject, policy: JsonObject) -> Iterator[Issue]:
    name, manifest = plan.get("name"), record(plan.get("capabilityManifest")) or _selected(plan)
    hosts = _items(manifest, "remoteHosts")
    for member, rule, code, words in (
        ("packageTypes", "deniedPackageTypes", "package_type_denied", "package type"),
        ("transports", "deniedTransports", "transport_denied", "transport"),
        ("remoteHosts", "deniedRemoteHosts", "remote_host_denied", "remote host"),
    ):
        for value in _items(manifest, member):
            if value in _items(policy, rule):
                yield Issue(code, f"{name} uses denied {words} {value}")
    if policy.get("denyRemoteEndpoints") and hosts:
        yield Issue(
            "remote_endpoint_denied", f"{name} declares remote endpoint host(s): {', '.join(map(str, hosts))}"
        )
    secrets = [row for row in records(manifest.get("secrets")) if row.get("required")]
    if policy.get("denyRequiredSecrets") and secrets:
        shown = ", ".join(f"{row.get('source')}:{row.get('name')}" for row in secrets)
        yield Issue("required_secrets_denied", f"{name} requires secret input(s): {shown}")


def _selected(plan: JsonObject) -> JsonObject:
    """Say what the chosen target alone tells, for a plan without a manifest."""
    target = record(plan.get("selectedTarget"))
    if target.get("kind") == "remote":
        url = web_url(str(target.get("url")))
        return {"transports": [target.get("type")], "remoteHosts": [url.host] if url else []}
    return {"packageTypes": [target.get("registryType")], "transports": [target.get("transport")]}


def _target(plan: JsonObject, policy: JsonObject) -> Iterator[Issue]:
    name, target = plan.get("name"), record(plan.get("selectedTarget"))
    kind = target.get("registryType") if target.get("kind") == "package" else None
    identifier = target.get("identifier")
    if policy.get("requireDigestPinnedOci") and kind == "oci" and not has_digest(identifier):
        marked = isinstance(identifier, str) and "@sha256:" in identifier
        detail = " with a valid sha256 digest" if marked else " by digest"
        yield Issue("oci_digest_required", f"{name} OCI target must be pinned{detail}")
    if policy.get("requireMcpbSha256") and kind == "mcpb" and not is_file_hash(target.get("fileSha256")):
        words = f"{name} MCPB target must declare a valid 64-character fileSha256"
        yield Issue("mcpb_sha256_required", words)
