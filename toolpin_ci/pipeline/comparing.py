"""The two comparisons of one server, never mixed: what the pull request declares, and what it does not."""

from collections.abc import Iterator, Sequence

from toolpin_ci.locks.toolpin_entry import target_of
from toolpin_ci.model.breaches import READ, UNREAD
from toolpin_ci.model.finding import ABSENT, Absent, Finding, Severity
from toolpin_ci.model.jsonvalue import Json, JsonObject, same
from toolpin_ci.model.lock import Entry
from toolpin_ci.model.server import ServerSpec
from toolpin_ci.model.surface import LIST_NAMES, Note, Probe, Surface, Trouble
from toolpin_ci.pipeline import hash_pins
from toolpin_ci.pipeline.entries import entry_changes, lost_pins
from toolpin_ci.pipeline.neighbours import Neighbours
from toolpin_ci.pipeline.stating import graded, state
from toolpin_ci.pipeline.stripping import changed_records
from toolpin_ci.values import dataclass, replace


@dataclass(frozen=True, slots=True, kw_only=True)
class Pair:
    """One server: how it is asked, what it said, and what the lockfiles of both sides hold."""

    name: str
    spec: ServerSpec | None = None
    probe: Probe | None = None
    locked: Entry | None = None
    based: Entry | None = None
    entries: tuple[tuple[Entry | None, Entry | None], ...] = ()
    """The base's entry and the lockfile's, for each client."""
    lockfile: str = ""
    compared: bool = False
    """Whether there is a base to compare with."""
    is_named_by_call: bool = False
    """Whether the call names the command itself, so that it may differ from the locked one."""
    pinned: tuple[Entry, ...] = ()
    """Entries of the server, for any client, that hold hashes alone."""
    listing: Probe | None = None
    """The tools as ToolPin's client sees them, where such an entry needs them."""
    tampered: bool = False
    """Whether the locked entry contradicts itself."""
    neighbours: Neighbours | None = None
    """The tools of all servers of the run, to tell whose name a text uses."""

    @property
    def others(self) -> frozenset[str]:
        """Give the tools of the other servers."""
        return self.neighbours.of_others(self.name) if self.neighbours is not None else frozenset()


def declared_changes(pair: Pair) -> Iterator[Finding]:
    """Compare the lockfile where the pull request began with the lockfile that it brings.

    A pin that was taken out while its target stayed is no change to agree to: it comes out as undeclared.
    """
    if not pair.compared:
        return
    yield from (replace(finding, declared=True) for finding in _declared(pair))
    for before, after in pair.entries:
        if before is not None and after is not None:
            yield from entry_changes(before, after)
    if pair.based is not None and pair.locked is not None and pair.based.client != pair.locked.client:
        yield from lost_pins(pair.based, pair.locked)


def _declared(pair: Pair) -> Iterator[Finding]:
    if pair.based is None and pair.locked is None:
        return
    if pair.based is None:
        yield state("server-entry-added", server=pair.name, subject=pair.name)
    elif pair.locked is None:
        yield state("server-entry-removed", server=pair.name, subject=pair.name)
        return
    else:
        yield from _declared_entries(pair)
    if pair.locked is None or pair.locked.surface is None:
        return
    before = pair.based.surface if pair.based is not None else None
    yield from graded(
        pair.name,
        before or _silent(pair.locked.surface),
        pair.locked.surface,
        declared=True,
        others=lambda: pair.others,
    )


def _declared_entries(pair: Pair) -> Iterator[Finding]:
    """Go through the entries of a server, one for each client; what they share is told once."""
    told: list[Finding] = []
    for before, after in pair.entries:
        for finding in declared_entry(pair.name, before, after):
            if not any(_says_the_same(finding, other) for other in told):
                told.append(finding)
                yield finding
    if pair.based is not None and pair.locked is not None and pair.based.client != pair.locked.client:
        yield from hash_pins.declared(pair.name, pair.based, pair.locked)


def declared_entry(name: str, before: Entry | None, after: Entry | None) -> Iterator[Finding]:
    """Compare one entry of any format with what it was: there or not, its target, its hashes."""
    if before is None and after is not None:
        yield state("server-entry-added", server=name, subject=after.key)
    elif before is not None and after is None:
        yield state("server-entry-removed", server=name, subject=before.key)
    if before is None or after is None:
        return
    if not same(before.target, after.target):
        yield _target_changed(name, before.target, after.target)
    elif changed_records(before, after):
        args = {"artifact": after.target.get("identifier", name)}
        yield state("pin-record-changed", server=name, subject=name, args=args)
    yield from hash_pins.declared(name, before, after)


