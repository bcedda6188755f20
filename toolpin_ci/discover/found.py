"""What a source is given and what it finds."""

from collections.abc import Callable, Mapping

from toolpin_ci.model.config import Config
from toolpin_ci.model.jsonvalue import Json
from toolpin_ci.model.server import ServerSpec
from toolpin_ci.ports import Tree
from toolpin_ci.values import dataclass, field


@dataclass(frozen=True, slots=True, kw_only=True)
class Repository:
    """Everything that may say which servers a repository has."""

    tree: Tree
    config: Config | None = None
    locks: Mapping[str, Json] = field(default_factory=dict)
    """The parsed lockfiles by path, in the order of the settings."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Where a server was found."""

    file: str
    line: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """One server and its place."""

    spec: ServerSpec
    place: Place


@dataclass(frozen=True, slots=True, kw_only=True)
class Finds:
    """What one source found, and what a reader should know about it."""

    servers: tuple[Found, ...] = ()
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """One place where servers are described."""

    id: str
    title: str
    """For people: `the configuration`, `.mcp.json`."""
    step: int
    """Sources of one step are read together; the first step that finds servers wins."""
    find: Callable[[Repository], Finds]


@dataclass(frozen=True, slots=True, kw_only=True)
class Discovery:
    """The servers of a repository, and who said so."""

    servers: tuple[ServerSpec, ...] = ()
    source: str = ""
    """The title of the source or sources that won; empty where none found a server."""
    places: Mapping[str, Place] = field(default_factory=dict)
    """File and line by server name."""
    notes: tuple[str, ...] = ()
