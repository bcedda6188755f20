"""What changed between two documents of the MCP Registry Spec: where they lead, and what they allow."""

from collections.abc import Iterator, Mapping

from toolpin_ci.errors import LockfileError
from toolpin_ci.locks.base import Lock
from toolpin_ci.locks.differences import Difference, changed_members, member
from toolpin_ci.model.finding import ABSENT, Absent, Area, Severity
from toolpin_ci.model.jsonvalue import Json, Number, same

_WIDTH = ("deny", "read_only", "read_write", "allow")
"""What a policy may say, from narrow to wide."""


def diff(old: Lock, new: Lock) -> tuple[Difference, ...]:
    """List what a newer document says otherwise; two documents of different kinds cannot be compared."""
    kinds = [str(lock.document.get("schema_version")).rpartition(".v")[0] for lock in (old, new)]
    if kinds[0] != kinds[1]:
        message = f"a document of the kind {kinds[0]} and one of the kind {kinds[1]} cannot be compared"
        raise LockfileError(message, advice="give two documents of one kind")
    return tuple(_deep(old.document, new.document, ()))


def _deep(old: Json | Absent, new: Json | Absent, place: tuple[str | int, ...]) -> Iterator[Difference]:
    if isinstance(old, Mapping) and isinstance(new, Mapping):
        for name, before, after in changed_members(old, new):
            yield from _deep(before, after, (*place, name))
    elif isinstance(old, list) and isinstance(new, list):
        for number in range(max(len(old), len(new))):
            before, after = (rows[number] if number < len(rows) else ABSENT for rows in (old, new))
            if isinstance(before, Absent) or isinstance(after, Absent) or not same(before, after):
                yield from _deep(before, after, (*place, number))
    else:
        last = str(place[-1])
        area = Area.PIN if last.endswith("_cid") else Area.LOCK
        yield member(place, old, new, area=area, severity=_severity(place, old, new))


def _severity(place: tuple[str | int, ...], old: Json | Absent, new: Json | Absent) -> Severity | None:
    """Call it critical where a tool may do more, or where fewer have to vouch for it."""
    if place[:2] == ("security", "policy"):
        return Severity.CRITICAL if _width(new) > _width(old) else Severity.SAFE
    if "constraints" in place:
        is_looser = isinstance(new, Absent) or new is False or _number(new) < _number(old)
        return Severity.CRITICAL if is_looser else None
    return None


def _width(value: Json | Absent) -> int:
    return _WIDTH.index(value) if isinstance(value, str) and value in _WIDTH else len(_WIDTH)


def _number(value: Json | Absent) -> float:
    return float(value) if isinstance(value, (int, Number)) and not isinstance(value, bool) else 0.0
