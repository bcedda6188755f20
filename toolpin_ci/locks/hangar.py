"""The pins of an MCP Hangar configuration: `tool_projection.pins`, kept in the user's own YAML."""

import re
from collections.abc import Iterator, Mapping
from io import StringIO
from typing import Any

from ruamel.yaml import YAML
from ruamel.yaml.error import YAMLError

from toolpin_ci.canon.hangar import jcs_digest
from toolpin_ci.canon.pointer import join
from toolpin_ci.errors import LockfileError, ToolpinError
from toolpin_ci.locks.base import Format, Lock, Problem, Source
from toolpin_ci.locks.hangar_edit import with_lines
from toolpin_ci.model.jsonvalue import Json, JsonObject, Number
from toolpin_ci.model.message import Message
from toolpin_ci.model.surface import Surface

TITLE = "MCP Hangar configuration"
UPSTREAM = "(upstream)"
_HINT = re.compile(
    r"^\s*[\"']?tool_projection[\"']?\s*:|[{,]\s*[\"']?tool_projection[\"']?\s*:", re.MULTILINE
)
_SHA256 = re.compile("[0-9a-f]{64}", re.ASCII)


def _yaml() -> YAML:
    yaml = YAML(typ="rt")
    yaml.preserve_quotes = True
    yaml.width = 1_000_000
    return yaml


def detect(source: Source) -> bool:
    """Recognise a configuration by servers that have a tool projection."""
    if not _HINT.search(source.text):
        return False
    try:
        return bool(_projections(_load(source.text)))
    except LockfileError:
        return False


def _load(text: str) -> Any:  # noqa: ANN401 - the round trip's own types
    try:
        return _yaml().load(text)
    except (YAMLError, ValueError) as error:
        raise LockfileError(f"{TITLE}: {str(error).splitlines()[0]}") from error


def _projections(document: Any) -> dict[str, Any]:  # noqa: ANN401 - as above
    servers = document.get("mcp_servers") if isinstance(document, Mapping) else None
    if not isinstance(servers, Mapping):
        return {}
    found = {
        str(name): server.get("tool_projection")
        for name, server in servers.items()
        if isinstance(server, Mapping)
    }
    return {name: projection for name, projection in found.items() if isinstance(projection, Mapping)}


def parse(source: Source) -> Lock:
    """Read a configuration; its text stays the truth, comments and order included."""
    document = _load(source.text)
    if not isinstance(document, Mapping):
        raise LockfileError(f"{TITLE}: the document is not a mapping")
    plain = _plain(document)
    if not isinstance(plain, dict):
        raise LockfileError(f"{TITLE}: the document is not a mapping")
    return Lock(format="hangar", document=plain, text=source.text)


def _plain(value: Any) -> Json:  # noqa: ANN401 - as above
    if isinstance(value, Mapping):
        return {str(key): _plain(child) for key, child in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(child) for child in value]
    if value is None or isinstance(value, (bool, int)):
        return value if value is None or isinstance(value, bool) else int(value)
    return Number(repr(float(value))) if isinstance(value, float) else str(value)


def render(document: JsonObject) -> str:
    """Write a new configuration; one that exists is changed with `with_pins`, which keeps its text."""
    stream = StringIO()
    _yaml().dump(_writable(document), stream)
    return stream.getvalue()


def _writable(value: Json) -> Any:  # noqa: ANN401 - as above
    if isinstance(value, Mapping):
        return {key: _writable(child) for key, child in value.items()}
    if isinstance(value, (list, tuple)):
        return [_writable(child) for child in value]
    return float(value) if isinstance(value, Number) else value


def servers(lock: Lock) -> Mapping[str, JsonObject]:
    """List the tool projections by server."""
    return _projections(lock.document)


def pins(projection: JsonObject) -> JsonObject:
    """Give the pins of one projection as they are written."""
    found = projection.get("pins")
    return found if isinstance(found, Mapping) else {}


def verify(lock: Lock) -> tuple[Problem, ...]:
    """Find pins that no tool can satisfy."""
    return tuple(
        problem for name, projection in servers(lock).items() for problem in _bad_pins(name, projection)
    )


