"""Flags over the configuration file over defaults: one frozen value for the whole run."""

import math
from collections.abc import Collection, Mapping, Sequence
from enum import StrEnum
from typing import TypeAlias, TypeVar

from toolpin_ci.canon.places import inside, path_problem
from toolpin_ci.canon.wording import listed, quoted, suggestion
from toolpin_ci.config.environment import fill_headers, header_variables
from toolpin_ci.config.parse import parse_config
from toolpin_ci.config.trust import hold_servers, trust_differences, with_base_trust
from toolpin_ci.errors import UsageError
from toolpin_ci.model.config import DEFAULT_LOCKFILE, Config, TrustDifference
from toolpin_ci.model.finding import Severity
from toolpin_ci.model.policy import Enforcement, Policy, Unavailable, Unknown
from toolpin_ci.values import dataclass, field, replace

__all__ = [
    "Config",
    "Settings",
    "TrustDifference",
    "fill_headers",
    "header_variables",
    "hold_servers",
    "merge",
    "parse_config",
    "trust_differences",
    "with_base_trust",
]

E = TypeVar("E", bound=StrEnum)
Given: TypeAlias = str | bool | float | Sequence[str] | None
Overrides: TypeAlias = Mapping[str, Given]
"""Flags or inputs by their name (`fail-on`); None and empty text mean: not given."""

FLAGS = (
    "lockfile",
    "server",
    "base",
    "offline",
    "timeout",
    "format",
    "output",
    "enforcement",
    "unknown",
    "unavailable",
    "fail-on",
)
_SECONDS = 86_400
_TRUTH = {"true": True, "false": False}


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """Everything that was asked for, worked out."""

    lockfiles: tuple[str, ...] = (DEFAULT_LOCKFILE,)
    servers: tuple[str, ...] = ()
    """The names to look at; empty: all."""
    base: str = ""
    offline: bool = False
    timeout: float | None = None
    """For every server, over what the file says."""
    format: str = "text"
    output: str = ""
    policy: Policy = field(default_factory=Policy)
    config: Config = field(default_factory=Config)
    """The file as it stands, or the defaults where there is none."""


def merge(config: Config | None, overrides: Overrides, *, formats: Collection[str] = ()) -> Settings:
    """Lay flags or inputs over the file; `formats` names what may be asked for, empty: anything."""
    _known(overrides)
    given = {name: value for name, value in overrides.items() if value not in (None, "", (), [])}
    file = config or Config()
    lockfiles = tuple(_path(path, "lockfile") for path in _several(given.get("lockfile")))
    return Settings(
        lockfiles=tuple(dict.fromkeys(lockfiles)) or file.lockfiles or (DEFAULT_LOCKFILE,),
        servers=tuple(dict.fromkeys(_several(given.get("server")))),
        base=_text(given, "base"),
        offline=_truth(given.get("offline"), "offline"),
        timeout=_timeout(given.get("timeout")),
        format=_word(_text(given, "format") or "text", "format", formats),
        output=_text(given, "output"),
        policy=_policy(file.policy, given),
        config=file,
    )


def _policy(policy: Policy, given: Overrides) -> Policy:
    moved = replace(
        policy,
        enforcement=_enum(given, "enforcement", Enforcement) or policy.enforcement,
        unknown=_enum(given, "unknown", Unknown) or policy.unknown,
        unavailable=_enum(given, "unavailable", Unavailable) or policy.unavailable,
    )
    fail_on = _text(given, "fail-on")
    if not fail_on:
        return moved
    found = _word(fail_on, "fail-on", [*Severity, "never"])
    return replace(moved, fail_on=None if found == "never" else Severity(found))


def _known(overrides: Overrides) -> None:
    for name in overrides:
        if name not in FLAGS:
            message = f"unknown setting {quoted(name)}; allowed: {listed(FLAGS)}"
            raise UsageError(message, advice=suggestion(name, FLAGS))


def _several(value: Given) -> tuple[str, ...]:
    """Read one name or several; an action's input has one a line."""
    if value is None or isinstance(value, (bool, float, int)):
        return ()
    lines = value.splitlines() if isinstance(value, str) else value
    return tuple(line.strip() for line in lines if line.strip())


def _text(given: Overrides, name: str) -> str:
    value = given.get(name)
    return value.strip() if isinstance(value, str) else ""


def _enum(given: Overrides, name: str, enum: type[E]) -> E | None:
    written = _text(given, name)
    return enum(_word(written, name, [member.value for member in enum])) if written else None


def _word(written: str, name: str, allowed: Collection[str]) -> str:
    if allowed and written not in allowed:
        message = f"{name} must be one of {listed(allowed)}, and this is {quoted(written)}"
        raise UsageError(message, advice=suggestion(written, allowed))
    return written


def _truth(value: Given, name: str) -> bool:
    if value is None or isinstance(value, bool):
        return bool(value)
    written = str(value).strip().lower()
    return _TRUTH[_word(written, name, tuple(_TRUTH))]


def _timeout(value: Given) -> float | None:
    if value is None:
        return None
    try:
        seconds = float(value) if isinstance(value, (str, float, int)) else math.nan
    except ValueError:
        seconds = math.nan
    if isinstance(value, bool) or not 0 < seconds <= _SECONDS:
        message = (
            f"timeout must be more than 0 and at most {_SECONDS} seconds, and this is {quoted(str(value))}"
        )
        raise UsageError(message)
    return seconds


def _path(path: str, name: str) -> str:
    problem = path_problem(path) or ("" if inside(path) else "names no file")
    if problem:
        raise UsageError(f"the path {quoted(path)} of {name} {problem}")
    return inside(path)
