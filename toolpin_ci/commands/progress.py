"""Shows on a terminal which servers are still being asked, and a line for each that has answered."""

import sys
import threading
from collections.abc import Sequence
from types import TracebackType
from typing import TextIO

from toolpin_ci.canon.terminal import plain
from toolpin_ci.model.server import ServerSpec
from toolpin_ci.model.surface import LIST_NAMES, Probe

_PAUSE = 0.25
_WORDS = {"tools": "tool", "prompts": "prompt", "resources": "resource", "resourceTemplates": "template"}
_WIDTH = 79


class Progress:
    """One line per server on stderr; silent where nobody looks."""

    def __init__(self, specs: Sequence[ServerSpec], stream: TextIO | None = None) -> None:
        """Know who is asked; nothing is shown before the first pause is over."""
        self._stream = stream or sys.stderr
        self._shown = self._stream.isatty()
        self._waiting = [_title(spec) for spec in specs]
        self._total = len(specs)
        self._lock = threading.Lock()
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._tick, daemon=True)

    def __enter__(self) -> None:
        """Begin to show who has not answered yet."""
        if self._shown:
            self._thread.start()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Take the waiting line away."""
        self._stop.set()
        if self._shown:
            self._thread.join()
            self._write("\r\x1b[K")

    def done(self, spec: ServerSpec, probe: Probe) -> None:
        """Say how one server answered."""
        if not self._shown:
            return
        with self._lock:
            self._waiting.remove(_title(spec))
            self._write(f"\r\x1b[K{_title(spec)}: {_outcome(probe)} ({probe.seconds:.1f} s)\n")

    def _tick(self) -> None:
        while not self._stop.wait(_PAUSE):
            with self._lock:
                if self._waiting:
                    answered = self._total - len(self._waiting)
                    line = f"asking {', '.join(self._waiting)} ({answered} of {self._total} answered)"
                    self._write("\r\x1b[K" + line[:_WIDTH])

    def _write(self, text: str) -> None:
        self._stream.write(text)
        self._stream.flush()


def _title(spec: ServerSpec) -> str:
    return plain(spec.name or spec.url or " ".join(spec.command))


def _outcome(probe: Probe) -> str:
    if probe.surface is None:
        return "could not be checked"
    counts = {name: sum(map(len, items.values())) for name, items in probe.surface.lists.items()}
    parts = [
        f"{counts[name]} {_WORDS[name]}{'' if counts[name] == 1 else 's'}"
        for name in LIST_NAMES
        if counts.get(name)
    ]
    missing = f", {', '.join(probe.unavailable)} could not be checked" if probe.unavailable else ""
    return (", ".join(parts) or "nothing offered") + missing
