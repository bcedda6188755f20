"""One server in the report: its changes at their places, its state, and what it costs to read."""

from collections.abc import Mapping, Sequence

from toolpin_ci.locks.lines import LockLines, lock_lines, surface_pointer
from toolpin_ci.model.finding import Area, Finding
from toolpin_ci.model.lock import Entry
from toolpin_ci.model.report import ServerReport, Status
from toolpin_ci.model.surface import LIST_NAMES, Surface
from toolpin_ci.pipeline import hash_pins
from toolpin_ci.pipeline.comparing import Pair, declared_changes, hashed_tools, undeclared_changes
from toolpin_ci.pipeline.examining import Examined
from toolpin_ci.pipeline.reading import Read
from toolpin_ci.pipeline.request import Request
from toolpin_ci.policy import settle
from toolpin_ci.values import replace

_AREA_LISTS = {
    Area.TOOL: "tools",
    Area.PROMPT: "prompts",
    Area.RESOURCE: "resources",
    Area.TEMPLATE: "resourceTemplates",
    Area.SERVER: "",
}


def server_report(pair: Pair, request: Request, read: Read, examined: Sequence[Examined]) -> ServerReport:
    """Compare one server in both ways and say how it stands."""
    changes = [*declared_changes(pair), *undeclared_changes(pair)]
    changes = list(settle(changes, request.policy, request.today))
    lock = read.locks.get(pair.lockfile)
    if lock is not None and pair.locked is not None and changes:
        lines = lock_lines(lock.text)
        changes = [_placed(change, pair.locked, lock.file, lines) for change in changes]
    live = pair.probe.surface if pair.probe is not None else None
    before = pair.based.surface if pair.based is not None and pair.compared else _surface(pair.locked)
    after = live or _surface(pair.locked)
    return ServerReport(
        name=pair.name,
        status=_status(pair, changes, read, [one for one in examined if pair.name in one.compared]),
        changes=tuple(changes),
        unavailable=pair.probe.unavailable if pair.probe is not None else {},
        notes=(*_notes(pair), *(note for one in examined for note in one.notes.get(pair.name, ()))),
        protections=pair.probe.protections if pair.probe is not None else (),
        counts={name: sum(map(len, after.lists[name].values())) for name in LIST_NAMES if name in after.lists}
        if after is not None
        else {},
        tokens=_tokens(before, after),
        lockfile=pair.lockfile,
        source=pair.spec.source if pair.spec is not None else "",
        seconds=pair.probe.seconds if pair.probe is not None else 0.0,
    )


def _notes(pair: Pair) -> tuple[str, ...]:
    if pair.probe is None:
        return ()
    tools = hashed_tools(pair)
    found = [*map(str, pair.probe.notes)]
    if tools is not None:
        found.extend(hash_pins.notes(pair.pinned, tools, pair.probe.surface))
    return tuple(found)


def _surface(entry: Entry | None) -> Surface | None:
    return entry.surface if entry is not None else None


def _tokens(before: Surface | None, after: Surface | None) -> Mapping[str, int]:
    from toolpin_ci.diff.cost import surface_tokens

    found: dict[str, int] = {}
    if after is not None:
        found["after"] = surface_tokens(after)
        same = before is not None and before.digest == after.digest
        if before is not None:
            found["before"] = found["after"] if same else surface_tokens(before)
    return found


def _placed(change: Finding, entry: Entry, file: str, lines: LockLines) -> Finding:
    if change.area in (Area.LOCK, Area.PIN) and change.pointer:
        return replace(change, file=file, line=lines.line(change.pointer))
    subject = "" if change.area is Area.SERVER else change.subject
    pointer = surface_pointer(entry.key, _AREA_LISTS.get(change.area, ""), subject, change.pointer)
    return replace(change, file=file, line=lines.line(pointer))


def _status(pair: Pair, changes: Sequence[Finding], read: Read, holding: Sequence[Examined]) -> Status:
    if pair.probe is None and pair.locked is None:
        return Status.CHANGED
    if not _was_read(pair):
        return Status.COULD_NOT_CHECK
    if (pair.locked is None or pair.locked.surface is None) and not pair.pinned:
        return _without_entry(pair, read, holding)
    if pair.spec is not None and pair.spec.captured:
        return Status.NOT_PROBED
    elsewhere = any(found.server == pair.name for one in holding for found in one.findings)
    unsteady = any(note.seen is not None for note in pair.probe.notes) if pair.probe is not None else False
    if pair.tampered or elsewhere or unsteady or any(not change.declared for change in changes):
        return Status.DRIFTED
    return Status.CHANGED if changes else Status.UNCHANGED


def _was_read(pair: Pair) -> bool:
    if pair.probe is None or not pair.probe.is_complete:
        return False
    return pair.listing is None or not pair.listing.unavailable


def _without_entry(pair: Pair, read: Read, holding: Sequence[Examined]) -> Status:
    """Say how a server stands that has no surface of ours: another system's lock may hold it."""
    if read.problems:
        return Status.COULD_NOT_CHECK
    if not holding:
        return Status.UNLOCKED
    drifted = any(found.server in ("", pair.name) for one in holding for found in one.findings)
    return Status.DRIFTED if drifted else Status.UNCHANGED
