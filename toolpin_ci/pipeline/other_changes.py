"""What changed between two lockfiles of another system, in the words of their format."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from toolpin_ci.errors import UsageError
from toolpin_ci.model.finding import Area, Finding
from toolpin_ci.pipeline.draft_locks import entry_changes
from toolpin_ci.pipeline.other_locks import OtherLock, read_other, system_of
from toolpin_ci.pipeline.stating import state
from toolpin_ci.pipeline.stored_tools import declared_changes
from toolpin_ci.values import replace

if TYPE_CHECKING:
    from toolpin_ci.locks.differences import Difference

_AREAS = (Area.TOOL, Area.PROMPT, Area.PIN)


def declared_others(
    before: Sequence[OtherLock], after: Sequence[OtherLock], unreadable: frozenset[str] = frozenset()
) -> Iterator[Finding]:
    """Compare the lockfiles of both sides by their names: these changes are in the pull request."""
    old, new = {lock.file: lock for lock in before}, {lock.file: lock for lock in after}
    for file in sorted({*old, *new} - unreadable):
        for finding in _changes(file, old.get(file), new.get(file)):
            yield replace(finding, declared=True)


def _changes(file: str, old: OtherLock | None, new: OtherLock | None) -> Iterator[Finding]:
    if old is not None and new is not None and old.format.id == new.format.id:
        yield from changes(old, new) if new.format.entries is None else changed_entries(old, new)
        return
    args = {"file": file}
    if old is not None:
        yield replace(state("other-lock-removed", subject=file, args=args), file=file, line=1)
    if new is not None:
        yield replace(state("other-lock-added", subject=file, args=args), file=file, line=1)


def changed_entries(old: OtherLock, new: OtherLock) -> Iterator[Finding]:
    """Compare locks with entries like ours: targets and surfaces as ours are, then all other members."""
    lines = new.format.lines(new.lock)
    if new.format.entries is not None:
        for found in entry_changes(new.format.entries(old.lock), new.format.entries(new.lock)):
            yield replace(found, file=new.file, line=lines(found.pointer))
    for difference in new.format.diff(old.lock, new.lock):
        yield replace(_finding(difference, new.file), file=new.file, line=lines(difference.pointer))


def changes(old: OtherLock, new: OtherLock) -> Iterator[Finding]:
    """Say what the newer of two lockfiles of one format says otherwise."""
    if old.lock.text == new.lock.text:
        return
    lines = new.format.lines(new.lock)
    for difference in new.format.diff(old.lock, new.lock):
        found = _finding(difference, new.file)
        yield replace(found, file=new.file, line=lines(difference.pointer))
    yield from declared_changes(old, new)


def _finding(difference: "Difference", file: str) -> Finding:
    kind = difference.area if difference.area in _AREAS else "entry"
    found = state(
        f"other-lock-{kind}-{difference.action}",
        subject=difference.subject,
        pointer=difference.pointer,
        old=difference.old,
        new=difference.new,
        args={"file": file},
    )
    return replace(found, message=difference.message, severity=difference.severity or found.severity)


def both_others(old: tuple[str, bytes], new: tuple[str, bytes]) -> tuple[OtherLock, OtherLock] | None:
    """Read both as lockfiles of another system; None where both are ours or plain surfaces."""
    systems = [system_of(raw) for _, raw in (old, new)]
    if not any(system not in ("", "toolpin") for system in systems):
        return None
    if systems == ["mcp-lock-1", "mcp-lock-1"]:
        return None  # their entries are compared as ours are
    if systems[0] != systems[1]:
        titles = [_title(system) for system in systems]
        message = f"{old[0]} is {titles[0]} and {new[0]} is {titles[1]}: they cannot be compared"
        raise UsageError(message, advice="give two files of the same format")
    return read_other(old[1], old[0]), read_other(new[1], new[0])


def _title(system: str) -> str:
    if not system:
        return "in no lock format"
    from toolpin_ci.locks.recognise import format_of

    return f"in the format {format_of(system).title!r}"
