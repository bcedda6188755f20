"""Tells the time, for formats that demand it."""

from datetime import UTC, datetime


class SystemClock:
    """The clock of this machine."""

    def now(self) -> str:
        """Give the time as `YYYY-MM-DDTHH:MM:SS.mmmZ`."""
        return datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
