"""Image pins against Debian's docker-registry, open and behind a token server."""

import json
from collections.abc import Iterator
from dataclasses import replace

import pytest

from tests.pins.asking import evidence_of, verdict
from tests.sim.registry_oci import (
    DOCKER_LIST,
    DOCKER_MANIFEST,
    MANIFEST,
    ImageRegistry,
    image_registry,
)
from tests.sim.registry_tokens import TokenServer, token_server
from toolpin_ci.model.pin import Pin, Registry


@pytest.fixture(scope="module")
def registry(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ImageRegistry]:
    with image_registry(tmp_path_factory.mktemp("images")) as running:
        yield running


@pytest.fixture
def tokens(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TokenServer]:
    with token_server(tmp_path_factory.mktemp("tokens")) as running:
        yield running


def pin_of(registry: ImageRegistry, name: str, **locked: str) -> Pin:
    return Pin(kind="oci", identifier=f"{registry.host}/{name}", server="io.example/demo", digests=locked)


def test_a_digest_passes_once_the_manifest_was_hashed(registry: ImageRegistry) -> None:
    digest = registry.push_image("team/good", "1.0", "one")
    found = evidence_of(pin_of(registry, f"team/good@{digest}"))
    assert verdict(found) == ("passed", "")
    assert (found.locked, found.found, found.method) == (digest, digest, "oci-manifest-bytes")


def test_a_tag_without_a_digest_is_only_declared(registry: ImageRegistry) -> None:
    digest = registry.push_image("team/mutable", "1.0", "one")
    found = evidence_of(pin_of(registry, "team/mutable:1.0"))
    assert verdict(found) == ("declared", "mutable-oci-tag")
    assert found.files == {"manifest": digest}


def test_an_upper_case_digest_is_the_same_digest(registry: ImageRegistry) -> None:
    digest = registry.push_image("team/upper", "1.0", "one")
    hexed = digest.removeprefix("sha256:").upper()
    assert verdict(evidence_of(pin_of(registry, f"team/upper@sha256:{hexed}"))) == ("passed", "")


def test_a_moved_tag_fails_where_the_tag_is_what_runs(registry: ImageRegistry) -> None:
    old = registry.push_image("team/moved", "1.0", "one")
    new = registry.push_image("team/moved", "1.0", "two")
    found = evidence_of(pin_of(registry, "team/moved:1.0", manifest=old))
    assert verdict(found) == ("failed", "oci-tag-moved")
    assert (found.locked, found.found) == (old, new)


def test_a_moved_tag_is_reported_even_when_the_digest_is_declared(registry: ImageRegistry) -> None:
    old = registry.push_image("team/pinned", "1.0", "one")
    new = registry.push_image("team/pinned", "1.0", "two")
    found = evidence_of(pin_of(registry, f"team/pinned:1.0@{old}"))
    assert verdict(found) == ("passed", "")
    assert found.notes == (f"the tag 1.0 moved on to {new}",)


def test_a_digest_that_is_gone_fails(registry: ImageRegistry) -> None:
    digest = registry.push_image("team/gone", "1.0", "one")
    registry.delete("team/gone", digest)
    assert verdict(evidence_of(pin_of(registry, f"team/gone@{digest}"))) == ("failed", "oci-digest-gone")


def test_bytes_changed_in_the_store_fail_although_the_header_repeats_the_digest(
    registry: ImageRegistry,
) -> None:
    digest = registry.push_image("team/tampered", "1.0", "one")
    stored = registry.manifest_path(digest)
    stored.write_bytes(stored.read_bytes().replace(b'"schemaVersion": 2', b'"schemaVersion":  2'))
    found = evidence_of(pin_of(registry, f"team/tampered@{digest}"))
    assert verdict(found) == ("failed", "oci-digest-mismatch")
    assert found.found != digest


def test_an_index_is_verified_down_to_its_platforms(registry: ImageRegistry) -> None:
    digests = registry.push_index("team/multi", "1.0", "one")
    found = evidence_of(pin_of(registry, "team/multi:1.0", **digests))
    assert verdict(found) == ("passed", "")
    assert found.files == digests


def test_a_platform_changed_in_the_store_fails_the_index(registry: ImageRegistry) -> None:
    digests = registry.push_index("team/half", "1.0", "half")
    stored = registry.manifest_path(digests["linux/arm64"])
    stored.write_bytes(stored.read_bytes() + b" ")
    found = evidence_of(pin_of(registry, f"team/half@{digests['manifest']}"))
    assert verdict(found) == ("failed", "oci-digest-mismatch")


