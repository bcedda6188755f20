"""Judges addresses before anything is sent to them: the public internet alone, unless told otherwise."""

import re
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from urllib.parse import SplitResult, urlsplit

from toolpin_ci.errors import FetchError
from toolpin_ci.values import dataclass

Address = IPv4Address | IPv6Address
Network = IPv4Network | IPv6Network


def _networks(text: str) -> tuple[Network, ...]:
    return tuple(ip_network(word) for word in text.split())


_PUBLIC = _networks("0.0.0.0/0 2000::/3")
"""Outside of these lie IPv6's mapped, NAT64, unique-local, link-local, site-local and multicast forms."""
_RESERVED = _networks(
    "0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24 "
    "192.88.99.0/24 192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/3 "
    "2001::/23 2001:db8::/32 2002::/16 3fff::/20"
)
_PRIVATE = _networks("10.0.0.0/8 100.64.0.0/10 172.16.0.0/12 192.168.0.0/16 fc00::/7")
"""What a company's own registry may live on; link-local, with its metadata services, is never among them."""
_LOOPBACK = _networks("127.0.0.0/8 ::1/128")
_HOST = re.compile(r"(?!-)[a-z0-9_-]{1,63}(?:\.[a-z0-9_-]{1,63})*\.?", re.ASCII)
_NUMERIC_END = re.compile(r"(?:^|\.)(?:\d+|0x[0-9a-f]*)\.?$", re.ASCII)
_LONGEST = 8192


@dataclass(frozen=True, slots=True, kw_only=True)
class Reach:
    """What may be asked beyond the public internet; a default one allows nothing more."""

    loopback: bool = False
    """This machine, over plain HTTP too."""
    private_hosts: frozenset[str] = frozenset()
    """Host names that the operator's own settings name: they may live on a private network."""
    local: frozenset[str] = frozenset()
    """Hosts with ports on this machine that the operator's own settings name, over plain HTTP too."""

    @property
    def local_hosts(self) -> frozenset[str]:
        """The same without ports."""
        return frozenset(urlsplit(f"//{place}").hostname or "" for place in self.local)


def is_public(address: Address) -> bool:
    """Tell whether an address belongs to the public internet."""
    return _within(address, _PUBLIC) and not _within(address, _RESERVED)


def _within(address: Address, networks: tuple[Network, ...]) -> bool:
    return any(address.version == network.version and address in network for network in networks)


def check_resolved(host: str, address: str, reach: Reach) -> str:
    """Give back an address that may be connected to for this host; raise `FetchError` on every other."""
    found = ip_address(address.partition("%")[0])
    if is_public(found) and "%" not in address:
        return address
    if (reach.loopback or host in reach.local_hosts) and _within(found, _LOOPBACK):
        return address
    if host in reach.private_hosts and _within(found, _PRIVATE):
        return address
    shown = host if host == address else f"{host} ({address})"
    raise FetchError("address-refused", f"{shown} is not an address of the public internet")


def check_url(url: str, reach: Reach) -> SplitResult:
    """Split an address that we may ask; raise `FetchError` on every other one."""
    parts = _split(url)
    host = parts.hostname or ""
    literal = _literal(host)
    if literal is not None:
        check_resolved(host, str(literal), reach)
    elif not _HOST.fullmatch(host):
        raise FetchError("address-refused", f"{host[:80]!r} is not a host name")
    if host in reach.local_hosts and not reach.loopback and parts.netloc.lower() not in reach.local:
        raise FetchError("address-refused", f"{parts.netloc} is another port of this machine")
    here = reach.loopback or parts.netloc.lower() in reach.local
    if parts.scheme == "https" or (parts.scheme == "http" and here and _is_here(host, literal)):
        return parts
    raise FetchError("address-refused", f"{parts.scheme}://{host} is not https")


def _split(url: str) -> SplitResult:
    if len(url) > _LONGEST or not url.isascii() or not url.isprintable() or " " in url or "\\" in url:
        raise FetchError("address-refused", f"{url[:80]!r} is not an address that can be asked")
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError as error:
        raise FetchError("address-refused", f"{url[:80]!r} cannot be read: {error}") from error
    if "@" in parts.netloc:
        raise FetchError(
            "address-refused", f"the address of {parts.hostname} carries a user name or a password"
        )
    if port == 0:
        raise FetchError("address-refused", f"{url[:80]!r} names port 0")
    return parts


def _literal(host: str) -> Address | None:
    """Read an IP address in its one plain spelling; every other spelling of a number is refused."""
    try:
        return ip_address(host)
    except ValueError:
        if ":" in host or _NUMERIC_END.search(host):
            raise FetchError("address-refused", f"{host[:80]!r} is a number in disguise") from None
        return None


def _is_here(host: str, literal: Address | None) -> bool:
    return host == "localhost" if literal is None else _within(literal, _LOOPBACK)
