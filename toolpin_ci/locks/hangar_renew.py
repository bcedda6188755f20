"""Renews the pins of a Hangar configuration from live tools; every other byte stays as it is."""

from collections.abc import Mapping, Sequence

from toolpin_ci.canon.hangar import jcs_digest, json_digest
from toolpin_ci.errors import LockfileError, ToolpinError
from toolpin_ci.locks.base import Lock, Source
from toolpin_ci.locks.hangar import parse
from toolpin_ci.locks.hangar_edit import with_members, with_scalar
from toolpin_ci.locks.hangar_pins import normalized, pins, projections, tenant_pins, upstream_identity
from toolpin_ci.locks.hangar_yaml import TITLE
from toolpin_ci.locks.live import Definitions, definitions
from toolpin_ci.model.jsonvalue import Json, JsonObject, same
from toolpin_ci.model.surface import Surface

Path = tuple[str, ...]


def renewed(lock: Lock, server: str, surface: Surface) -> Lock:
    """Renew the pins of one server; one that has none by its owner's choice is left alone."""
    block = projections(lock.document).get(server, {})
    return with_pins(lock, server, definitions(surface, "tools")) if "pins" in block else lock


def with_pins(lock: Lock, server: str, tools: Definitions) -> Lock:
    """Pin every listed tool of one server, as `pin --write` does, and renew what tenants pin of them."""
    block = projections(lock.document).get(server)
    if block is None:
        raise LockfileError(f"{TITLE}: no server {server!r} with a tool projection")
    home = ("mcp_servers", server, "tool_projection")
    text = lock.text
    wanted: dict[Path, Mapping[str, str]] = {(*home, "pins"): _wanted(pins(block), tools, list(tools))}
    for place, found in tenant_pins(block):
        wanted[*home, *place] = _wanted(found, tools, [tool for tool in found if tool in tools])
    for path, members in wanted.items():
        if not same(dict(members), _at(lock.document, path)):
            text = with_members(text, path, members)
    values: dict[Path, Json] = {path: dict(members) for path, members in wanted.items()}
    bound, identity = block.get("upstream"), upstream_identity(lock.document, server)
    if identity is not None and not identity.startswith("stdio:") and bound not in (None, "", identity):
        text = with_scalar(text, (*home, "upstream"), identity)
        values[*home, "upstream"] = identity
    return _checked(lock, text, values)


def _wanted(pinned: JsonObject, tools: Definitions, names: Sequence[str]) -> Mapping[str, str]:
    """Give the pins that names should have; one that holds in either algorithm stays as it is spelled."""
    return {name: _pin(pinned.get(name), name, tools[name]) for name in names}


def _pin(pin: Json, name: str, found: tuple[JsonObject, ...]) -> str:
    if len(found) > 1:
        raise LockfileError(f"{TITLE}: the server lists {name!r} more than once, so that no pin can hold it")
    try:
        digest = jcs_digest(found[0])
        known = (digest, json_digest(found[0]))
    except ToolpinError as error:
        raise LockfileError(f"{TITLE}: {name!r} has no digest: {error.message}") from error
    return pin if isinstance(pin, str) and normalized(pin) in known else digest


def _at(document: Json, path: Path) -> Json:
    for key in path:
        document = document.get(key) if isinstance(document, Mapping) else None
    return document


def _checked(lock: Lock, text: str, values: Mapping[Path, Json]) -> Lock:
    """Read the new text again: it must say what was meant, and nothing else must have changed."""
    expected: Json = lock.document
    for path, value in values.items():
        expected = _with(expected, path, value)
    renewed = parse(Source(text=text))
    if not same(renewed.document, expected):
        advice = "write the pins on lines of their own and lock again"
        raise LockfileError(f"{TITLE}: the pins cannot be renewed in place", advice=advice)
    return renewed


def _with(document: Json, path: Path, value: Json) -> Json:
    if not path:
        return value
    inner = document if isinstance(document, Mapping) else {}
    return {**inner, path[0]: _with(inner.get(path[0]), path[1:], value)}
