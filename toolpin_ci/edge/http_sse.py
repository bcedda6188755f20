"""What replies mean in the old SSE transport: one stream carries every answer, messages go to an endpoint."""

from urllib.parse import urljoin, urlsplit

import httpx2

from toolpin_ci.edge.http_events import Event
from toolpin_ci.edge.http_failures import host_of, not_json, status_failure
from toolpin_ci.edge.http_inbox import Failure
from toolpin_ci.edge.http_wire import ACCEPTED, ERRORS, NOT_ALLOWED, Wire, is_encoded, media_type
from toolpin_ci.errors import ProbeError


class SseWire(Wire):
    """Judges the stream, and the replies to messages that were sent beside it."""

    def fail_listening(self, error: ProbeError) -> None:
        """Without the stream there is no conversation."""
        self.inbox.put(Failure(error=error, final=True))

    async def judge(self, request: httpx2.Request, response: httpx2.Response) -> httpx2.Response:
        """Turn the server's reply into what the package may see."""
        if request.method == "GET":
            return await self._listen(response)
        await self.drain(response)
        if response.status_code >= ERRORS:
            return self.fail(request, status_failure(response.status_code, self.spec))
        self.stage = "it took the message and sent nothing back"
        return httpx2.Response(ACCEPTED)

    async def _listen(self, response: httpx2.Response) -> httpx2.Response:
        kind = media_type(response)
        if response.is_success and kind == "text/event-stream" and not is_encoded(response):
            self.stage = "it opened its stream but named no endpoint for messages"
            return self.stream(response)
        await response.aclose()
        status = response.status_code
        self.fail_listening(
            status_failure(status, self.spec) if status >= ERRORS else not_json(kind, self.spec)
        )
        return httpx2.Response(NOT_ALLOWED)

    def replaced(self, event: Event, number: int | None) -> bytes:
        """Messages go only to the host that the stream comes from."""
        if event.kind == b"endpoint":
            target = _joined(self.spec.url, event.data)
            if target is None or urlsplit(target)[:2] != urlsplit(self.spec.url)[:2]:
                place = (
                    "an address that cannot be read" if target is None else f"another host, {host_of(target)}"
                )
                message = f"{host_of(self.spec.url)} wants messages to be sent to {place}"
                self.fail_listening(ProbeError("redirect", message))
        return super().replaced(event, number)


def _joined(url: str, endpoint: bytes) -> str | None:
    try:
        return urljoin(url, endpoint.decode("utf-8"))
    except ValueError:
        return None
