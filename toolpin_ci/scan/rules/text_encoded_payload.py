"""Instructions that are only readable after decoding."""

from collections.abc import Iterator

from toolpin_ci.model.finding import Severity
from toolpin_ci.scan.decoding import decoded, looks_encoded, orders_decoding
from toolpin_ci.scan.phrases import quoted
from toolpin_ci.scan.rule import Hit, ScanRule
from toolpin_ci.scan.suspicion import says_something
from toolpin_ci.scan.texts import Subject, Text


def _check(subject: Subject) -> Iterator[Hit]:
    if not looks_encoded(subject.joined):
        return
    for text in subject.texts:
        if looks_encoded(text.value) and not text.value.startswith("data:image/"):
            found = _payload(text)
            if found:
                yield Hit(text=text, args={"words": quoted(found)})


def _payload(text: Text) -> str | None:
    ordered = orders_decoding(text.value)
    for hidden in decoded(text.value):
        if ordered or says_something(hidden):
            return hidden
    return None


RULE = ScanRule(
    id="text-encoded-payload",
    title="Encoded instructions",
    severity=Severity.CRITICAL,
    message="the text hides words in an encoding: {words}",
    why="A model decodes what a reviewer skips; a description has no reason to be encoded.",
    aliases=("encoded_payload",),
    check=_check,
)
