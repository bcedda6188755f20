"""What a run found and what it means, in one value that every renderer reads."""

from collections.abc import Mapping
from enum import StrEnum

from toolpin_ci.model.finding import Finding
from toolpin_ci.model.surface import Trouble
from toolpin_ci.values import dataclass, field


class Status(StrEnum):
    """How one server stands."""

    UNCHANGED = "unchanged"
    CHANGED = "changed"
    DRIFTED = "drifted"
    UNLOCKED = "unlocked"
    NOT_PROBED = "not-probed"
    COULD_NOT_CHECK = "could-not-check"


class LockVerdict(StrEnum):
    """How one lockfile stands; the worst comes last."""

    HOLDS_TOGETHER = "holds-together"
    """It contradicts nothing in itself, and there was no server to compare it with."""
    AGREES = "agrees"
    """With every live server that it speaks of."""
    COULD_NOT_CHECK = "could-not-check"
    DRIFTED = "drifted"
    INCONSISTENT = "inconsistent"
    UNREADABLE = "unreadable"


class Conclusion(StrEnum):
    """What the check run says."""

    SUCCESS = "success"
    NEUTRAL = "neutral"
    FAILURE = "failure"
    ACTION_REQUIRED = "action_required"


class PinState(StrEnum):
    """How a pin stands; never folded into a boolean."""

    PASSED = "passed"
    DECLARED = "declared"
    FAILED = "failed"
    UNAVAILABLE = "unavailable"


@dataclass(frozen=True, slots=True, kw_only=True)
class PinEvidence:
    """One pin: what was claimed, what was found, how, and against which anchor."""

    kind: str
    subject: str
    state: PinState
    locked: str = ""
    found: str = ""
    method: str = ""
    anchor: str = ""
    reason: str = ""
    required: bool = True
    code: str = ""
    """A stable id of the reason: `oci-tag-moved`, `npm-version-unpublished`, …"""
    identifier: str = ""
    version: str = ""
    files: Mapping[str, str] = field(default_factory=dict)
    """Digests of bytes that were really hashed, by file name; this is what `lock` records."""
    notes: tuple[str, ...] = ()
    """What a reviewer may want to know although it decides nothing."""
    verified_at: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class LockReport:
    """One lockfile's part of the report."""

    file: str
    system: str
    """Whose format it is, for people."""
    verdict: LockVerdict
    servers: tuple[str, ...] = ()
    """The live servers that it was compared with."""
    notes: tuple[str, ...] = ()
    """What of it could not be compared."""
    renewed_by: str = ""
    """The command that accepts what its servers offer now."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ServerReport:
    """One server's part of the report."""

    name: str
    status: Status
    changes: tuple[Finding, ...] = ()
    """Declared and undeclared; each says which."""
    pins: tuple[PinEvidence, ...] = ()
    unavailable: Mapping[str, Trouble] = field(default_factory=dict)
    notes: tuple[str, ...] = ()
    protections: tuple[str, ...] = ()
    counts: Mapping[str, int] = field(default_factory=dict)
    """Items of the live surface by list name."""
    tokens: Mapping[str, int] = field(default_factory=dict)
    """The estimated context cost, `before` and `after`."""
    lockfile: str = ""
    source: str = ""
    seconds: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """The whole run."""

    result: str
    """`clean`, `declared`, `drift`, `unchecked` or `error`."""
    conclusion: Conclusion
    exit_code: int
    title: str
    drift_fingerprint: str
    servers: tuple[ServerReport, ...] = ()
    findings: tuple[Finding, ...] = ()
    """What is not about one server: the lockfile itself, policy, settings."""
    base: str = ""
    """The commit that the declared comparison starts at; empty: not compared."""
    not_compared: str = ""
    """Why there is no declared comparison."""
    lockfiles: tuple[str, ...] = ()
    locks: tuple[LockReport, ...] = ()
    """Each lockfile that was read, by whom it is and how it stands."""
    enforcement: str = ""
    unknown: str = ""
    """What a live tool does that the lock does not know."""
    unavailable: str = ""
    """What a server does that could not be checked."""
    fail_on: str = ""
    approval_label: str = ""
    """The label that would accept the declared changes; empty where none is needed."""
    approved: bool = False
    commands: tuple[str, ...] = ()
    """What to run next, to accept what is undeclared."""
    advice: str = ""
    """What to do where the run could not begin, in words."""
    notes: tuple[str, ...] = ()
    """What was found and not looked at."""
    tool_version: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """A report that another job wrote, and what its file says about that job."""

    name: str
    """The file, for messages."""
    report: Report
    head: str = ""
    """The commit that was checked."""
    shard: int = 0
    """The leg of a plan that it is the result of; 0: none."""
