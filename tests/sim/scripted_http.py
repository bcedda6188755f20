"""An HTTP server on loopback that writes exactly the bytes a test tells it to."""

import contextlib
import json
import socket
import ssl
import threading
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any, Self

Script = Callable[["Received"], Iterable[bytes]]


@dataclass(frozen=True, slots=True)
class Received:
    """One request of the client."""

    method: str
    path: str
    headers: dict[str, str]
    message: dict[str, Any]
    stopped: threading.Event = field(repr=False)

    @property
    def number(self) -> str:
        return json.dumps(self.message.get("id"))

    @property
    def asks(self) -> bool:
        return "id" in self.message and "method" in self.message


def response(status: int, body: bytes = b"", **headers: str) -> list[bytes]:
    """A whole response; header names with an underscore for each hyphen."""
    lines = [f"HTTP/1.1 {status} Status", "Connection: close", f"Content-Length: {len(body)}"]
    lines += [f"{name.replace('_', '-')}: {value}" for name, value in headers.items()]
    return ["\r\n".join((*lines, "", "")).encode(), body]


def head(kind: str) -> bytes:
    """The beginning of a response whose body ends with the connection."""
    return f"HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Type: {kind}\r\n\r\n".encode()


def json_body(text: str, **headers: str) -> list[bytes]:
    return response(200, text.encode("utf-8", "surrogatepass"), Content_Type="application/json", **headers)


def result(request: Received, text: str) -> list[bytes]:
    """The answer to a request, with the result as JSON text."""
    return json_body(f'{{"jsonrpc":"2.0","id":{request.number},"result":{text}}}')


class ScriptedHttp:
    """Serves one script, a thread for each connection; leave the context to stop it."""

    def __init__(self, script: Script, *, tls: ssl.SSLContext | None = None) -> None:
        self._script = script
        self._tls = tls
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.stopped = threading.Event()
        self.seen: list[Received] = []
        self.host = f"127.0.0.1:{self._listener.getsockname()[1]}"
        self.url = f"{'https' if tls else 'http'}://{self.host}/mcp"

    def __enter__(self) -> Self:
        threading.Thread(target=self._accept, daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stopped.set()
        self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()

    def _accept(self) -> None:
        while not self.stopped.is_set():
            try:
                connection, _ = self._listener.accept()
            except OSError:
                return
            threading.Thread(target=self._serve, args=(connection,), daemon=True).start()

    def _serve(self, connection: socket.socket) -> None:
        # A client that goes away while we write or shake hands is what some tests are about.
        with contextlib.suppress(OSError), contextlib.ExitStack() as stack:
            stack.enter_context(connection)
            if self._tls:
                connection = stack.enter_context(self._tls.wrap_socket(connection, server_side=True))
            request = self._read(connection)
            if request is None:
                return
            self.seen.append(request)
            for piece in self._script(request):
                connection.sendall(piece)

    def _read(self, connection: socket.socket) -> Received | None:
        with connection.makefile("rb") as raw:
            if not raw.peek(1)[:1].isalpha():
                return None  # no request; a hello of TLS may have no line end to wait for
            words = raw.readline().decode("latin-1").split()
            if len(words) != 3:
                return None
            headers: dict[str, str] = {}
            while line := raw.readline().strip().decode("latin-1"):
                name, _, value = line.partition(":")
                headers[name.lower()] = value.strip()
            body = raw.read(int(headers.get("content-length", 0)))
        return Received(words[0], words[1], headers, json.loads(body) if body else {}, self.stopped)
