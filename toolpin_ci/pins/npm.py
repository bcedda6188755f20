"""Verifies an npm package: the lock, the registry's integrity and the tarball's bytes must agree."""

import base64
import re
from collections.abc import Mapping
from urllib.parse import quote, urljoin

from toolpin_ci.errors import FetchError
from toolpin_ci.model.fetched import Fetched, Request
from toolpin_ci.model.jsonvalue import JsonObject
from toolpin_ci.model.limits import ARTIFACT_BYTES, INDEX_BYTES
from toolpin_ci.model.pin import Pin
from toolpin_ci.model.report import PinEvidence
from toolpin_ci.pins.evidence import PinFailure, Seen, judged
from toolpin_ci.pins.fetching import demand, demand_artifact, hash_bytes, host_of, read_object, via
from toolpin_ci.ports import Fetch

TARBALL = "tarball"
_NUMBER = r"(?:0|[1-9]\d*)"
_LABELS = r"[0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*"
_EXACT = re.compile(rf"{_NUMBER}\.{_NUMBER}\.{_NUMBER}(?:-{_LABELS})?(?:\+{_LABELS})?", re.ASCII)
_NAME = re.compile(r"(?:@[a-z0-9~_-][a-z0-9._~-]*/)?[A-Za-z0-9~_-][A-Za-z0-9._~-]*", re.ASCII)
_ABBREVIATED = "application/vnd.npm.install-v1+json; q=1.0, application/json; q=0.8"
_STRENGTH = ("sha512", "sha384", "sha256", "sha1")


async def verify(pin: Pin, fetch: Fetch) -> PinEvidence:
    """Hash the tarball of the exact version and compare it with the registry's integrity and the lock."""
    _check_exact(pin)
    answer, document = await _version(pin, fetch)
    integrity = _integrity(document)
    seen = Seen(
        method="npm-integrity",
        anchor=host_of(pin.registry.url),
        claims={TARBALL: integrity} if integrity else {},
        notes=_notes(document, integrity),
    )
    locked = pin.digests.get(TARBALL, integrity)
    if integrity.startswith("sha512-") and locked.startswith("sha512-") and locked != integrity:
        raise PinFailure(
            "npm-integrity-changed", "the registry's integrity of this version is not the locked one", seen
        )
    return judged(pin, await _hashed(pin, fetch, _tarball(pin, document), seen, answer))


def _check_exact(pin: Pin) -> None:
    if not _NAME.fullmatch(pin.identifier):
        raise PinFailure("npm-name-invalid", "this is not the name of an npm package")
    if not _EXACT.fullmatch(pin.version):
        shown = f"{pin.version!r} is a range or a tag" if pin.version else "there is no version"
        raise PinFailure("npm-version-not-exact", f"{shown}: only an exact version pins anything")


async def _version(pin: Pin, fetch: Fetch) -> tuple[Fetched, JsonObject]:
    """Ask for the one version; a registry that cannot answer that is asked for the list of all."""
    base = f"{pin.registry.url.rstrip('/')}/{quote(pin.identifier, safe='@')}"
    authorization = pin.registry.authorization
    one = Request(
        url=f"{base}/{quote(pin.version, safe='')}", accept="application/json", authorization=authorization
    )
    answer, document = await read_object(fetch, one)
    if answer.ok and document.get("version") == pin.version and document.get("name") == pin.identifier:
        return answer, document
    every = Request(url=base, accept=_ABBREVIATED, authorization=authorization, max_bytes=INDEX_BYTES)
    answer, package = await read_object(fetch, every)
    demand(answer, f"package {pin.identifier}", "npm-package-gone")
    versions = package.get("versions")
    found = versions.get(pin.version) if isinstance(versions, Mapping) else None
    if isinstance(found, Mapping) and found.get("version") == pin.version:
        return answer, found
    raise PinFailure("npm-version-unpublished", f"the registry no longer has version {pin.version}")


def _dist(document: JsonObject) -> JsonObject:
    dist = document.get("dist")
    return dist if isinstance(dist, Mapping) else {}


def _integrity(document: JsonObject) -> str:
    """Give the strongest hash that the registry declares, in the notation of subresource integrity."""
    declared = _dist(document).get("integrity")
    words = declared.split() if isinstance(declared, str) else []
    for algorithm in _STRENGTH:
        for word in words:
            if word.startswith(f"{algorithm}-"):
                return word.partition("?")[0]
    return ""


def _notes(document: JsonObject, integrity: str) -> tuple[str, ...]:
    notes = []
    deprecated = document.get("deprecated")
    if isinstance(deprecated, str) and deprecated:
        notes.append(f"deprecated: {deprecated[:200]}")
    if not integrity:
        notes.append("the registry declares no integrity for this version")
    return tuple(notes)


def _tarball(pin: Pin, document: JsonObject) -> str:
    address = _dist(document).get("tarball")
    if not isinstance(address, str) or not address:
        raise FetchError("no-tarball", "the registry names no tarball for this version")
    return urljoin(f"{pin.registry.url.rstrip('/')}/", address)


async def _hashed(pin: Pin, fetch: Fetch, url: str, seen: Seen, answer: Fetched) -> Seen:
    """Hash the tarball; what the registry itself declares must be true of its bytes."""
    same_host = host_of(url) == host_of(pin.registry.url)
    request = Request(
        url=url, authorization=pin.registry.authorization if same_host else "", max_bytes=ARTIFACT_BYTES
    )
    declared = seen.claims.get(TARBALL, "")
    algorithm = declared.partition("-")[0] or "sha512"
    tarball, digests = await hash_bytes(fetch, request, {"sha512", algorithm})
    demand_artifact(tarball, "tarball", "npm-tarball-gone")
    found = Seen(
        method=via("npm-integrity+tarball-bytes", answer, tarball),
        anchor=seen.anchor,
        files={TARBALL: _sri("sha512", digests["sha512"])},
        notes=seen.notes,
    )
    if declared and _sri(algorithm, digests[algorithm]) != declared:
        raise PinFailure(
            "npm-integrity-mismatch", "the tarball's bytes are not what the registry declares", found
        )
    return found


def _sri(algorithm: str, digest: bytes) -> str:
    return f"{algorithm}-{base64.b64encode(digest).decode('ascii')}"
