"""Asks a server as ToolPin asks: in its name, without capabilities, for the first page of tools alone."""

from collections.abc import Mapping

from toolpin_ci.errors import ProbeError
from toolpin_ci.model.jsonvalue import Json, JsonObject
from toolpin_ci.model.surface import Probe, Trouble
from toolpin_ci.ports import Channel, RpcError
from toolpin_ci.probe.pages import read_first_page

PROTOCOL_VERSION = "2025-11-25"
VERSIONS = ("2024-10-07", "2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25")
CLIENT_INFO: JsonObject = {"name": "toolpin", "version": "0.5.4"}
_METHOD_NOT_FOUND = -32601


def answer(method: str, _params: Json) -> JsonObject | RpcError:
    """Answer a server's request as a client that can nothing."""
    return {} if method == "ping" else RpcError(_METHOD_NOT_FOUND, "Method not found")


def ask_as_toolpin(channel: Channel) -> Probe:
    """List the tools that ToolPin would see, in the order of the server."""
    asked: JsonObject = {
        "protocolVersion": PROTOCOL_VERSION,
        "capabilities": {},
        "clientInfo": CLIENT_INFO,
    }
    try:
        capabilities = _opened(channel, asked)
        tools = tuple(read_first_page(channel, "tools")) if _offers_tools(capabilities) else ()
    except (ProbeError, RpcError) as error:
        return Probe(unavailable={"server": _trouble(error)}, protections=channel.protections)
    return Probe(listed=tools, asked=asked, protections=channel.protections)


def _opened(channel: Channel, asked: JsonObject) -> Json:
    result = channel.request("initialize", asked)
    version = result.get("protocolVersion")
    if version not in VERSIONS:
        raise ProbeError("protocol-version", f"ToolPin does not know protocol version {version!r}")
    channel.set_protocol(str(version))
    channel.notify("notifications/initialized")
    return result.get("capabilities")


def _offers_tools(capabilities: Json) -> bool:
    return isinstance(capabilities, Mapping) and capabilities.get("tools") is not None


def _trouble(error: ProbeError | RpcError) -> Trouble:
    words = f"asked as ToolPin asks, the server failed: {error.message}"
    if isinstance(error, ProbeError):
        return Trouble(code=error.code, message=words, advice=error.advice, log=error.log)
    return Trouble(code="refused", message=words)
