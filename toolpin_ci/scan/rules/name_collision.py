"""A tool with the name of another server's tool."""

from collections.abc import Iterator

from toolpin_ci.model.finding import Area, Severity
from toolpin_ci.scan.rule import Hit, ScanRule
from toolpin_ci.scan.texts import Subject, Text


def _check(subject: Subject) -> Iterator[Hit]:
    if subject.area is Area.TOOL and subject.key in subject.others:
        yield Hit(text=Text(subject.key, (None, "name"), "name"), args={})


RULE = ScanRule(
    id="name-collision",
    title="Another server has this tool",
    severity=Severity.RISKY,
    message="another server of this configuration has a tool of the same name",
    why="Some clients know tools by name alone: the last server wins.",
    aliases=("cross_server_collision",),
    check=_check,
)
