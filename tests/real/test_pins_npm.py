"""npm pins against verdaccio."""

from collections.abc import Iterator
from dataclasses import replace

import pytest

from tests.pins.asking import evidence_of, verdict
from tests.sim.registry_npm import NpmRegistry, npm_registry
from toolpin_ci.model.pin import Pin, Registry


@pytest.fixture(scope="module")
def registry(tmp_path_factory: pytest.TempPathFactory) -> Iterator[NpmRegistry]:
    with npm_registry(tmp_path_factory.mktemp("npm")) as running:
        yield running


def pin_of(registry: NpmRegistry, name: str, version: str = "1.0.0", locked: str = "") -> Pin:
    digests = {"tarball": locked} if locked else {}
    return Pin(
        kind="npm", identifier=name, version=version, digests=digests, registry=Registry(url=registry.url)
    )


def test_a_locked_integrity_passes_once_the_tarball_was_hashed(registry: NpmRegistry) -> None:
    integrity = registry.publish("@demo/good", "1.0.0")
    found = evidence_of(pin_of(registry, "@demo/good", locked=integrity))
    assert verdict(found) == ("passed", "")
    assert (found.locked, found.found, found.method) == (integrity, integrity, "npm-integrity+tarball-bytes")
    assert found.files == {"tarball": integrity}


def test_what_the_registry_says_alone_is_only_declared(registry: NpmRegistry) -> None:
    integrity = registry.publish("unlocked", "1.0.0")
    found = evidence_of(pin_of(registry, "unlocked"))
    assert verdict(found) == ("declared", "npm-not-locked")
    assert found.files == {"tarball": integrity}


def test_a_newer_release_does_not_disturb_the_pinned_one(registry: NpmRegistry) -> None:
    integrity = registry.publish("growing", "1.0.0")
    registry.publish("growing", "1.1.0")
    assert verdict(evidence_of(pin_of(registry, "growing", locked=integrity))) == ("passed", "")


def test_bytes_changed_in_the_store_fail_although_the_registry_declares_the_old_hash(
    registry: NpmRegistry,
) -> None:
    integrity = registry.publish("tampered", "1.0.0")
    registry.stored("tampered", "tampered-1.0.0.tgz").write_bytes(b"something else")
    found = evidence_of(pin_of(registry, "tampered", locked=integrity))
    assert verdict(found) == ("failed", "npm-integrity-mismatch")
    assert found.found != integrity
    assert verdict(evidence_of(pin_of(registry, "tampered"))) == ("failed", "npm-integrity-mismatch")


def test_a_republished_version_fails_against_the_lock(registry: NpmRegistry) -> None:
    other = registry.publish("other", "1.0.0")
    registry.publish("republished", "1.0.0")
    found = evidence_of(pin_of(registry, "republished", locked=other))
    assert verdict(found) == ("failed", "npm-integrity-changed")


def test_a_version_that_was_unpublished_fails(registry: NpmRegistry) -> None:
    integrity = registry.publish("shrinking", "1.0.0")
    registry.publish("shrinking", "1.1.0")
    registry.rewrite("shrinking", lambda document: document["versions"].pop("1.0.0"))
    found = evidence_of(pin_of(registry, "shrinking", locked=integrity))
    assert verdict(found) == ("failed", "npm-version-unpublished")


def test_a_package_that_is_gone_fails(registry: NpmRegistry) -> None:
    found = evidence_of(pin_of(registry, "never-was", locked="sha512-AAAA"))
    assert verdict(found) == ("failed", "npm-package-gone")


def test_a_deprecated_version_passes_with_the_publishers_words(registry: NpmRegistry) -> None:
    integrity = registry.publish("old", "1.0.0", deprecated="use new instead")
    found = evidence_of(pin_of(registry, "old", locked=integrity))
    assert verdict(found) == ("passed", "")
    assert found.notes == ("deprecated: use new instead",)


def test_a_version_without_integrity_is_held_to_the_lock(registry: NpmRegistry) -> None:
    integrity = registry.publish("bare", "1.0.0")
    registry.rewrite("bare", lambda document: document["versions"]["1.0.0"]["dist"].pop("integrity"))
    found = evidence_of(pin_of(registry, "bare", locked=integrity))
    assert verdict(found) == ("passed", "")
    assert found.notes == ("the registry declares no integrity for this version",)


def test_a_private_package_without_credentials_could_not_be_checked(registry: NpmRegistry) -> None:
    found = evidence_of(pin_of(registry, "@private/thing", locked="sha512-AAAA"))
    assert verdict(found) == ("unavailable", "denied")


def test_a_registry_that_is_down_could_not_be_checked(registry: NpmRegistry) -> None:
    pin = pin_of(registry, "@demo/good", locked="sha512-AAAA")
    found = evidence_of(replace(pin, registry=Registry(url="http://127.0.0.1:9/")))
    assert verdict(found) == ("unavailable", "unreachable")


@pytest.mark.parametrize(
    "version", ["^1.0.0", "~1.2", "1.x", "*", "latest", "next", ">=1.0.0", "1", "1.0", ""]
)
def test_a_range_or_tag_is_refused_without_asking(registry: NpmRegistry, version: str) -> None:
    found = evidence_of(pin_of(registry, "@demo/good", version=version))
    assert verdict(found) == ("failed", "npm-version-not-exact")


def test_a_prerelease_or_build_is_an_exact_version(registry: NpmRegistry) -> None:
    integrity = registry.publish("edge", "1.0.0-experimental.1")
    found = evidence_of(pin_of(registry, "edge", version="1.0.0-experimental.1", locked=integrity))
    assert verdict(found) == ("passed", "")
