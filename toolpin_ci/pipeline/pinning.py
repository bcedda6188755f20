"""What the lockfile pins outside of itself: which pins there are, and what their evidence means."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from toolpin_ci.model.finding import Finding
from toolpin_ci.model.lock import Entry
from toolpin_ci.model.report import PinEvidence, PinState, ServerReport, Status
from toolpin_ci.pipeline.stating import state

if TYPE_CHECKING:
    from toolpin_ci.model.pin import Pin
    from toolpin_ci.pipeline.other_locks import OtherLock

OFFLINE = "not-checked"
_FACETS = "facets"


def all_pins(entries: Iterable[Entry], others: "Iterable[OtherLock]") -> "tuple[Pin, ...]":
    """List what lockfiles pin outside of themselves, ours and those of other systems."""
    return (*_pins_of(entries), *_pins_of_others(others))


def _pins_of(entries: Iterable[Entry]) -> "Iterator[Pin]":
    """List what entries pin; a server that we start here, or that runs here, pins nothing outside."""
    for entry in entries:
        if entry.target.get("kind") in ("package", "remote"):
            from toolpin_ci.pins import pins_of

            yield from (pin for pin in pins_of(entry.document) if not _is_here(pin))


def _pins_of_others(others: "Iterable[OtherLock]") -> "Iterator[Pin]":
    for other in others:
        if other.format.id == _FACETS:
            from toolpin_ci.pins import facets_pins_of

            yield from facets_pins_of(other.lock.document)


def _is_here(pin: "Pin") -> bool:
    from urllib.parse import urlsplit

    from toolpin_ci.canon.web_address import is_loopback

    return pin.kind == "remote" and is_loopback(urlsplit(pin.identifier).hostname or "")


def by_server(
    pins: "Sequence[Pin]", evidence: Sequence[PinEvidence]
) -> Mapping[str, tuple[PinEvidence, ...]]:
    """Put the evidence to its servers; one server locked for several clients shows it once."""
    found: dict[str, list[PinEvidence]] = {}
    for pin, item in zip(pins, evidence, strict=True):
        rows = found.setdefault(pin.server, [])
        if item not in rows:
            rows.append(item)
    return {server: tuple(rows) for server, rows in found.items()}


def pins_alone(evidence: Mapping[str, tuple[PinEvidence, ...]], known: Iterable[str]) -> list[ServerReport]:
    """Show the pins of what no configured or locked server stands for, such as a facet."""
    names = sorted(set(evidence).difference(known))
    return [ServerReport(name=name, status=Status.NOT_PROBED, pins=evidence[name]) for name in names]


def pin_findings(server: str, evidence: Iterable[PinEvidence]) -> Iterator[Finding]:
    """Say what is wrong: a pin that failed always, one that could not be checked where it is required."""
    for item in evidence:
        args = {"kind": item.kind, "locked": item.locked, "found": item.found, "reason": item.reason}
        if item.state is PinState.FAILED:
            yield state("pin-failed", server=server, subject=item.subject, args=args)
        elif item.state is PinState.UNAVAILABLE and item.required and item.code != OFFLINE:
            yield state("pin-unavailable", server=server, subject=item.subject, args=args)
