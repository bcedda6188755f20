"""Addresses that are what they look like."""

import ipaddress
import re
from urllib.parse import SplitResult, urlsplit

from toolpin_ci.canon.wording import quoted

_LOOPBACK_NAMES = frozenset({"localhost", "ip6-localhost"})
_HOST = re.compile(r"(?!-)[a-z0-9_-]{1,63}(\.(?!-)[a-z0-9_-]{1,63})*\.?", re.ASCII)
_URL_CHARS = 2048


def shown_url(url: str) -> str:
    """Quote an address without what may be a secret in it: user, password and query."""
    path, mark, _ = re.sub(r"//[^/]*@", "//…@", url).partition("?")
    return quoted(path + (mark and "?…"))


def url_problem(url: str) -> str:
    """Say why an address cannot be used; empty where it can."""
    if "${" in url:
        return "holds ${…}, which is filled in only in headers"
    if len(url) > _URL_CHARS or not url.isascii() or not url.isprintable() or set(url) & set(' "<>\\^`{|}'):
        return "is no URL: letters outside ASCII, spaces and the like are written as %XX"
    try:
        parts = urlsplit(url)
        _ = parts.port
    except ValueError as error:
        return f"is no URL: {error}"
    return _scheme_problem(parts) or _host_problem(parts)


def _scheme_problem(parts: SplitResult) -> str:
    if parts.scheme not in ("http", "https"):
        return "must start with https:// (or http:// for this machine)"
    if "@" in parts.netloc:
        return "must not hold a user name or password; send them with `headers`"
    if parts.fragment:
        return "must not hold a # part"
    if not parts.hostname:
        return "names no host"
    return ""


def _host_problem(parts: SplitResult) -> str:
    host = parts.hostname or ""
    if is_loopback(host):
        return ""
    if ":" in host or re.search(r"(^|\.)(\d+|0x[0-9a-f]*)\.?$", host):
        return _address_problem(host) or _http_problem(parts)
    if _HOST.fullmatch(host) is None:
        return f"has no valid host name: {quoted(host)}"
    if host.rstrip(".") in ("metadata", "metadata.google.internal"):
        return "points at a cloud's metadata service"
    return _http_problem(parts)


def _address_problem(host: str) -> str:
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return f"has a host that is neither a name nor a plain IP address: {quoted(host)}"
    if not address.is_global or address.is_multicast or getattr(address, "ipv4_mapped", None) is not None:
        return f"points at {quoted(host)}, which is not a public address"
    return ""


def _http_problem(parts: SplitResult) -> str:
    if parts.scheme == "http":
        return "must use https://; http:// is only for this machine (localhost, 127.0.0.1, [::1])"
    return ""


def is_loopback(host: str) -> bool:
    """Tell whether a host is this machine, by its spelling alone."""
    name = host.lower().removesuffix(".")
    if name in _LOOPBACK_NAMES or name == "::1":
        return True
    return re.fullmatch(r"127(\.(0|[1-9]\d{0,2})){3}", name) is not None


def host_of(url: str) -> str:
    """Give host and port of a checked address in one spelling; empty for none."""
    parts = urlsplit(url)
    if not parts.hostname:
        return ""
    port = parts.port or {"http": 80, "https": 443}.get(parts.scheme, 0)
    return f"{parts.hostname.removesuffix('.')}:{port}"
