"""Reads documents and hashes artifacts over a `Fetch`, and says what a bad status means for a pin."""

import hashlib
from collections.abc import Iterable, Mapping
from urllib.parse import urlsplit

from toolpin_ci.canon.text import parse
from toolpin_ci.errors import FetchError, JsonError
from toolpin_ci.model.fetched import Fetched, Request
from toolpin_ci.model.jsonvalue import Json, JsonObject
from toolpin_ci.pins.evidence import PinFailure
from toolpin_ci.ports import Fetch

_GONE = (404, 410)
_DENIED = (401, 403, 407)


async def read_bytes(fetch: Fetch, request: Request) -> tuple[Fetched, bytes]:
    """Read one document whole; empty where the status is no success."""
    body = bytearray()
    answer = await fetch.get(request, body.extend)
    encoding = answer.headers.get("content-encoding", "identity")
    if answer.ok and encoding.lower() != "identity":
        raise FetchError(
            "encoded", f"the host packs its answer ({encoding[:40]}) although it was asked not to"
        )
    return answer, bytes(body)


async def read_object(fetch: Fetch, request: Request) -> tuple[Fetched, JsonObject]:
    """Read one JSON object; empty where the status is no success."""
    answer, body = await read_bytes(fetch, request)
    return answer, json_object(answer, body) if answer.ok else {}


def json_object(answer: Fetched, body: bytes) -> JsonObject:
    """Parse a registry's document; what is none makes the registry unusable, never the pin fine."""
    kind = answer.media_type or "nothing"
    try:
        value = parse(body)
    except JsonError as error:
        raise FetchError(
            "not-json", f"{host_of(answer.url)} answers {kind[:60]}, not JSON: {error}"
        ) from error
    return object_or_raise(value, answer)


def object_or_raise(value: Json, answer: Fetched) -> JsonObject:
    """Take a JSON object; anything else is no document of a registry."""
    if isinstance(value, Mapping):
        return value
    raise FetchError("not-json", f"{host_of(answer.url)} answers JSON that is no object")


async def hash_bytes(
    fetch: Fetch, request: Request, algorithms: Iterable[str]
) -> tuple[Fetched, dict[str, bytes]]:
    """Hash an artifact as it comes, without holding it."""
    hashers = {name: hashlib.new(name) for name in algorithms}

    def feed(piece: bytes) -> None:
        for hasher in hashers.values():
            hasher.update(piece)

    answer = await fetch.get(request, feed)
    return answer, {name: hasher.digest() for name, hasher in hashers.items()}


def demand(answer: Fetched, what: str, gone: str) -> None:
    """Raise where an answer is no success: gone is a failed pin, everything else could not be checked."""
    if answer.ok:
        return
    host = host_of(answer.url)
    if answer.status in _GONE:
        raise PinFailure(gone, f"{host} has no {what} (status {answer.status})")
    if answer.status in _DENIED:
        advice = "give this job credentials for the registry, as its own client has them"
        raise FetchError(
            "denied", f"{host} does not let us read {what} (status {answer.status})", advice=advice
        )
    raise FetchError("bad-status", f"{host} answers {answer.status} for {what}")


def demand_artifact(answer: Fetched, what: str, gone: str) -> None:
    """Demand a success that is not a web page: a login form in the place of an artifact is no artifact."""
    demand(answer, what, gone)
    if answer.media_type == "text/html":
        raise FetchError("not-an-artifact", f"{host_of(answer.url)} answers a web page instead of {what}")


def host_of(url: str) -> str:
    """Name the host of an address, with its port where that is unusual."""
    return urlsplit(url).netloc.rpartition("@")[2]


def via(method: str, *answers: Fetched) -> str:
    """Name a method; where a proxy resolved the name, say that the address was not checked by us."""
    return f"{method}, through a proxy" if any(answer.proxied for answer in answers) else method
