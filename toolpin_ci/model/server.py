"""A server to be asked, and how to reach it."""

from collections.abc import Mapping
from enum import StrEnum

from toolpin_ci.values import dataclass, field


class Sandbox(StrEnum):
    """How much a launched process is held."""

    AUTO = "auto"
    REQUIRED = "required"
    OFF = "off"


class Transport(StrEnum):
    """How messages travel."""

    STDIO = "stdio"
    STREAMABLE_HTTP = "streamable-http"
    SSE = "sse"


@dataclass(frozen=True, slots=True, kw_only=True)
class ServerSpec:
    """One server: a command, an address, or a command that serves an address."""

    name: str
    command: tuple[str, ...] = ()
    url: str = ""
    transport: Transport = Transport.STDIO
    cwd: str = ""
    """Relative to the workspace; empty for the workspace itself."""
    env: Mapping[str, str] = field(default_factory=dict)
    pass_env: tuple[str, ...] = ()
    headers: Mapping[str, str] = field(default_factory=dict, repr=False)
    setup: tuple[str, ...] = ()
    network: bool = False
    sandbox: Sandbox | None = None
    """None: what the place of the run wants."""
    timeout: float | None = None
    captured: str = ""
    """A surface that `probe` wrote elsewhere, instead of asking."""
    package: Mapping[str, str] = field(default_factory=dict)
    """A registry's package (`registryType`, `identifier`, `version`) that the command was derived from."""
    reads: tuple[str, ...] = ()
    """URIs of documents that a lockfile needs; they are read where the server lists them."""
    unreachable: str = ""
    """Why this server cannot be launched or asked, where its source says so."""
    source: str = ""
    """Where the server was found, for people."""
