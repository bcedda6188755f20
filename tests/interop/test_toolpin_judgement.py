"""ToolPin 0.5.4: scan, trust, policy, client configuration, versions, images and signatures."""

from datetime import UTC, datetime
from functools import partial
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from tests.interop.vectors import cases, outcome, parse
from toolpin_ci.canon.text import compact
from toolpin_ci.canon.toolpin import CLIENTS, lock_digest
from toolpin_ci.canon.toolpin_scan import scan_tools
from toolpin_ci.edge.addresses import Reach, check_url
from toolpin_ci.errors import ToolpinError
from toolpin_ci.toolpin import client_config, entry, installed, policy, signing, trust, versions

NOW = datetime(2026, 11, 18, 11, 33, tzinfo=UTC)
# ToolPin takes any key under the label ed25519, and any spelling of base64: we do not.
TOO_LENIENT = ("env-signature-base64url-unpadded", "key-rsa", "key-ec-p256")


@pytest.mark.requirement("toolpin-scan")
@cases("toolpin/scan.json")
def test_scan_finds_what_toolpin_finds_in_its_order(vector: dict[str, Any]) -> None:
    tools = parse(vector["tools_json"])
    assert [finding.to_json() for finding in scan_tools(tools)] == vector["findings"]


@pytest.mark.requirement("toolpin-trust")
@cases("toolpin/trust_score.json")
def test_trust_report_manifest_and_verdict_are_toolpins(vector: dict[str, Any]) -> None:
    server = entry.server_of(vector["entry"])
    report = trust.trust_report(server, NOW)
    assert report == vector["trust"]
    assert entry.capability_manifest(server, "2026-01-02T03:04:05.006Z") == vector["capabilityManifest"]
    assert entry.launch_target(server) == vector.get("launch")
    assert trust.verdict(report, NOW) == vector["verdict"]
    assert server.is_installable == vector["installable"]


@pytest.mark.requirement("toolpin-client-config")
@cases("toolpin/client_config.json")
def test_configuration_for_every_client_is_toolpins(vector: dict[str, Any]) -> None:
    server = entry.server_of(vector["entry"])
    assert set(vector["clients"]) == set(CLIENTS)
    for client, expected in vector["clients"].items():
        found = outcome(partial(client_config.client_config, server, client))
        shown = found if isinstance(found, dict) else {"config": found.config, "notes": list(found.notes)}
        assert shown == expected, client


@pytest.mark.requirement("toolpin-client-config")
@cases("toolpin/lockfiles_valid.json")
def test_a_file_with_the_locked_configuration_is_in_order_and_every_other_is_not(
    vector: dict[str, Any],
) -> None:
    servers = parse(vector["lockfile_text"])["servers"]
    for locked in servers.values():
        if locked["client"] in ("codex", "continue"):
            continue
        right = compact(locked["config"])
        assert installed.check_file(locked, right) is None
        assert installed.check_file(locked, None) == "missing"
        assert installed.check_file(locked, "{}") == "missing"
        assert installed.check_file(locked, "{") == "unreadable"
        changed = parse(right)
        found: Any = installed.server_config(changed, locked["name"], locked["client"])
        found["extra"] = 1
        assert installed.check_file(locked, compact(changed)) == "drift"


@pytest.mark.requirement("toolpin-policy")
@cases("toolpin/policy.json")
def test_policy_issues_are_toolpins(vector: dict[str, Any]) -> None:
    found = outcome(lambda: policy.evaluate(vector["plan"], policy.parse_policy(vector["policy"]), NOW))
    if isinstance(found, dict):
        assert found["error"] == vector["error"]
    else:
        assert [issue.to_json() for issue in found] == vector["issues"]


@pytest.mark.requirement("toolpin-versions")
@cases("toolpin/floating_versions.json")
def test_floating_versions_are_those_that_toolpin_calls_floating(vector: dict[str, Any]) -> None:
    assert versions.is_floating(vector["version"]) == vector["floating"]


@pytest.mark.requirement("toolpin-versions")
@cases("toolpin/oci_refs.json")
def test_image_references_are_read_as_toolpin_reads_them(vector: dict[str, Any]) -> None:
    found = versions.image_reference(vector["identifier"])
    if vector["canonical"] is None:
        assert found is None
    else:
        assert found is not None
        assert {"host": found.host, "repository": found.repository, "digest": found.digest} == vector[
            "canonical"
        ]
        assert found.is_trusted == vector["trusted"]


