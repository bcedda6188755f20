"""Reads the name of an image as the distribution's grammar has it: host, repository, tag and digest."""

import re

from toolpin_ci.pins.evidence import PinFailure
from toolpin_ci.values import dataclass

# The defaults of the grammar: a bare name is Docker Hub's.
_HUB = "docker.io"
_HUB_NAMES = (_HUB, "index.docker.io", "registry-1.docker.io")
_HUB_ENDPOINT = "registry-1.docker.io"
_LABEL = r"[a-zA-Z0-9](?:[a-zA-Z0-9-]*[a-zA-Z0-9])?"
_HOST = re.compile(rf"(?:{_LABEL}(?:\.{_LABEL})*|\[[0-9a-fA-F:]+\])(?::[0-9]{{1,5}})?", re.ASCII)
_REPOSITORY = re.compile(r"[a-z0-9]+(?:(?:[._/]|__|-+)[a-z0-9]+)*", re.ASCII)
_TAG = re.compile(r"\w[\w.-]{0,127}", re.ASCII)
_DIGEST = re.compile(r"sha256:[0-9a-f]{64}|sha512:[0-9a-f]{128}", re.ASCII)
_HERE = re.compile(r"(?:localhost|127(?:\.\d+){3}|\[::1\])(?::\d+)?", re.ASCII)
_LONGEST = 255


@dataclass(frozen=True, slots=True, kw_only=True)
class Reference:
    """One image: `host/repository:tag@digest`, where tag or digest may be empty."""

    host: str
    repository: str
    tag: str = ""
    digest: str = ""

    @property
    def base(self) -> str:
        """Give the address of the endpoints; this machine speaks plain HTTP, as Docker has it."""
        endpoint = _HUB_ENDPOINT if self.host == _HUB else self.host
        scheme = "http" if _HERE.fullmatch(endpoint) else "https"
        return f"{scheme}://{endpoint}/v2/{self.repository}"


def parse_reference(text: str) -> Reference:
    """Read an image's name; raise `PinFailure` where it is none."""
    name, at, digest = text.partition("@")
    digest = digest.lower()
    if at and not _DIGEST.fullmatch(digest):
        raise _invalid("its digest is neither sha256 nor sha512 in full")
    host, rest = _host_and_rest(name)
    repository, colon, tag = rest.partition(":")
    if host == _HUB and "/" not in repository:
        repository = f"library/{repository}"
    if not _REPOSITORY.fullmatch(repository) or len(host) + len(repository) > _LONGEST:
        raise _invalid("its repository is not in the grammar")
    if colon and not _TAG.fullmatch(tag):
        raise _invalid("its tag is not in the grammar")
    return Reference(host=host, repository=repository, tag=tag or ("" if digest else "latest"), digest=digest)


def _host_and_rest(name: str) -> tuple[str, str]:
    """Take the first part for a host where it looks like one: a dot, a port, or `localhost`."""
    first, slash, rest = name.partition("/")
    if not slash or not (set(first) & set(".:") or first == "localhost" or first != first.lower()):
        return _HUB, name
    if not _HOST.fullmatch(first):
        raise _invalid("its host is not in the grammar")
    host = first.lower()
    return (_HUB if host in _HUB_NAMES else host), rest


def _invalid(why: str) -> PinFailure:
    return PinFailure("oci-reference-invalid", f"this is not the name of an image: {why}")
