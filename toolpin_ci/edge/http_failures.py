"""Says in plain words why a server could not be asked over HTTP, without a secret or a server's own text."""

import socket
import ssl
from collections.abc import Iterator, Mapping
from urllib.parse import urlsplit

from toolpin_ci.errors import JsonError, LimitError, ProbeError
from toolpin_ci.model.limits import LINE_BYTES
from toolpin_ci.model.server import ServerSpec, Transport

_LIMIT_CODES = {
    "LINE_BYTES": "response-too-large",
    "JSON_DEPTH": "json-too-deep",
    "NUMBER_CHARS": "number-too-long",
}
_SHOWN = 120
_SERVER_ERRORS = 500
_OLD_SERVER = "an old server may need `transport: sse`"
_NEW_SERVER = "a newer server needs no `transport: sse`"
_MAYBE_NEW = "this may be a newer server: leave `transport: sse` out"
_MAYBE_OLD = "this may be an old SSE server: `transport: sse`"


def host_of(url: str) -> str:
    """Name the host and port of an address, never its user, path or query."""
    return printable(urlsplit(url).netloc.rpartition("@")[2])


def printable(text: str) -> str:
    """Cut and clean words of a server, so that they can stand in a sentence."""
    return "".join(letter if " " < letter < "\x7f" else "?" for letter in text[:_SHOWN])


def connection_failure(error: BaseException, spec: ServerSpec) -> ProbeError:
    """Tell why no HTTP answer came, from what lies beneath the library's error."""
    host = host_of(spec.url)
    causes = list(_causes(error))
    for cause in causes:
        if isinstance(cause, ssl.SSLCertVerificationError):
            advice = "set SSL_CERT_FILE if the certificate comes from an authority of your own"
            reason = cause.verify_message
            return ProbeError(
                "tls-failure", f"the certificate of {host} is not trusted: {reason}", advice=advice
            )
        if isinstance(cause, ssl.SSLError):
            return ProbeError("tls-failure", f"no TLS with {host}: {cause.reason or 'the handshake failed'}")
        if isinstance(cause, socket.gaierror):
            return ProbeError("dns-failure", f"the name of {host} cannot be resolved", advice="check `url`")
        if isinstance(cause, ConnectionRefusedError):
            advice = "start the server, or check host and port of `url` and the proxy of the environment"
            return ProbeError("connect-refused", f"nothing accepts connections at {host}", advice=advice)
    return _named_failure({type(cause).__name__ for cause in causes}, host)


def _named_failure(names: set[str], host: str) -> ProbeError:
    if "ProxyError" in names:
        return ProbeError("proxy-failure", f"the proxy of the environment did not connect us to {host}")
    if "ConnectError" in names:
        return ProbeError("connect-failed", f"no connection to {host}", advice="check `url` and the network")
    if names & {"LocalProtocolError", "UnsupportedProtocol", "InvalidURL"}:
        return ProbeError(
            "bad-request", f"the request to {host} cannot be sent", advice="check `url` and `headers`"
        )
    return ProbeError("connection-lost", f"{host} broke the connection off before its answer was complete")


def _causes(error: BaseException | None) -> Iterator[BaseException]:
    """Walk through groups, causes and contexts, deepest last."""
    seen: set[int] = set()
    waiting = [error]
    while waiting:
        found = waiting.pop(0)
        if found is None or id(found) in seen:
            continue
        seen.add(id(found))
        yield found
        if isinstance(found, BaseExceptionGroup):
            waiting.extend(found.exceptions)
        waiting.extend((found.__cause__, found.__context__))


def redirect_failure(status: int, target: str, spec: ServerSpec) -> ProbeError:
    """Refuse to follow: headers are for the host that the configuration names."""
    host, own = host_of(target), host_of(spec.url)
    message = f"{own} redirects (HTTP {status}) to {host}; redirects are not followed"
    if host == own:
        path = printable(urlsplit(target).path)
        return ProbeError(
            "redirect", message, advice=f"write the path {path} into `url` if that is the server"
        )
    return ProbeError(
        "redirect", message, advice="write that host into `url` if you trust it with your headers"
    )


def status_failure(status: int, spec: ServerSpec) -> ProbeError:
    """Tell what an HTTP status means here, and what to do."""
    words, advice = _status_words(status, spec)
    return ProbeError("http-status", f"{host_of(spec.url)} answered with HTTP {status}{words}", advice=advice)


def _status_words(status: int, spec: ServerSpec) -> tuple[str, str]:
    old = spec.transport is Transport.SSE
    if status in (401, 403):
        return ": not allowed", _credentials(spec.headers)
    if status >= _SERVER_ERRORS:
        return ": the server failed", "look at the server's own log, or try again"
    known = {
        404: (": nothing there", f"check the path of `url`; {_NEW_SERVER if old else _OLD_SERVER}"),
        405: (": it does not take this kind of request", _MAYBE_NEW if old else _MAYBE_OLD),
        407: (": the proxy wants credentials", "check HTTPS_PROXY, HTTP_PROXY and ALL_PROXY"),
        429: (": too many requests", "try again later"),
    }
    return known.get(status, ("", "check `url` and `headers`"))


def _credentials(headers: Mapping[str, str]) -> str:
    if not headers:
        return 'set `headers: {Authorization: "Bearer ${NAME}"}`, and NAME as a secret of the job'
    names = ", ".join(sorted(headers))
    return f"check the secrets that fill the headers of this server: {names}"


def unreadable(error: JsonError) -> ProbeError:
    """Tell why a message was not accepted."""
    limit = error.limit if isinstance(error, LimitError) else ""
    code = _LIMIT_CODES[limit] if limit else error.code
    where = f" (line {error.line}, column {error.column})" if error.line else ""
    return ProbeError(code, f"the server sent a message that is not accepted: {error}{where}", limit=limit)


def too_large() -> ProbeError:
    """One message passed the limit."""
    message = f"the server sent a message of more than {LINE_BYTES:,} bytes"
    return ProbeError("response-too-large", message, limit="LINE_BYTES")


def not_json(kind: str, spec: ServerSpec) -> ProbeError:
    """The answer was something else than the protocol has."""
    message = (
        f"{host_of(spec.url)} answered with {printable(kind) or 'no content type'} instead of JSON or events"
    )
    return ProbeError("protocol-error", message, advice="check that `url` is the MCP endpoint, often /mcp")