def _says_the_same(one: Finding, other: Finding) -> bool:
    if (one.rule, one.subject) != (other.rule, other.subject):
        return False
    return all(_equal(*values) for values in ((one.old, other.old), (one.new, other.new)))


def _equal(one: Json | Absent, other: Json | Absent) -> bool:
    return one is other or (
        not isinstance(one, Absent) and not isinstance(other, Absent) and same(one, other)
    )


def _target_changed(name: str, old: JsonObject, new: JsonObject) -> Finding:
    return state("server-target-changed", server=name, subject=name, old=old, new=new)


def undeclared_changes(pair: Pair) -> Iterator[Finding]:
    """Compare the lockfile with how the server is reached and what it says, as far as it could be read."""
    if pair.locked is None:
        return
    if pair.spec is not None and not pair.is_named_by_call:
        yield from _target_changes(pair, pair.locked, target_of(pair.spec))
    tools = hashed_tools(pair)
    if tools is not None:
        yield from hash_pins.drifted(pair.name, pair.pinned, tools)
    if pair.locked.surface is None or pair.probe is None or pair.probe.surface is None:
        return
    readable = frozenset(LIST_NAMES) - frozenset(pair.probe.unavailable)
    old, new = _only(pair.locked.surface, readable), _only(pair.probe.surface, readable)
    found = graded(pair.name, old, new, declared=False, others=lambda: pair.others)
    yield from (finding for finding in found if not _is_unsteady(finding, pair.probe.notes))


def _is_unsteady(finding: Finding, notes: Sequence[Note]) -> bool:
    """Tell whether a changed text is one that differs from call to call, which a finding of its own says."""
    return finding.severity not in (Severity.CRITICAL, Severity.BREAKING) and any(
        note.seen is not None and (note.subject, note.pointer) == (finding.subject, finding.pointer)
        for note in notes
    )


def hashed_tools(pair: Pair) -> Sequence[JsonObject] | None:
    """Give the tools to compare ToolPin's hashes with; None where there are no hashes, or no tools."""
    if not pair.pinned or pair.probe is None:
        return None
    return hash_pins.listed_tools(pair.listing, pair.probe.surface)


def _target_changes(pair: Pair, before: Entry, after: JsonObject) -> Iterator[Finding]:
    """Tell a server that is started or reached in another way; a package's target is its pins' business."""
    if before.target.get("kind") in ("local", "remote") and not same(before.target, after):
        yield _target_changed(pair.name, before.target, after)


def _only(surface: Surface, names: frozenset[str]) -> Surface:
    if names.issuperset(surface.lists):
        return surface
    lists = {name: items for name, items in surface.lists.items() if name in names}
    return Surface(header=surface.header, lists=lists, digest="")


def _silent(surface: Surface) -> Surface:
    """Give this server as if it offered nothing yet, so that all it offers is an addition."""
    header = {name: value for name, value in surface.header.items() if name != "instructions"}
    return Surface(header=header, lists={name: {} for name in surface.lists}, digest="")


def troubles(pair: Pair) -> Iterator[Finding]:
    """Name what could not be checked or believed: a whole server, one of its lists, or how it behaved."""
    if pair.probe is None:
        if pair.locked is not None:
            unknown = Trouble(code="not-configured", message="no configured server has this name")
            yield _unchecked("server-could-not-check", pair, "server", unknown)
        return
    for note in pair.probe.notes:
        if note.code in READ:
            old, new = note.seen or (ABSENT, ABSENT)
            yield state(
                READ[note.code],
                server=pair.name,
                subject=note.subject or pair.name,
                pointer=note.pointer,
                old=old,
                new=new,
                args={"reason": note.message},
            )
    for part, trouble in pair.probe.unavailable.items():
        rule = "server-could-not-check" if part == "server" else "list-could-not-check"
        yield _unchecked(UNREAD.get(trouble.code, rule), pair, part, trouble)
    yield from _troubles_with_hashes(pair)


def _troubles_with_hashes(pair: Pair) -> Iterator[Finding]:
    if pair.listing is not None and not (pair.probe and pair.probe.unavailable):
        for part, trouble in pair.listing.unavailable.items():
            yield _unchecked("server-could-not-check", pair, part, trouble)
    tools = hashed_tools(pair)
    reason = hash_pins.unknown(pair.pinned, tools) if tools is not None else ""
    if reason:
        yield _unchecked("list-could-not-check", pair, "tools", Trouble(code="hash-unknown", message=reason))


def _unchecked(rule: str, pair: Pair, part: str, trouble: Trouble) -> Finding:
    return state(
        rule,
        server=pair.name,
        subject=pair.name,
        pointer="" if part == "server" else f"/{part}",
        args={"reason": trouble.message, "list": part, "limit": trouble.limit or trouble.code},
    )
