"""Sends one request over a pool and reads its answer within the request's limit."""

import ssl
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager

import httpcore

from toolpin_ci.errors import FetchError
from toolpin_ci.model.fetched import Fetched, Request
from toolpin_ci.ports import Sink

_AGENT = "toolpin-ci"
_SUCCESS = range(200, 300)


async def exchange(
    pool: httpcore.AsyncConnectionPool, request: Request, sink: Sink, timeouts: Mapping[str, float]
) -> Fetched:
    """Ask once, without redirects; every way in which that fails is a `FetchError`."""
    async with _named_failures(), _opened(pool, request, timeouts) as response:
        headers = {
            name.decode("latin-1").lower(): value.decode("latin-1") for name, value in response.headers
        }
        answer = Fetched(status=response.status, url=request.url, headers=headers)
        if request.head or response.status not in _SUCCESS:
            return answer
        _check_announced(headers.get("content-length", ""), request)
        size = 0
        async for piece in response.aiter_stream():
            size += len(piece)
            if size > request.max_bytes:
                raise _too_large(request)
            sink(piece)
    return Fetched(status=answer.status, url=answer.url, headers=headers, size=size)


@asynccontextmanager
async def _opened(
    pool: httpcore.AsyncConnectionPool, request: Request, timeouts: Mapping[str, float]
) -> AsyncIterator[httpcore.Response]:
    """Send the request; bodies are asked for unpacked, so that the limit and the hashes are about them."""
    headers: dict[bytes | str, bytes | str] = {
        "User-Agent": _AGENT,
        "Accept": request.accept,
        "Accept-Encoding": "identity",
    }
    if request.authorization:
        headers["Authorization"] = request.authorization
    method = "HEAD" if request.head else "GET"
    url = request.url.partition("#")[0]
    async with pool.stream(method, url, headers=headers, extensions={"timeout": dict(timeouts)}) as response:
        yield response


def _check_announced(length: str, request: Request) -> None:
    if length.isascii() and length.isdigit() and int(length[:20]) > request.max_bytes:
        raise _too_large(request)


def _too_large(request: Request) -> FetchError:
    return FetchError("too-large", f"the answer is larger than {request.max_bytes:,} bytes")


@asynccontextmanager
async def _named_failures() -> AsyncIterator[None]:
    try:
        yield
    except httpcore.TimeoutException as error:
        raise FetchError("timeout", "the host does not answer in time") from error
    except httpcore.ProxyError as error:
        raise FetchError("proxy-failed", f"the proxy does not connect: {str(error)[:120]}") from error
    except httpcore.NetworkError as error:
        raise _network_failure(error) from error
    except (httpcore.ProtocolError, httpcore.UnsupportedProtocol) as error:
        raise FetchError("not-http", f"the host does not speak HTTP: {str(error)[:120]}") from error


def _network_failure(error: httpcore.NetworkError) -> FetchError:
    cause = error.__cause__ or error.__context__
    if isinstance(cause, ssl.SSLCertVerificationError):
        advice = "where the certificate authority is your own, name it in SSL_CERT_FILE"
        message = f"the host's certificate does not hold: {cause.verify_message}"
        return FetchError("bad-certificate", message, advice=advice)
    if isinstance(cause, ssl.SSLError):
        return FetchError("tls-failed", f"no TLS with this host: {cause.reason}")
    return FetchError("unreachable", f"the host cannot be reached: {str(error)[:120] or 'connection closed'}")
