"""The pins of an MCP Hangar configuration: `tool_projection.pins`, kept in the user's own YAML."""

import re
from collections.abc import Callable, Iterator, Mapping
from io import StringIO

from ruamel.yaml import YAML

from toolpin_ci.canon.hangar import jcs_digest, json_digest
from toolpin_ci.errors import LockfileError, ToolpinError
from toolpin_ci.locks.base import Format, Lock, Problem, Source
from toolpin_ci.locks.hangar_changes import diff
from toolpin_ci.locks.hangar_pins import (
    Projection,
    group_projections,
    normalized,
    pins,
    projections,
    tenant_pins,
    upstream_identity,
)
from toolpin_ci.locks.hangar_yaml import TITLE, lines, load
from toolpin_ci.locks.live import Definitions, definitions
from toolpin_ci.model.jsonvalue import Json, JsonObject, Number
from toolpin_ci.model.message import Message
from toolpin_ci.model.surface import Surface

UPSTREAM = "(upstream)"
_HINT = re.compile(
    r"^\s*[\"']?tool_projection[\"']?\s*:|[{,]\s*[\"']?tool_projection[\"']?\s*:", re.MULTILINE
)
_SERVERS = re.compile(r"^mcp_servers:\s*(#.*)?$", re.MULTILINE)


def detect(source: Source) -> bool:
    """Recognise a configuration by servers that have a tool projection; a broken one by both names."""
    if not _HINT.search(source.text):
        return False
    try:
        return bool(projections(load(source.text)))
    except LockfileError:
        return bool(_SERVERS.search(source.text))


def parse(source: Source) -> Lock:
    """Read a configuration; its text stays the truth, comments and order included."""
    document = load(source.text)
    if not isinstance(document, Mapping):
        raise LockfileError(f"{TITLE}: the document is not a mapping")
    return Lock(format="hangar", document=document, text=source.text)


def render(document: JsonObject) -> str:
    """Write a new configuration; one that exists is changed in place, which keeps its text."""
    stream = StringIO()
    yaml = YAML(typ="safe", pure=True)
    yaml.default_flow_style = False
    yaml.allow_unicode = True
    yaml.width = 1_000_000
    yaml.dump(_writable(document), stream)
    return stream.getvalue()


def _writable(value: Json) -> Json | float:
    if isinstance(value, Mapping):
        return {key: _writable(child) for key, child in value.items()}  # type: ignore[misc]
    if isinstance(value, (list, tuple)):
        return [_writable(child) for child in value]  # type: ignore[misc]
    return float(value) if isinstance(value, Number) else value


def servers(lock: Lock) -> Mapping[str, JsonObject]:
    """List the tool projections by server."""
    return projections(lock.document)


def verify(lock: Lock) -> tuple[Problem, ...]:
    """Find what Hangar would not start with, and pins that no tool can satisfy."""
    return tuple(
        problem
        for name, projection in servers(lock).items()
        for problem in _bad(Projection(name, projection))
    )


def _bad(projection: Projection) -> Iterator[Problem]:
    for member, allowed in {
        "digest_enforcement": ("audit", "warn", "block"),
        "new_tools": ("withhold", "allow"),
    }.items():
        value = projection.block.get(member)
        if value is not None and value not in allowed:
            args: JsonObject = {"member": member, "value": value, "allowed": ", ".join(allowed)}
            message = Message("{member} is {value}, which is none of {allowed}", args)
            pointer = projection.pointer(member)
            yield Problem(
                code="lock-setting-invalid", message=message, pointer=pointer, subject=projection.name
            )
    for place, found in ((("pins",), pins(projection.block)), *tenant_pins(projection.block)):
        for tool, value in found.items():
            if normalized(value) is None:
                words = "the pin of {tool} is {value}, which no digest can equal"
                message = Message(words, {"tool": tool, "value": value})
                pointer = projection.pointer(*place, tool)
                yield Problem(code="lock-pin-invalid", message=message, pointer=pointer, subject=tool)


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
    tools = definitions(surface, "tools")
    found: list[Problem] = []
    for projection in group_projections(lock.document, server):
        listed = {tool: pin for tool, pin in pins(projection.block).items() if tool in tools}
        found.extend(_changed(projection, ("pins",), listed, tools))
    block = servers(lock).get(server)
    if block is not None:
        projection = Projection(server, block)
        found.extend(_upstream(lock, projection))
        for place, pinned in ((("pins",), pins(block)), *tenant_pins(block)):
            found.extend(_changed(projection, place, pinned, tools))
        if "pins" in block:
            found.extend(_added(projection, tools))
    return tuple(found)


