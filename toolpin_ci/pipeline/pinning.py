"""What the lockfile pins outside of itself: which pins there are, and what their evidence means."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from toolpin_ci.model.finding import Finding
from toolpin_ci.model.lock import Entry
from toolpin_ci.model.report import PinEvidence, PinState
from toolpin_ci.pipeline.stating import state

if TYPE_CHECKING:
    from toolpin_ci.model.pin import Pin

OFFLINE = "not-checked"


def pins_to_verify(entries: Iterable[Entry]) -> "tuple[Pin, ...]":
    """List what entries pin; a server that we start here, or that runs here, pins nothing outside."""
    found: list[Pin] = []
    for entry in entries:
        if entry.target.get("kind") in ("package", "remote"):
            from toolpin_ci.pins import pins_of

            found.extend(pin for pin in pins_of(entry.document) if not _is_here(pin))
    return tuple(found)


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


def pin_findings(server: str, evidence: Iterable[PinEvidence]) -> Iterator[Finding]:
    """Say what is wrong: a pin that failed always, one that could not be checked where it is required."""
    for item in evidence:
        args = {"kind": item.kind, "locked": item.locked, "found": item.found, "reason": item.reason}
        if item.state is PinState.FAILED:
            yield state("pin-failed", server=server, subject=item.subject, args=args)
        elif item.state is PinState.UNAVAILABLE and item.required and item.code != OFFLINE:
            yield state("pin-unavailable", server=server, subject=item.subject, args=args)
