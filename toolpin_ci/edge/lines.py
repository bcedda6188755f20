"""Moves lines to and from a child over pipes that never block, within a deadline."""

import contextlib
import os
import select
import subprocess
import time

from toolpin_ci.edge.processes import has_ended
from toolpin_ci.errors import LimitError
from toolpin_ci.model.limits import LINE_BYTES

_CHUNK = 1 << 20
_LOOK_EVERY = 1.0
"""How often we look whether the server is still there while it says nothing."""
_F_SETPIPE_SZ = 1031


class DeadlineError(Exception):
    """The time was up before the next line came."""


class Lines:
    """A child's stdin and stdout, a line at a time."""

    def __init__(self, process: subprocess.Popen[bytes], deadline: float) -> None:
        """Take over both pipes; `deadline` is on the monotonic clock."""
        if process.stdin is None or process.stdout is None:
            message = "the process has no pipes"
            raise ValueError(message)
        self._in = process.stdin.fileno()
        self._out = process.stdout.fileno()
        self._deadline = deadline
        self._buffer = bytearray()
        self._scanned = 0
        self._unsent = bytearray()
        self.received = 0
        for fd in (self._in, self._out):
            os.set_blocking(fd, False)
        _widen(self._out)
        self._poller = select.poll()
        self._poller.register(self._out, select.POLLIN)
        self._process = process

    def send(self, line: bytes) -> None:
        """Queue a line and push what the pipe takes; the rest goes while we wait for answers."""
        if not self._unsent:
            self._poller.register(self._in, select.POLLOUT)
        self._unsent += line
        self._push()

    def next(self) -> bytes | None:
        """Give the next line without its end, or None at the end of the stream."""
        while True:
            end = self._buffer.find(b"\n", self._scanned)
            if end >= 0:
                line = bytes(self._buffer[:end])
                del self._buffer[: end + 1]
                self._scanned = 0
                return line
            self._scanned = len(self._buffer)
            if self._scanned > LINE_BYTES:
                message = f"a line of more than {LINE_BYTES:,} bytes"
                raise LimitError(message, limit="LINE_BYTES")
            if not self._pump():
                return self._rest()

    def _rest(self) -> bytes | None:
        rest, self._buffer, self._scanned = bytes(self._buffer), bytearray(), 0
        return rest or None

    def _pump(self) -> bool:
        """Wait for the pipes once; tell whether the stream goes on."""
        ready = self._wait()
        if not ready:
            return False
        if self._in in ready:
            self._push()
        if self._out not in ready:
            return True
        with contextlib.suppress(BlockingIOError):
            chunk = os.read(self._out, _CHUNK)
            self._buffer += chunk
            self.received += len(chunk)
            return bool(chunk)
        return True

    def _wait(self) -> dict[int, int]:
        """Wait for either pipe; nothing where the server has ended and only a child of it holds them open."""
        quiet = False
        while True:
            left = self._deadline - time.monotonic()
            if left <= 0:
                raise DeadlineError
            ready = dict(self._poller.poll(min(left, _LOOK_EVERY) * 1000))
            if ready:
                return ready
            if has_ended(self._process):
                if quiet:
                    return {}
                quiet = True

    def _push(self) -> None:
        try:
            sent = os.write(self._in, self._unsent)
        except BlockingIOError:
            return
        except BrokenPipeError:
            sent = len(self._unsent)  # the end of stdout tells the rest of the story
        del self._unsent[:sent]
        if not self._unsent:
            self._poller.unregister(self._in)


def _widen(fd: int) -> None:
    """Ask for a wider pipe, so that a large list takes fewer turns (Linux only)."""
    with contextlib.suppress(ImportError, OSError):
        import fcntl

        fcntl.fcntl(fd, _F_SETPIPE_SZ, _CHUNK)
