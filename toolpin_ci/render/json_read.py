"""Reads a report back from JSON that an unprivileged job wrote: nothing in it is believed."""

from collections.abc import Mapping
from enum import StrEnum
from typing import TypeVar

from toolpin_ci.canon.text import parse
from toolpin_ci.errors import UsageError
from toolpin_ci.model.finding import ABSENT, Action, Area, Finding, Severity
from toolpin_ci.model.jsonvalue import Json, JsonObject
from toolpin_ci.model.message import Message
from toolpin_ci.model.report import (
    Conclusion,
    LockReport,
    LockVerdict,
    Part,
    PinEvidence,
    PinState,
    Report,
    ServerReport,
    Status,
)
from toolpin_ci.model.surface import Trouble
from toolpin_ci.render.json_report import REPORT_SCHEMA
from toolpin_ci.render.quote import one_line

RESULT_BYTES = 64 * 1024 * 1024
"""One result file."""

RESULTS = ("clean", "declared", "unchecked", "drift", "error")
_EXIT_CODES = range(5)
E = TypeVar("E", bound=StrEnum)


def read_report(text: str | bytes, name: str) -> Report:
    """Read one result; raise `UsageError` with the place of what is wrong in it."""
    return read_part(text, name).report


def read_part(text: str | bytes, name: str) -> Part:
    """Read one result and which leg of which commit's run it says it is of."""
    if len(text) > RESULT_BYTES:
        raise UsageError(f"{name}: larger than {RESULT_BYTES:,} bytes")
    document = parse(text)
    if not isinstance(document, Mapping) or document.get("schema") != REPORT_SCHEMA:
        raise UsageError(
            f"{name}: is no {REPORT_SCHEMA} document", advice="write it with check --format json"
        )
    reader = _Reader(name)
    return Part(
        name=name,
        report=reader.report(document),
        head=reader.text(document, "head"),
        shard=reader.number(document, "shard"),
    )


def _literal(text: str) -> str:
    """Take a sentence as it is: made visible here, and quoted by every renderer that finds it odd."""
    return one_line(text).replace("{", "{{").replace("}", "}}")


