"""Lays what a call says of the policy over what the configuration says."""

from collections.abc import Collection, Mapping
from enum import StrEnum
from typing import TypeVar

from toolpin_ci.canon.wording import listed, quoted, suggestion
from toolpin_ci.errors import UsageError
from toolpin_ci.model.finding import Severity
from toolpin_ci.model.policy import Enforcement, Policy, Unavailable, Unknown
from toolpin_ci.values import replace

E = TypeVar("E", bound=StrEnum)
_NEVER = "never"


def with_flags(policy: Policy, given: Mapping[str, str | None]) -> Policy:
    """Move what a flag or an input names (`fail-on`); None and empty text mean: not given."""
    words = {name: value.strip() for name, value in given.items() if value}
    return replace(
        policy,
        enforcement=_enum(words, "enforcement", Enforcement) or policy.enforcement,
        unknown=_enum(words, "unknown", Unknown) or policy.unknown,
        unavailable=_enum(words, "unavailable", Unavailable) or policy.unavailable,
        fail_on=_fail_on(words.get("fail-on", ""), policy.fail_on),
    )


def _fail_on(written: str, otherwise: Severity | None) -> Severity | None:
    if not written:
        return otherwise
    found = _word(written, "fail-on", [*Severity, _NEVER])
    return None if found == _NEVER else Severity(found)


def _enum(words: Mapping[str, str], name: str, enum: type[E]) -> E | None:
    written = words.get(name)
    return enum(_word(written, name, [member.value for member in enum])) if written else None


def _word(written: str, name: str, allowed: Collection[str]) -> str:
    if written not in allowed:
        message = f"{name} must be one of {listed(allowed)}, and this is {quoted(written)}"
        raise UsageError(message, advice=suggestion(written, allowed))
    return written