def _bad_pins(server: str, projection: JsonObject) -> Iterator[Problem]:
    for tool, value in pins(projection).items():
        if normalized(value) is None:
            pointer = join("mcp_servers", server, "tool_projection", "pins", tool)
            message = Message(
                "the pin of {tool} is {value}, which no digest can equal", {"tool": tool, "value": value}
            )
            yield Problem(code="lock-pin-invalid", message=message, pointer=pointer, subject=tool)


def normalized(value: Json) -> str | None:
    """Read a pin as the gateway does: any case, with or without `sha256:`; None where it is none."""
    text = value.lower().removeprefix("sha256:") if isinstance(value, str) else ""
    return text if _SHA256.fullmatch(text) else None


def drift(
    projection: JsonObject, tools: Mapping[str, JsonObject], upstream: str | None
) -> list[dict[str, Json]]:
    """List differences as `mcp-hangar pin --check` does: pins as spelled, added tools not reported."""
    rows: list[dict[str, Json]] = []
    bound = projection.get("upstream")
    if isinstance(bound, str) and upstream is not None and bound != upstream:
        rows.append({"tool": UPSTREAM, "expected": bound, "observed": upstream})
    for tool, expected in sorted(pins(projection).items()):
        observed = jcs_digest(tools[tool]) if tool in tools else None
        if observed != expected:
            rows.append({"tool": tool, "expected": expected, "observed": observed})
    return rows


def compare(lock: Lock, server: str, surface: Surface) -> tuple[Problem, ...]:
    """Compare pins with live tools; unlike the original, tools without a pin are reported."""
    projection = servers(lock).get(server)
    if projection is None:
        return ()
    tools = {name: items[0].definition for name, items in surface.lists.get("tools", {}).items()}
    return (*_changed(server, projection, tools), *_added(projection, tools))


def _changed(server: str, projection: JsonObject, tools: Mapping[str, JsonObject]) -> Iterator[Problem]:
    for tool, pin in pins(projection).items():
        pointer = join("mcp_servers", server, "tool_projection", "pins", tool)
        if tool not in tools:
            message = Message("{tool} is pinned and not listed", {"tool": tool})
            yield Problem(code="lock-tool-removed", message=message, pointer=pointer, subject=tool)
            continue
        observed = _digest(tools[tool])
        if normalized(pin) != observed:
            args = {"tool": tool, "pin": pin, "found": observed}
            message = Message("{tool} has the digest {found}, the pin is {pin}", args)
            yield Problem(code="lock-tool-changed", message=message, pointer=pointer, subject=tool)


def _digest(tool: JsonObject) -> str | None:
    try:
        return jcs_digest(tool)
    except ToolpinError:
        return None


def _added(projection: JsonObject, tools: Mapping[str, JsonObject]) -> Iterator[Problem]:
    for tool in tools:
        if tool not in pins(projection):
            message = Message("{tool} is listed and has no pin", {"tool": tool})
            yield Problem(code="lock-tool-added", message=message, subject=tool)


def with_pins(lock: Lock, server: str, tools: Mapping[str, JsonObject]) -> Lock:
    """Pin every listed tool of one server; everything else in the file stays as it is."""
    document = _load(lock.text)
    projection = _projections(document).get(server)
    if projection is None:
        raise LockfileError(f"{TITLE}: no server {server!r} with a tool projection")
    digests = {name: jcs_digest(tool) for name, tool in tools.items()}
    kept = {name: pin for name, pin in pins(projection).items() if normalized(pin) == digests.get(name)}
    wanted = {name: str(kept.get(name, digest)) for name, digest in digests.items()}
    spliced = with_lines(lock.text, projection, wanted)
    if spliced is not None:
        return parse(Source(text=spliced))
    projection["pins"] = wanted
    stream = StringIO()
    _yaml().dump(document, stream)
    return parse(Source(text=stream.getvalue()))


FORMAT = Format(
    id="hangar",
    title=TITLE,
    file_names=("config.yaml", "config.yml"),
    detect=detect,
    parse=parse,
    render=render,
    verify=verify,
    compare=compare,
)
