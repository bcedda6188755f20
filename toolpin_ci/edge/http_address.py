"""Judges an address and its headers before anything is sent."""

import ipaddress
from urllib.parse import SplitResult, urlsplit

from toolpin_ci.errors import ProbeError
from toolpin_ci.model.server import ServerSpec

_PORTS = {"http": 80, "https": 443}


def check_address(spec: ServerSpec) -> None:
    """Refuse an address or a header that cannot be sent, without repeating a secret."""
    host_and_port(spec.url)
    for name, value in spec.headers.items():
        if not name.isascii() or not name.isprintable() or set(name) & set(" :") or not name:
            raise ProbeError("bad-header", f"{name[:80]!r} cannot be the name of a header")
        if not value.isascii() or not value.isprintable():
            advice = "does the secret end with a line break?"
            raise ProbeError("bad-header", f"the value of the header {name} cannot be sent", advice=advice)


def host_and_port(url: str) -> tuple[str, int]:
    """Give where an address leads to."""
    parts = _split(url)
    try:
        port = parts.port
    except ValueError as error:
        raise _bad("its port is no number up to 65535") from error
    if parts.scheme not in _PORTS or not parts.hostname:
        raise _bad("it needs http:// or https:// and a host")
    return parts.hostname, port or _PORTS[parts.scheme]


def _split(url: str) -> SplitResult:
    try:
        return urlsplit(url)
    except ValueError as error:
        raise _bad("it cannot be read") from error


def _bad(reason: str) -> ProbeError:
    return ProbeError("bad-url", f"`url` is not the address of a server: {reason}")


def is_encrypted(url: str) -> bool:
    """Tell whether nobody on the way can read what is sent."""
    return urlsplit(url).scheme == "https" or is_loopback(url)


def is_loopback(url: str) -> bool:
    """Tell whether an address stays on this machine."""
    host, _ = host_and_port(url)
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost" or host.endswith(".localhost")
