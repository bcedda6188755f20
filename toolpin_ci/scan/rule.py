"""What every scan rule is: data, and one check."""

from collections.abc import Callable, Iterator

from toolpin_ci.model.finding import Severity
from toolpin_ci.model.jsonvalue import Json
from toolpin_ci.scan.texts import Subject, Text
from toolpin_ci.values import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Hit:
    """A text that a rule objects to, with what its message names."""

    text: Text
    args: dict[str, Json]
    severity: Severity | None = None
    """Where this case is milder than the rule."""


Check = Callable[[Subject], Iterator[Hit]]


@dataclass(frozen=True, slots=True, kw_only=True)
class ScanRule:
    """One rule: its id is its file's name, its message has the gaps that its check fills."""

    id: str
    title: str
    severity: Severity
    message: str
    why: str
    check: Check
    aliases: tuple[str, ...] = ()
    """The names under which other systems know it."""
