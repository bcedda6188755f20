"""Holds the lockfiles of other systems to themselves and to what the live servers offer."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

from toolpin_ci.model.finding import Finding
from toolpin_ci.model.jsonvalue import Json, JsonObject
from toolpin_ci.model.report import LockReport, LockVerdict
from toolpin_ci.model.surface import Probe, Surface
from toolpin_ci.pipeline.draft_locks import has_tools, other_targets
from toolpin_ci.pipeline.naming import own_name
from toolpin_ci.pipeline.other_locks import OtherLock
from toolpin_ci.pipeline.stating import state
from toolpin_ci.pipeline.stored_tools import live_changes
from toolpin_ci.values import dataclass, field, replace

if TYPE_CHECKING:
    from toolpin_ci.locks.base import Problem

ADVISORY = frozenset(
    ("lock-not-comparable", "lock-action-unknown", "lock-surface-missing", "lock-coverage-low")
)
"""What only limits a comparison: told as a note, never as drift."""

_INCONSISTENT, _UNCHECKED = "other-lock-inconsistent", "other-lock-unchecked"
_RULES = {
    f"lock-{kind}-{action}": f"other-lock-{kind}-{action}"
    for kind in ("tool", "prompt")
    for action in ("added", "removed", "changed")
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Examined:
    """One lockfile of another system, and what came of it."""

    other: OtherLock
    findings: tuple[Finding, ...] = ()
    compared: tuple[str, ...] = ()
    """The live servers that it speaks of."""
    notes: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """What could not be compared, by server; those of the file itself have no server."""

    def report(self) -> LockReport:
        """Give its line in the report."""
        return LockReport(
            file=self.other.file,
            system=self.other.format.title,
            verdict=self._verdict(),
            servers=self.compared,
            renewed_by=self._renewed_by(),
            notes=tuple(dict.fromkeys(note for notes in self.notes.values() for note in notes)),
        )

    def _renewed_by(self) -> str:
        from shlex import quote

        return self.other.format.renewed_by.format(file=quote(self.other.file))

    def _verdict(self) -> LockVerdict:
        rules = {finding.rule for finding in self.findings}
        if _INCONSISTENT in rules:
            return LockVerdict.INCONSISTENT
        if rules - {_UNCHECKED}:
            return LockVerdict.DRIFTED
        if rules:
            return LockVerdict.COULD_NOT_CHECK
        return LockVerdict.AGREES if self.compared else LockVerdict.HOLDS_TOGETHER


@dataclass(frozen=True, slots=True, kw_only=True)
class Live:
    """What is known of the servers themselves."""

    probes: Mapping[str, Probe] = field(default_factory=dict)
    """What each server says, where it could be read whole."""
    targets: Mapping[str, JsonObject] = field(default_factory=dict)
    """How each server is reached."""
    unnamed: frozenset[str] = frozenset()
    """Servers of the call that nobody gave a name."""
    asked: frozenset[str] | None = None
    """All servers, where each one that a lock names must be among them."""


def examine(others: Iterable[OtherLock], live: Live) -> tuple[Examined, ...]:
    """Examine every lockfile."""
    return tuple(_examine(other, live) for other in others)


def _examine(other: OtherLock, live: Live) -> Examined:
    lines = other.format.lines(other.lock)
    findings: list[Finding] = []
    notes: dict[str, list[str]] = {}
    surfaces = {server: probe.surface for server, probe in live.probes.items()}
    named = names_of(other, surfaces, live.unnamed)
    sides = [("", problem, _INCONSISTENT) for problem in other.format.verify(other.lock)]
    for server, name in named.items():
        problems = _compare(other, name, live.probes[server])
        sides += [(server, problem, _RULES.get(problem.code, "other-lock-drifted")) for problem in problems]
    for server, problem, rule in sides:
        if problem.code in ADVISORY:
            notes.setdefault(server, []).append(f"{problem.code}: {other.file}: {_words(problem)}")
        else:
            findings.append(_finding(rule, other, problem, server, lines))
    findings.extend(other_targets(other, live.targets))
    for server, name in named.items():
        surface = live.probes[server].surface
        if surface is not None:
            findings.extend(live_changes(other, name, server, surface))
    if live.asked is not None:
        wanted = (other.format.expects or other.format.servers)(other.lock)
        unknown = [name for name in wanted if name not in {*named.values(), *live.asked}]
        findings.extend(_unchecked(other, name, lines) for name in unknown)
    return Examined(
        other=other,
        findings=tuple(findings),
        compared=tuple(server for server, name in named.items() if has_tools(other, name)),
        notes={server: tuple(found) for server, found in notes.items()},
    )


def names_of(
    other: OtherLock, live: Mapping[str, Surface | None], unnamed: Collection[str]
) -> Mapping[str, str]:
    """Give the live servers that a lock speaks of, with the names that it gives them.

    One server alone is the one that a lock knows alone, unless both were given names, and other ones.
    """
    known = other.format.servers(other.lock)
    found: dict[str, str] = {}
    for server, surface in live.items():
        name = next((name for name in (server, own_name(surface)) if name in known), None)
        if name is not None and name not in found.values():
            found[server] = name
    if not found and len(live) == len(known) == 1 and other.format.entries is None:
        server = next(iter(live))
        if other.format.is_of_one or server in unnamed:
            return {server: known[0]}
    return found


def _compare(other: OtherLock, name: str, probe: Probe) -> Iterator["Problem"]:
    if probe.surface is not None:
        yield from other.format.compare(other.lock, name, probe.surface)
    if probe.read and other.format.compare_read is not None:
        yield from other.format.compare_read(other.lock, probe.read)


def _words(problem: "Problem") -> str:
    return problem.message.fill(_quoted)


def _quoted(value: Json) -> str:
    return ascii(value) if isinstance(value, str) else str(value)


def _finding(
    rule: str, other: OtherLock, problem: "Problem", server: str, lines: Callable[[str], int]
) -> Finding:
    found = state(
        rule,
        server=server,
        subject=problem.subject or other.file,
        pointer=problem.pointer,
        old=problem.old,
        new=problem.new,
        args={"file": other.file},
    )
    line = lines(problem.pointer or problem.near)
    return replace(found, message=problem.message, file=other.file, line=line)


def _unchecked(other: OtherLock, name: str, lines: Callable[[str], int]) -> Finding:
    reason = f"no server that was asked is called {name}"
    found = state(_UNCHECKED, server=name, subject=name, args={"file": other.file, "reason": reason})
    return replace(found, file=other.file, line=lines(""))
