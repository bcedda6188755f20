"""A schema that must be fetched from elsewhere to be known."""

import re
from collections.abc import Iterator

from toolpin_ci.model.finding import Severity
from toolpin_ci.scan.phrases import quoted
from toolpin_ci.scan.rule import Hit, ScanRule
from toolpin_ci.scan.texts import Subject

_REMOTE = re.compile(r"(?:[a-z][a-z0-9+.-]{1,20}:|//|\.\.?/|/)", re.IGNORECASE)
_STANDARD = re.compile(
    r"https?://(?:json-schema\.org|www\.w3\.org|schemas?\.modelcontextprotocol\.io)/", re.IGNORECASE
)


def _check(subject: Subject) -> Iterator[Hit]:
    for text in subject.with_role("$ref", "$dynamicRef", "$recursiveRef"):
        if _REMOTE.match(text.value) and not _STANDARD.match(text.value):
            yield Hit(text=text, args={"words": quoted(text.value)})


RULE = ScanRule(
    id="schema-remote-ref",
    title="A schema from elsewhere",
    severity=Severity.RISKY,
    message="the schema refers to {words}, outside the definition",
    why="What lies there can change after review, and fetching it can reach an inner address.",
    aliases=("remote_ref",),
    check=_check,
)
