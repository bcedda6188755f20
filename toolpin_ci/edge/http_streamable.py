"""What replies mean in the streamable HTTP transport: every request is answered by its own reply."""

from collections.abc import Mapping

import httpx2

from toolpin_ci.edge.http_failures import connection_failure, not_json, status_failure
from toolpin_ci.edge.http_messages import read_message
from toolpin_ci.edge.http_wire import (
    ACCEPTED,
    ERRORS,
    NOT_ALLOWED,
    Wire,
    asked_number,
    is_encoded,
    media_type,
    session_header,
)
from toolpin_ci.errors import ProbeError
from toolpin_ci.model.jsonvalue import JsonObject
from toolpin_ci.model.limits import LOG_BYTES

_JSON = "application/json"
_RESUMED = 20
"""How often a broken stream is taken up again; the package would go on until its stack is full."""
_EMPTY = (202, 204)
_NEVER_A_MESSAGE = (401, 403, 407, 429)


class StreamableWire(Wire):
    """Judges replies to POST, and lets a server have no stream of its own."""

    _resumed = 0

    def fail_listening(self, error: ProbeError) -> None:
        """A server need not offer this stream."""

    async def judge(self, request: httpx2.Request, response: httpx2.Response) -> httpx2.Response:
        """Turn the server's reply into what the package may see."""
        if request.method == "GET":
            return await self._listen(request, response)
        number = asked_number(request)
        if number is None:
            return await self._told(request, response)
        try:
            return await self._answered(response, number)
        except ProbeError as error:
            await response.aclose()
            return self.fail(request, error)
        except httpx2.TransportError as error:
            return self.fail(request, connection_failure(error, self.spec))

    async def _listen(self, request: httpx2.Request, response: httpx2.Response) -> httpx2.Response:
        self._resumed += "last-event-id" in request.headers
        is_events = media_type(response) == "text/event-stream" and not is_encoded(response)
        if response.is_success and is_events and self._resumed <= _RESUMED:
            return self.stream(response)
        await response.aclose()
        return httpx2.Response(NOT_ALLOWED)

    async def _told(self, request: httpx2.Request, response: httpx2.Response) -> httpx2.Response:
        await self.drain(response)
        if response.status_code >= ERRORS:
            return self.fail(request, status_failure(response.status_code, self.spec))
        return httpx2.Response(ACCEPTED)

    async def _answered(self, response: httpx2.Response, number: int) -> httpx2.Response:
        if response.status_code >= ERRORS:
            return await self._refused(response, number)
        if response.status_code in _EMPTY:
            message = f"the server accepted a request (HTTP {response.status_code}) and answered nothing"
            raise ProbeError("protocol-error", message)
        if is_encoded(response):
            raise ProbeError("protocol-error", "the server compressed its answer against our request")
        kind, session = media_type(response), session_header(response)
        if kind == "text/event-stream":
            return self.stream(response, number, session)
        if kind != _JSON:
            raise not_json(kind, self.spec)
        return self._ticket(_answer(await self.body(response), number), session)

    def _ticket(self, message: JsonObject, session: Mapping[str, str]) -> httpx2.Response:
        headers = {"content-type": _JSON, **session}
        return httpx2.Response(200, headers=headers, content=self.tickets.issue(message))

    async def _refused(self, response: httpx2.Response, number: int) -> httpx2.Response:
        """A status may come with the JSON-RPC error that says more."""
        told = status_failure(response.status_code, self.spec)
        if response.status_code in _NEVER_A_MESSAGE or media_type(response) != _JSON or is_encoded(response):
            raise told
        try:
            message = _answer(await self.body(response, LOG_BYTES), number)
        except ProbeError as error:
            raise told from error
        if "error" not in message:
            raise told
        return self._ticket(message, {})


def _answer(raw: bytes, number: int) -> JsonObject:
    message = read_message(raw, number)
    if "method" in message:
        raise ProbeError("protocol-error", "the server replied to a request with a request of its own")
    return message
