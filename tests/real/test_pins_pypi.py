"""PyPI pins against an index that speaks HTML alone and one that speaks JSON."""

import hashlib
from collections.abc import Iterator
from dataclasses import replace

import pytest

from tests.pins.asking import evidence_of, verdict
from tests.sim.registry_pypi import HtmlIndex, JsonIndex, html_index, json_index
from toolpin_ci.model.pin import Pin, Registry


@pytest.fixture(scope="module")
def html(tmp_path_factory: pytest.TempPathFactory) -> Iterator[HtmlIndex]:
    with html_index(tmp_path_factory.mktemp("html")) as running:
        yield running


@pytest.fixture(scope="module")
def json(tmp_path_factory: pytest.TempPathFactory) -> Iterator[JsonIndex]:
    with json_index(tmp_path_factory.mktemp("json")) as running:
        yield running


@pytest.fixture(params=["html", "json"])
def index(request: pytest.FixtureRequest) -> HtmlIndex | JsonIndex:
    found: HtmlIndex | JsonIndex = request.getfixturevalue(request.param)
    return found


def pin_of(
    index: HtmlIndex | JsonIndex, name: str, digests: dict[str, str] | None = None, version: str = "1.0.0"
) -> Pin:
    return Pin(
        kind="pypi", identifier=name, version=version, digests=digests or {}, registry=Registry(url=index.url)
    )


def test_every_locked_file_passes_once_its_bytes_were_hashed(index: HtmlIndex | JsonIndex) -> None:
    digests = index.publish("good-one", "1.0.0")
    found = evidence_of(pin_of(index, "Good_One", digests))
    assert verdict(found) == ("passed", "")
    assert found.files == digests
    assert found.method == "pypi-index+file-bytes"


def test_what_the_index_says_alone_is_only_declared(index: HtmlIndex | JsonIndex) -> None:
    digests = index.publish("unlocked", "1.0.0")
    found = evidence_of(pin_of(index, "unlocked"))
    assert verdict(found) == ("declared", "pypi-not-locked")
    assert found.files == digests


def test_a_newer_release_does_not_disturb_the_pinned_one(index: HtmlIndex | JsonIndex) -> None:
    digests = index.publish("growing", "1.0.0")
    index.publish("growing", "1.0.1")
    assert verdict(evidence_of(pin_of(index, "growing", digests, version="1.0"))) == ("passed", "")


def test_a_file_with_another_hash_than_the_lock_fails(index: HtmlIndex | JsonIndex) -> None:
    digests = index.publish("changed", "1.0.0")
    locked = {**digests, min(digests): f"sha256:{'0' * 64}"}
    found = evidence_of(pin_of(index, "changed", locked))
    assert verdict(found) == ("failed", "pypi-hash-changed")
    assert min(digests) in found.reason


def test_a_file_added_to_a_locked_version_fails(index: HtmlIndex | JsonIndex) -> None:
    digests = index.publish("grown", "1.0.0")
    first, second = sorted(digests)
    found = evidence_of(pin_of(index, "grown", {first: digests[first]}))
    assert verdict(found) == ("failed", "pypi-file-added")
    assert second in found.reason


def test_a_locked_file_that_is_gone_fails(index: HtmlIndex | JsonIndex) -> None:
    digests = index.publish("shrunk", "1.0.0")
    locked = {**digests, "shrunk-1.0.0-cp311-cp311-linux_x86_64.whl": f"sha256:{'0' * 64}"}
    assert verdict(evidence_of(pin_of(index, "shrunk", locked))) == ("failed", "pypi-file-gone")


def test_a_version_that_is_gone_fails(index: HtmlIndex | JsonIndex) -> None:
    digests = index.publish("gone", "1.0.0")
    found = evidence_of(pin_of(index, "gone", digests, version="1.0.0rc1"))
    assert verdict(found) == ("failed", "pypi-version-gone")


def test_a_package_that_never_was_fails(index: HtmlIndex | JsonIndex) -> None:
    found = evidence_of(pin_of(index, "never-was", {"x": "sha256:0"}))
    assert found.state == "failed"


def test_bytes_changed_in_the_store_fail_although_the_index_declares_the_old_hash(json: JsonIndex) -> None:
    digests = json.publish("tampered", "1.0.0")
    json.stored("tampered-1.0.0.tar.gz").write_bytes(b"something else")
    found = evidence_of(pin_of(json, "tampered", digests))
    assert verdict(found) == ("failed", "pypi-hash-mismatch")
    assert "tampered-1.0.0.tar.gz" in found.reason


def test_bytes_replaced_in_the_folder_behind_the_index_fail_against_the_lock(html: HtmlIndex) -> None:
    digests = html.publish("replaced", "1.0.0")
    changed = b"something else"
    (html.packages / "replaced-1.0.0.tar.gz").write_bytes(changed)
    found = evidence_of(pin_of(html, "replaced", digests))
    assert found.state == "failed"
    assert hashlib.sha256(changed).hexdigest() not in digests["replaced-1.0.0.tar.gz"]


def test_an_index_that_is_down_could_not_be_checked(index: HtmlIndex | JsonIndex) -> None:
    pin = replace(pin_of(index, "good-one"), registry=Registry(url="http://127.0.0.1:9/simple/"))
    assert verdict(evidence_of(pin)) == ("unavailable", "unreachable")


@pytest.mark.parametrize("version", [">=1.0", "==1.*", "1.*", "latest", "", "1.0,2.0", "~=1.0"])
def test_a_range_is_refused_without_asking(html: HtmlIndex, version: str) -> None:
    found = evidence_of(pin_of(html, "good-one", version=version))
    assert verdict(found) == ("failed", "pypi-version-not-exact")
