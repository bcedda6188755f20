"""Decides whether and how long to wait before GitHub is asked again."""

import random
import time
from collections.abc import Callable, Mapping
from email.utils import parsedate_to_datetime

BUDGET_SECONDS = 120.0
"""What all waiting for GitHub in one run may take together."""

RETRY_AFTER_SECONDS = 60.0
"""The longest single wait; who asks for more is not waited for."""

ATTEMPTS = 5
_FIRST_PAUSE = 0.5


class Patience:
    """Counts attempts of one request against the time that the whole run may spend."""

    def __init__(
        self,
        *,
        budget: float = BUDGET_SECONDS,
        sleep: Callable[[float], None] = time.sleep,
        monotonic: Callable[[], float] = time.monotonic,
        now: Callable[[], float] = time.time,
    ) -> None:
        """Start the clock now."""
        self._sleep = sleep
        self._monotonic = monotonic
        self._now = now
        self._deadline = monotonic() + budget

    @property
    def left(self) -> float:
        """Seconds that may still be spent."""
        return max(self._deadline - self._monotonic(), 0.0)

    def wait(self, attempt: int, headers: Mapping[str, str]) -> bool:
        """Wait before the next attempt; False, without waiting, where that would be pointless."""
        pause = self._asked_for(headers)
        if pause is None:
            pause = _FIRST_PAUSE * 2**attempt * random.uniform(0.5, 1.0)  # noqa: S311 - jitter is no secret
        if attempt + 1 >= ATTEMPTS or pause > min(RETRY_AFTER_SECONDS, self.left):
            return False
        self._sleep(pause)
        return True

    def _asked_for(self, headers: Mapping[str, str]) -> float | None:
        """Read how long the server wants us to wait: in seconds, at a date, or until the limit is reset."""
        asked = headers.get("retry-after", "")
        if asked.strip().isdecimal():
            return float(asked[:12])
        if asked:
            return self._until(asked)
        if headers.get("x-ratelimit-remaining") == "0" and headers.get("x-ratelimit-reset", "").isdecimal():
            return max(float(headers["x-ratelimit-reset"][:15]) - self._now(), 0.0)
        return None

    def _until(self, date: str) -> float | None:
        try:
            return max(parsedate_to_datetime(date).timestamp() - self._now(), 0.0)
        except (ValueError, OverflowError):
            return None
