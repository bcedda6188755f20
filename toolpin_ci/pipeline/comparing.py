"""The two comparisons of one server, never mixed: what the pull request declares, and what it does not."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from toolpin_ci.locks.toolpin_entry import artifacts_of, target_of
from toolpin_ci.model.finding import Finding
from toolpin_ci.model.jsonvalue import JsonObject, same
from toolpin_ci.model.lock import Entry
from toolpin_ci.model.server import ServerSpec
from toolpin_ci.model.surface import LIST_NAMES, Probe, Surface
from toolpin_ci.pipeline import hash_pins
from toolpin_ci.pipeline.stating import graded, state


@dataclass(frozen=True, slots=True, kw_only=True)
class Pair:
    """One server: how it is asked, what it said, and what the lockfiles of both sides hold."""

    name: str
    spec: ServerSpec | None = None
    probe: Probe | None = None
    locked: Entry | None = None
    based: Entry | None = None
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


def declared_changes(pair: Pair) -> Iterator[Finding]:
    """Compare the lockfile where the pull request began with the lockfile that it brings."""
    if not pair.compared:
        return
    for finding in _declared(pair):
        yield replace(finding, declared=True)


def _declared(pair: Pair) -> Iterator[Finding]:
    if pair.based is None and pair.locked is None:
        return
    if pair.based is None:
        yield state("server-entry-added", server=pair.name, subject=pair.name)
    elif pair.locked is None:
        yield state("server-entry-removed", server=pair.name, subject=pair.name)
        return
    elif not same(pair.based.target, pair.locked.target):
        yield state(
            "server-target-changed",
            server=pair.name,
            subject=pair.name,
            old=pair.based.target,
            new=pair.locked.target,
        )
    elif artifacts_of(pair.based) and not same(artifacts_of(pair.based), artifacts_of(pair.locked)):
        artifact = pair.locked.target.get("identifier", pair.name)
        yield state("pin-record-removed", server=pair.name, subject=pair.name, args={"artifact": artifact})
    if pair.locked is None:
        return
    yield from hash_pins.declared(pair.name, pair.based, pair.locked)
    if pair.locked.surface is None:
        return
    before = pair.based.surface if pair.based is not None else None
    yield from graded(pair.name, before or _silent(pair.locked.surface), pair.locked.surface, declared=True)


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
    yield from graded(pair.name, old, new, declared=False)


def hashed_tools(pair: Pair) -> Sequence[JsonObject] | None:
    """Give the tools to compare ToolPin's hashes with; None where there are no hashes, or no tools."""
    if not pair.pinned or pair.probe is None:
        return None
    return hash_pins.listed_tools(pair.listing, pair.probe.surface)


def _target_changes(pair: Pair, before: Entry, after: JsonObject) -> Iterator[Finding]:
    """Tell a server that is started or reached in another way; a package's target is its pins' business."""
    if before.target.get("kind") in ("local", "remote") and not same(before.target, after):
        yield state(
            "server-target-changed", server=pair.name, subject=pair.name, old=before.target, new=after
        )


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
    """Name what could not be checked or believed: a whole server, one of its lists, or words that change."""
    if pair.probe is None:
        if pair.locked is not None:
            reason = "no configured server has this name"
            yield _unchecked("server-could-not-check", pair, "server", reason)
        return
    for note in pair.probe.notes:
        code, _, words = note.partition(": ")
        if code == "nondeterministic":
            yield state("surface-unsteady", server=pair.name, subject=pair.name, args={"reason": words})
    for part, trouble in pair.probe.unavailable.items():
        rule = "server-could-not-check" if part == "server" else "list-could-not-check"
        yield _unchecked(rule, pair, part, trouble.message)
    yield from _troubles_with_hashes(pair)


def _troubles_with_hashes(pair: Pair) -> Iterator[Finding]:
    if pair.listing is not None and not (pair.probe and pair.probe.unavailable):
        for part, trouble in pair.listing.unavailable.items():
            yield _unchecked("server-could-not-check", pair, part, trouble.message)
    tools = hashed_tools(pair)
    reason = hash_pins.unknown(pair.pinned, tools) if tools is not None else ""
    if reason:
        yield _unchecked("list-could-not-check", pair, "tools", reason)


def _unchecked(rule: str, pair: Pair, part: str, reason: str) -> Finding:
    return state(
        rule,
        server=pair.name,
        subject=pair.name,
        pointer="" if part == "server" else f"/{part}",
        args={"reason": reason, "list": part},
    )
