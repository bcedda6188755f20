"""Verifies an image: the bytes of its manifests and configuration, and what its tag points to."""

import asyncio
import re
from collections.abc import Mapping

from toolpin_ci.errors import FetchError
from toolpin_ci.model.fetched import Fetched
from toolpin_ci.model.jsonvalue import Json, JsonObject
from toolpin_ci.model.limits import ARTIFACT_FILES
from toolpin_ci.model.pin import Pin
from toolpin_ci.model.report import PinEvidence, PinState
from toolpin_ci.pins.evidence import PinFailure, Seen, evidence, judged
from toolpin_ci.pins.fetching import json_object
from toolpin_ci.pins.oci_client import Repository, digest_like
from toolpin_ci.pins.oci_reference import Reference, parse_reference
from toolpin_ci.ports import Fetch
from toolpin_ci.values import replace

MANIFEST = "manifest"
_DIGEST = re.compile(r"sha256:[0-9a-f]{64}|sha512:[0-9a-f]{128}", re.ASCII)
_OWNER_LABEL = "io.modelcontextprotocol.server.name"


async def verify(pin: Pin, fetch: Fetch) -> PinEvidence:
    """Hash what the digest names, down to every platform; then see where the tag points."""
    reference = parse_reference(pin.identifier)
    locked = _locked(pin, reference)
    repository = Repository(reference, fetch, pin.registry)
    seen = Seen(method="oci-manifest-bytes", anchor=reference.host)
    if not locked:
        return await _unlocked(pin, reference, repository, seen)
    answer, body = await repository.manifest(locked, "oci-digest-gone")
    seen = await _hashed(pin, repository, _checked(locked, body, seen), (answer, body))
    seen = await _with_tag(reference, repository, seen)
    method = f"{seen.method}, through a proxy" if repository.proxied else seen.method
    return judged(replace(pin, digests={**pin.digests, MANIFEST: locked}), replace(seen, method=method))


def _locked(pin: Pin, reference: Reference) -> str:
    """Give the one digest that counts; a lock with two of them pins nothing."""
    locked = pin.digests.get(MANIFEST, "")
    if locked and reference.digest and locked != reference.digest:
        raise PinFailure("lock-contradicts-itself", "the lock holds two different digests of this image")
    digest = locked or reference.digest
    if digest and not _DIGEST.fullmatch(digest):
        raise PinFailure("oci-digest-unknown", "the lock's digest of this image is none")
    return digest


async def _unlocked(pin: Pin, reference: Reference, repository: Repository, seen: Seen) -> PinEvidence:
    """Look up a mutable tag: what it points to today is found, and nothing is verified by that."""
    answer, body = await repository.manifest(reference.tag, "oci-tag-gone")
    digest = digest_like("sha256:", body)
    seen = await _hashed(pin, repository, replace(seen, files={MANIFEST: digest}), (answer, body))
    reason = f"the tag {reference.tag} may point elsewhere tomorrow; `toolpin-ci lock` records its digest"
    return evidence(pin, PinState.DECLARED, seen, "mutable-oci-tag", reason)


def _checked(digest: str, body: bytes, seen: Seen) -> Seen:
    found = replace(seen, files={MANIFEST: digest_like(digest, body)})
    if found.files[MANIFEST] != digest:
        raise PinFailure(
            "oci-digest-mismatch", "the registry's bytes do not hash to the digest they go by", found
        )
    return found


async def _hashed(pin: Pin, repository: Repository, seen: Seen, manifest: tuple[Fetched, bytes]) -> Seen:
    """Go down from an index to its platforms, and from a manifest to the image's configuration."""
    document = json_object(*manifest)
    children = document.get("manifests")
    if not isinstance(children, list):
        return replace(seen, notes=await _owner(pin, repository, document))
    if len(children) > ARTIFACT_FILES:
        raise FetchError("too-many-files", f"the index lists more than {ARTIFACT_FILES} manifests")
    described = [child for child in children if isinstance(child, Mapping)]
    digests = await asyncio.gather(*(_child(repository, child) for child in described))
    files = dict(seen.files)
    for child, digest in zip(described, digests, strict=True):
        name = _platform(child)
        files[name if name not in files else f"{name} {digest}"] = digest
    return replace(seen, files=files)


async def _child(repository: Repository, child: JsonObject) -> str:
    digest = child.get("digest")
    if not isinstance(digest, str) or not _DIGEST.fullmatch(digest):
        raise PinFailure("oci-index-invalid", "the index lists a manifest without a digest")
    _, body = await repository.manifest(digest, "oci-platform-gone")
    if digest_like(digest, body) != digest:
        raise PinFailure("oci-digest-mismatch", f"the bytes of the platform manifest {digest} are others")
    return digest


def _platform(child: JsonObject) -> str:
    platform = child.get("platform")
    parts = (
        [platform.get(part) for part in ("os", "architecture", "variant")]
        if isinstance(platform, Mapping)
        else []
    )
    return "/".join(str(part) for part in parts if part) or "any"


async def _owner(pin: Pin, repository: Repository, manifest: JsonObject) -> tuple[str, ...]:
    """Hash the image's configuration and say where its label names another server."""
    digest = _object(manifest.get("config")).get("digest")
    if not isinstance(digest, str) or not _DIGEST.fullmatch(digest):
        return ()
    body = await repository.blob(digest, "oci-config-gone")
    if digest_like(digest, body) != digest:
        raise PinFailure("oci-digest-mismatch", "the bytes of the image's configuration are others")
    config = json_object(Fetched(status=200, url=""), body)
    owner = _object(_object(config.get("config")).get("Labels")).get(_OWNER_LABEL)
    if not isinstance(owner, str) or not pin.server or owner == pin.server:
        return ()
    return (f"the image's label says that it is the server {owner[:200]}",)


async def _with_tag(reference: Reference, repository: Repository, seen: Seen) -> Seen:
    """See where the tag points: beside a digest in the name that is news, without one it is what runs."""
    if not reference.tag:
        return seen
    try:
        answer, body = await repository.manifest(reference.tag, "oci-tag-gone")
    except PinFailure as failure:
        if not reference.digest:
            raise
        return replace(seen, notes=(*seen.notes, str(failure)))
    found, locked = digest_like(seen.files[MANIFEST], body), seen.files[MANIFEST]
    if found == locked:
        return seen
    if locked in _listed(answer, body):
        return replace(
            seen, notes=(*seen.notes, f"the tag is an index, {found}, that lists the locked platform")
        )
    if reference.digest:
        return replace(seen, notes=(*seen.notes, f"the tag {reference.tag} moved on to {found}"))
    moved = replace(seen, files={MANIFEST: found})
    raise PinFailure("oci-tag-moved", f"the tag {reference.tag} no longer points to the locked digest", moved)


def _listed(answer: Fetched, body: bytes) -> frozenset[Json]:
    children = json_object(answer, body).get("manifests")
    found = [_object(child).get("digest") for child in children] if isinstance(children, list) else []
    return frozenset(digest for digest in found if isinstance(digest, str))


def _object(value: Json) -> JsonObject:
    return value if isinstance(value, Mapping) else {}
