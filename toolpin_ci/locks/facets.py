"""The lockfile of Facets: the form of its first specification, and versions 0.2 and 0.3."""

import re
from collections.abc import Iterator, Mapping

from toolpin_ci.canon.facets import ALGORITHM, api_surface
from toolpin_ci.canon.pointer import join
from toolpin_ci.canon.text import compact, pretty
from toolpin_ci.errors import LockfileError, ToolpinError
from toolpin_ci.locks.base import Format, Lock, Problem, Source, object_of
from toolpin_ci.locks.facets_changes import diff
from toolpin_ci.model.jsonvalue import Json, JsonObject, Number
from toolpin_ci.model.message import Message
from toolpin_ci.model.surface import Surface

TITLE = "facets.lock"
KNOWN_VERSIONS = ("0.2", "0.3")
TOOLS = "api_surface_tools"
"""Where we keep what a hash of ours was made of, so that a difference has words."""
_SHA256 = re.compile("sha256:[0-9a-f]{64}", re.ASCII)
_NUMBERS = re.compile("[0-9]+", re.ASCII)


def detect(source: Source) -> bool:
    """Recognise the first form by `facet`, the later ones by `lockfileVersion` beside `facets`."""
    document = source.document
    if not isinstance(document, Mapping):
        return False
    is_later = "lockfileVersion" in document and isinstance(document.get("facets"), Mapping)
    return is_later or _is_first(document)


def _is_first(document: JsonObject) -> bool:
    facet = document.get("facet")
    return isinstance(facet, Mapping) and "integrity" in facet and "lockfileVersion" not in document


def parse(source: Source) -> Lock:
    """Read a lock; a version that we do not know is refused with those that we know."""
    document = object_of(source, TITLE)
    if not _is_first(document):
        version = document.get("lockfileVersion")
        if not isinstance(version, Number) or version.text not in KNOWN_VERSIONS:
            known = ", ".join(KNOWN_VERSIONS)
            raise LockfileError(
                f"{TITLE}: lockfileVersion {compact(version)} is not one that we know ({known})"
            )
        if not isinstance(document.get("facets"), Mapping):
            raise LockfileError(f"{TITLE}: `facets` is not an object")
    elif not isinstance(document.get("servers", {}), Mapping):
        raise LockfileError(f"{TITLE}: `servers` is not an object")
    return Lock(format="facets", document=document, text=source.text)


def render(document: JsonObject) -> str:
    """Write with sorted keys and two spaces."""
    return pretty(document) + "\n"


def verify(lock: Lock) -> tuple[Problem, ...]:
    """Check that every pin is a pin: digests in full, files in order."""
    return tuple(_first(lock.document) if _is_first(lock.document) else _later(lock.document))


def _first(document: JsonObject) -> Iterator[Problem]:
    yield from _digest(document["facet"], "integrity", ("facet",))
    servers = document.get("servers", {})
    for name, server in servers.items() if isinstance(servers, Mapping) else ():
        pin = "digest" if isinstance(server, Mapping) and "image" in server else "integrity"
        yield from _digest(server, pin, ("servers", name))
        yield from _digest(server, "api_surface", ("servers", name))
        yield from _stored(server, ("servers", name))


def _stored(server: Json, place: tuple[str | int, ...]) -> Iterator[Problem]:
    """Hold the tools that we stored beside a hash of ours to that hash."""
    if not isinstance(server, Mapping) or TOOLS not in server:
        return
    stored = server.get("api_surface")
    try:
        found = api_surface(server[TOOLS])
    except ToolpinError as error:
        found = error.message
    if server.get("api_surface_algorithm") != ALGORITHM or stored != found:
        message = Message(
            "api_surface is {stored}, the stored tools give {found}", {"stored": stored, "found": found}
        )
        yield Problem(
            code="lock-digest-mismatch",
            message=message,
            pointer=join(*place, "api_surface"),
            subject=str(place[-1]),
        )


def _later(document: JsonObject) -> Iterator[Problem]:
    facets = document["facets"]
    for name, facet in facets.items() if isinstance(facets, Mapping) else ():
        place = ("facets", name)
        yield from _digest(facet, "integrity", place)
        assets = facet.get("assets") if isinstance(facet, Mapping) else None
        for number, asset in enumerate(assets if isinstance(assets, list) else ()):
            yield from _files(asset, (*place, "assets", number))


