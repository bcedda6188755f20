"""Opens the conversation in the protocol's era and collects what the server says of itself and lists."""

from collections.abc import Iterable, Mapping, Sequence

from toolpin_ci.canon.surface_document import SurfaceError, assemble_keyed, keyed
from toolpin_ci.errors import ProbeError
from toolpin_ci.model.jsonvalue import Json, JsonObject
from toolpin_ci.model.surface import LIST_NAMES, Items, Probe, Trouble
from toolpin_ci.ports import Channel, RpcError
from toolpin_ci.probe.documents import read_documents
from toolpin_ci.probe.identity import (
    CLIENT_CAPABILITIES,
    CLIENT_INFO,
    HANDSHAKE_VERSIONS,
    STATELESS_VERSION,
    initialize_params,
    stateless_meta,
)
from toolpin_ci.probe.pages import read_list
from toolpin_ci.probe.shapes import odd_tools
from toolpin_ci.probe.steady import Effort, second_look
from toolpin_ci.values import dataclass

_SERVER_INFO_META = "io.modelcontextprotocol/serverInfo"
_CAPABILITY = {
    "tools": "tools",
    "prompts": "prompts",
    "resources": "resources",
    "resourceTemplates": "resources",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Opening:
    """What the server said of itself, and what every further request has to carry."""

    header: JsonObject
    meta: JsonObject | None


def ask(channel: Channel, *, stateless: bool = False, reads: Sequence[str] = ()) -> Probe:
    """List everything that a server offers; what could not be read is named, never left out in silence."""
    try:
        opening = _discover(channel) if stateless else _open(channel)
    except RpcError as error:
        return _failed(ProbeError("refused", f"the server refused to start: {error.words}"), channel)
    except ProbeError as error:
        return _failed(error, channel)
    lists: dict[str, Items] = {}
    unavailable: dict[str, Trouble] = {}
    effort = Effort(channel)
    for name in _advertised(opening.header):
        try:
            lists[name] = keyed(name, read_list(channel, name, opening.meta))
        except ProbeError as error:
            unavailable[name] = trouble(error)
        except SurfaceError as error:
            unavailable[name] = Trouble(code="invalid-item", message=error.message)
    again = (
        list(second_look(channel, lists, opening.meta)) if _is_worth_it(channel, effort, unavailable) else []
    )
    read, unread = read_documents(channel, lists.get("resources", {}), reads, opening.meta)
    return Probe(
        surface=assemble_keyed(opening.header, lists),
        unavailable=unavailable,
        notes=(*channel.notes, *odd_tools(lists.get("tools", {})), *again, *unread),
        asked=_asked(opening),
        protections=channel.protections,
        read=read,
    )


def _is_worth_it(channel: Channel, effort: Effort, unavailable: Mapping[str, Trouble]) -> bool:
    """Ask again where it is cheap, and once where the server itself said that a list changed."""
    announced = any(note.code == "list-changed" for note in channel.notes)
    return not unavailable and (effort.was_small or announced)


def trouble(error: ProbeError) -> Trouble:
    """Keep an error as a value."""
    return Trouble(
        code=error.code, message=error.message, advice=error.advice, log=error.log, limit=error.limit
    )


def _failed(error: ProbeError, channel: Channel) -> Probe:
    return Probe(
        unavailable={"server": trouble(error)}, notes=tuple(channel.notes), protections=channel.protections
    )


def _open(channel: Channel) -> Opening:
    """Shake hands; ask without a handshake only where that is refused."""
    try:
        return _handshake(channel)
    except RpcError as refusal:
        try:
            return _discover(channel)
        except RpcError as error:
            message = (
                f"the server refused `initialize` ({refusal.words}) and `server/discover` ({error.words})"
            )
            raise ProbeError("refused", message) from error


def _handshake(channel: Channel) -> Opening:
    result = channel.request("initialize", initialize_params())
    version = result.get("protocolVersion")
    if version not in HANDSHAKE_VERSIONS:
        message = f"the server wants protocol version {version!r}; we know {', '.join(HANDSHAKE_VERSIONS)}"
        raise ProbeError("protocol-version", message)
    channel.set_protocol(str(version))
    channel.notify("notifications/initialized")
    return Opening(header=_header(result, str(version), result.get("serverInfo")), meta=None)


def _discover(channel: Channel) -> Opening:
    meta = stateless_meta()
    channel.set_protocol(STATELESS_VERSION)
    result = channel.request("server/discover", {"_meta": meta})
    versions = result.get("supportedVersions")
    if not isinstance(versions, list) or STATELESS_VERSION not in versions:
        message = f"the server speaks {versions!r}; without a handshake we know {STATELESS_VERSION}"
        raise ProbeError("protocol-version", message)
    result_meta = result.get("_meta")
    info = result_meta.get(_SERVER_INFO_META) if isinstance(result_meta, Mapping) else None
    return Opening(header=_header(result, STATELESS_VERSION, result.get("serverInfo", info)), meta=meta)


def _header(result: JsonObject, version: str, info: Json) -> JsonObject:
    capabilities = result.get("capabilities")
    if not isinstance(capabilities, Mapping):
        raise ProbeError("invalid-surface", "the server's `capabilities` are no object")
    header: dict[str, Json] = {"protocolVersion": version, "capabilities": capabilities}
    if info is not None:
        header["serverInfo"] = info
    if "instructions" in result:
        header["instructions"] = result["instructions"]
    return header


def _advertised(header: JsonObject) -> Iterable[str]:
    capabilities = header["capabilities"]
    if not isinstance(capabilities, Mapping):
        return ()
    return [name for name in LIST_NAMES if capabilities.get(_CAPABILITY[name]) is not None]


def _asked(opening: Opening) -> JsonObject:
    return {
        "clientCapabilities": CLIENT_CAPABILITIES,
        "clientInfo": CLIENT_INFO,
        "handshake": opening.meta is None,
        "protocolVersion": initialize_params()["protocolVersion"]
        if opening.meta is None
        else STATELESS_VERSION,
    }
