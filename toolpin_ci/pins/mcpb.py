"""Verifies an MCPB bundle: the whole file's hash, a zip that is safe to open, and a manifest that agrees."""

import asyncio
from collections.abc import Mapping
from hashlib import sha256
from typing import BinaryIO

from toolpin_ci.model.fetched import Fetched, Request
from toolpin_ci.model.jsonvalue import Json, JsonObject
from toolpin_ci.model.limits import ARTIFACT_BYTES
from toolpin_ci.model.pin import Pin
from toolpin_ci.model.report import PinEvidence, PinState
from toolpin_ci.pins.bundle import open_bundle
from toolpin_ci.pins.evidence import PinFailure, Seen, evidence, judged
from toolpin_ci.pins.fetching import demand_artifact, host_of, via
from toolpin_ci.ports import Fetch
from toolpin_ci.values import replace

BUNDLE = "bundle"


async def verify(pin: Pin, fetch: Fetch) -> PinEvidence:
    """Download the bundle, hash it, and open it only where the hash is the locked one or none is locked."""
    with fetch.scratch() as file:
        answer, digest = await _download(pin, fetch, file)
        seen = Seen(
            method=via("sha256-of-file", answer), anchor=host_of(pin.identifier), files={BUNDLE: digest}
        )
        if pin.digests.get(BUNDLE, digest) != digest:
            raise PinFailure("mcpb-digest-mismatch", "the bundle's bytes are not the locked ones", seen)
        manifest, notes = await asyncio.to_thread(open_bundle, file)
    seen = replace(seen, notes=(*_where(pin, answer), *notes, *_differences(pin, manifest)))
    _check_version(pin, manifest, seen)
    if pin.digests:
        return judged(pin, seen)
    reason = "neither server.json nor the lock has a hash; `toolpin-ci lock` records the one found"
    return evidence(pin, PinState.DECLARED, seen, "missing-mcpb-hash", reason)


async def _download(pin: Pin, fetch: Fetch, file: BinaryIO) -> tuple[Fetched, str]:
    hasher = sha256()

    def feed(piece: bytes) -> None:
        hasher.update(piece)
        file.write(piece)

    answer = await fetch.get(Request(url=pin.identifier, max_bytes=ARTIFACT_BYTES), feed)
    demand_artifact(answer, "bundle", "mcpb-gone")
    return answer, f"sha256:{hasher.hexdigest()}"


def _where(pin: Pin, answer: Fetched) -> tuple[str, ...]:
    """Say where a redirect ended, as releases of code hosts always have one."""
    there = host_of(answer.url)
    return () if there == host_of(pin.identifier) else (f"downloaded from {there}",)


def _check_version(pin: Pin, manifest: JsonObject, seen: Seen) -> None:
    """Refuse a bundle that calls itself another version than the lock does."""
    found = manifest.get("version")
    if pin.version and isinstance(found, str) and found != pin.version:
        reason = f"the bundle's manifest says version {found[:60]}, the lock {pin.version[:60]}"
        raise PinFailure("mcpb-manifest-mismatch", reason, seen)


def _differences(pin: Pin, manifest: JsonObject) -> tuple[str, ...]:
    """Compare the manifest's name and tools with the locked server; both are for a reviewer to weigh."""
    notes = []
    name = manifest.get("name")
    if pin.server and isinstance(name, str) and name not in (pin.server, pin.server.rpartition("/")[2]):
        notes.append(f"the bundle calls itself {name[:120]}")
    declared, offered = _names(manifest.get("tools")), _names(pin.facts.get("tools"))
    if declared and offered and manifest.get("tools_generated") is not True:
        notes.extend(
            f"the server offers {tool[:120]}, which the bundle does not declare"
            for tool in offered - declared
        )
    if declared and offered:
        notes.extend(
            f"the bundle declares {tool[:120]}, which the server does not offer"
            for tool in declared - offered
        )
    return tuple(sorted(notes))


def _names(tools: Json) -> frozenset[str]:
    """Take tool names from a list of names or of objects with one."""
    items = tools if isinstance(tools, list) else []
    names = [item.get("name") if isinstance(item, Mapping) else item for item in items]
    return frozenset(name for name in names if isinstance(name, str))
