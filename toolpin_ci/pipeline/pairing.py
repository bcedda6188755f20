"""Puts together what belongs to one server: how it is asked, what it said, and what both lockfiles hold."""

from collections.abc import Callable, Iterable, Mapping, Sequence

from toolpin_ci.canon.surface_document import SurfaceError, from_json
from toolpin_ci.canon.text import parse
from toolpin_ci.errors import JsonError
from toolpin_ci.locks.toolpin_entry import target_of
from toolpin_ci.model.jsonvalue import JsonObject
from toolpin_ci.model.lock import Entry, Lock
from toolpin_ci.model.server import ServerSpec
from toolpin_ci.model.surface import Note, Probe, Trouble
from toolpin_ci.pipeline.comparing import Pair
from toolpin_ci.pipeline.hash_pins import is_hash_only
from toolpin_ci.pipeline.naming import own_name
from toolpin_ci.pipeline.neighbours import Neighbours
from toolpin_ci.pipeline.reading import Read
from toolpin_ci.pipeline.request import Request
from toolpin_ci.ports import Tree
from toolpin_ci.values import replace

ListTools = Callable[[Sequence[ServerSpec]], Sequence[Probe]]
"""Lists the tools of servers as ToolPin's client sees them."""


def pairs_of(
    request: Request, tree: Tree, read: Read, base: Read, probes: Sequence[Probe]
) -> tuple[Pair, ...]:
    """Give every server of the call, and every one that only a lockfile knows."""
    locks, bases = read.locks, base.locks
    pairs = []
    seen: set[str] = set()
    for spec, probe in zip(request.specs, with_captured(request.specs, tree, probes), strict=True):
        name = spec.name or _name_of(spec, probe, locks)
        seen.add(name)
        pairs.append(_pair(name, spec, probe, locks, bases))
    known = {entry.name for lock in (*locks.values(), *bases.values()) for entry in lock.entries}
    others = [_pair(name, None, None, locks, bases) for name in sorted(known - seen)]
    pairs += [pair for pair in others if request.whole_repo or pair.name in request.only_locked]
    around = pairs if request.is_named_by_call else [*pairs, *others]
    neighbours = Neighbours({pair.name: _offered(pair) for pair in around})
    return tuple(_with_comparison(pair, request, read, neighbours) for pair in pairs)


def _offered(pair: Pair) -> frozenset[str]:
    """Give the tools that a server says it has, or that its lockfile holds where it was not asked."""
    surface = pair.probe.surface if pair.probe is not None else None
    if surface is None and pair.locked is not None:
        surface = pair.locked.surface
    return frozenset(surface.lists.get("tools", {})) if surface is not None else frozenset()


def _with_comparison(pair: Pair, request: Request, read: Read, neighbours: Neighbours) -> Pair:
    """Compare with the base where there is one; a lockfile that is unreadable has removed nothing."""
    is_hidden = pair.locked is None and bool(read.problems)
    compared = request.base is not None and not is_hidden
    return replace(pair, compared=compared, is_named_by_call=request.is_named_by_call, neighbours=neighbours)


def _pair(
    name: str,
    spec: ServerSpec | None,
    probe: Probe | None,
    locks: Mapping[str, Lock],
    bases: Mapping[str, Lock],
) -> Pair:
    file, locked = _find(name, locks)
    entries = locks[file].entries_of(name) if file in locks else ()
    return Pair(
        name=name,
        spec=spec,
        probe=probe,
        locked=locked,
        based=_find(name, bases)[1],
        entries=_both(name, bases, locks),
        lockfile=file,
        pinned=tuple(entry for entry in entries if is_hash_only(entry)),
    )


def _by_client(name: str, locks: Mapping[str, Lock]) -> Mapping[str, Entry]:
    """Give the entries of a server, the one under its own key first."""
    entries = [entry for lock in locks.values() for entry in lock.entries_of(name)]
    found: dict[str, Entry] = {}
    for entry in sorted(entries, key=lambda entry: entry.key != f"{entry.name}:{entry.client}"):
        found.setdefault(entry.client, entry)
    return found


def _both(
    name: str, bases: Mapping[str, Lock], locks: Mapping[str, Lock]
) -> tuple[tuple[Entry | None, Entry | None], ...]:
    """Pair entries by client; one that got another name in its old place is held against what was there."""
    before, after = _by_client(name, bases), _by_client(name, locks)
    keys = {entry.key: entry for lock in bases.values() for entry in lock.entries} if after else {}
    known = {client: before.get(client) or keys.get(entry.key) for client, entry in after.items()}
    return tuple(
        (known.get(client, before.get(client)), after.get(client)) for client in sorted({*before, *after})
    )


def with_listings(pairs: Sequence[Pair], list_tools: ListTools) -> tuple[Pair, ...]:
    """Ask servers again as ToolPin asks, where only its hashes are locked; captured ones stay."""
    wanted = [
        pair
        for pair in pairs
        if pair.pinned and pair.spec is not None and not pair.spec.captured and pair.probe is not None
    ]
    if not wanted:
        return tuple(pairs)
    answers = list_tools([pair.spec for pair in wanted if pair.spec is not None])
    listings = {pair.name: answer for pair, answer in zip(wanted, answers, strict=True)}
    return tuple(replace(pair, listing=listings.get(pair.name)) for pair in pairs)


def _find(name: str, locks: Mapping[str, Lock]) -> tuple[str, Entry | None]:
    for file, lock in locks.items():
        entry = lock.entry_of(name)
        if entry is not None:
            return file, entry
    return next(iter(locks), ""), None


def _name_of(spec: ServerSpec, probe: Probe, locks: Mapping[str, Lock]) -> str:
    """Name a server of the command line: the entry with its argv, else what it calls itself."""
    for lock in locks.values():
        for entry in lock.entries:
            if spec.command and entry.argv == spec.command:
                return entry.name
    return own_name(probe.surface) or spec.url or " ".join(spec.command)


def with_captured(specs: Iterable[ServerSpec], tree: Tree, asked: Iterable[Probe]) -> tuple[Probe, ...]:
    """Give what every server says: those that were asked in their order, the others from their files."""
    live = iter(asked)
    return tuple(_captured(spec, tree) if spec.captured else next(live) for spec in specs)


def _captured(spec: ServerSpec, tree: Tree) -> Probe:
    raw = tree.read(spec.captured)
    try:
        surface, mismatches = from_json(parse(raw or b"", finite=True))
    except (JsonError, SurfaceError) as error:
        reason = error.message if raw is not None else "there is no such file"
        trouble = Trouble(code="captured-unreadable", message=f"{spec.captured}: {reason}")
        return Probe(unavailable={"server": trouble})
    if mismatches:
        message = f"{spec.captured}: {mismatches[0].pointer} is not what the definitions give"
        return Probe(unavailable={"server": Trouble(code="captured-unreadable", message=message)})
    return Probe(surface=surface, notes=(Note("not probed", f"taken from {spec.captured}"),))


def live_probes(pairs: Iterable[Pair]) -> Mapping[str, Probe]:
    """Give what each server says, where it could be read whole."""
    return {pair.name: pair.probe for pair in pairs if pair.probe is not None and pair.probe.is_complete}


def targets_of(pairs: Iterable[Pair]) -> Mapping[str, JsonObject]:
    """Say how each server is reached, unless the call itself names the way."""
    return {
        pair.name: target_of(pair.spec)
        for pair in pairs
        if pair.spec is not None and not pair.is_named_by_call
    }
