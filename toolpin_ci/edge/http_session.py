"""Runs one conversation over the mcp package's HTTP transports, inside an event loop."""

import asyncio
import logging
from collections.abc import AsyncIterable, AsyncIterator
from contextlib import asynccontextmanager
from typing import Protocol, TypeAlias

import anyio
import httpx2
from mcp.client.sse import sse_client
from mcp.client.streamable_http import streamable_http_client
from mcp.shared.inbound import MCP_METHOD_HEADER, MCP_PROTOCOL_VERSION_HEADER
from mcp.shared.message import ClientMessageMetadata, SessionMessage
from mcp_types import JSONRPCError, JSONRPCResponse, jsonrpc_message_adapter
from mcp_types.version import MODERN_PROTOCOL_VERSIONS
from pydantic import ValidationError

from toolpin_ci.canon.text import compact
from toolpin_ci.edge.http_client import client_headers, network
from toolpin_ci.edge.http_failures import connection_failure, host_of
from toolpin_ci.edge.http_inbox import Failure, Inbox
from toolpin_ci.edge.http_sse import SseWire
from toolpin_ci.edge.http_streamable import StreamableWire
from toolpin_ci.edge.http_wire import Wire
from toolpin_ci.errors import ProbeError
from toolpin_ci.model.jsonvalue import JsonObject
from toolpin_ci.model.limits import STOP_SECONDS
from toolpin_ci.model.server import ServerSpec, Transport
from toolpin_ci.model.surface import Note

_SILENT = logging.CRITICAL + 1
_TALKATIVE = ("mcp", "httpx2", "httpcore2")
"""They log messages, addresses and headers; whoever asked hears of failures from us."""


class _Sink(Protocol):
    async def send(self, item: SessionMessage, /) -> None: ...


_Streams: TypeAlias = tuple[AsyncIterable[SessionMessage | Exception], _Sink]


class Session:
    """One conversation; `run` lives in the loop, `post` and `wire` are for the thread that asks."""

    def __init__(self, spec: ServerSpec, inbox: Inbox, notes: list[Note]) -> None:
        """Prepare the client; nothing is sent before `run`."""
        for name in _TALKATIVE:
            logging.getLogger(name).setLevel(_SILENT)
        self._spec = spec
        self._inbox = inbox
        self._outbox: asyncio.Queue[SessionMessage] = asyncio.Queue()
        self._whole: anyio.CancelScope | None = None
        self._talk: anyio.CancelScope | None = None
        kind = SseWire if spec.transport is Transport.SSE else StreamableWire
        self.wire: Wire = kind(network(spec), spec, inbox, notes)

    async def run(self) -> None:
        """Connect, carry messages both ways until stopped, then end the session."""
        lost = (httpx2.HTTPError, anyio.BrokenResourceError, anyio.ClosedResourceError, OSError)
        try:
            with anyio.CancelScope() as self._whole:
                await self._converse()
        except* lost as errors:
            self._inbox.put(Failure(error=connection_failure(errors, self._spec), final=True))

    async def _converse(self) -> None:
        async with self._streams() as (read, write):
            with anyio.CancelScope() as self._talk:
                async with anyio.create_task_group() as tasks:
                    tasks.start_soon(self._send_all, write)
                    async for item in read:
                        self._deliver(item)
                    message = f"{host_of(self._spec.url)} ended the stream that carries its answers"
                    self._inbox.put(Failure(error=ProbeError("connection-lost", message), final=True))

    async def stop(self) -> None:
        """Leave politely, within a short time."""
        if self._whole is not None:
            self._whole.deadline = anyio.current_time() + STOP_SECONDS
            (self._talk or self._whole).cancel()

    def put(self, message: SessionMessage) -> None:
        """Queue a message; to be called in the loop."""
        self._outbox.put_nowait(message)

    @asynccontextmanager
    async def _streams(self) -> AsyncIterator[_Streams]:
        client = httpx2.AsyncClient(transport=self.wire, headers=client_headers(self._spec), timeout=None)
        if self._spec.transport is Transport.SSE:
            async with sse_client(self._spec.url, httpx_client_factory=lambda *_, **__: client) as streams:
                yield streams
        else:
            async with client, streamable_http_client(self._spec.url, http_client=client) as streams:
                yield streams

    async def _send_all(self, write: _Sink) -> None:
        while True:
            await write.send(await self._outbox.get())

    def _deliver(self, item: SessionMessage | Exception) -> None:
        if isinstance(item, Exception):
            self._inbox.put(Failure(error=connection_failure(item, self._spec)))
            return
        message = item.message
        if isinstance(message, JSONRPCError):
            self._give_up(message)
            return
        carried = message.result if isinstance(message, JSONRPCResponse) else message.params
        kept = self.wire.tickets.redeem(carried)
        if kept is not None:
            self._inbox.put(kept)

    def _give_up(self, made_up: JSONRPCError) -> None:
        """The package writes an error of its own where it cannot get an answer any more."""
        number = made_up.id if isinstance(made_up.id, int) else None
        words = f"no answer came from {host_of(self._spec.url)}: {made_up.error.message}"
        self._inbox.put(Failure(number=number, error=ProbeError("protocol-error", words)))


def outgoing(message: JsonObject, version: str) -> SessionMessage:
    """Wrap a message for the package, with the headers that its protocol version wants."""
    try:
        built = jsonrpc_message_adapter.validate_json(compact(message), by_name=False)
    except ValidationError as error:
        raise ProbeError(
            "protocol-error", "the server gave an id or a cursor that cannot be sent back"
        ) from error
    headers = {MCP_PROTOCOL_VERSION_HEADER: version} if version else {}
    if version in MODERN_PROTOCOL_VERSIONS and "method" in message:
        headers[MCP_METHOD_HEADER] = str(message["method"])
    return SessionMessage(built, metadata=ClientMessageMetadata(headers=headers))
