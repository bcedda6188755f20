"""What the operator decided: how strict a check is, and what it lets pass."""

from collections.abc import Mapping
from datetime import date
from enum import StrEnum

from toolpin_ci.model.finding import Severity
from toolpin_ci.values import dataclass, field


class Enforcement(StrEnum):
    """What undeclared drift does."""

    AUDIT = "audit"
    WARN = "warn"
    BLOCK = "block"


class Unknown(StrEnum):
    """What a live tool does that the lock does not know."""

    ALLOW_DEGRADED = "allow_degraded"
    WARN = "warn"
    BLOCK = "block"


class Unavailable(StrEnum):
    """What a server does that could not be checked."""

    BLOCK = "block"
    WARN = "warn"


_UNKNOWN_AS = {
    Enforcement.AUDIT: Unknown.ALLOW_DEGRADED,
    Enforcement.WARN: Unknown.WARN,
    Enforcement.BLOCK: Unknown.BLOCK,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Waiver:
    """One finding that somebody accepted, with the reason."""

    fingerprint: str
    reason: str
    expires: date | None = None
    """The last day on which it counts; None: as long as it stands there."""

    def covers(self, fingerprint: str, today: date) -> bool:
        """Tell whether it still counts for that finding."""
        return self.fingerprint == fingerprint and (self.expires is None or today <= self.expires)


@dataclass(frozen=True, slots=True, kw_only=True)
class Policy:
    """How findings are judged."""

    enforcement: Enforcement = Enforcement.BLOCK
    unknown: Unknown | None = None
    """None: as `enforcement`; read it through `on_unknown`."""
    unavailable: Unavailable = Unavailable.BLOCK
    fail_on: Severity | None = Severity.CRITICAL
    """The lowest severity of a declared change that needs an approval; None: no change does."""
    rules: Mapping[str, Severity | None] = field(default_factory=dict)
    """Moved severities by rule id; None: the rule is off."""
    waivers: tuple[Waiver, ...] = ()

    @property
    def on_unknown(self) -> Unknown:
        """What a live tool does that the lock does not know, with the default worked out."""
        return self.unknown or _UNKNOWN_AS[self.enforcement]
