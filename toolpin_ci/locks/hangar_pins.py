"""What a Hangar configuration pins: by server, by group, by tenant, and bound to which upstream."""

import re
from collections.abc import Iterator, Mapping
from hashlib import sha256
from pathlib import PurePath
from urllib.parse import urlsplit

from toolpin_ci.canon.pointer import join
from toolpin_ci.model.jsonvalue import Json, JsonObject
from toolpin_ci.values import dataclass

_SHA256 = re.compile("[0-9a-f]{64}", re.ASCII)
_GROUP = "group"


@dataclass(frozen=True, slots=True)
class Projection:
    """One `tool_projection` block and whose it is."""

    name: str
    block: JsonObject

    def pointer(self, *place: str) -> str:
        """Point at a member of the block."""
        return join("mcp_servers", self.name, "tool_projection", *place)


def _object(value: Json) -> JsonObject:
    return value if isinstance(value, Mapping) else {}


def entries(document: Json) -> Mapping[str, JsonObject]:
    """List the servers and groups of a configuration."""
    listed = _object(_object(document).get("mcp_servers"))
    return {str(name): entry for name, entry in listed.items() if isinstance(entry, Mapping)}


def projections(document: Json) -> dict[str, JsonObject]:
    """List the tool projections by the server or group that has them."""
    found = {name: entry.get("tool_projection") for name, entry in entries(document).items()}
    return {name: block for name, block in found.items() if isinstance(block, Mapping)}


def pins(block: JsonObject) -> JsonObject:
    """Give the pins of one block as they are written."""
    return _object(block.get("pins"))


def tenant_pins(block: JsonObject) -> Iterator[tuple[tuple[str, ...], JsonObject]]:
    """Give the pins of single tenants, and their place in the block."""
    for tenant, override in _object(block.get("tenant_overrides")).items():
        yield ("tenant_overrides", tenant, "pins"), pins(_object(override))


def group_projections(document: Json, server: str) -> tuple[Projection, ...]:
    """Give the blocks of the groups that a server is a member of: their pins hold for every member."""
    return tuple(
        Projection(name, _object(entry.get("tool_projection")))
        for name, entry in entries(document).items()
        if entry.get("mode") == _GROUP and server in _members(entry)
    )


def _members(group: JsonObject) -> list[str]:
    listed = group.get("members")
    rows = listed if isinstance(listed, (list, tuple)) else ()
    return [str(row.get("id")) for row in rows if isinstance(row, Mapping)]


def normalized(value: Json) -> str | None:
    """Read a pin as the gateway does: any case, with or without `sha256:`; None where it is none."""
    text = value.lower().removeprefix("sha256:") if isinstance(value, str) else ""
    return text if _SHA256.fullmatch(text) else None


def upstream_identity(document: Json, server: str) -> str | None:
    """Name what a server's entry leads to, as Hangar does; None where the file alone does not tell."""
    entry = entries(document).get(server, {})
    mode = entry.get("mode", "subprocess")
    if mode == "remote" and "peer_identity" not in entry:
        return _remote(entry.get("endpoint"))
    if mode == "subprocess":
        return _process(entry.get("command"))
    image = entry.get("image")
    return f"image:{image}" if mode in ("docker", "podman", "container") and _is_plain(image) else None


def _is_plain(value: Json) -> bool:
    """Tell a text that is used as it stands: a gap for a variable is filled elsewhere."""
    return isinstance(value, str) and value != "" and "$" not in value


def _remote(endpoint: Json) -> str | None:
    if not isinstance(endpoint, str) or not _is_plain(endpoint):
        return None
    try:
        parts = urlsplit(endpoint)
        port = f":{parts.port}" if parts.port else ""
    except ValueError:
        return None
    return f"remote:{parts.scheme.lower()}://{(parts.hostname or '').lower()}{port}"


def _process(command: Json) -> str | None:
    argv = [str(part) for part in command] if isinstance(command, (list, tuple)) else []
    if not argv or not all(map(_is_plain, argv)):
        return None
    digest = sha256("\0".join(argv).encode("utf-8", "surrogatepass")).hexdigest()[:16]
    return f"stdio:{PurePath(argv[0]).name}:{digest}"
