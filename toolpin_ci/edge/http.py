"""The one client for everything fetched by address: checked, bounded, and never carrying secrets on."""

import asyncio
import tempfile
from collections.abc import Mapping
from contextlib import AbstractContextManager
from types import TracebackType
from typing import TYPE_CHECKING, BinaryIO, Self, cast
from urllib.parse import SplitResult, urljoin

from toolpin_ci.edge.addresses import Reach, check_url
from toolpin_ci.errors import FetchError
from toolpin_ci.model.fetched import Fetched, Request
from toolpin_ci.model.limits import FETCH_SECONDS, MIB, REDIRECTS, RETRY_SECONDS
from toolpin_ci.ports import Sink
from toolpin_ci.values import replace

if TYPE_CHECKING:
    from toolpin_ci.edge.http_routes import Routes

_BUSY = (429, 502, 503, 504)
_MOVED = (301, 302, 303, 307, 308)
_TRIES = 3
_PAUSE = 0.5
_TIMEOUTS = {"connect": 10.0, "read": 20.0, "write": 10.0, "pool": FETCH_SECONDS}
_PORTS = {"http": 80, "https": 443}


class Http:
    """Fetches by address. Use it as `async with Http(...) as fetch`; it fulfils the port `Fetch`.

    A name is resolved once and the checked address is the one connected to. Behind a proxy the proxy
    resolves: then only the address's form is checked, and the answer says `proxied`.
    """

    def __init__(self, environment: Mapping[str, str], reach: Reach | None = None) -> None:
        """Take the environment's proxies and certificates, and what may be reached beyond the internet."""
        self._environment = environment
        self._reach = reach or Reach()
        self._opened: Routes | None = None

    async def __aenter__(self) -> Self:
        """Open nothing yet: the first fetch does."""
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close every connection."""
        if self._opened is not None:
            await self._opened.close()

    def scratch(self) -> AbstractContextManager[BinaryIO]:
        """Open a nameless file for bytes that are too many to hold."""
        return cast("AbstractContextManager[BinaryIO]", tempfile.SpooledTemporaryFile(max_size=4 * MIB))

    async def get(self, request: Request, sink: Sink) -> Fetched:
        """Ask, follow redirects safely, and hand a successful body to `sink`."""
        try:
            async with asyncio.timeout(FETCH_SECONDS):
                return await self._follow(request, sink)
        except TimeoutError as error:
            raise FetchError("timeout", f"no whole answer within {FETCH_SECONDS:.0f} s") from error

    async def _follow(self, request: Request, sink: Sink) -> Fetched:
        seen: set[str] = set()
        while request.url not in seen:
            seen.add(request.url)
            if len(seen) > REDIRECTS + 1:
                raise FetchError("too-many-redirects", f"more than {REDIRECTS} redirects")
            answer = await self._patiently(request, sink)
            if answer.status not in _MOVED or request.head:
                return answer
            request = self._redirected(request, answer.headers.get("location", ""))
        raise FetchError("redirect-loop", "the address redirects to itself")

    def _redirected(self, request: Request, location: str) -> Request:
        """Judge the next hop as strictly as the first; credentials stay with the host they were meant for."""
        if not location:
            raise FetchError("redirect-broken", "a redirect names no address")
        url = urljoin(request.url, location)
        here, there = check_url(request.url, self._reach), check_url(url, self._reach)
        if here.scheme == "https" and there.scheme != "https":
            raise FetchError("address-refused", "a redirect leaves https")
        return replace(
            request, url=url, authorization=request.authorization if _same_origin(here, there) else ""
        )

    async def _patiently(self, request: Request, sink: Sink) -> Fetched:
        """Ask again where the host is busy, after the pause that it asks for, within our cap."""
        answer = await self._once(request, sink)
        for attempt in range(1, _TRIES):
            if answer.status not in _BUSY:
                return answer
            pause = _pause(answer.headers.get("retry-after", ""), _PAUSE * attempt)
            if pause > RETRY_SECONDS:
                break
            await asyncio.sleep(pause)
            answer = await self._once(request, sink)
        if answer.status in _BUSY:
            code = "rate-limited" if answer.status == _BUSY[0] else "busy"
            raise FetchError(code, f"the host keeps answering {answer.status}", advice="try again later")
        return answer

    async def _once(self, request: Request, sink: Sink) -> Fetched:
        from toolpin_ci.edge.http_exchange import exchange

        parts = check_url(request.url, self._reach)
        routes = self._routes()
        proxy = routes.proxy_for(parts.scheme, parts.hostname or "")
        answer = await exchange(routes.pool(proxy), request, sink, _TIMEOUTS)
        return replace(answer, proxied=bool(proxy))

    def _routes(self) -> "Routes":
        if self._opened is None:
            from toolpin_ci.edge.http_routes import Routes

            self._opened = Routes(self._reach, self._environment)
        return self._opened


def _same_origin(here: SplitResult, there: SplitResult) -> bool:
    return _origin(here) == _origin(there)


def _origin(parts: SplitResult) -> tuple[str, str, int]:
    return parts.scheme, parts.hostname or "", parts.port or _PORTS[parts.scheme]


def _pause(retry_after: str, usual: float) -> float:
    """Read `Retry-After`; a date instead of seconds is answered with our usual pause."""
    return float(retry_after) if retry_after.isascii() and retry_after.isdigit() else usual
