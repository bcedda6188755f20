"""Verifies what Facets pins: an archive's content, an image's digest, and the API surface of a server."""

import asyncio
from collections.abc import Mapping

from toolpin_ci.canon.facets import ALGORITHM, api_surface
from toolpin_ci.model.fetched import Request
from toolpin_ci.model.jsonvalue import Json, JsonObject
from toolpin_ci.model.limits import ARTIFACT_BYTES
from toolpin_ci.model.pin import Pin
from toolpin_ci.model.report import PinEvidence, PinState
from toolpin_ci.pins.evidence import PinFailure, Seen, evidence, failed, judged
from toolpin_ci.pins.facet_archive import content_digest
from toolpin_ci.pins.fetching import demand_artifact, host_of, via
from toolpin_ci.pins.oci import MANIFEST
from toolpin_ci.ports import Fetch

CONTENT = "content"
API_SURFACE = "api-surface"


async def verify(pin: Pin, fetch: Fetch) -> PinEvidence:
    """Download an archive and hash its unpacked content, which is what Facets calls its integrity."""
    address = pin.registry.url
    if not address:
        reason = "the lock says which archive, not where it is"
        return evidence(pin, PinState.DECLARED, Seen(method=""), "facets-no-address", reason)
    with fetch.scratch() as file:
        answer = await fetch.get(Request(url=address, max_bytes=ARTIFACT_BYTES), file.write)
        demand_artifact(answer, "archive", "facets-archive-gone")
        digest = await asyncio.to_thread(content_digest, file, fetch.scratch)
    method = via("facets-content-integrity", answer)
    return judged(pin, Seen(method=method, anchor=host_of(address), files={CONTENT: digest}))


def facets_pins_of(document: JsonObject) -> tuple[Pin, ...]:
    """Read what a `facets.lock` pins: its own facet, images by digest, servers by archive."""
    servers = _object(document.get("servers"))
    facet = document.get("facet")
    own = (_archive_pin(_text(facet.get("name")), facet),) if isinstance(facet, Mapping) else ()
    many = _object(document.get("facets"))
    return (
        *own,
        *(_archive_pin(name, _object(entry)) for name, entry in sorted(many.items())),
        *(_server_pin(name, _object(entry)) for name, entry in sorted(servers.items())),
    )


def _archive_pin(name: str, entry: JsonObject) -> Pin:
    integrity = _text(entry.get("integrity"))
    return Pin(
        kind="facets",
        identifier=name,
        version=_text(entry.get("version")),
        server=name,
        digests={CONTENT: integrity} if integrity else {},
    )


def _server_pin(name: str, entry: JsonObject) -> Pin:
    image, digest = _text(entry.get("image")), _text(entry.get("digest"))
    if not image:
        return _archive_pin(name, entry)
    return Pin(kind="oci", identifier=image, server=name, digests={MANIFEST: digest} if digest else {})


def api_surface_evidence(server: str, entry: JsonObject, tools: Json) -> PinEvidence:
    """Compare a locked API surface hash with the tools that the server offers.

    Facets names no algorithm, so only a hash that says ours (`api_surface_algorithm`) can be compared.
    """
    locked, algorithm = _text(entry.get("api_surface")), entry.get("api_surface_algorithm")
    pin = Pin(
        kind="facets", identifier=server, server=server, digests={API_SURFACE: locked} if locked else {}
    )
    seen = Seen(method=ALGORITHM, anchor="live tools", files={API_SURFACE: api_surface(tools)})
    if locked and algorithm != ALGORITHM:
        reason = "the lock does not say how its API surface hash is made, so it cannot be compared"
        return evidence(pin, PinState.DECLARED, seen, "facets-algorithm-unknown", reason)
    try:
        return judged(pin, seen)
    except PinFailure as failure:
        return failed(pin, failure)


def _object(value: Json) -> JsonObject:
    return value if isinstance(value, Mapping) else {}


def _text(value: Json) -> str:
    return value if isinstance(value, str) else ""
