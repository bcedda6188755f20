"""Talks JSON-RPC with a server over HTTP; what is slow to import is imported when a channel is opened."""

import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from queue import Empty
from typing import TYPE_CHECKING

from toolpin_ci.edge.http_address import check_address, is_encrypted
from toolpin_ci.edge.http_inbox import Failure, Inbox
from toolpin_ci.edge.rpc import Conversation
from toolpin_ci.errors import ProbeError
from toolpin_ci.model.jsonvalue import JsonObject
from toolpin_ci.model.server import ServerSpec
from toolpin_ci.model.surface import Note
from toolpin_ci.ports import Answer, RpcError

if TYPE_CHECKING:
    from toolpin_ci.edge.http_link import Link

_SECRET_CHARS = 6
"""Shorter words of a header are no secrets, and hiding them would blot out plain sentences."""


@contextmanager
def open_http(spec: ServerSpec, answer: Answer, deadline: float) -> Iterator["HttpChannel"]:
    """Reach a server and talk to it; afterwards its session is ended and our thread is gone."""
    check_address(spec)
    from toolpin_ci.edge.http_link import Link

    talk = Conversation(answer)
    if spec.headers and not is_encrypted(spec.url):
        talk.notes.append(Note("plain-http", "the headers of this server were sent without encryption"))
    inbox: Inbox = Inbox()
    with Link(spec, inbox, talk.notes) as link:
        yield HttpChannel(link, inbox, talk, deadline)


class HttpChannel:
    """One conversation over HTTP."""

    def __init__(self, link: "Link", inbox: Inbox, talk: Conversation, deadline: float) -> None:
        """Talk over a link whose messages arrive in `inbox`."""
        self._link = link
        self._inbox = inbox
        self._talk = talk
        self._deadline = deadline
        self._version = ""
        self._broken: ProbeError | None = None
        self.notes = talk.notes
        self.protections: tuple[str, ...] = ()

    @property
    def received(self) -> int:
        """Bytes that came from the server so far."""
        return self._link.received

    def request(self, method: str, params: JsonObject) -> JsonObject:
        """Ask and wait for the answer."""
        if self._broken is not None:
            raise self._broken
        number = self._talk.next_id()
        self._send({"jsonrpc": "2.0", "id": number, "method": method, "params": params})
        try:
            while True:
                done, result = self._talk.take(self._next_message(number, method), number, method, self._send)
                if done:
                    return result
        except RpcError as error:
            raise RpcError(error.code, without_secrets(error.message, self._link.spec.headers)) from error

    def notify(self, method: str, params: JsonObject | None = None) -> None:
        """Tell the server something that has no answer."""
        self._send({"jsonrpc": "2.0", "method": method, **({"params": params} if params else {})})

    def set_protocol(self, version: str) -> None:
        """Repeat the agreed version in a header from now on."""
        self._version = version

    def _send(self, message: JsonObject) -> None:
        self._link.post(message, self._version)

    def _next_message(self, number: int, method: str) -> JsonObject:
        while True:
            found = self._wait(method)
            if not isinstance(found, Failure):
                return found
            if found.final:
                self._link.raise_if_ours()
                self._broken = found.error
            if found.number in (None, number):
                raise found.error

    def _wait(self, method: str) -> JsonObject | Failure:
        left = self._deadline - time.monotonic()
        try:
            # A server that floods us never leaves the inbox empty, so that the clock is looked at first.
            found = self._inbox.get(timeout=left) if left > 0 else None
        except Empty:
            found = None
        if found is None:
            self._broken = self._too_late(method)
            raise self._broken
        return found

    def _too_late(self, method: str) -> ProbeError:
        message = f"no answer to {method} within the time limit: {self._link.stage}"
        return ProbeError(
            "timeout", message, advice="raise `timeout` (or --timeout) if the server needs longer"
        )


def without_secrets(text: str, headers: Mapping[str, str]) -> str:
    """Blot out what our headers hold, should a server repeat it."""
    words = {word for value in headers.values() for word in (value, *value.split())}
    for word in sorted(words, key=len, reverse=True):
        if len(word) >= _SECRET_CHARS:
            text = text.replace(word, "***")
    return text
