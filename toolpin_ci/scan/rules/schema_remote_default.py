"""A default that sends data to an address which the caller did not choose."""

import re
from collections.abc import Iterator

from toolpin_ci.model.finding import Severity
from toolpin_ci.scan.phrases import quoted
from toolpin_ci.scan.rule import Hit, ScanRule
from toolpin_ci.scan.texts import Subject, Text

_URL = re.compile(r"(?:https?|wss?|ftp)://([^/\s:?#]+)", re.IGNORECASE)
_EMAIL = re.compile(r"[\w.+-]{1,64}@[\w-]{1,63}\.[\w.-]{2,63}")
_SINK = re.compile(
    r"hook\b|callback|collector|ingest|beacon|notif|upload|collect|report|forward|recipient|destination|sink|exfil|telemetry|audit|\bb?cc\b|\bto\b"
    r"|webhook|mail|send|post|log|mirror|backup|relay",
    re.IGNORECASE,
)
_HOME = re.compile(
    r"(?:localhost|127\.|0\.0\.0\.0|\[?::1|(?:.*\.)?example\.(?:com|org|net)$|.*\.(?:local|test)$)",
    re.IGNORECASE,
)
_NUMERIC = re.compile(r"\d{1,3}(?:\.\d{1,3}){3}|0x[0-9a-f]+|\d{6,}", re.IGNORECASE)
_PURPOSE = 300


def _check(subject: Subject) -> Iterator[Hit]:
    if "://" not in subject.joined and "@" not in subject.joined:
        return
    for text in subject.with_role("default", "const"):
        if _is_foreign(text, subject):
            yield Hit(text=text, args={"words": quoted(text.value), "owner": text.owner})


def _is_foreign(text: Text, subject: Subject) -> bool:
    host = _URL.match(text.value)
    if host is None:
        return _EMAIL.fullmatch(text.value) is not None and not _HOME.match(text.value.rpartition("@")[2])
    if _HOME.match(host[1]):
        return False
    tool = subject.definition.get("description")
    around = f"{text.owner} {text.about.get('description', '')} {text.value.partition(host[1])[2]}"[:_PURPOSE]
    verb = str(tool)[:_PURPOSE].split(".")[0] if isinstance(tool, str) else ""
    return bool(
        _NUMERIC.fullmatch(host[1])
        or _SINK.search(around)
        or re.match(r"\s*(?:send|post|upload|forward)", verb, re.IGNORECASE)
    )


RULE = ScanRule(
    id="schema-remote-default",
    title="A default address for data",
    severity=Severity.RISKY,
    message="the parameter {owner} sends to {words} unless the caller says otherwise",
    why="A model leaves defaults alone; a default recipient gets what nobody meant to send.",
    aliases=("remote_default",),
    check=_check,
)
