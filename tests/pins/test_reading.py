"""What a lock entry pins, and what is written back."""

import json
from typing import Any

import pytest

from tests.pins.asking import evidence_of, verdict
from toolpin_ci.canon.text import parse
from toolpin_ci.model.pin import Pin
from toolpin_ci.model.report import PinEvidence, PinState
from toolpin_ci.pins import ARTIFACTS, pins_of, record

HEX = "cd34" * 16
DIGEST = f"sha256:{'ab12' * 16}"


def entry(target: dict[str, Any], **members: Any) -> dict[str, Any]:
    return {
        "name": "io.vector/demo",
        "version": "1.2.3",
        "selectedTarget": {"kind": "package", **target},
        **members,
    }


def only(document: dict[str, Any]) -> Pin:
    (pin,) = pins_of(document)
    return pin


def test_a_package_of_toolpin_is_a_pin_without_digests() -> None:
    pin = only(entry({"registryType": "npm", "identifier": "@vector/demo", "version": "1.2.3"}))
    assert (pin.kind, pin.identifier, pin.version, pin.digests) == ("npm", "@vector/demo", "1.2.3", {})
    assert (pin.server, pin.subject, pin.required) == ("io.vector/demo", "npm:@vector/demo@1.2.3", True)


def test_hashes_in_the_target_are_locked_digests() -> None:
    bundle = entry({"registryType": "mcpb", "identifier": "https://x/d.mcpb", "fileSha256": HEX.upper()})
    assert only(bundle).digests == {"bundle": f"sha256:{HEX}"}
    image = entry({"registryType": "oci", "identifier": f"ghcr.io/vector/demo:1@{DIGEST.upper()}"})
    assert only(image).digests == {"manifest": DIGEST}


@pytest.mark.parametrize("value", ["abcd", "", None, 5, "z" * 64])
def test_a_hash_that_is_none_is_not_a_locked_digest(value: object) -> None:
    target = {"registryType": "mcpb", "identifier": "https://x/d.mcpb", "fileSha256": value}
    assert only(entry(target)).digests == {}


@pytest.mark.parametrize(
    ("identifier", "version", "expected"),
    [
        ("ghcr.io/v/d", "1.0", "ghcr.io/v/d:1.0"),
        ("ghcr.io/v/d:2.0", "1.0", "ghcr.io/v/d:2.0"),
        (f"ghcr.io/v/d@{DIGEST}", "1.0", f"ghcr.io/v/d@{DIGEST}"),
        ("localhost:5000/d", "1.0", "localhost:5000/d:1.0"),
        ("ghcr.io/v/d", "", "ghcr.io/v/d"),
    ],
)
def test_name_and_version_apart_are_an_image_with_a_tag(identifier: str, version: str, expected: str) -> None:
    target = {"registryType": "oci", "identifier": identifier, "version": version}
    assert only(entry(target)).identifier == expected


def test_what_toolpin_verified_is_held_against_the_registry_again() -> None:
    evidence = [
        {"code": "npm_integrity_verified", "status": "passed", "claim": "sha512-AAAA"},
        {"code": "npm_integrity_verified", "status": "declared", "claim": "sha512-BBBB"},
        {"code": "oci_digest_verified", "status": "passed", "claim": DIGEST},
        "noise",
    ]
    target = {"registryType": "npm", "identifier": "demo", "version": "1.0.0"}
    assert only(entry(target, trust={"evidence": evidence})).digests == {"tarball": "sha512-AAAA"}


def test_a_record_is_read_back_for_the_same_package_only() -> None:
    found = PinEvidence(
        kind="pypi",
        subject="",
        state=PinState.DECLARED,
        identifier="demo",
        version="1.0",
        files={"b.whl": DIGEST, "a.tar.gz": DIGEST},
    )
    written = record([found])
    manifest = {ARTIFACTS: parse(json.dumps(written))}
    target = {"registryType": "pypi", "identifier": "demo", "version": "1.0"}
    assert only(entry(target, capabilityManifest=manifest)).digests == found.files
    assert only(entry({**target, "version": "1.1"}, capabilityManifest=manifest)).digests == {}


