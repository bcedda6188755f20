"""Opens a channel to an address, and starts the server behind it first where the configuration says how."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager

from toolpin_ci.edge.http_channel import open_http
from toolpin_ci.edge.launch import Launched, Place, launched
from toolpin_ci.edge.processes import exit_code
from toolpin_ci.edge.wait_for_port import refuse_a_taken_port, wait_until_listening
from toolpin_ci.errors import ProbeError
from toolpin_ci.model.jsonvalue import JsonObject
from toolpin_ci.model.server import ServerSpec
from toolpin_ci.ports import Answer, Channel

Launch = Callable[[], AbstractContextManager[Launched]]
_EXIT_SECONDS = 0.1


def open_url(
    spec: ServerSpec, place: Place, answer: Answer, deadline: float
) -> AbstractContextManager[Channel]:
    """Reach the server at an address; with a command, start it first and stop it afterwards."""
    if not spec.command:
        return open_http(spec, answer, deadline)
    return open_started(spec, lambda: launched(spec, place, pipes=False), answer, deadline)


@contextmanager
def open_started(spec: ServerSpec, launch: Launch, answer: Answer, deadline: float) -> Iterator[Channel]:
    """Start a local server, wait for its port and talk to it; afterwards nothing of it is left."""
    refuse_a_taken_port(spec.url)
    with launch() as child:
        try:
            deadline += child.setup_seconds
            wait_until_listening(spec.url, deadline, lambda: child.process.poll() is None)
        except ProbeError as error:
            raise _with_log(error, child) from error
        with open_http(spec, answer, deadline) as channel:
            yield _Started(channel, child)


class _Started:
    """A channel whose failures show the end of the server's log."""

    def __init__(self, channel: Channel, child: Launched) -> None:
        self._channel = channel
        self._child = child
        self.notes = channel.notes
        self.notes.extend(child.notes)
        self.protections = child.protections
        self.notify = channel.notify
        self.set_protocol = channel.set_protocol

    @property
    def received(self) -> int:
        return self._channel.received

    def request(self, method: str, params: JsonObject) -> JsonObject:
        try:
            return self._channel.request(method, params)
        except ProbeError as error:
            raise _with_log(error, self._child) from error


def _with_log(error: ProbeError, child: Launched) -> ProbeError:
    code = exit_code(child.process, _EXIT_SECONDS)
    child.log.settle()
    ended = "" if code is None else f"; its process ended with {code}"
    message, log = error.message + ended, child.log.text()
    return ProbeError(error.code, message, advice=error.advice, log=log, limit=error.limit)