@pytest.mark.requirement("toolpin-ssrf")
@cases("toolpin/ssrf_urls.json")
def test_no_address_that_toolpin_refuses_is_asked_by_us(vector: dict[str, Any]) -> None:
    refused = isinstance(outcome(lambda: check_url(vector["url"], Reach())), dict)
    assert refused or vector["allowed"]


@pytest.mark.requirement("toolpin-signature")
@cases("toolpin/signatures.json")
def test_signatures_are_verified_in_toolpins_order_and_more_strictly(vector: dict[str, Any]) -> None:
    found = outcome(lambda: _verified(vector))
    report = vector["verify"]["stdout"]
    if vector["id"] in TOO_LENIENT:
        assert "not an Ed25519 key" in found.get("error", "") or found == {
            "ok": False,
            "message": "Signature verification failed.",
        }
    elif report:
        assert found == {"ok": report["report"]["ok"], "message": report["report"]["message"]}
    else:
        words = vector["verify"]["stderr"].strip().removeprefix("Error: ").replace(" in mcp-lock.sig", "")
        assert found["error"] in words or vector["signature_text"] is None


def _verified(vector: dict[str, Any]) -> dict[str, Any]:
    text, covered = vector["signature_text"], vector["policy_text"]
    subject = signing.Subject(
        lock=lock_digest(parse(vector["lockfile_text"])),
        policy=policy.policy_digest(parse(covered)) if covered else None,
    )
    envelope = signing.check_envelope(parse(text) if text else None)
    found = signing.verify(envelope, subject, signing.public_key(vector["public_key_pem"]))
    return {"ok": found.ok, "message": found.message}


@pytest.mark.requirement("toolpin-signature")
@pytest.mark.parametrize("scheme", [signing.TOOLPIN, signing.MCP_LOCK], ids=lambda scheme: str(scheme.schema))
def test_what_we_sign_we_verify_and_nothing_else(scheme: signing.Scheme) -> None:
    key = Ed25519PrivateKey.from_private_bytes(b"mcp-lock-spec-v1 test-vector-key")
    subject = signing.Subject(lock="sha256-AAAA", policy="sha256-BBBB")
    pem = key.public_key().public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo).decode()
    envelope = signing.sign(subject, key, "2026-01-02T03:04:05.006Z", scheme)
    public = signing.public_key(pem)
    assert signing.verify(signing.check_envelope(envelope, scheme), subject, public, scheme).ok
    for name in ("signedAt", "signature"):
        changed = {**envelope, name: str(envelope[name]).replace("A", "B").replace("2026", "2027")}
        assert not signing.verify(changed, subject, public, scheme).ok
    with pytest.raises(ToolpinError):
        signing.check_envelope({**envelope, "algorithm": "rsa"}, scheme)


@pytest.mark.requirement("toolpin-trust")
@cases("toolpin/lockfiles_valid.json")
def test_what_toolpin_locked_as_trust_follows_from_its_evidence(vector: dict[str, Any]) -> None:
    for locked in parse(vector["lockfile_text"])["servers"].values():
        assert trust.unearned(locked, NOW) == ()
        derived = trust.regated(locked["trust"], NOW)
        assert derived == {name: locked["trust"][name] for name in derived}


@pytest.mark.requirement("toolpin-trust")
@pytest.mark.parametrize(
    ("raised", "found"),
    [
        ({"tier": "verified"}, "tier"),
        ({"overallScore": 100}, "overallScore"),
        ({"gates": [{"code": "x", "message": "x", "tier": "blocked"}]}, "gates"),
        ({"gatedBy": ["x"]}, "gatedBy"),
    ],
)
@cases("toolpin/lockfiles_valid.json")
def test_trust_that_was_raised_by_hand_is_named(
    vector: dict[str, Any], raised: dict[str, Any], found: str
) -> None:
    for locked in parse(vector["lockfile_text"])["servers"].values():
        assert found in trust.unearned({**locked, "trust": {**locked["trust"], **raised}}, NOW)
