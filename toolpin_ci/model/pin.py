"""What a lockfile pins outside of itself: an artifact in a registry, or an endpoint."""

from collections.abc import Mapping

from toolpin_ci.model.jsonvalue import JsonObject
from toolpin_ci.values import dataclass, field


@dataclass(frozen=True, slots=True, kw_only=True)
class Registry:
    """Where artifacts of one kind are fetched, and as whom."""

    url: str = ""
    """Empty: not known yet."""
    authorization: str = field(default="", repr=False)
    """The header's value, sent to this registry's own host only."""
    source: str = ""
    """Which setting named it, for people."""
    others: tuple["Registry", ...] = ()
    """Where else its client would look."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Pin:
    """One artifact or endpoint of one locked server, with the digests that the lock holds for it."""

    kind: str
    identifier: str
    version: str = ""
    server: str = ""
    digests: Mapping[str, str] = field(default_factory=dict)
    """Locked digests by file name; `sha256:<hex>`, or for npm `sha512-<base64>`."""
    registry: Registry = field(default_factory=Registry)
    required: bool = True
    facts: JsonObject = field(default_factory=dict)
    """What else the lock says that a verifier of this kind compares."""

    @property
    def subject(self) -> str:
        """Name the pin for people and reports."""
        version = f"@{self.version}" if self.version and self.kind in ("npm", "pypi") else ""
        return f"{self.kind}:{self.identifier}{version}"
