"""Tells floating versions, image digests and file hashes apart as ToolPin does."""

import re

from toolpin_ci.model.jsonvalue import Json
from toolpin_ci.values import dataclass

_FLOATING = re.compile("[~^xX*]")
_DIGEST = re.compile(r"@sha256:([a-fA-F0-9]{64})\Z", re.ASCII)
_HEX = re.compile("[a-fA-F0-9]{64}", re.ASCII)

TRUSTED_IMAGE_HOSTS = (
    *("docker.io", "registry-1.docker.io", "ghcr.io", "gcr.io", "mcr.microsoft.com"),
    *("public.ecr.aws", "registry.k8s.io", "quay.io"),
)


def is_floating(version: str) -> bool:
    """Tell a version that ToolPin takes for a range; `1.0.0-experimental` is one to it, `>=1` is not."""
    return version.strip().lower() in ("latest", "*") or _FLOATING.search(version) is not None


@dataclass(frozen=True, slots=True, kw_only=True)
class ImageReference:
    """An image pinned by digest."""

    host: str
    repository: str
    digest: str

    @property
    def is_trusted(self) -> bool:
        """Tell whether ToolPin asks this registry at all."""
        return self.host in TRUSTED_IMAGE_HOSTS


def image_reference(identifier: str) -> ImageReference | None:
    """Read an image reference; None for everything that ToolPin does not verify."""
    match = _DIGEST.search(identifier)
    image = identifier[: match.start()] if match else ""
    if match is None or not image or "://" in image:
        return None
    host, parts = _split([part for part in image.split("/") if part])
    if host == "docker.io" and len(parts) == 1:
        parts = ["library", *parts]
    repository = "/".join(parts)
    if not repository or "@" in repository or ":" in repository:
        return None
    return ImageReference(host=host, repository=repository, digest=f"sha256:{match[1].lower()}")


def _split(parts: list[str]) -> tuple[str, list[str]]:
    if parts and (parts[0] == "localhost" or "." in parts[0] or ":" in parts[0]):
        host = parts[0].lower()
        return ("docker.io" if host == "registry-1.docker.io" else host), parts[1:]
    return "docker.io", parts


def has_digest(identifier: Json) -> bool:
    """Tell an image identifier that ends in a whole SHA-256 digest."""
    return isinstance(identifier, str) and _DIGEST.search(identifier) is not None


def is_file_hash(value: Json) -> bool:
    """Tell a whole SHA-256 in hex."""
    return isinstance(value, str) and _HEX.fullmatch(value) is not None
