"""Makes the HTTP client of one server: its headers, certificates and proxies."""

import ssl

import httpx2

from toolpin_ci.edge.http_address import is_loopback
from toolpin_ci.errors import ProbeError
from toolpin_ci.model.server import ServerSpec

_USER_AGENT = "toolpin-ci"


def client_headers(spec: ServerSpec) -> httpx2.Headers:
    """Give the headers of every request; uncompressed answers keep limits and bytes what they are."""
    headers = httpx2.Headers({"User-Agent": _USER_AGENT})
    headers.update(spec.headers)
    headers["Accept-Encoding"] = "identity"
    return headers


def network(spec: ServerSpec) -> httpx2.AsyncClient:
    """Open the way to the server: through the environment's proxies unless it is on this machine."""
    loopback = is_loopback(spec.url)
    try:
        httpx2.URL(spec.url)
    except httpx2.InvalidURL as error:
        raise ProbeError("bad-url", "`url` is not the address of a server: its host cannot be one") from error
    try:
        return httpx2.AsyncClient(
            verify=_certificates(spec, loopback=loopback), trust_env=not loopback, timeout=None
        )
    except (ValueError, httpx2.InvalidURL, ImportError) as error:
        message = "the proxy that the environment names cannot be used"
        raise ProbeError(
            "proxy-failure", message, advice="check HTTPS_PROXY, HTTP_PROXY and ALL_PROXY"
        ) from error


def _certificates(spec: ServerSpec, *, loopback: bool) -> ssl.SSLContext:
    if loopback and spec.url.lower().startswith("http:"):
        return ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)  # trusts nobody, and reads no files for that
    try:
        return httpx2.create_ssl_context()
    except OSError as error:
        message = "the certificate authorities that SSL_CERT_FILE or SSL_CERT_DIR name cannot be read"
        raise ProbeError("tls-failure", message) from error
