"""Writes the API surface of live tools into a Facets lock; every other byte stays as it is."""

from collections.abc import Mapping

from toolpin_ci.canon.facets import ALGORITHM, api_surface, records
from toolpin_ci.canon.locate import find
from toolpin_ci.canon.pointer import join
from toolpin_ci.canon.text import pretty
from toolpin_ci.errors import LockfileError
from toolpin_ci.locks.base import Lock, Source
from toolpin_ci.locks.facets import TITLE, TOOLS, parse
from toolpin_ci.locks.live import definitions
from toolpin_ci.model.jsonvalue import Json, JsonObject, same
from toolpin_ci.model.surface import Surface


def renewed(lock: Lock, server: str, surface: Surface, *, adopt: bool = False) -> Lock:
    """Renew a hash of ours; `adopt` replaces one of an algorithm that nobody published, too."""
    entry = _entry(lock, server)
    if entry.get("api_surface_algorithm") != ALGORITHM and not adopt:
        return lock
    tools: list[Json] = [one for found in definitions(surface, "tools").values() for one in found]
    wanted: JsonObject = {
        **entry,
        "api_surface": api_surface(tools),
        "api_surface_algorithm": ALGORITHM,
        TOOLS: list(records(tools)),
    }
    return lock if same(wanted, entry) else _with_entry(lock, server, wanted)


def _entry(lock: Lock, server: str) -> JsonObject:
    servers = lock.document.get("servers", {})
    entry = servers.get(server) if isinstance(servers, Mapping) else None
    if isinstance(entry, Mapping):
        return entry
    raise LockfileError(f"{TITLE}: no server {server!r}")


def _with_entry(lock: Lock, server: str, entry: JsonObject) -> Lock:
    text = lock.text
    place = find(text, join("servers", server))
    if place is None:
        raise LockfileError(f"{TITLE}: no server {server!r}")
    line = text.rfind("\n", 0, place.key_start) + 1
    before = text[line : place.key_start]
    indent = before if not before.strip() else ""
    written = pretty(entry, indent)
    return parse(Source.read(text[: place.start] + written + text[place.end :]))