def _files(asset: Json, place: tuple[str | int, ...]) -> Iterator[Problem]:
    files = asset.get("files") if isinstance(asset, Mapping) else None
    rows = files if isinstance(files, list) else []
    for number, row in enumerate(rows):
        yield from _digest(row, "integrity", (*place, "files", number))
    paths = [str(row.get("path")) if isinstance(row, Mapping) else "" for row in rows]
    if paths != sorted(set(paths)):
        message = Message("files are not in strictly ascending order")
        yield Problem(code="lock-order-invalid", message=message, pointer=join(*place, "files"))


def _digest(holder: Json, member: str, place: tuple[str | int, ...]) -> Iterator[Problem]:
    value = holder.get(member) if isinstance(holder, Mapping) else None
    if not isinstance(value, str) or not _SHA256.fullmatch(value):
        args = {"member": member, "value": value}
        message = Message("{member} is {value} and not sha256: with 64 hex digits", args)
        pointer = join(*place, member)
        yield Problem(code="lock-pin-invalid", message=message, pointer=pointer, subject=str(place[-1]))


def compare(lock: Lock, server: str, surface: Surface) -> tuple[Problem, ...]:
    """Compare a locked API surface with the live one; only a hash of our own algorithm can be compared."""
    servers = lock.document.get("servers", {})
    entry = servers.get(server) if isinstance(servers, Mapping) else None
    if not isinstance(entry, Mapping):
        return ()
    pointer = join("servers", server, "api_surface")
    if entry.get("api_surface_algorithm") != ALGORITHM:
        words = "the API surface of {server} was hashed by an algorithm that Facets never published"
        message = Message(words, {"server": server})
        return (Problem(code="lock-not-comparable", message=message, pointer=pointer, subject=server),)
    live = api_surface(
        [item.definition for items in surface.lists.get("tools", {}).values() for item in items]
    )
    if live == entry.get("api_surface") or TOOLS in entry:
        return ()  # what is stored in full is compared in full
    args = {"server": server, "stored": entry.get("api_surface"), "found": live}
    message = Message("the API surface of {server} is {found}, the lock has {stored}", args)
    return (Problem(code="lock-surface-changed", message=message, pointer=pointer, subject=server),)


def satisfies_floor(version: str, floor: str) -> bool:
    """Tell whether a locked version is at least the floor that a manifest names."""
    return _numbers(version) >= _numbers(floor)


def _numbers(version: str) -> tuple[int, ...]:
    release = version.partition("+")[0]
    core, _, pre = release.partition("-")
    numbers = [int(part) for part in _NUMBERS.findall(core)][:3]
    # A pre-release comes before its release.
    return (*numbers, *(0,) * (3 - len(numbers)), 0 if pre else 1)


def servers(lock: Lock) -> tuple[str, ...]:
    """Name the servers of a lock; later forms know none."""
    return tuple(_entries(lock))


def _entries(lock: Lock) -> Mapping[str, JsonObject]:
    found = lock.document.get("servers", {}) if _is_first(lock.document) else {}
    listed = found.items() if isinstance(found, Mapping) else ()
    return {name: entry for name, entry in listed if isinstance(entry, Mapping)}


def comparable(lock: Lock) -> tuple[str, ...]:
    """Name the servers whose API surface was hashed by our algorithm."""
    return tuple(
        name for name, entry in _entries(lock).items() if entry.get("api_surface_algorithm") == ALGORITHM
    )


def blind(lock: Lock) -> tuple[str, ...]:
    """Name the others: Facets published no algorithm, so that their hashes say nothing here."""
    known = comparable(lock)
    return tuple(name for name in servers(lock) if name not in known)


def tools(lock: Lock) -> Mapping[str, list[Json]]:
    """Give the tools that a lock stores in full, by server."""
    found = {name: entry.get(TOOLS) for name, entry in _entries(lock).items()}
    return {name: rows for name, rows in found.items() if isinstance(rows, list)}


FORMAT = Format(
    id="facets",
    title=TITLE,
    detect=detect,
    parse=parse,
    render=render,
    verify=verify,
    compare=compare,
    servers=servers,
    blind=blind,
    expects=comparable,
    diff=diff,
    tools=tools,
    renewed_by="toolpin-ci lock --lockfile {file}",
)
