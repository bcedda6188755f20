"""Keeps the end of what a server writes to stderr, and never lets it block."""

import os
import select
import threading
from typing import IO

from toolpin_ci.model.limits import LOG_BYTES

_CHUNK = 65_536


class LogTail:
    """Drains a stream in the background; `text` is its bounded end."""

    def __init__(self, stream: IO[bytes] | None) -> None:
        """Start draining at once; None stands for a stream that is not there."""
        self._stream = stream
        self._kept = bytearray()
        self._dropped = 0
        self._wake_out, self._wake_in = os.pipe()
        self._thread = threading.Thread(target=self._drain, daemon=True)
        if stream is not None:
            self._thread.start()

    def _drain(self) -> None:
        if self._stream is None:
            return
        fd = self._stream.fileno()
        poller = select.poll()
        poller.register(fd, select.POLLIN)
        poller.register(self._wake_out, select.POLLIN)
        while True:
            ready = dict(poller.poll())
            chunk = os.read(fd, _CHUNK) if fd in ready else b""
            self._keep(chunk)
            if self._wake_out in ready or not chunk:
                return

    def _keep(self, chunk: bytes) -> None:
        self._kept += chunk
        over = len(self._kept) - LOG_BYTES
        if over > 0:
            del self._kept[:over]
            self._dropped += over

    def text(self, lines: int = 20) -> str:
        """Give the last lines as text; bytes that are no UTF-8 are shown as such."""
        return "\n".join(bytes(self._kept).decode("utf-8", "backslashreplace").splitlines()[-lines:])

    def settle(self, seconds: float = 0.2) -> None:
        """Wait a moment for the rest of the stream of a process that has ended."""
        if self._thread.is_alive():
            self._thread.join(seconds)

    def close(self) -> None:
        """Stop draining, also where a process that survived holds the stream open."""
        os.write(self._wake_in, b"x")
        if self._thread.is_alive():
            self._thread.join()
        os.close(self._wake_in)
        os.close(self._wake_out)
        if self._stream is not None:
            self._stream.close()