def test_a_locked_platform_of_an_index_has_not_moved(registry: ImageRegistry) -> None:
    digests = registry.push_index("team/platform", "1.0", "platform")
    found = evidence_of(pin_of(registry, "team/platform:1.0", manifest=digests["linux/amd64"]))
    assert verdict(found) == ("passed", "")
    assert digests["manifest"] in found.notes[0]


def test_docker_types_are_asked_for_too(registry: ImageRegistry) -> None:
    image = registry.push_image("team/docker", "plain", "docker")
    document = {"schemaVersion": 2, "mediaType": DOCKER_LIST, "manifests": []}
    digest = registry.push_manifest("team/docker", "1.0", document)
    assert image != digest
    assert verdict(evidence_of(pin_of(registry, f"team/docker@{digest}"))) == ("passed", "")
    assert MANIFEST != DOCKER_MANIFEST


def test_a_label_of_another_server_is_noted(registry: ImageRegistry) -> None:
    labels = {"io.modelcontextprotocol.server.name": "io.example/other"}
    digest = registry.push_image("team/label", "1.0", "label", **labels)
    found = evidence_of(pin_of(registry, f"team/label@{digest}"))
    assert verdict(found) == ("passed", "")
    assert found.notes == ("the image's label says that it is the server io.example/other",)


def test_two_digests_of_one_image_pin_nothing(registry: ImageRegistry) -> None:
    digest = registry.push_image("team/two", "1.0", "two")
    found = evidence_of(pin_of(registry, f"team/two@{digest}", manifest=f"sha256:{'0' * 64}"))
    assert verdict(found) == ("failed", "lock-contradicts-itself")


def test_a_locked_platform_that_the_index_never_had_fails(registry: ImageRegistry) -> None:
    digests = registry.push_index("team/lost", "1.0", "lost")
    pin = pin_of(registry, "team/lost:1.0", **digests, **{"linux/s390x": f"sha256:{'0' * 64}"})
    assert verdict(evidence_of(pin)) == ("failed", "oci-file-gone")


def test_a_tag_that_is_gone_matters_only_where_it_is_what_runs(registry: ImageRegistry) -> None:
    digest = registry.push_image("team/untagged", "1.0", "untagged")
    found = evidence_of(pin_of(registry, f"team/untagged:2.0@{digest}"))
    assert verdict(found) == ("passed", "")
    assert found.notes == (f"{registry.host} has no manifest 2.0 (status 404)",)
    tagged = pin_of(registry, "team/untagged:2.0", manifest=digest)
    assert verdict(evidence_of(tagged)) == ("failed", "oci-tag-gone")


def test_a_configuration_changed_in_the_store_fails(registry: ImageRegistry) -> None:
    digest = registry.push_image("team/config", "1.0", "config")
    manifest = json.loads(registry.manifest_path(digest).read_bytes())
    stored = registry.manifest_path(manifest["config"]["digest"])
    stored.write_bytes(stored.read_bytes().replace(b"config", b"gifnoc"))
    found = evidence_of(pin_of(registry, f"team/config@{digest}"))
    assert verdict(found) == ("failed", "oci-digest-mismatch")


def test_a_locked_digest_that_is_none_fails(registry: ImageRegistry) -> None:
    found = evidence_of(pin_of(registry, "team/good:1.0", manifest="sha256:short"))
    assert verdict(found) == ("failed", "oci-digest-unknown")


def test_a_registry_that_is_down_could_not_be_checked() -> None:
    pin = Pin(kind="oci", identifier=f"127.0.0.1:9/team/good@sha256:{'0' * 64}")
    assert verdict(evidence_of(pin)) == ("unavailable", "unreachable")


def test_a_token_is_fetched_where_the_registry_asks_for_one(
    tokens: TokenServer, tmp_path_factory: pytest.TempPathFactory
) -> None:
    login = {"Authorization": f"Bearer {tokens.token('team/good', 'push', 'pull')}"}
    with image_registry(tmp_path_factory.mktemp("guarded"), tokens.settings, login) as registry:
        digest = registry.push_image("team/good", "1.0", "one")
        pin = pin_of(registry, f"team/good@{digest}")
        assert verdict(evidence_of(pin)) == ("passed", "")
        tokens.denied.add("team/good")
        assert verdict(evidence_of(pin)) == ("unavailable", "denied")
        tokens.credentials = "Basic dXNlcjpwYXNz"
        known = replace(pin, registry=Registry(url=registry.host, authorization=tokens.credentials))
        assert verdict(evidence_of(known)) == ("passed", "")
        assert tokens.asked == ["", "", tokens.credentials]
