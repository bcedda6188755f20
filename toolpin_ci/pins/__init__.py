"""Verifies what a lock pins outside of itself, one file for each kind of registry."""

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence

from toolpin_ci.errors import FetchError
from toolpin_ci.model.limits import PINS_AT_ONCE
from toolpin_ci.model.pin import Pin
from toolpin_ci.model.report import PinEvidence, PinState
from toolpin_ci.pins import facets, mcpb, npm, oci, pypi, remote
from toolpin_ci.pins.evidence import PinFailure, Seen, evidence, failed, unavailable
from toolpin_ci.pins.facets import api_surface_evidence, facets_pins_of
from toolpin_ci.pins.oci_reference import parse_reference
from toolpin_ci.pins.reading import ARTIFACTS, CONTRADICTION, pins_of, record
from toolpin_ci.ports import Fetch, Registries
from toolpin_ci.values import replace

__all__ = [
    "ARTIFACTS",
    "VERIFIERS",
    "api_surface_evidence",
    "facets_pins_of",
    "located",
    "not_checked",
    "pins_of",
    "record",
    "verify",
    "verify_all",
]

VERIFIERS: Mapping[str, Callable[[Pin, Fetch], Awaitable[PinEvidence]]] = {
    "oci": oci.verify,
    "npm": npm.verify,
    "pypi": pypi.verify,
    "mcpb": mcpb.verify,
    "facets": facets.verify,
    "remote": remote.verify,
}

_NEED_A_REGISTRY = ("npm", "pypi")


def located(pins: Iterable[Pin], registries: Registries) -> tuple[Pin, ...]:
    """Say for every pin where its registry is; one that nothing names stays without."""
    return tuple(_located(pin, registries) for pin in pins)


def _located(pin: Pin, registries: Registries) -> Pin:
    """Ask by package name; images are asked for by the host in their name."""
    name = pin.identifier
    if pin.kind == "oci":
        try:
            name = parse_reference(name).host
        except PinFailure:
            return pin
    found = registries.find(pin.kind, name, pin.registry.url)
    return pin if found is None else replace(pin, registry=found)


async def verify(pin: Pin, fetch: Fetch) -> PinEvidence:
    """Verify one pin; whatever a registry does, the answer is evidence."""
    if pin.kind not in VERIFIERS:
        reason = f"packages of the kind {pin.kind[:40]!r} cannot be verified yet: nothing was checked"
        return evidence(pin, PinState.DECLARED, Seen(method=""), "kind-not-verified", reason)
    try:
        _check_askable(pin)
        return await VERIFIERS[pin.kind](pin, fetch)
    except PinFailure as failure:
        return failed(pin, failure)
    except FetchError as error:
        return unavailable(pin, error.code, "; ".join(error.diagnostics()))


def _check_askable(pin: Pin) -> None:
    contradiction = pin.facts.get(CONTRADICTION)
    if contradiction:
        raise PinFailure("lock-contradicts-itself", str(contradiction))
    if pin.kind in _NEED_A_REGISTRY and not pin.registry.url:
        advice = "name it in the configuration, or where its own client reads it"
        raise FetchError("registry-unknown", f"no {pin.kind} registry is configured", advice=advice)


async def verify_all(
    pins: Sequence[Pin], fetch: Fetch, deadline: float, *, at: str = ""
) -> tuple[PinEvidence, ...]:
    """Verify pins at the same time, in the order given; `deadline` is on the event loop's monotonic clock.

    Pins that are equal, as one server locked for several clients has them, are asked for once.
    """
    gate = asyncio.Semaphore(PINS_AT_ONCE)
    distinct = {repr(pin): pin for pin in pins}

    async def one(pin: Pin) -> PinEvidence:
        async with gate:
            return await _in_time(pin, fetch, deadline)

    found = await asyncio.gather(*(one(pin) for pin in distinct.values()))
    by_pin = {key: replace(item, verified_at=at) for key, item in zip(distinct, found, strict=True)}
    return tuple(by_pin[repr(pin)] for pin in pins)


async def _in_time(pin: Pin, fetch: Fetch, deadline: float) -> PinEvidence:
    try:
        async with asyncio.timeout_at(deadline):
            return await verify(pin, fetch)
    except TimeoutError:
        return unavailable(pin, "timeout", "the time for all pins was over before this one was verified")


def not_checked(pins: Iterable[Pin], reason: str) -> tuple[PinEvidence, ...]:
    """Say of every pin that it was not checked, as `--offline` has it."""
    return tuple(unavailable(pin, "not-checked", reason) for pin in pins)
