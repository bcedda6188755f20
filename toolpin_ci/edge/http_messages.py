"""Reads messages exactly, and keeps them while a ticket travels through the mcp package in their place."""

import json
from collections.abc import Mapping

from toolpin_ci.canon.text import parse
from toolpin_ci.edge.http_failures import unreadable
from toolpin_ci.errors import JsonError, ProbeError
from toolpin_ci.model.jsonvalue import JsonObject


def read_message(raw: bytes, number: int | None) -> JsonObject:
    """Parse one message exactly; where it replies to a known request it has to answer that one."""
    try:
        message = parse(raw, finite=True)
    except JsonError as error:
        raise unreadable(error) from error
    if isinstance(message, list):
        raise ProbeError("batch", "the server sent a batch of messages, which the protocol does not have")
    if not isinstance(message, Mapping):
        raise ProbeError("protocol-error", "the server sent JSON that is no message")
    if number is None or "method" in message:
        return message
    if message.get("id") is None and "error" in message:
        return {**message, "id": number}
    if message.get("id") != number:
        raise ProbeError("wrong-id", "the server answered with another id than it was asked with")
    return message


class Tickets:
    """Messages that wait to be fetched at the far end of the package."""

    def __init__(self) -> None:
        """Start with none."""
        self._kept: dict[int, JsonObject] = {}
        self._count = 0

    def issue(self, message: JsonObject) -> bytes:
        """Keep a message and give the small one that travels in its place."""
        self._count += 1
        self._kept[self._count] = message
        ticket = {"ticket": self._count}
        if "method" in message:
            return json.dumps({"jsonrpc": "2.0", "method": "ticket", "params": ticket}).encode()
        return json.dumps({"jsonrpc": "2.0", "id": 0, "result": ticket}).encode()

    def redeem(self, carried: Mapping[str, object] | None) -> JsonObject | None:
        """Give the message back; None where the package made one up itself."""
        number = (carried or {}).get("ticket")
        return self._kept.pop(number, None) if isinstance(number, int) else None
