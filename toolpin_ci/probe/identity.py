"""Who we say we are and what we say we can: fixed, so that the same server gives the same surface."""

from toolpin_ci.model.jsonvalue import Json, JsonObject
from toolpin_ci.ports import RpcError

HANDSHAKE_VERSION = "2025-11-25"
HANDSHAKE_VERSIONS = ("2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25")
STATELESS_VERSION = "2026-07-28"
CLIENT_INFO: JsonObject = {"name": "toolpin-ci", "version": "1"}
CLIENT_CAPABILITIES: JsonObject = {"elicitation": {}, "roots": {}, "sampling": {}}

_REFUSED = -1
_METHOD_NOT_FOUND = -32601


def initialize_params() -> JsonObject:
    """What the handshake offers."""
    return {
        "protocolVersion": HANDSHAKE_VERSION,
        "capabilities": CLIENT_CAPABILITIES,
        "clientInfo": CLIENT_INFO,
    }


def stateless_meta() -> JsonObject:
    """What every request carries where there is no handshake."""
    return {
        "io.modelcontextprotocol/protocolVersion": STATELESS_VERSION,
        "io.modelcontextprotocol/clientInfo": CLIENT_INFO,
        "io.modelcontextprotocol/clientCapabilities": CLIENT_CAPABILITIES,
    }


def answer(method: str, _params: Json) -> JsonObject | RpcError:
    """Answer a server's request: we are here, we have no roots, and nobody is asked for anything."""
    if method == "ping":
        return {}
    if method == "roots/list":
        return {"roots": []}
    if method in ("sampling/createMessage", "elicitation/create"):
        return RpcError(_REFUSED, "Refused: a review only lists what the server offers")
    return RpcError(_METHOD_NOT_FOUND, "Method not found")
