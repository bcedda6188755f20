"""What changed between two locks of the draft mcp-lock/1 beside their targets and surfaces."""

from collections.abc import Iterator, Mapping

from toolpin_ci.locks.base import Lock
from toolpin_ci.locks.differences import Difference, changed_members, member
from toolpin_ci.model.finding import Severity
from toolpin_ci.model.jsonvalue import JsonObject
from toolpin_ci.values import replace

_SHOWN_ELSEWHERE = ("target", "surface", "integrity", "resolvedAt", "lockedAt")
_NO_CHANGE = ("entries", "generatedAt", "updatedAt")
_SEVERITIES = {"configDigest": Severity.CRITICAL}


def identity(entry: JsonObject) -> tuple[str, str, str]:
    """Give what makes an entry unique: name, client, scope."""
    return str(entry.get("name")), str(entry.get("client")), str(entry.get("scope", "project"))


def diff(old: Lock, new: Lock) -> tuple[Difference, ...]:
    """List the members that a newer lock has otherwise; entries that came or went are shown as such."""
    return tuple(_differences(old.document, new.document))


def _differences(old: JsonObject, new: JsonObject) -> Iterator[Difference]:
    for name, was, now in changed_members(old, new):
        if name not in _NO_CHANGE:
            yield member((name,), was, now)
    before = {key: entry for key, _, entry in _entries(old)}
    for key, number, entry in _entries(new):
        for name, was, now in changed_members(before.get(key, entry), entry):
            if name not in _SHOWN_ELSEWHERE:
                found = member(("entries", number, name), was, now, severity=_SEVERITIES.get(name))
                yield replace(found, subject=":".join(key))


def _entries(document: JsonObject) -> Iterator[tuple[tuple[str, str, str], int, JsonObject]]:
    rows = document.get("entries")
    for number, entry in enumerate(rows if isinstance(rows, list) else ()):
        if isinstance(entry, Mapping):
            yield identity(entry), number, entry
