"""Runs a session in a thread of its own, for callers that wait instead of awaiting."""

from concurrent.futures import Future, wait
from contextlib import ExitStack
from typing import Self

from anyio.from_thread import BlockingPortal, start_blocking_portal

from toolpin_ci.edge.http_inbox import Failure, Inbox
from toolpin_ci.edge.http_loop import Loop
from toolpin_ci.edge.http_session import Session, outgoing
from toolpin_ci.errors import ProbeError
from toolpin_ci.model.jsonvalue import JsonObject
from toolpin_ci.model.limits import STOP_SECONDS
from toolpin_ci.model.server import ServerSpec
from toolpin_ci.model.surface import Note


class Link:
    """The way to one server and back; leave the context to hang up."""

    def __init__(self, spec: ServerSpec, inbox: Inbox, notes: list[Note]) -> None:
        """Prepare; the thread starts with the context."""
        self.spec = spec
        self._inbox = inbox
        self._session = Session(spec, inbox, notes)
        self._stack = ExitStack()
        self._portal: BlockingPortal
        self._running: Future[None]

    def __enter__(self) -> Self:
        self._portal = self._stack.enter_context(
            start_blocking_portal(backend_options={"loop_factory": Loop})
        )
        self._running = self._portal.start_task_soon(self._session.run)
        self._running.add_done_callback(self._over)
        return self

    def __exit__(self, *_: object) -> None:
        with self._stack:
            self._portal.call(self._session.stop)
            wait([self._running], timeout=2 * STOP_SECONDS)
            self._running.cancel()

    def _over(self, _running: "Future[None]") -> None:
        error = ProbeError("connection-lost", "the conversation with the server has ended")
        self._inbox.put(Failure(error=error, final=True))

    @property
    def received(self) -> int:
        """Bytes that came from the server so far."""
        return self._session.wire.received

    @property
    def stage(self) -> str:
        """How far the last exchange got."""
        return self._session.wire.stage

    def post(self, message: JsonObject, version: str) -> None:
        """Send a message under a protocol version."""
        self._portal.start_task_soon(self._session.put, outgoing(message, version))

    def raise_if_ours(self) -> None:
        """Raise what ended the session where that was no failure of the outside."""
        if self._running.done():
            self._running.result()
