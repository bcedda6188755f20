"""Stands between the mcp package's HTTP transports and the network, and keeps every message as it was sent.

The package turns messages into models, which forget duplicate keys and how numbers were spelled, and leaves
out what it cannot parse. So a message is read and judged here, and the package gets a ticket in its place:
sessions, headers, resuming and ending stay its work, and behind it the ticket is redeemed for the message.
"""

import json
from abc import abstractmethod
from collections.abc import AsyncIterator, Iterator, Mapping

import anyio
import httpx2

from toolpin_ci.edge.http_events import Event, Events
from toolpin_ci.edge.http_failures import connection_failure, redirect_failure, too_large
from toolpin_ci.edge.http_inbox import Failure, Inbox
from toolpin_ci.edge.http_messages import Tickets, read_message
from toolpin_ci.errors import LimitError, ProbeError
from toolpin_ci.model.limits import LINE_BYTES, STOP_SECONDS
from toolpin_ci.model.server import ServerSpec
from toolpin_ci.model.surface import Note

ACCEPTED = 202
NOT_ALLOWED = 405
ERRORS = 400
_SHORT_DIGITS = 5
_NO_SESSION: Mapping[str, str] = {}


class Wire(httpx2.AsyncBaseTransport):
    """Sends what the package asks for, judges what comes back, and never lets the package see a failure."""

    def __init__(
        self, network: httpx2.AsyncClient, spec: ServerSpec, inbox: Inbox, notes: list[Note]
    ) -> None:
        """`network` really sends; failures go to `inbox`, lesser things to `notes`."""
        self.network = network
        self.spec = spec
        self.inbox = inbox
        self.notes = notes
        self.tickets = Tickets()
        self.received = 0
        self.stage = "no connection was made"
        """How far we got, for the words of a timeout."""

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        """Do one exchange for the package."""
        if request.method == "DELETE":
            return await self._leave(request)
        self.stage = "it did not reply at all"
        try:
            response = await self.network.send(request, stream=True)
        except httpx2.TransportError as error:
            return self.fail(request, connection_failure(error, self.spec))
        self.stage = "its reply did not end"
        if response.next_request is not None:
            await response.aclose()
            target = str(response.next_request.url)
            return self.fail(request, redirect_failure(response.status_code, target, self.spec))
        return await self.judge(request, response)

    @abstractmethod
    async def judge(self, request: httpx2.Request, response: httpx2.Response) -> httpx2.Response:
        """Turn the server's reply into what the package may see."""

    @abstractmethod
    def fail_listening(self, error: ProbeError) -> None:
        """The stream for messages of the server could not be opened."""

    async def _leave(self, request: httpx2.Request) -> httpx2.Response:
        """End the session if the server lets us do so soon; nobody waits for more."""
        with anyio.move_on_after(STOP_SECONDS):
            try:
                response = await self.network.send(request, stream=True)
            except httpx2.TransportError:
                return httpx2.Response(200)
            await response.aclose()
        return httpx2.Response(200)

    async def aclose(self) -> None:
        """Close the network when the package closes its client."""
        await self.network.aclose()

    def fail(self, request: httpx2.Request, error: ProbeError) -> httpx2.Response:
        """Tell whoever waits, and give the package something that it takes calmly."""
        number = asked_number(request)
        if request.method == "GET":
            self.fail_listening(error)
            return httpx2.Response(NOT_ALLOWED)
        if number is None:
            words = f"a message without an answer did not get through: {error.message}"
            self.note(Note("refused-message", words))
        else:
            self.inbox.put(Failure(number=number, error=error))
        return httpx2.Response(ACCEPTED)

    def note(self, note: Note) -> None:
        """Remember something once."""
        if note not in self.notes:
            self.notes.append(note)

    def stream(
        self, response: httpx2.Response, number: int | None = None, session: Mapping[str, str] = _NO_SESSION
    ) -> httpx2.Response:
        """Pass a stream of events on, each message replaced by its ticket."""
        headers = {"content-type": "text/event-stream", **session}
        return httpx2.Response(200, headers=headers, stream=_Replaced(self, response, number))

    def replaced(self, event: Event, number: int | None) -> bytes:
        """Judge one event and give what the package sees of it."""
        if event.kind != b"message" or not event.data:
            return event.encoded(event.data.replace(b"\n", b"\ndata: "))
        try:
            return event.encoded(self.tickets.issue(read_message(event.data, number)))
        except ProbeError as error:
            self.inbox.put(Failure(number=number, error=error))
            return event.encoded(b"")

    async def body(self, response: httpx2.Response, limit: int = LINE_BYTES) -> bytes:
        """Read a whole body, but never more than the limit."""
        chunks: list[bytes] = []
        async for chunk in response.aiter_raw():
            self.received += len(chunk)
            chunks.append(chunk)
            limit -= len(chunk)
            if limit < 0:
                raise too_large()
        return b"".join(chunks)

    async def drain(self, response: httpx2.Response) -> None:
        """Be done with a reply that says nothing; reading a short body keeps the connection for later."""
        length = response.headers.get("content-length", "")
        if length.isdecimal() and len(length) <= _SHORT_DIGITS:
            try:
                await self.body(response)
            except (httpx2.TransportError, ProbeError):
                self.stage = "the connection broke"
        await response.aclose()


class _Replaced(httpx2.AsyncByteStream):
    """The events of one reply, rewritten while they arrive."""

    def __init__(self, wire: Wire, response: httpx2.Response, number: int | None) -> None:
        self._wire = wire
        self._response = response
        self._number = number

    async def __aiter__(self) -> AsyncIterator[bytes]:
        events = Events()
        try:
            async for chunk in self._response.aiter_raw():
                self._wire.received += len(chunk)
                for piece in self._rewrite(events, chunk):
                    yield piece
        except httpx2.TransportError:
            return  # for the package the stream has ended: it resumes it, or says so
        except LimitError:
            self._wire.inbox.put(Failure(number=self._number, error=too_large()))

    def _rewrite(self, events: Events, chunk: bytes) -> Iterator[bytes]:
        for event in events.feed(chunk):
            yield self._wire.replaced(event, self._number)

    async def aclose(self) -> None:
        await self._response.aclose()


def asked_number(request: httpx2.Request) -> int | None:
    """Give the id of the JSON-RPC request that this HTTP request carries, if it carries one."""
    if request.method != "POST":
        return None
    message = json.loads(request.content)
    number = message.get("id") if "method" in message else None
    return number if isinstance(number, int) else None


def media_type(response: httpx2.Response) -> str:
    """Give the content type without its parameters."""
    kind: str = response.headers.get("content-type", "")
    return kind.partition(";")[0].strip().lower()


def session_header(response: httpx2.Response) -> dict[str, str]:
    """Give the name of the session that the server opened, if any; it has to be one that can be sent back."""
    name: str = response.headers.get("mcp-session-id", "")
    if not all("!" <= letter <= "~" for letter in name):
        raise ProbeError(
            "protocol-error", "the server named its session with letters that no header can hold"
        )
    return {"mcp-session-id": name} if name else {}


def is_encoded(response: httpx2.Response) -> bool:
    """Tell whether the body is compressed, which was not asked for."""
    coding: str = response.headers.get("content-encoding", "")
    return coding.strip().lower() not in ("", "identity")
