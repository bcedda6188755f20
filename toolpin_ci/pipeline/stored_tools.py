"""Compares tools that another system's lockfile stores in full: operations, parameters, types, words."""

from collections.abc import Callable, Iterable, Iterator, Mapping

from toolpin_ci.canon.facets import records
from toolpin_ci.canon.pointer import join
from toolpin_ci.canon.surface_document import assemble
from toolpin_ci.model.finding import Finding
from toolpin_ci.model.jsonvalue import Json
from toolpin_ci.model.surface import Surface
from toolpin_ci.pipeline.other_locks import OtherLock
from toolpin_ci.pipeline.stating import graded
from toolpin_ci.values import replace


def stored_tools(other: OtherLock) -> Mapping[str, list[Json]]:
    """Give the tools that a lock stores, by server; none where its format has no place for them."""
    return other.format.tools(other.lock) if other.format.tools is not None else {}


def live_changes(other: OtherLock, name: str, server: str, surface: Surface) -> Iterator[Finding]:
    """Say what a live server offers otherwise than the lock stores of it."""
    stored = stored_tools(other).get(name)
    if stored is not None:
        live: list[Json] = [
            one.definition for found in surface.lists.get("tools", {}).values() for one in found
        ]
        found = graded(server, _surface(stored), _surface(live), declared=False)
        yield from _placed(found, other, name)


def declared_changes(old: OtherLock, new: OtherLock) -> Iterator[Finding]:
    """Say what one lock stores otherwise than the other, for servers that both know."""
    before, after = stored_tools(old), stored_tools(new)
    for name in sorted(before.keys() & after.keys()):
        found = graded(name, _surface(before[name]), _surface(after[name]), declared=False)
        yield from _placed(found, new, name)


def _surface(tools: Json) -> Surface:
    return assemble({}, {"tools": list(records(tools))})


def _placed(found: Iterable[Finding], other: OtherLock, name: str) -> Iterator[Finding]:
    lines: Callable[[str], int] = other.format.lines(other.lock)
    line = lines(join("servers", name))
    for finding in found:
        yield replace(finding, file=other.file, line=line)