def _upstream(lock: Lock, projection: Projection) -> Iterator[Problem]:
    """Hold the identity that pins are bound to against the server that the same file describes."""
    bound, found = projection.block.get("upstream"), upstream_identity(lock.document, projection.name)
    if isinstance(bound, str) and bound and found is not None and bound != found:
        words = "the pins are bound to {bound}, the server described here is {found}"
        message = Message(words, {"bound": bound, "found": found})
        yield Problem(
            # A command holds paths of the machine that pinned: another one is no drift by itself.
            code="lock-not-comparable" if found.startswith("stdio:") else "lock-upstream-changed",
            message=message,
            pointer=projection.pointer("upstream"),
            subject=projection.name,
            old=bound,
            new=found,
        )


def _changed(
    projection: Projection, place: tuple[str, ...], pinned: JsonObject, tools: Definitions
) -> Iterator[Problem]:
    for tool, pin in pinned.items():
        pointer = projection.pointer(*place, tool)
        if tool not in tools:
            message = Message("{tool} is pinned and not listed", {"tool": tool})
            yield Problem(code="lock-tool-removed", message=message, pointer=pointer, subject=tool, old=pin)
            continue
        for definition in tools[tool]:
            yield from _held(definition, pin, pointer, tool)


def _held(definition: JsonObject, pin: Json, pointer: str, tool: str) -> Iterator[Problem]:
    wanted, observed = normalized(pin), _digest(jcs_digest, definition)
    if wanted is not None and wanted == observed:
        return
    if wanted is not None and wanted == _digest(json_digest, definition):
        words = "the pin of {tool} is in the form of MCP Hangar 1.2.0, which later versions refuse"
        yield Problem(
            code="lock-not-comparable", message=Message(words, {"tool": tool}), pointer=pointer, subject=tool
        )
        return
    args = {"tool": tool, "pin": pin, "found": observed}
    message = Message("{tool} has the digest {found}, the pin is {pin}", args)
    code = "lock-tool-changed"
    yield Problem(code=code, message=message, pointer=pointer, subject=tool, old=pin, new=observed)


def _digest(digest: Callable[[JsonObject], str], tool: JsonObject) -> str | None:
    try:
        return digest(tool)
    except ToolpinError:
        return None


def _added(projection: Projection, tools: Definitions) -> Iterator[Problem]:
    for tool, found in tools.items():
        if tool not in pins(projection.block):
            message = Message("{tool} is listed and has no pin", {"tool": tool})
            near, new = projection.pointer("pins"), _digest(jcs_digest, found[0])
            yield Problem(code="lock-tool-added", message=message, subject=tool, near=near, new=new)


def names(lock: Lock) -> tuple[str, ...]:
    """Name the servers that a configuration pins, on their own or as members of a group."""
    document, found = lock.document, servers(lock)
    listed = document.get("mcp_servers")
    every = [str(name) for name in listed] if isinstance(listed, Mapping) else []
    return tuple(name for name in every if _is_pinned(found.get(name)) or group_projections(document, name))


def _is_pinned(block: JsonObject | None) -> bool:
    return block is not None and ("pins" in block or any(found for _, found in tenant_pins(block)))


def expected(lock: Lock) -> tuple[str, ...]:
    """Name those of them that hold a pin of their own."""
    found = servers(lock)
    return tuple(name for name in names(lock) if name in found and pins(found[name]))


FORMAT = Format(
    id="hangar",
    title=TITLE,
    detect=detect,
    parse=parse,
    render=render,
    verify=verify,
    compare=compare,
    servers=names,
    expects=expected,
    diff=diff,
    renewed_by="toolpin-ci lock --lockfile {file}",
    lines=lambda lock: lines(lock.text),
)
