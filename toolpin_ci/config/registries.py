"""The `registries` section: where packages come from, over what their own clients are set to."""

import re
from urllib.parse import urlsplit

from toolpin_ci.canon.web_address import is_loopback
from toolpin_ci.config.fields import table, text, texts, wrong
from toolpin_ci.config.node import Node
from toolpin_ci.model.config import RegistryPlaces

HOSTS = "hosts"
KINDS = ("npm", "pypi")
_SCOPE = re.compile(r"@[a-z0-9][a-z0-9._~-]*", re.ASCII)
_HOST = re.compile(r"[a-z0-9][a-z0-9.-]*(?::[0-9]{1,5})?", re.ASCII)
_ADVICE = "leave secrets to the client's own settings: npm's, pip's, or `docker login`"


def read_registries(node: Node) -> RegistryPlaces:
    """Read the section: an address for `npm`, `pypi` or an npm scope, and hosts of images and files."""
    places: dict[str, str] = {}
    hosts: tuple[str, ...] = ()
    for name, member in table(node, "registries").items():
        if name == HOSTS:
            hosts = _hosts(member.value)
        elif name in KINDS or _SCOPE.fullmatch(name):
            places[name] = _checked(member.value, name, text(member.value, f"registries.{name}"))
        else:
            allowed = f"{', '.join((*KINDS, HOSTS))} and npm scopes such as @corp"
            raise wrong(member.key, f"unknown key {name!r} in registries; allowed: {allowed}")
    return RegistryPlaces(places=places, hosts=hosts)


def _checked(node: Node, name: str, url: str) -> str:
    if "@" in url.partition("://")[2].partition("/")[0]:
        raise wrong(node, f"registries.{name} holds a user name or a password", _ADVICE)
    if not _is_askable(url):
        raise wrong(node, f"registries.{name} must be an https address (http on this machine alone)")
    return url


def _is_askable(url: str) -> bool:
    try:
        parts = urlsplit(url)
        has_port = parts.port != 0
    except ValueError:
        return False
    here = is_loopback(parts.hostname or "")
    return (
        bool(parts.hostname) and has_port and (parts.scheme == "https" or (parts.scheme == "http" and here))
    )


def _hosts(node: Node) -> tuple[str, ...]:
    """Read hosts; one on this machine may be an address, because a name alone does not say plain http."""
    found = texts(node, f"registries.{HOSTS}")
    for host in found:
        if "://" in host:
            _checked(node, HOSTS, host)
        elif not _HOST.fullmatch(host):
            raise wrong(
                node, f"registries.{HOSTS} must list host names such as registry.corp.example, not {host!r}"
            )
    return found
