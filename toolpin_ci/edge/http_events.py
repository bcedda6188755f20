"""Splits a stream of server-sent events into events while it is read, byte for byte."""

from collections.abc import Iterator

from toolpin_ci.errors import LimitError
from toolpin_ci.model.limits import LINE_BYTES
from toolpin_ci.values import dataclass

_BOM = b"\xef\xbb\xbf"


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """One event: its kind, its data, and the fields that serve to resume a broken stream."""

    kind: bytes
    data: bytes
    resume: tuple[bytes, ...]
    """The `id` and `retry` lines as they came."""

    def encoded(self, data: bytes) -> bytes:
        """Write the event with other data."""
        return b"\n".join((*self.resume, b"event: " + self.kind, b"data: " + data, b"", b""))


class Events:
    """Collects chunks into events; one that grows past `LINE_BYTES` raises `LimitError` at once."""

    def __init__(self) -> None:
        """Start before the first byte."""
        self._line: list[bytes] = []
        self._size = 0
        self._first = True
        self._after_return = False
        self._begin()

    def _begin(self) -> None:
        self._kind = b""
        self._data: list[bytes] = []
        self._resume: list[bytes] = []
        self._size = 0

    def feed(self, chunk: bytes) -> Iterator[Event]:
        """Give the events that this chunk completes."""
        if not chunk:
            return
        if self._after_return and chunk.startswith(b"\n"):
            chunk = chunk[1:]
        self._after_return = chunk.endswith(b"\r")
        for piece in chunk.splitlines(keepends=True):
            self._size += len(piece)
            if self._size > LINE_BYTES:
                raise LimitError(f"an event of more than {LINE_BYTES:,} bytes", limit="LINE_BYTES")
            self._line.append(piece)
            if piece.endswith((b"\n", b"\r")):
                yield from self._take(b"".join(self._line).rstrip(b"\r\n"))
                self._line.clear()

    def _take(self, line: bytes) -> Iterator[Event]:
        if self._first:
            line = line.removeprefix(_BOM)
            self._first = False
        if line:
            self._field(line)
            return
        if self._data or self._resume:
            yield Event(
                kind=self._kind or b"message", data=b"\n".join(self._data), resume=tuple(self._resume)
            )
        self._begin()

    def _field(self, line: bytes) -> None:
        name, _, value = line.partition(b":")
        value = value.removeprefix(b" ")
        if name == b"event":
            self._kind = value
        elif name == b"data":
            self._data.append(value)
        elif name in (b"id", b"retry"):
            self._resume.append(line)
