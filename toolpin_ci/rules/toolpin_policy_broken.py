"""An entry breaks a rule of ToolPin's policy file."""

from toolpin_ci.model.finding import Action, Area, Severity
from toolpin_ci.rules.base import Rule

RULE = Rule(
    id="toolpin-policy-broken",
    title="An entry breaks a rule of ToolPin's policy file",
    severity=Severity.CRITICAL,
    area=Area.POLICY,
    action=Action.CHANGED,
    message="{file}, {code}: {words}",
    why="The repository's own policy forbids this server, its client, its source or its weak pin.",
    aliases=(
        *("trust_below_minimum", "trust_tier_below_minimum", "toolpin_verified_evidence_required"),
        *("source_not_allowed", "source_denied", "client_not_allowed", "client_denied", "server_denied"),
        *("package_type_denied", "transport_denied", "remote_host_denied", "remote_endpoint_denied"),
        *("required_secrets_denied", "oci_digest_required", "mcpb_sha256_required"),
    ),
)
