"""Decides whether and how long to wait before GitHub is asked again."""

import random
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from email.utils import parsedate_to_datetime

BUDGET_SECONDS = 120.0
"""What GitHub may take of one run: answers and pauses together; asking servers does not count."""

RETRY_AFTER_SECONDS = 60.0
"""The longest single wait; who asks for more is not waited for."""

ANSWER_SECONDS = 30.0
"""The longest that one answer may take, however slowly it drips."""

ATTEMPTS = 5
_FIRST_PAUSE = 0.5
_LIMITED_PAUSE = 10.0  # GitHub asks for a minute; a job that waits that long again and again helps nobody


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
        """Nothing is spent yet: the clock runs only while GitHub is asked."""
        self._sleep = sleep
        self._monotonic = monotonic
        self._now = now
        self._left = budget

    @property
    def left(self) -> float:
        """Seconds that may still be spent."""
        return self._left

    @contextmanager
    def spending(self) -> Iterator[float]:
        """Count the time inside; gives the seconds that one answer may take."""
        began = self._monotonic()
        try:
            yield min(self._left, ANSWER_SECONDS)
        finally:
            self._left = max(self._left - (self._monotonic() - began), 0.0)

    def wait(self, attempt: int, headers: Mapping[str, str], *, limited: bool = False) -> bool:
        """Wait before the next attempt; False, without waiting, where that would be pointless."""
        pause = self._asked_for(headers)
        if pause is None:
            first = _LIMITED_PAUSE if limited else _FIRST_PAUSE
            pause = first * 2**attempt * random.uniform(0.5, 1.0)  # noqa: S311 - jitter is no secret
        if attempt + 1 >= ATTEMPTS or pause > min(RETRY_AFTER_SECONDS, self._left):
            return False
        with self.spending():
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
