"""What every lock format has in common: how it is recognised, read, written, verified and compared."""

from collections.abc import Callable, Mapping

from toolpin_ci.canon.text import parse
from toolpin_ci.errors import JsonError, LockfileError
from toolpin_ci.locks.differences import Difference, leaves
from toolpin_ci.locks.lines import LockLines
from toolpin_ci.model.finding import ABSENT, Absent
from toolpin_ci.model.jsonvalue import Json, JsonObject
from toolpin_ci.model.lock import Entry
from toolpin_ci.model.message import Message
from toolpin_ci.model.surface import Surface
from toolpin_ci.values import dataclass, field


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """A file's text and, where it is JSON, what it says; `error` tells why it is not."""

    text: str
    document: Json = None
    error: JsonError | None = None

    @classmethod
    def read(cls, text: str) -> "Source":
        """Parse once for all formats; text that is no JSON may still be YAML."""
        try:
            return cls(text=text, document=parse(text))
        except JsonError as error:
            return cls(text=text, error=error)


@dataclass(frozen=True, slots=True, kw_only=True)
class Lock:
    """A lock of any format: the whole document, known members and unknown ones, and its exact text."""

    format: str
    document: JsonObject
    text: str = field(repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Problem:
    """One thing that is wrong in a lock, or between a lock and what was observed."""

    code: str
    """A stable id: `lock-digest-mismatch`, `lock-tool-added`, …"""
    message: Message
    pointer: str = ""
    """Where in the lock."""
    subject: str = ""
    """The tool, prompt or entry that it is about."""
    near: str = ""
    """Where a reader should look, for what is not in the lock and has no pointer."""
    old: Json | Absent = ABSENT
    """What the lock has."""
    new: Json | Absent = ABSENT
    """What was observed."""


def _no_servers(_lock: Lock) -> tuple[str, ...]:
    return ()


def _leaves(old: Lock, new: Lock) -> tuple[Difference, ...]:
    return tuple(leaves(old.document, new.document))


def _json_lines(lock: Lock) -> Callable[[str], int]:
    return LockLines(lock.text).line


@dataclass(frozen=True, slots=True, kw_only=True)
class Format:
    """One lock format; `FORMATS` in `locks/__init__.py` lists them all."""

    id: str
    title: str
    detect: Callable[[Source], bool]
    """By content: cheap, and never raises."""
    parse: Callable[[Source], Lock]
    """Raises `LockfileError` with the place on what the format does not allow."""
    render: Callable[[JsonObject], str]
    """The text that the system itself would write for a document."""
    verify: Callable[[Lock], tuple[Problem, ...]]
    """Is the lock consistent with itself? A hand-edited one is not."""
    compare: Callable[[Lock, str, Surface], tuple[Problem, ...]]
    """Lock, server name (or "" where the lock knows one server), live surface."""
    entries: Callable[[Lock], tuple[Entry, ...]] | None = None
    """Every server that a lock speaks of; None where it knows one server, whatever its name."""
    target_of: Callable[[JsonObject], JsonObject | None] | None = None
    """How the format writes a target of ours; None where it has no place for it."""
    compare_read: Callable[[Lock, Mapping[str, Json]], tuple[Problem, ...]] | None = None
    """Lock, and the documents that the server gave to read, by their URIs."""
    is_of_one: bool = False
    """A lock is about one server, whatever a repository calls it."""
    servers: Callable[[Lock], tuple[str, ...]] = _no_servers
    """The servers whose live tools the lock can be compared with, by the names that it gives them."""
    blind: Callable[[Lock], tuple[str, ...]] = _no_servers
    """Those of them of whose tools it has nothing that can be compared."""
    expects: Callable[[Lock], tuple[str, ...]] | None = None
    """Those of them that must be asked in a check of everything; None: all."""
    tools: Callable[[Lock], Mapping[str, list[Json]]] | None = None
    """The tools that a lock stores in full, by server, so that a difference can be told in words."""
    diff: Callable[[Lock, Lock], tuple[Difference, ...]] = _leaves
    """What a newer lock says otherwise than an older one."""
    renewed_by: str = ""
    """The command that accepts what a server offers now; `{file}` stands for the lockfile."""
    lines: Callable[[Lock], Callable[[str], int]] = _json_lines
    """Gives the line, from 1, of what a pointer points at or of the nearest thing around it."""


def serialize(lock: Lock) -> str:
    """Give the exact text of a lock: a lock that was read comes back byte for byte."""
    return lock.text


def object_of(source: Source, title: str) -> JsonObject:
    """Take the JSON object of a source; raise with the place where it is none."""
    if source.error is not None:
        raise LockfileError(
            f"{title}: line {source.error.line}, column {source.error.column}: {source.error.message}",
            advice=source.error.advice,
        )
    if not isinstance(source.document, dict):
        raise LockfileError(f"{title}: the document is not a JSON object")
    return source.document
