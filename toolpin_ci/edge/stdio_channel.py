"""Talks JSON-RPC with a child process over its stdin and stdout, reading every message exactly."""

import signal
from collections.abc import Mapping

from toolpin_ci.canon.text import compact, parse
from toolpin_ci.edge.launch import Launched
from toolpin_ci.edge.lines import DeadlineError, Lines
from toolpin_ci.edge.processes import exit_code
from toolpin_ci.edge.rpc import Conversation
from toolpin_ci.errors import JsonError, LimitError, ProbeError
from toolpin_ci.model.jsonvalue import JsonObject
from toolpin_ci.model.limits import NOISE_BYTES, NOISE_LINES
from toolpin_ci.model.surface import Note
from toolpin_ci.ports import Answer

_EXIT_SECONDS = 0.5
_FATAL = frozenset(
    ("response-too-large", "stdout-noise", "too-many-requests", "server-exited", "stdout-closed", "timeout")
)
"""After these the stream is in no state to go on."""
_LIMIT_CODES = {
    "LINE_BYTES": "response-too-large",
    "JSON_DEPTH": "json-too-deep",
    "NUMBER_CHARS": "number-too-long",
}


class StdioChannel:
    """One conversation over pipes."""

    def __init__(self, child: Launched, answer: Answer, deadline: float) -> None:
        """Talk to a child that was just started."""
        self._child = child
        self._lines = Lines(child.process, deadline)
        self._talk = Conversation(answer)
        self._noise_lines = 0
        self._noise_bytes = 0
        self._broken: ProbeError | None = None
        self.notes = self._talk.notes
        self.notes.extend(child.notes)
        self.protections = child.protections

    @property
    def received(self) -> int:
        """Bytes that came from the server so far."""
        return self._lines.received

    def request(self, method: str, params: JsonObject) -> JsonObject:
        """Ask and wait for the answer."""
        if self._broken is not None:
            raise self._broken
        number = self._talk.next_id()
        self._send({"jsonrpc": "2.0", "id": number, "method": method, "params": params})
        try:
            while True:
                done, result = self._talk.take(self._next_message(method), number, method, self._send)
                if done:
                    return result
        except ProbeError as error:
            told = self._with_log(error)
            if error.code in _FATAL:
                self._broken = told
            raise told from error

    def notify(self, method: str, params: JsonObject | None = None) -> None:
        """Tell the server something that has no answer."""
        self._send({"jsonrpc": "2.0", "method": method, **({"params": params} if params else {})})

    def set_protocol(self, version: str) -> None:
        """Pipes have no headers: nothing to repeat."""

    def _send(self, message: JsonObject) -> None:
        self._lines.send(compact(message).encode("utf-8") + b"\n")

    def _next_message(self, waiting_for: str) -> JsonObject:
        while True:
            try:
                line = self._lines.next()
            except DeadlineError as error:
                raise self._too_late(waiting_for) from error
            except LimitError as error:
                raise ProbeError(
                    _LIMIT_CODES[error.limit],
                    f"the answer to {waiting_for} has {error}",
                    limit=error.limit,
                ) from error
            if line is None:
                raise self._ended(waiting_for)
            message = self._read(line.strip(b"\r \t"), waiting_for)
            if message is not None:
                return message

    def _read(self, line: bytes, waiting_for: str) -> JsonObject | None:
        """Parse a line; None for what is no message of the protocol."""
        if not line:
            return None
        try:
            message = parse(line, finite=True)
        except JsonError as error:
            if not _looks_like_rpc(line):
                self._skip(line)
                return None
            limit = error.limit if isinstance(error, LimitError) else ""
            code = _LIMIT_CODES[limit] if limit else error.code
            if code == "invalid-json" and _framing(line):
                code = "multi-line-json"
            where = f" (column {error.column})" if error.column else ""
            raise ProbeError(
                code, f"while waiting for {waiting_for}: {error}{where}{_framing(line)}", limit=limit
            ) from error
        if isinstance(message, list) and message and all(isinstance(part, Mapping) for part in message):
            reason = "a batch of messages, which this protocol version does not have"
            raise ProbeError("batch", f"while waiting for {waiting_for}: {reason}")
        if not isinstance(message, Mapping) or "jsonrpc" not in message:
            self._skip(line)
            return None
        return message

    def _skip(self, line: bytes) -> None:
        if line.startswith(b"Content-Length:"):
            message = (
                "messages are framed with Content-Length headers; MCP over stdio has one JSON message a line"
            )
            raise ProbeError("content-length-framing", message)
        self._noise_lines += 1
        self._noise_bytes += len(line)
        if self._noise_lines == 1:
            words = "the server writes lines to stdout that are no messages; they were skipped"
            self.notes.append(Note("stdout-noise", words))
        if self._noise_lines > NOISE_LINES or self._noise_bytes > NOISE_BYTES:
            message = (
                f"more than {NOISE_LINES:,} lines or {NOISE_BYTES:,} bytes on stdout that are no messages"
            )
            raise ProbeError(
                "stdout-noise",
                message,
                advice="let the server write its log to stderr",
                limit="NOISE_BYTES" if self._noise_bytes > NOISE_BYTES else "NOISE_LINES",
            )

    def _too_late(self, waiting_for: str) -> ProbeError:
        noise = f"; {self._noise_lines} lines on stdout were no messages" if self._noise_lines else ""
        strays = f"; {self._talk.strays} answers had another id" if self._talk.strays else ""
        message = f"no answer to {waiting_for} within the time limit{noise}{strays}"
        return ProbeError(
            "timeout", message, advice="raise `timeout` (or --timeout) if the server needs longer"
        )

    def _ended(self, waiting_for: str) -> ProbeError:
        code = exit_code(self._child.process, _EXIT_SECONDS)
        self._child.log.settle()
        if code is None:
            return ProbeError(
                "stdout-closed", f"the server closed its stdout before it answered {waiting_for}"
            )
        return ProbeError(
            "server-exited", f"the server ended with {_exit_words(code)} before it answered {waiting_for}"
        )

    def _with_log(self, error: ProbeError) -> ProbeError:
        return ProbeError(
            error.code, error.message, advice=error.advice, log=self._child.log.text(), limit=error.limit
        )


def _looks_like_rpc(line: bytes) -> bool:
    return b'"jsonrpc"' in line


def _framing(line: bytes) -> str:
    if line.startswith((b"{", b"\xef\xbb\xbf{")):
        return ""
    return "; is the JSON spread over several lines? MCP over stdio has one message a line"


def _exit_words(code: int) -> str:
    if code >= 0:
        return f"exit code {code}"
    try:
        return f"signal {signal.Signals(-code).name}"
    except ValueError:
        return f"signal {-code}"
