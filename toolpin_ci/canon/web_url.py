"""Reads scheme and host of a URL as JavaScript's `URL` does."""

import re
from ipaddress import AddressValueError, IPv4Address, IPv6Address
from urllib.parse import unquote_to_bytes

from toolpin_ci.values import dataclass

_PORTS = {"http": 80, "https": 443, "ws": 80, "wss": 443, "ftp": 21, "file": None}
_SCHEME = re.compile("([a-z][a-z0-9+.-]*):", re.ASCII | re.IGNORECASE)
_FORBIDDEN = re.compile(r"[\x00-\x20#/:<>?@\[\\\]^|%\x7f]")
_NUMBER = re.compile("0[xX][0-9a-fA-F]*|[0-9]+", re.ASCII)
_LAST_PORT = 65535


@dataclass(frozen=True, slots=True)
class WebUrl:
    """The parts of a URL that say where it leads; `host` has the port unless it is the scheme's own."""

    scheme: str
    hostname: str
    host: str


def web_url(text: str) -> WebUrl | None:
    """Parse a URL; None where JavaScript throws."""
    text = re.sub(r"[\t\n\r]", "", text.strip("".join(map(chr, range(0x21)))))
    match = _SCHEME.match(text)
    if match is None:
        return None
    scheme, rest = match[1].lower(), text[match.end() :]
    if scheme not in _PORTS:
        return _other(scheme, rest)
    after = re.sub(r"^[/\\]{2}", "", rest) if scheme == "file" else rest.lstrip("/\\")
    authority = re.split(r"[/\\?#]", after, maxsplit=1)[0]
    return _special(scheme, authority.rpartition("@")[2])


def _other(scheme: str, rest: str) -> WebUrl | None:
    if not rest.startswith("//"):
        return WebUrl(scheme, "", "")
    authority = re.split(r"[/?#]", rest[2:], maxsplit=1)[0].rpartition("@")[2]
    hostname, _, port = authority.partition(":")
    return WebUrl(scheme, hostname, authority) if not port or port.isdigit() else None


def _special(scheme: str, authority: str) -> WebUrl | None:
    match = re.fullmatch(r"(\[[^\]]*\]|[^:]*)(?::([0-9]*))?", authority, re.ASCII)
    hostname = _hostname(match[1]) if match else None
    if match is None or hostname is None or (not hostname and scheme != "file"):
        return None
    if not match[2] or int(match[2]) == _PORTS[scheme]:
        return WebUrl(scheme, hostname, hostname)
    return WebUrl(scheme, hostname, f"{hostname}:{int(match[2])}") if int(match[2]) <= _LAST_PORT else None


def _hostname(text: str) -> str | None:
    if text.startswith("["):
        return _ipv6(text[1:-1])
    try:
        name = unquote_to_bytes(text).decode("utf-8")
        ascii_name = name.lower() if name.isascii() else name.encode("idna").decode().lower()
    except UnicodeError:
        return None
    if _FORBIDDEN.search(ascii_name):
        return None
    labels = ascii_name.removesuffix(".").split(".")
    return _ipv4(labels) if _NUMBER.fullmatch(labels[-1]) else ascii_name


def _ipv6(text: str) -> str | None:
    try:
        groups = [f"{int(group, 16):x}" for group in IPv6Address(text).exploded.split(":")]
    except (AddressValueError, ValueError):
        return None
    joined = ":".join(groups)
    runs = re.finditer(r"(?:(?<=:)|^)0(?::0)+(?=:|$)", joined)
    longest = max(runs, key=lambda match: len(match[0]), default=None)
    if longest is not None:
        joined = f"{joined[: longest.start()].removesuffix(':')}::{joined[longest.end() :].removeprefix(':')}"
    return f"[{joined}]"


def _ipv4(labels: list[str]) -> str | None:
    numbers = [_ipv4_number(label) for label in labels]
    values = [number for number in numbers if number is not None]
    if len(values) != len(labels) or len(values) > 4 or any(value > 255 for value in values[:-1]):  # noqa: PLR2004
        return None
    if values[-1] >= 256 ** (5 - len(values)):
        return None
    high = sum(value << (8 * (3 - place)) for place, value in enumerate(values[:-1]))
    return str(IPv4Address(high + values[-1]))


def _ipv4_number(label: str) -> int | None:
    if not _NUMBER.fullmatch(label):
        return None
    if label[:2].lower() == "0x":
        return int(label[2:] or "0", 16)
    try:
        return int(label, 8 if len(label) > 1 and label[0] == "0" else 10)
    except ValueError:
        return None
