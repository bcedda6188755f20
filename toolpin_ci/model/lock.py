"""A lockfile as it was read: its text, its entries, and what does not hold together in it."""

from collections.abc import Mapping

from toolpin_ci.model.jsonvalue import Json, JsonObject
from toolpin_ci.model.surface import Surface
from toolpin_ci.values import dataclass, field


@dataclass(frozen=True, slots=True, kw_only=True)
class Problem:
    """A place in a lockfile that contradicts another: the sign of a hand or a tamperer."""

    rule: str
    pointer: str
    subject: str
    args: Mapping[str, Json] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One locked server, for one client."""

    key: str
    name: str
    client: str
    document: JsonObject
    surface: Surface | None = None
    """None where another tool wrote the entry and kept hashes alone."""
    pointer: str = ""
    """Where the hashes of an entry stand in a file of another format; empty in ours."""

    @property
    def target(self) -> JsonObject:
        """How the server is reached."""
        target = self.document["selectedTarget"]
        return target if isinstance(target, Mapping) else {}

    @property
    def argv(self) -> tuple[str, ...]:
        """The command of a server that the repo builds itself; empty for every other target."""
        command, args = self.target.get("command"), self.target.get("args")
        if self.target.get("kind") != "local" or not isinstance(command, str) or not isinstance(args, list):
            return ()
        return (command, *(str(arg) for arg in args))


@dataclass(frozen=True, slots=True, kw_only=True)
class Lock:
    """One lockfile; `text` is what untouched parts are copied from when it is written again."""

    file: str
    text: str
    document: JsonObject
    entries: tuple[Entry, ...]
    problems: tuple[Problem, ...] = ()

    def entries_of(self, server: str) -> tuple[Entry, ...]:
        """Give the entries of a server, one for each client."""
        return tuple(entry for entry in self.entries if entry.name == server)

    def entry_of(self, server: str) -> Entry | None:
        """Give the entry that stands for a server: the `generic` client's where there is one."""
        found = sorted(self.entries_of(server), key=lambda entry: (entry.client != "generic", entry.client))
        return found[0] if found else None
