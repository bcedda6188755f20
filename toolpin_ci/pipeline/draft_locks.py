"""What a lock says of servers beside their tools: names, and how they are reached."""

from collections.abc import Iterable, Iterator, Mapping

from toolpin_ci.locks.lines import LockLines
from toolpin_ci.model.finding import Finding
from toolpin_ci.model.jsonvalue import JsonObject, same
from toolpin_ci.model.lock import Entry
from toolpin_ci.pipeline.comparing import declared_entry
from toolpin_ci.pipeline.hash_pins import is_hash_only
from toolpin_ci.pipeline.other_locks import OtherLock
from toolpin_ci.pipeline.stating import state
from toolpin_ci.values import replace


def other_targets(other: OtherLock, targets: Mapping[str, JsonObject]) -> Iterator[Finding]:
    """Tell a server that is reached in another way than its entry says."""
    if other.format.entries is None or other.format.target_of is None:
        return
    for entry in other.format.entries(other.lock):
        now = other.format.target_of(targets.get(entry.name, {}))
        if now is not None and not same(_reach(entry.target), _reach(now)):
            found = state(
                "server-target-changed",
                server=entry.name,
                subject=entry.name,
                old=_reach(entry.target),
                new=_reach(now),
            )
            line = LockLines(other.lock.text).line(entry.pointer)
            yield replace(found, file=other.file, line=line)


def _reach(target: JsonObject) -> JsonObject:
    """Keep what says where a server is; secrets' names and verified artifacts say something else."""
    names = ("type", "registryType", "identifier", "version", "transport", "url")
    return {name: target[name] for name in names if name in target}


def entry_changes(before: Iterable[Entry], after: Iterable[Entry]) -> Iterator[Finding]:
    """Compare the entries of two locks by their identity."""
    old, new = ({entry.key: entry for entry in side} for side in (before, after))
    for key in sorted({*old, *new}):
        name = (new.get(key) or old[key]).name
        yield from declared_entry(name, old.get(key), new.get(key))


def has_tools(other: OtherLock, server: str) -> bool:
    """Tell whether a lock has tools of a server to compare; most formats are about nothing else."""
    if other.format.entries is None:
        return server not in other.format.blind(other.lock)
    return any(entry.name == server and is_hash_only(entry) for entry in other.format.entries(other.lock))


def names_without_tools(others: Iterable[OtherLock], server: str) -> bool:
    """Tell a server that a lock names without a pin of its tools: less coverage, and no failure."""
    return any(server in _named(other) for other in others)


def _named(other: OtherLock) -> Iterable[str]:
    if other.format.entries is None:
        return other.format.blind(other.lock)
    return (entry.name for entry in other.format.entries(other.lock))