class _Reader:
    """Takes values out of a document and complains with their place."""

    def __init__(self, name: str) -> None:
        self._name = name

    def report(self, value: JsonObject) -> Report:
        exit_code = value.get("exitCode")
        result = self.text(value, "result")
        if type(exit_code) is not int or exit_code not in _EXIT_CODES or result not in RESULTS:
            self.wrong("exitCode or result")
        label = self.text(value, "approvalLabel")
        if label and label != f"toolpin-ok-{self.text(value, 'driftFingerprint')[:12]}":
            self.wrong("approvalLabel")
        return Report(
            result=result,
            conclusion=self.one_of(value, "conclusion", Conclusion),
            exit_code=exit_code if isinstance(exit_code, int) else 4,
            title=self.text(value, "title"),
            drift_fingerprint=self.text(value, "driftFingerprint"),
            servers=tuple(self.server(one) for one in self.objects(value, "servers")),
            findings=tuple(self.finding(one) for one in self.objects(value, "findings")),
            base=self.text(value, "base"),
            not_compared=self.text(value, "notCompared"),
            lockfiles=self.texts(value, "lockfiles"),
            locks=tuple(self.lock(one) for one in self.objects(value, "locks")),
            enforcement=self.text(value, "enforcement"),
            unknown=self.text(value, "onUnknown"),
            unavailable=self.text(value, "onUnavailable"),
            fail_on=self.text(value, "failOn"),
            approval_label=label,
            approved=value.get("approved") is True,
            commands=self.texts(value, "commands"),
            advice=self.text(value, "advice"),
            notes=self.texts(value, "notes"),
            tool_version=self.text(value, "toolVersion"),
        )

    def lock(self, value: JsonObject) -> LockReport:
        return LockReport(
            file=self.text(value, "file"),
            system=self.text(value, "system"),
            verdict=self.one_of(value, "verdict", LockVerdict),
            servers=self.texts(value, "servers"),
            notes=self.texts(value, "notes"),
        )

    def server(self, value: JsonObject) -> ServerReport:
        troubles = self.object(value, "unavailable")
        return ServerReport(
            name=self.text(value, "name"),
            status=self.one_of(value, "status", Status),
            changes=tuple(self.finding(one) for one in self.objects(value, "changes")),
            pins=tuple(self.pin(one) for one in self.objects(value, "pins")),
            unavailable={name: self.trouble(self.object(troubles, name)) for name in troubles},
            notes=self.texts(value, "notes"),
            protections=self.texts(value, "protections"),
            counts=self.numbers(value, "counts"),
            tokens=self.numbers(value, "tokens"),
            lockfile=self.text(value, "lockfile"),
            source=self.text(value, "source"),
        )

    def finding(self, value: JsonObject) -> Finding:
        line = value.get("line", 0)
        return Finding(
            rule=self.text(value, "rule"),
            severity=self.one_of(value, "severity", Severity),
            area=self.one_of(value, "area", Area),
            action=self.one_of(value, "action", Action),
            subject=self.text(value, "subject"),
            message=Message(_literal(self.text(value, "message"))),
            pointer=self.text(value, "pointer"),
            old=value.get("old", ABSENT),
            new=value.get("new", ABSENT),
            server=self.text(value, "server"),
            declared=value.get("declared") is True,
            fingerprint=self.text(value, "fingerprint"),
            file=self.text(value, "file"),
            line=line if isinstance(line, int) and not isinstance(line, bool) and 0 <= line < 2**31 else 0,
            waived=self.text(value, "waived"),
        )

    def pin(self, value: JsonObject) -> PinEvidence:
        return PinEvidence(
            kind=self.text(value, "kind"),
            subject=self.text(value, "subject"),
            state=self.one_of(value, "state", PinState),
            locked=self.text(value, "locked"),
            found=self.text(value, "found"),
            reason=self.text(value, "reason"),
            code=self.text(value, "code"),
            required=value.get("required") is not False,
            notes=self.texts(value, "notes"),
        )

    def trouble(self, value: JsonObject) -> Trouble:
        words = ("code", "message", "advice", "log", "limit")
        return Trouble(**{word: self.text(value, word) for word in words})

    def text(self, value: JsonObject, name: str) -> str:
        found = value.get(name, "")
        return found if isinstance(found, str) else self.wrong(name)

    def number(self, value: JsonObject, name: str) -> int:
        found = value.get(name, 0)
        if not isinstance(found, int) or isinstance(found, bool) or found < 0:
            self.wrong(name)
        return found if isinstance(found, int) else 0

    def texts(self, value: JsonObject, name: str) -> tuple[str, ...]:
        return tuple(one if isinstance(one, str) else self.wrong(name) for one in self.items(value, name))

    def numbers(self, value: JsonObject, name: str) -> Mapping[str, int]:
        found = self.object(value, name)
        return {key: one if isinstance(one, int) else 0 for key, one in found.items()}

    def object(self, value: JsonObject, name: str) -> JsonObject:
        found = value.get(name, {})
        if not isinstance(found, Mapping):
            self.wrong(name)
        return found if isinstance(found, Mapping) else {}

    def objects(self, value: JsonObject, name: str) -> list[JsonObject]:
        items = self.items(value, name)
        if not all(isinstance(one, Mapping) for one in items):
            self.wrong(name)
        return [one for one in items if isinstance(one, Mapping)]

    def items(self, value: JsonObject, name: str) -> list[Json]:
        found = value.get(name, [])
        if not isinstance(found, list):
            self.wrong(name)
        return found if isinstance(found, list) else []

    def one_of(self, value: JsonObject, name: str, kind: type[E]) -> E:
        found = value.get(name)
        if found not in [str(one) for one in kind]:
            self.wrong(name)
        return kind(str(found))

    def wrong(self, name: str) -> str:
        raise UsageError(f"{self._name}: {name} is not what a {REPORT_SCHEMA} document has there")
