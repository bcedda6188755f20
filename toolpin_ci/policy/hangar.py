"""Judges one tool against pinned digests as MCP Hangar's validator does."""

import re
from collections.abc import Mapping

from toolpin_ci.canon.hangar import jcs_digest, json_digest
from toolpin_ci.errors import UsageError
from toolpin_ci.model.jsonvalue import Json, JsonObject
from toolpin_ci.values import dataclass

ENFORCEMENTS = ("audit", "warn", "block")
UNKNOWN_POLICIES = ("allow_unverified", "warn", "block")
UNKNOWN_ALIASES = {"allow_degraded": "allow_unverified"}
"""The word of version 1.2.0 for what later versions call `allow_unverified`."""

ALGORITHMS = {"hangar-json": json_digest, "hangar-jcs": jcs_digest}
_SHA256 = re.compile("[0-9a-f]{64}", re.ASCII)


@dataclass(frozen=True, slots=True, kw_only=True)
class Pin:
    """One pinned digest, bound to an upstream where the pin names one."""

    tool: str
    sha256: str
    algorithm: str = "sha256"
    upstream: str | None = None

    def __post_init__(self) -> None:
        """Refuse what the original refuses, and a digest with a line break after it, which it accepts."""
        if not self.tool:
            raise UsageError("tool_name cannot be empty")
        if not _SHA256.fullmatch(self.sha256):
            raise UsageError("sha256 must be exactly 64 lowercase hex characters")
        if not self.algorithm:
            raise UsageError("algorithm cannot be empty")


@dataclass(frozen=True, slots=True, kw_only=True)
class Enforcement:
    """What a mismatch does, what an unpinned tool does, and which digest is meant."""

    enforcement: str = "block"
    unknown: str = "block"
    scheme: str = "hangar-jcs"

    def __post_init__(self) -> None:
        """Refuse words that Hangar does not know."""
        if self.enforcement not in ENFORCEMENTS:
            raise UsageError(f"enforcement {self.enforcement!r} is none of {', '.join(ENFORCEMENTS)}")
        if self.unknown not in (*UNKNOWN_POLICIES, *UNKNOWN_ALIASES):
            raise UsageError(f"unknown {self.unknown!r} is none of {', '.join(UNKNOWN_POLICIES)}")

    @property
    def unknown_policy(self) -> str:
        """The policy for unpinned tools, under its present name."""
        return UNKNOWN_ALIASES.get(self.unknown, self.unknown)


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """What Hangar would report of a tool that is not as pinned."""

    expected: str | None
    observed: str
    enforcement: str
    expected_upstream: str | None = None
    observed_upstream: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """The verdict on one tool."""

    tool: str
    valid: bool
    blocked: bool = False
    event: Event | None = None


def validate(
    tool: JsonObject, pins: tuple[Pin, ...], how: Enforcement, upstream: str | None = None
) -> Result:
    """Judge one tool; with two pins of one name any of them may match, so that order plays no part."""
    name, observed = str(tool.get("name")), ALGORITHMS[how.scheme](tool)
    named = [pin for pin in pins if pin.tool == name]
    if not named:
        return _unknown(name, observed, how.unknown_policy)
    if any(pin.sha256 == observed and pin.upstream in (None, upstream) for pin in named):
        return Result(tool=name, valid=True)
    pin = next((pin for pin in named if pin.sha256 == observed), named[0])
    event = Event(
        expected=pin.sha256,
        observed=observed,
        enforcement=how.enforcement,
        expected_upstream=pin.upstream,
        observed_upstream=None if pin.upstream is None else upstream,
    )
    return Result(tool=name, valid=False, blocked=how.enforcement == "block", event=event)


def _unknown(name: str, observed: str, policy: str) -> Result:
    if policy == "allow_unverified":
        return Result(tool=name, valid=True)
    event = Event(expected=None, observed=observed, enforcement=policy)
    return Result(tool=name, valid=False, blocked=policy == "block", event=event)


def pins_of(rows: Json) -> tuple[Pin, ...]:
    """Read a list of pins as an allowlist holds them."""
    items = rows if isinstance(rows, (list, tuple)) else ()
    return tuple(
        Pin(
            tool=str(row.get("tool_name")), sha256=str(row.get("sha256")), upstream=_text(row.get("upstream"))
        )
        for row in items
        if isinstance(row, Mapping)
    )


def _text(value: Json) -> str | None:
    return value if isinstance(value, str) else None
