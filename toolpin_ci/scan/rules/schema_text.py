"""A parameter name that is a sentence."""

from collections.abc import Iterator

from toolpin_ci.model.finding import Severity
from toolpin_ci.scan.phrases import quoted
from toolpin_ci.scan.rule import Hit, ScanRule
from toolpin_ci.scan.texts import KEY, Subject

_WORDS = 4
_LONG = 80


def _check(subject: Subject) -> Iterator[Hit]:
    for text in subject.with_role(KEY, "required"):
        if len(text.value.split()) >= _WORDS or len(text.value) > _LONG:
            yield Hit(text=text, args={"words": quoted(" ".join(text.value.split()))})


RULE = ScanRule(
    id="schema-text",
    title="A sentence as a parameter name",
    severity=Severity.RISKY,
    message="the name of a member is a whole text: {words}",
    why="Models read parameter names as closely as descriptions; reviewers and scanners read them less.",
    aliases=("schema_text",),
    check=_check,
)
