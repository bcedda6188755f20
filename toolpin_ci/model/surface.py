"""What a server offers: its own words and everything that it lists."""

from collections.abc import Mapping

from toolpin_ci.model.jsonvalue import Json, JsonObject
from toolpin_ci.values import dataclass, field

SURFACE_VERSION = 1
HEADER_NAMES = ("version", "protocolVersion", "serverInfo", "capabilities", "instructions")
LIST_NAMES = ("tools", "prompts", "resources", "resourceTemplates")
KEY_MEMBER: Mapping[str, str] = {
    "tools": "name",
    "prompts": "name",
    "resources": "uri",
    "resourceTemplates": "uriTemplate",
}
"""The member of a definition that names the item, for each list."""

Items = Mapping[str, "tuple[Item, ...]"]
"""A list by key; more than one item where the server sent a key more than once, sorted by digest."""


@dataclass(frozen=True, slots=True)
class Item:
    """One listed definition as the server sent it, with the digest of its canonical form."""

    digest: str
    definition: JsonObject


@dataclass(frozen=True, slots=True, kw_only=True)
class Surface:
    """Everything that is reviewed; a list that the server does not offer is absent."""

    header: Mapping[str, Json]
    lists: Mapping[str, Items]
    digest: str


@dataclass(frozen=True, slots=True)
class Note:
    """Something that happened while a server was asked and kept nothing from being read."""

    code: str
    message: str
    subject: str = ""
    """The item that it is about, by its key; else it is about the server."""
    pointer: str = ""
    seen: tuple[Json, Json] | None = None
    """What stood there, where that was not the same twice."""

    def __str__(self) -> str:
        """Write it in one line."""
        return f"{self.code}: {self.message}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Trouble:
    """Why a part of a surface could not be read: a stable code, our words, and the place."""

    code: str
    message: str
    advice: str = ""
    log: str = ""
    limit: str = ""
    """The name of the limit that was passed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Probe:
    """What came out of asking one server: a surface as far as it could be read."""

    surface: Surface | None = None
    unavailable: Mapping[str, Trouble] = field(default_factory=dict)
    """Why a list, or `server` for the whole, could not be checked."""
    listed: tuple[JsonObject, ...] = ()
    """The tools in the server's own order, where it was asked as another client asks."""
    notes: tuple[Note, ...] = ()
    asked: JsonObject = field(default_factory=dict)
    protections: tuple[str, ...] = ()
    seconds: float = 0.0
    read: Mapping[str, Json] = field(default_factory=dict)
    """Documents of the server that a lockfile needs, by their URIs; no part of the surface."""

    @property
    def is_complete(self) -> bool:
        """Tell whether everything that the server offers was read."""
        return self.surface is not None and not self.unavailable
