"""What is asked of an address, and what came back beside the bytes."""

from collections.abc import Mapping

from toolpin_ci.model.limits import DOCUMENT_BYTES
from toolpin_ci.values import dataclass, field


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """One thing to fetch by its address."""

    url: str
    accept: str = "*/*"
    authorization: str = field(default="", repr=False)
    """Sent to the first host only, never along a redirect to another one."""
    max_bytes: int = DOCUMENT_BYTES
    head: bool = False
    """Ask for the headers alone and follow no redirect."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Fetched:
    """An answer whose body, where the status is a success, went to the sink."""

    status: int
    url: str
    """The address that answered, after redirects."""
    headers: Mapping[str, str] = field(default_factory=dict)
    """Names in lower case."""
    size: int = 0
    proxied: bool = False
    """A proxy resolved the name, so that the address behind it was not checked by us."""

    @property
    def ok(self) -> bool:
        """Tell a success, whose body was read."""
        return 200 <= self.status < 300  # noqa: PLR2004 - the range of successes

    @property
    def media_type(self) -> str:
        """Give the content type without its parameters."""
        return self.headers.get("content-type", "").split(";")[0].strip().lower()
