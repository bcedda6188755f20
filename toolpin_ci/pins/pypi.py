"""Verifies a Python package: index, lock and bytes must agree on every file of the exact version."""

import asyncio
from collections.abc import Mapping

from toolpin_ci.errors import FetchError
from toolpin_ci.model.fetched import Fetched, Request
from toolpin_ci.model.limits import ARTIFACT_BYTES, ARTIFACT_FILES, ARTIFACT_TOTAL_BYTES, INDEX_BYTES
from toolpin_ci.model.pin import Pin
from toolpin_ci.model.report import PinEvidence
from toolpin_ci.pins.evidence import PinFailure, Seen, judged
from toolpin_ci.pins.fetching import demand, demand_artifact, hash_bytes, host_of, read_bytes, via
from toolpin_ci.pins.python_names import normal_name, normal_version, version_in
from toolpin_ci.pins.simple_index import ACCEPT, IndexFile, files_of
from toolpin_ci.ports import Fetch
from toolpin_ci.values import replace

_AT_ONCE = 4
_NOT_HERE = ("pypi-package-gone", "pypi-version-gone")


async def verify(pin: Pin, fetch: Fetch) -> PinEvidence:
    """Hash every file of the version; one that the lock does not know would be installed unreviewed."""
    project = _check_exact(pin)
    pin, answer, files = await _found(pin, project, fetch)
    seen = Seen(
        method="pypi-index",
        anchor=host_of(pin.registry.url),
        claims={file.name: f"sha256:{file.sha256}" for file in files.values() if file.sha256},
        notes=_notes(files),
    )
    _compare_names(pin, files, seen)
    return judged(pin, await _hashed(pin, fetch, files, seen, answer))


def _check_exact(pin: Pin) -> str:
    project = normal_name(pin.identifier)
    if not project:
        raise PinFailure("pypi-name-invalid", "this is not the name of a Python package")
    if not normal_version(pin.version):
        shown = f"{pin.version!r} is a range or a tag" if pin.version else "there is no version"
        raise PinFailure("pypi-version-not-exact", f"{shown}: only an exact version pins anything")
    return project


async def _found(pin: Pin, project: str, fetch: Fetch) -> tuple[Pin, Fetched, dict[str, IndexFile]]:
    """Ask the index, and those beside it only where it does not have the version."""
    *firsts, last = (pin.registry, *pin.registry.others)
    for registry in firsts:
        try:
            here = replace(pin, registry=registry)
            return here, *await _listed(here, project, fetch)
        except PinFailure as failure:
            if failure.code not in _NOT_HERE:
                raise
    there = replace(pin, registry=last)
    return there, *await _listed(there, project, fetch)


async def _listed(pin: Pin, project: str, fetch: Fetch) -> tuple[Fetched, dict[str, IndexFile]]:
    request = Request(
        url=f"{pin.registry.url.rstrip('/')}/{project}/",
        accept=ACCEPT,
        authorization=pin.registry.authorization,
        max_bytes=INDEX_BYTES,
    )
    answer, body = await read_bytes(fetch, request)
    demand(answer, f"package {pin.identifier}", "pypi-package-gone")
    wanted = normal_version(pin.version)
    files = [file for file in files_of(answer, body) if version_in(file.name, project) == wanted]
    if not files:
        raise PinFailure("pypi-version-gone", f"the index has no file of version {pin.version}")
    if len(files) > ARTIFACT_FILES:
        raise FetchError(
            "too-many-files", f"the index lists more than {ARTIFACT_FILES} files of this version"
        )
    return answer, _distinct(files)


def _distinct(files: list[IndexFile]) -> dict[str, IndexFile]:
    """Key files by name; an index that lists a name with two hashes cannot be trusted with either."""
    found: dict[str, IndexFile] = {}
    for file in files:
        if found.setdefault(file.name, file).sha256 != file.sha256:
            raise PinFailure("pypi-index-contradicts-itself", f"the index lists {file.name} with two hashes")
    return found


def _notes(files: Mapping[str, IndexFile]) -> tuple[str, ...]:
    yanked = [f"yanked: {name} ({file.yanked[:200]})" for name, file in sorted(files.items()) if file.yanked]
    bare = [name for name, file in sorted(files.items()) if not file.sha256]
    return (*yanked, *(f"the index declares no sha256 of {name}" for name in bare))


def _compare_names(pin: Pin, files: Mapping[str, IndexFile], seen: Seen) -> None:
    """Refuse at once what needs no download: files added, removed, or changed in the index."""
    if not pin.digests:
        return
    added = sorted(set(files) - set(pin.digests))
    if added:
        raise PinFailure("pypi-file-added", f"{added[0]} was added to this version after it was locked", seen)
    for name, locked in sorted(pin.digests.items()):
        if name not in files:
            raise PinFailure("pypi-file-gone", f"{name} is locked and no longer in the index", seen)
        if seen.claims.get(name, locked) != locked:
            raise PinFailure("pypi-hash-changed", f"the index's hash of {name} is not the locked one", seen)


async def _hashed(
    pin: Pin, fetch: Fetch, files: Mapping[str, IndexFile], seen: Seen, answer: Fetched
) -> Seen:
    """Hash every file, a few at a time; one that is too large stays the index's claim."""
    budget = _Budget()
    gate = asyncio.Semaphore(_AT_ONCE)

    async def one(file: IndexFile) -> tuple[str, str, Fetched | None]:
        async with gate:
            return await _hash_file(pin, fetch, file, budget)

    results = await asyncio.gather(*(one(file) for _, file in sorted(files.items())))
    answers = [found for *_, found in results if found is not None]
    whole = replace(
        seen,
        method=via("pypi-index+file-bytes", answer, *answers),
        files={name: f"sha256:{digest}" for name, digest, _ in results if digest},
    )
    for name, digest in whole.files.items():
        if whole.claims.get(name, digest) != digest:
            raise PinFailure(
                "pypi-hash-mismatch", f"the bytes of {name} are not what the index declares", whole
            )
    return whole


class _Budget:
    """Bytes that one pin may still download."""

    def __init__(self) -> None:
        self.left = ARTIFACT_TOTAL_BYTES


async def _hash_file(
    pin: Pin, fetch: Fetch, file: IndexFile, budget: _Budget
) -> tuple[str, str, Fetched | None]:
    authorization = pin.registry.authorization if host_of(file.url) == host_of(pin.registry.url) else ""
    allowed = min(ARTIFACT_BYTES, budget.left)
    request = Request(url=file.url, authorization=authorization, max_bytes=allowed)
    try:
        answer, digests = await hash_bytes(fetch, request, ["sha256"])
    except FetchError as error:
        if error.code != "too-large":
            raise
        return file.name, "", None
    demand_artifact(answer, file.name, "pypi-file-gone")
    budget.left = max(0, budget.left - answer.size)
    return file.name, digests["sha256"].hex(), answer
