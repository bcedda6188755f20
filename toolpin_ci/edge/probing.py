"""Asks several servers at once, a thread each, and keeps what came of each."""

import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

from toolpin_ci.edge.launch import Place, launched
from toolpin_ci.errors import ProbeError
from toolpin_ci.model.limits import PROBE_SECONDS, SERVERS_AT_ONCE
from toolpin_ci.model.server import ServerSpec
from toolpin_ci.model.surface import Probe, Trouble
from toolpin_ci.values import dataclass, replace

if TYPE_CHECKING:
    from toolpin_ci.model.jsonvalue import Json, JsonObject
    from toolpin_ci.ports import Answer, Channel, RpcError

_HEAD_START = 0.05
"""Seconds that the caller's own work waits for the first server to be started: it would only hold that up."""
Done = Callable[[ServerSpec, Probe], None]
Ask = Callable[[ServerSpec, Place, Callable[[], None]], Probe]


class Asking:
    """Servers that are being asked; `results` waits for all of them."""

    def __init__(self, specs: Sequence[ServerSpec], place: Place, done: Done, ask: Ask | None = None) -> None:
        """Start at once; `done` is told of each server that has answered, from its own thread."""
        self._specs = tuple(specs)
        self._ask = ask or probe_one
        self._place = place
        self._done = done
        self._turns = threading.Semaphore(SERVERS_AT_ONCE)
        self._begun = threading.Event()
        self._probes: list[Probe | None] = [None] * len(specs)
        self._bugs: list[BaseException] = []
        self._threads = [
            threading.Thread(target=self._turn, args=(number,), name=spec.name, daemon=True)
            for number, spec in enumerate(specs)
        ]
        for thread in self._threads:
            thread.start()
        self._begun.wait(_HEAD_START)

    def results(self) -> tuple[Probe, ...]:
        """Wait for every server and give what came of each, in the order that was asked for."""
        for thread in self._threads:
            thread.join()
        if self._bugs:
            raise self._bugs[0]
        return tuple(probe for probe in self._probes if probe is not None)

    def _turn(self, number: int) -> None:
        spec = self._specs[number]
        try:
            with self._turns:
                probe = self._ask(spec, self._place, self._begun.set)
            self._probes[number] = probe
            self._done(spec, probe)
        except BaseException as bug:  # noqa: BLE001 - a bug in a thread must reach the main one
            self._bugs.append(bug)
        finally:
            self._begun.set()


def _nobody() -> None:
    """Tell nobody."""


def probe_one(spec: ServerSpec, place: Place, begun: Callable[[], None] = _nobody) -> Probe:
    """Ask one server; whatever it does wrong becomes a value. `begun` is told when its process is there."""
    return _asked(
        spec, place, begun, _Manner(ask=lambda channel: _our_ask(channel, spec), answer=_our_answer)
    )


def probe_as_toolpin(spec: ServerSpec, place: Place, begun: Callable[[], None] = _nobody) -> Probe:
    """Ask one server as ToolPin asks it."""
    from toolpin_ci.probe.as_toolpin import answer, ask_as_toolpin

    return _asked(spec, place, begun, _Manner(ask=ask_as_toolpin, answer=answer))


@dataclass(frozen=True, slots=True, kw_only=True)
class _Manner:
    """How a conversation is led: what is asked, and what the server's own requests are answered."""

    ask: "Callable[[Channel], Probe]"
    answer: "Answer"


def _our_ask(channel: "Channel", spec: ServerSpec) -> Probe:
    from toolpin_ci.probe import ask

    return ask(channel, reads=spec.reads)


def _our_answer(method: str, params: "Json") -> "JsonObject | RpcError":
    from toolpin_ci.probe.identity import answer

    return answer(method, params)


def _asked(spec: ServerSpec, place: Place, begun: Callable[[], None], manner: _Manner) -> Probe:
    started = time.monotonic()
    deadline = started + (spec.timeout or PROBE_SECONDS)
    if spec.unreachable:
        return Probe(unavailable={"server": Trouble(code="unreachable", message=spec.unreachable)})
    try:
        with _connect(spec, place, deadline, begun, manner.answer) as channel:
            probe = manner.ask(channel)
    except ProbeError as error:
        trouble = Trouble(code=error.code, message=error.message, advice=error.advice, log=error.log)
        probe = Probe(unavailable={"server": trouble})
    return replace(probe, seconds=time.monotonic() - started)


@contextmanager
def _connect(
    spec: ServerSpec, place: Place, deadline: float, begun: Callable[[], None], answer: "Answer"
) -> Iterator["Channel"]:
    """Open a channel; what a conversation needs is imported while the server starts."""
    if spec.url:
        begun()
        from toolpin_ci.edge.http_servers import open_url

        with open_url(spec, place, answer, deadline) as channel:
            yield channel
        return
    with launched(spec, place, pipes=True) as child:
        begun()
        from toolpin_ci.edge.stdio_channel import StdioChannel

        yield StdioChannel(child, answer, deadline + child.setup_seconds)
