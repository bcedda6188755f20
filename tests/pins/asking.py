"""Asks for evidence as a run does: the real client, on loopback."""

import asyncio
from collections.abc import Mapping

from toolpin_ci.edge.addresses import Reach
from toolpin_ci.edge.http import Http
from toolpin_ci.model.pin import Pin
from toolpin_ci.model.report import PinEvidence
from toolpin_ci.pins import verify_all


def all_evidence(
    *pins: Pin, environment: Mapping[str, str] | None = None, seconds: float = 30
) -> tuple[PinEvidence, ...]:
    async def ask() -> tuple[PinEvidence, ...]:
        async with Http(environment or {}, Reach(loopback=True)) as fetch:
            return await verify_all(pins, fetch, asyncio.get_running_loop().time() + seconds)

    return asyncio.run(ask())


def evidence_of(pin: Pin, environment: Mapping[str, str] | None = None, seconds: float = 30) -> PinEvidence:
    return all_evidence(pin, environment=environment, seconds=seconds)[0]


def verdict(evidence: PinEvidence) -> tuple[str, str]:
    return str(evidence.state), evidence.code
