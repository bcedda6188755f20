"""Verifies pins in the background, while servers are being asked."""

import asyncio
import threading
import time
from collections.abc import Mapping, Sequence

from toolpin_ci.edge.clock import SystemClock
from toolpin_ci.edge.http import Http
from toolpin_ci.edge.registry_settings import RegistrySettings
from toolpin_ci.model.limits import PIN_SECONDS
from toolpin_ci.model.pin import Pin
from toolpin_ci.model.report import PinEvidence
from toolpin_ci.pins import located, verify_all


class Verifying:
    """Pins that are being verified; calling it waits for the evidence, in the order of the pins."""

    def __init__(
        self, pins: Sequence[Pin], environ: Mapping[str, str], registries: RegistrySettings | None = None
    ) -> None:
        """Start at once, in a thread with an event loop of its own."""
        self._pins = tuple(pins)
        self._environ = environ
        self._registries = registries or RegistrySettings(environ)
        self._found: tuple[PinEvidence, ...] = ()
        self._bug: BaseException | None = None
        self._thread = threading.Thread(target=self._run, name="pins", daemon=True)
        self._thread.start()

    def __call__(self) -> tuple[PinEvidence, ...]:
        """Wait for the evidence."""
        self._thread.join()
        if self._bug is not None:
            raise self._bug
        return self._found

    def _run(self) -> None:
        try:
            self._found = asyncio.run(self._verify())
        except BaseException as bug:  # noqa: BLE001 - a bug in a thread must reach the main one
            self._bug = bug

    async def _verify(self) -> tuple[PinEvidence, ...]:
        async with Http(self._environ, self._registries.reach()) as fetch:
            pins = located(self._pins, self._registries)
            return await verify_all(pins, fetch, time.monotonic() + PIN_SECONDS, at=SystemClock().now())
