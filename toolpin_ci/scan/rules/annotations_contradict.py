"""Annotations that promise less than the name says."""

import re
from collections.abc import Iterator, Mapping

from toolpin_ci.model.finding import Area, Severity
from toolpin_ci.scan.rule import Hit, ScanRule
from toolpin_ci.scan.texts import Subject, Text
from toolpin_ci.scan.words import word_set

_WORD = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")
_DESTROYS = word_set(
    """
    delete remove destroy drop purge wipe erase truncate uninstall revoke overwrite kill terminate shred
    nuke
    """
)
_WRITES = word_set("write send upload transfer pay execute install deploy publish insert rename move")
_HANDS_OUT = word_set("send transfer pay deploy publish")
"""Acts beyond the server: nobody would call them reading."""
_ALL_GONE = word_set("destroy purge wipe erase shred nuke truncate")
"""Acts that leave nothing, whatever else is meant by destruction."""
_ASKS = word_set(
    """
    get list describe preview check explain show search find read count can is has view query fetch
    simulate dry validate plan estimate test compare
    """
)
_FORMS = re.compile(r"(?:permanently |irreversibly )?([a-z]+?)(?:es|s)?\b")


def _check(subject: Subject) -> Iterator[Hit]:
    hints = subject.definition.get("annotations")
    if subject.area is not Area.TOOL or not isinstance(hints, Mapping):
        return
    verb = _verb(subject)
    for hint, verbs in (("readOnlyHint", _DESTROYS | _WRITES), ("destructiveHint", _DESTROYS)):
        claimed = hints.get(hint)
        if verb in verbs and claimed is (hint == "readOnlyHint"):
            text = Text(hint, ((None, "annotations"), hint), hint)
            yield Hit(text=text, args={"hint": hint, "verb": verb}, severity=_grade(hint, verb))
            return


def _grade(hint: str, verb: str) -> Severity | None:
    if hint == "readOnlyHint" and verb in _DESTROYS:
        return None
    grave = _HANDS_OUT if hint == "readOnlyHint" else _ALL_GONE
    return Severity.RISKY if verb in grave else Severity.INFO


def _verb(subject: Subject) -> str:
    """Give the verb that says what the tool does, from its name or the start of its description."""
    words: list[str] = [word.lower() for word in _WORD.findall(subject.key)]
    if not words or words[0] in _ASKS:
        return ""
    for word in (words[0], words[-1]):
        if word in _DESTROYS or word in _WRITES:
            return word
    description = subject.definition.get("description")
    found = _FORMS.match(description.lower()) if isinstance(description, str) else None
    verb = str(found[1]) if found else ""
    return verb if verb in _DESTROYS else ""


RULE = ScanRule(
    id="annotations-contradict",
    title="Annotations contradict the name",
    severity=Severity.CRITICAL,
    message="{hint} says that the tool does no harm; its name or description says {verb}",
    why="Clients let a tool run without asking when its annotations say that it only reads.",
    aliases=("annotation_mismatch",),
    check=_check,
)
