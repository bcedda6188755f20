"""Turns what a verifier saw into evidence; a publisher's claim alone never becomes `passed`."""

from collections.abc import Mapping
from hashlib import sha256

from toolpin_ci.errors import ToolpinError
from toolpin_ci.model.pin import Pin
from toolpin_ci.model.report import PinEvidence, PinState
from toolpin_ci.values import dataclass, field, replace

NOTHING_LOCKED = "the lock holds no digest yet; `toolpin-ci lock` records the one found"


@dataclass(frozen=True, slots=True, kw_only=True)
class Seen:
    """What a verifier found, how, and where, before it is judged."""

    method: str
    anchor: str = ""
    """The host whose answer counts."""
    files: Mapping[str, str] = field(default_factory=dict)
    """Digests of bytes that we hashed ourselves."""
    claims: Mapping[str, str] = field(default_factory=dict)
    """Digests that the registry says, where bytes were not hashed."""
    notes: tuple[str, ...] = ()


class PinFailure(ToolpinError):  # noqa: N818 - a verdict on one pin, not an error of the run
    """A pin does not hold; `code` names how."""

    exit_code = 1

    def __init__(self, code: str, message: str, seen: Seen | None = None) -> None:
        """Keep what was seen beside the reason."""
        super().__init__(message)
        self.code = code
        self.seen = seen or Seen(method="")


def evidence(pin: Pin, state: PinState, seen: Seen, code: str = "", reason: str = "") -> PinEvidence:
    """Write down how a pin stands."""
    return PinEvidence(
        kind=pin.kind,
        subject=pin.subject,
        state=state,
        locked=summary(pin.digests),
        found=summary(_comparable(pin, state, {**seen.claims, **seen.files})),
        method=seen.method,
        anchor=seen.anchor,
        reason=reason,
        required=pin.required,
        code=code,
        identifier=pin.identifier,
        version=pin.version,
        files=dict(seen.files),
        notes=seen.notes,
    )


def _comparable(pin: Pin, state: PinState, found: Mapping[str, str]) -> Mapping[str, str]:
    """Show what the lock has too, where nothing is wrong; where something is, show all."""
    if state is PinState.FAILED or not set(pin.digests) <= set(found):
        return found
    return {name: found[name] for name in pin.digests} or found


def failed(pin: Pin, failure: PinFailure) -> PinEvidence:
    """Write down a pin that does not hold."""
    seen = failure.seen if failure.seen.anchor else replace(failure.seen, anchor=_host(pin))
    return evidence(pin, PinState.FAILED, seen, failure.code, str(failure))


def unavailable(pin: Pin, code: str, reason: str) -> PinEvidence:
    """Write down a pin that could not be checked."""
    return evidence(pin, PinState.UNAVAILABLE, Seen(method="", anchor=_host(pin)), code, reason)


def _host(pin: Pin) -> str:
    """Name whom a pin is asked of: its registry, or the host of its own address."""
    address = pin.registry.url or pin.identifier
    return address.partition("://")[2].partition("/")[0].rpartition("@")[2]


def judged(pin: Pin, seen: Seen) -> PinEvidence:
    """Compare the hashed bytes with every digest that the lock holds."""
    if not pin.digests:
        return evidence(pin, PinState.DECLARED, seen, f"{pin.kind}-not-locked", NOTHING_LOCKED)
    for name, locked in sorted(pin.digests.items()):
        found = seen.files.get(name) or seen.claims.get(name)
        if found is None:
            raise PinFailure(f"{pin.kind}-file-gone", f"{name} is locked and no longer there", seen)
        if found != locked:
            raise PinFailure(f"{pin.kind}-digest-changed", f"{name} has another digest than the lock", seen)
    unhashed = sorted(set(pin.digests) - set(seen.files))
    if unhashed:
        reason = (
            f"the registry says the locked digest of {', '.join(unhashed[:3])}, but its bytes were not hashed"
        )
        return evidence(pin, PinState.DECLARED, seen, f"{pin.kind}-not-hashed", reason)
    return evidence(pin, PinState.PASSED, seen)


def summary(digests: Mapping[str, str]) -> str:
    """Say one digest, or how many with one digest over all of them."""
    if len(digests) <= 1:
        return next(iter(digests.values()), "")
    lines = "".join(f"{digest} {name}\n" for name, digest in sorted(digests.items()))
    whole = sha256(lines.encode("utf-8", "surrogatepass")).hexdigest()
    return f"{len(digests)} files, together sha256:{whole}"
