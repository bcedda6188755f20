"""One name for two different things."""

from collections.abc import Iterator

from toolpin_ci.model.finding import Severity
from toolpin_ci.scan.rule import Hit, ScanRule
from toolpin_ci.scan.texts import Subject, Text


def _check(subject: Subject) -> Iterator[Hit]:
    if subject.twins:
        yield Hit(text=Text(subject.key, (None, "name"), "name"), args={"count": subject.twins + 1})


RULE = ScanRule(
    id="name-duplicate",
    title="The same name twice",
    severity=Severity.CRITICAL,
    message="{count} items have this name: which one is called depends on the client",
    why="A second definition under a known name takes the calls of the first.",
    aliases=("duplicate_tool_name",),
    check=_check,
)
