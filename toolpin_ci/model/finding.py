"""What changed, and what a rule says of it."""

from collections.abc import Mapping
from enum import StrEnum

from toolpin_ci.model.jsonvalue import Json
from toolpin_ci.model.message import Message
from toolpin_ci.values import dataclass, field


class Area(StrEnum):
    """What a change is about."""

    TOOL = "tool"
    PROMPT = "prompt"
    RESOURCE = "resource"
    TEMPLATE = "template"
    SERVER = "server"
    LOCK = "lock"
    PIN = "pin"
    POLICY = "policy"


class Action(StrEnum):
    """What happened to it."""

    ADDED = "added"
    REMOVED = "removed"
    CHANGED = "changed"
    RENAMED = "renamed"


class Severity(StrEnum):
    """How much it matters, worst first; comparison goes by `rank`."""

    CRITICAL = "critical"
    BREAKING = "breaking"
    RISKY = "risky"
    SAFE = "safe"
    INFO = "info"

    @property
    def rank(self) -> int:
        """Give 0 for the worst."""
        return tuple(Severity).index(self)


class Absent:
    """The old or new value of something that was not there; `null` is a value."""

    def __repr__(self) -> str:
        """Show the one instance."""
        return "ABSENT"


ABSENT = Absent()


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """One difference between two surfaces: what changed, never whether it matters."""

    area: Area
    action: Action
    aspect: str
    """Which part: `description`, `input.enum.narrowed`, …; rules are keyed by it."""
    subject: str
    pointer: str = ""
    old: "Json | Absent" = ABSENT
    new: "Json | Absent" = ABSENT
    facts: Mapping[str, Json] = field(default_factory=dict)
    """What a message may want to name beside old and new."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """One thing to tell a reviewer, graded by a rule."""

    rule: str
    severity: Severity
    area: Area
    action: Action
    subject: str
    message: Message
    pointer: str = ""
    old: "Json | Absent" = ABSENT
    new: "Json | Absent" = ABSENT
    server: str = ""
    declared: bool = False
    fingerprint: str = ""
    file: str = ""
    line: int = 0
    waived: str = ""
    """The reason of the waiver that covers it."""