def test_only_hashed_bytes_are_recorded_sorted_and_without_times() -> None:
    def item(kind: str, state: PinState, **files: str) -> PinEvidence:
        return PinEvidence(
            kind=kind, subject="", state=state, identifier="x", files=files, verified_at="now", notes=("n",)
        )

    written = record(
        [
            item("oci", PinState.PASSED, manifest=DIGEST),
            item("npm", PinState.DECLARED, tarball="sha512-A"),
            item("mcpb", PinState.FAILED, bundle=DIGEST),
            item("pypi", PinState.UNAVAILABLE),
            item("remote", PinState.PASSED),
        ]
    )
    assert written == [
        {"kind": "npm", "identifier": "x", "version": "", "files": {"tarball": "sha512-A"}},
        {"kind": "oci", "identifier": "x", "version": "", "files": {"manifest": DIGEST}},
    ]


def test_two_digests_for_one_file_pin_nothing() -> None:
    target = {"registryType": "mcpb", "identifier": "https://x/d.mcpb", "version": "1", "fileSha256": HEX}
    files = {"bundle": DIGEST}
    artifact = {"kind": "mcpb", "identifier": "https://x/d.mcpb", "version": "1", "files": files}
    pin = only(entry(target, capabilityManifest={ARTIFACTS: [artifact]}))
    assert verdict(evidence_of(pin)) == ("failed", "lock-contradicts-itself")


def test_a_registry_named_by_the_lock_and_the_locked_tools_go_along() -> None:
    target = {
        "registryType": "npm",
        "identifier": "d",
        "version": "1.0.0",
        "registryBaseUrl": "https://r.example",
    }
    manifest: dict[str, Any] = {"surface": {"tools": {"b": {}, "a": {}}}}
    pin = only(entry(target, capabilityManifest=manifest))
    assert (pin.registry.url, pin.facts["tools"]) == ("https://r.example", ["a", "b"])


def remote(config: object = None, **manifest: object) -> Pin:
    target = {"kind": "remote", "type": "sse", "url": "https://m.example/x"}
    return only({"selectedTarget": target, "name": "n", "config": config, "capabilityManifest": manifest})


def test_an_endpoint_is_a_pin_with_its_hosts_and_the_names_of_its_secrets() -> None:
    secrets = [{"name": "X-Api-Key", "source": "header", "required": True}]
    pin = remote(remoteHosts=["m.example"], secrets=secrets)
    assert (pin.kind, pin.identifier, pin.facts["hosts"]) == ("remote", "https://m.example/x", ["m.example"])
    assert (pin.facts["secrets"], pin.facts["literalSecrets"]) == (secrets, [])


@pytest.mark.parametrize(
    "value", ["<X-Tenant-Key>", "${KEY}", "Bearer ${KEY}", "$KEY", "{key}", "{{key}}", ""]
)
def test_a_placeholder_in_a_clients_configuration_is_no_secret(value: str) -> None:
    config = {"mcpServers": [{"headers": {"Authorization": value, "X-Tenant-Key": value}}]}
    assert remote(config, secrets=[{"name": "x-tenant-key"}]).facts["literalSecrets"] == []


def test_a_value_in_a_clients_configuration_is_told_by_its_name() -> None:
    config = {
        "mcpServers": [{"headers": {"Authorization": "Bearer abc", "X-Tenant-Key": "v", "Accept": "*"}}]
    }
    found = remote(config, secrets=[{"name": "x-tenant-key"}, 5]).facts["literalSecrets"]
    assert found == ["Authorization", "X-Tenant-Key"]


@pytest.mark.parametrize(
    "document",
    [
        {},
        {"selectedTarget": None},
        {"selectedTarget": {"kind": "local", "command": "x"}},
        {"selectedTarget": []},
    ],
)
def test_a_local_server_or_a_broken_target_pins_nothing(document: dict[str, Any]) -> None:
    assert pins_of(document) == ()


@pytest.mark.parametrize(
    "broken", [5, "x", [], {"artifacts": 5}, {"artifacts": [5, {"files": 5}]}, {"surface": 5}]
)
def test_broken_members_are_no_digests(broken: object) -> None:
    target = {"registryType": "npm", "identifier": "d", "version": "1.0.0"}
    assert only(entry(target, capabilityManifest=broken, trust=broken)).digests == {}
