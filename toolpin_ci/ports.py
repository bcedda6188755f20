"""Protocols for the outside world, so that stages never import what touches it."""

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from enum import StrEnum
from typing import TYPE_CHECKING, BinaryIO, Protocol

from toolpin_ci.model.jsonvalue import Json, JsonObject
from toolpin_ci.model.surface import Note

if TYPE_CHECKING:  # every run comes through here, few fetch
    from toolpin_ci.model.fetched import Fetched, Request
    from toolpin_ci.model.pin import Registry

_SHOWN = 300


class Channel(Protocol):
    """A conversation with one server in raw JSON-RPC.

    `request` returns the whole `result` as it was parsed from the wire, raises `RpcError` where the server
    answered with an error, and `ProbeError` where it did not answer as the protocol wants. Requests from the
    server are answered meanwhile by the function that the channel was opened with.
    """

    notes: list[Note]
    """What happened that a reviewer may want to know, in plain words of ours."""

    protections: tuple[str, ...]
    """What holds a server that we started; empty for one that runs elsewhere."""

    @property
    def received(self) -> int:
        """Bytes that came from the server so far."""

    def request(self, method: str, params: JsonObject) -> JsonObject:
        """Ask and wait for the answer, within the deadline of the channel."""

    def notify(self, method: str, params: JsonObject | None = None) -> None:
        """Tell the server something that has no answer."""

    def set_protocol(self, version: str) -> None:
        """Say which protocol version was agreed; HTTP repeats it in a header."""


class RpcError(Exception):
    """The server answered a request with an error object."""

    def __init__(self, code: int, message: str) -> None:
        """Keep the code and the server's own words, which are untrusted."""
        super().__init__(f"{code}: {message}")
        self.code = code
        self.message = message

    @property
    def words(self) -> str:
        """Give code and message for a person, cut where the server is long-winded."""
        over = len(self.message) - _SHOWN
        return f"{self.code} {self.message[:_SHOWN]!r}" + (
            f" and {over:,} more characters" if over > 0 else ""
        )


Answer = Callable[[str, Json], "JsonObject | RpcError"]
"""Answers a request of the server: method and params in, result or error out."""


class Tree(Protocol):
    """The files of a repository, in the work tree or at a revision; paths are relative and stay inside."""

    def read(self, path: str) -> bytes | None:
        """Give the content, or None where there is no such file."""

    def names(self, folder: str) -> tuple[str, ...]:
        """List the names in a folder; none where there is no such folder."""


Sink = Callable[[bytes], object]
"""Takes a body piece by piece, so that large ones are never held."""


class Fetch(Protocol):
    """Fetches by address; raises `FetchError` where one is refused or does not answer usably."""

    async def get(self, request: "Request", sink: Sink) -> "Fetched":
        """Ask, follow redirects safely, and hand a successful body to `sink`."""

    def scratch(self) -> AbstractContextManager[BinaryIO]:
        """Open a nameless file for bytes that are too many to hold; gone when it is closed."""


class Registries(Protocol):
    """Where the registries are: our configuration, else the ecosystem client's own settings."""

    def find(self, kind: str, identifier: str, base_url: str) -> "Registry | None":
        """Give the registry of a package, with the credentials for `base_url` where that names one."""


class ForgeFailure(StrEnum):
    """Why the forge did not do what it was asked."""

    PERMISSION = "permission"
    TOKEN = "token"
    """The token itself is not known."""
    GONE = "gone"
    REFUSED = "refused"
    LIMITED = "limited"
    DOWN = "down"
    UNCERTAIN = "uncertain"
    """A request that creates something got no answer: it may or may not have happened."""


class ForgeError(Exception):
    """GitHub could not be read or written; `permission` names what the token lacks, where that is known."""

    def __init__(self, failure: ForgeFailure, message: str, *, permission: str = "") -> None:
        """Keep the words of the answer, which are untrusted and carry no token."""
        super().__init__(message)
        self.failure = failure
        self.message = message
        self.permission = permission


class Forge(Protocol):
    """The repository on GitHub, in the few calls that we make; each raises `ForgeError`."""

    def viewer(self) -> str:
        """Give the login that the token speaks for."""

    def comments(self, number: int) -> Sequence[JsonObject]:
        """Read all comments of a pull request, oldest first."""

    def create_comment(self, number: int, body: str) -> JsonObject:
        """Write a new comment."""

    def edit_comment(self, comment: int, body: str) -> JsonObject:
        """Replace the text of a comment."""

    def delete_comment(self, comment: int) -> None:
        """Remove a comment."""

    def show_comment(self, node: str) -> None:
        """Show a comment that somebody has hidden; `node` is the id that GraphQL knows it by."""

    def check_runs(self, sha: str, name: str) -> Sequence[JsonObject]:
        """Read the check runs of a commit that have this name."""

    def create_check_run(self, fields: JsonObject) -> JsonObject:
        """Create a check run."""

    def edit_check_run(self, check_run: int, fields: JsonObject) -> JsonObject:
        """Change a check run; annotations are appended, so this is not repeated blindly either."""

    def create_status(self, sha: str, fields: JsonObject) -> JsonObject:
        """Set a commit status."""


class Outlet(Protocol):
    """Where a job leaves its files."""

    def write(self, path: str, text: str) -> None:
        """Write a file whole; raises `OSError`."""

    def append(self, path: str, text: str) -> None:
        """Add to the end of a file; raises `OSError`."""
