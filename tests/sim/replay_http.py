"""Serves a replayed surface over HTTP: streamable at /mcp, the old SSE transport at /sse and /messages."""

import json
import queue
import threading
from collections.abc import Callable, Iterable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Self
from urllib.parse import parse_qs, urlsplit

from tests.sim.replay_server import MODERN, JsonDict, Surface

PATIENCE = 60.0
EVENT_STREAM = "text/event-stream"


def frame(text: str, event: str = "message") -> bytes:
    return f"event: {event}\ndata: {text}\n\n".encode("utf-8", "surrogatepass")


class ReplayHttp(ThreadingHTTPServer):
    """A server on loopback that remembers what it was sent; leave the context to stop it."""

    daemon_threads = True
    block_on_close = False

    def __init__(self, surface: Surface, *, port: int = 0, frames: bool = False) -> None:
        super().__init__(("127.0.0.1", port), _Exchange)
        self.surface = surface
        self.frames = frames
        self.base = f"http://127.0.0.1:{self.server_address[1]}"
        self.url = f"{self.base}/mcp"
        self.sse_url = f"{self.base}/sse"
        self.seen: list[tuple[str, dict[str, str]]] = []
        """HTTP method and path, and the headers in lower case, of every request."""
        self.answers: list[JsonDict] = []
        """What the client answered to our requests."""
        self.sessions: set[str] = set()
        self.streams: dict[str, queue.SimpleQueue[bytes]] = {}
        self.changed = threading.Condition()
        self.stopped = threading.Event()

    def __enter__(self) -> Self:
        threading.Thread(target=self.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stopped.set()
        self.shutdown()
        self.server_close()

    def wait(self) -> None:
        try:
            self.stopped.wait()
        except KeyboardInterrupt:
            return

    def stream(self, name: str) -> "queue.SimpleQueue[bytes]":
        with self.changed:
            return self.streams.setdefault(name, queue.SimpleQueue())

    def await_answers(self, count: int) -> None:
        with self.changed:
            self.changed.wait_for(lambda: len(self.answers) >= count, PATIENCE)

    def exchange(self, request: JsonDict, ask: Callable[[bytes], object]) -> Iterable[str]:
        """What goes to the client for one request, in order; `ask` sends our questions."""
        questions = self.surface.questions(request)
        expected = len(self.answers) + len(questions)
        for question in questions:
            ask(frame(question))
        if "askClient" in self.surface.wire:
            self.await_answers(expected)
        texts = (self.surface.chatter(request) if self.frames else None, self.surface.reply(request))
        return [text for text in texts if text is not None]


class _Exchange(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: ReplayHttp

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the base class's name
        del format, args

    def parse_request(self) -> bool:
        parsed = super().parse_request()
        if parsed:
            headers = {name.lower(): value for name, value in self.headers.items()}
            self.server.seen.append((f"{self.command} {self.path}", headers))
        return parsed

    def send(
        self, status: int, body: bytes = b"", *, kind: str = "application/json", session: str = ""
    ) -> None:
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        if session:
            self.send_header("Mcp-Session-Id", session)
        self.end_headers()
        self.wfile.write(body)

    def start_stream(self, session: str = "") -> None:
        self.close_connection = True
        self.send_response(200)
        self.send_header("Content-Type", EVENT_STREAM)
        self.send_header("Connection", "close")
        if session:
            self.send_header("Mcp-Session-Id", session)
        self.end_headers()

    def refuse(self, status: int, code: int, message: str) -> None:
        error = {"jsonrpc": "2.0", "id": None, "error": {"code": code, "message": message}}
        self.send(status, json.dumps(error).encode())

    def pump(self, name: str) -> None:
        """Send what is put into the named stream until the client goes or the server stops."""
        stream = self.server.stream(name)
        while not self.server.stopped.is_set():
            try:
                self.wfile.write(stream.get(timeout=0.05))
                self.wfile.flush()
            except queue.Empty:
                continue
            except OSError:
                return

    def do_GET(self) -> None:
        path = urlsplit(self.path).path
        if path == "/sse":
            name = f"sse-{len(self.server.streams) + 1}"
            self.server.stream(name).put(frame(f"/messages?sessionId={name}", "endpoint"))
            self.start_stream()
            self.pump(name)
        elif path == "/mcp" and self.server.surface.wire.get("getStream"):
            self.start_stream()
            self.pump("get")
        else:
            self.send(405 if path == "/mcp" else 404)

    def do_DELETE(self) -> None:
        self.server.sessions.discard(self.headers.get("Mcp-Session-Id", ""))
        self.send(200)

    def do_POST(self) -> None:
        raw = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        try:
            message = json.loads(raw)
        except ValueError:
            self.refuse(400, -32700, "Parse error")
            return
        self.server.surface.note(message)
        address = urlsplit(self.path)
        if address.path == "/messages":
            self.legacy(message, parse_qs(address.query)["sessionId"][0])
        elif address.path != "/mcp":
            self.send(404)
        elif self.allowed(message):
            self.streamable(message)

    def take(self, message: JsonDict) -> bool:
        """Accept what needs no answer; tell whether it was that."""
        if "method" in message and "id" in message:
            return False
        with self.server.changed:
            if "method" not in message:
                self.server.answers.append(message)
            self.server.changed.notify_all()
        self.send(202)
        return True

    def allowed(self, message: JsonDict) -> bool:
        """Hold the client to the headers of its era."""
        method = message.get("method")
        if self.headers.get("MCP-Protocol-Version") == MODERN:
            if method != self.headers.get("Mcp-Method"):
                self.refuse(400, -32020, "Header mismatch")
                return False
        elif method not in ("initialize", "server/discover"):
            session = self.headers.get("Mcp-Session-Id")
            if session not in self.server.sessions:
                self.refuse(404 if session else 400, -32600, "Session missing or unknown")
                return False
        return True

    def streamable(self, message: JsonDict) -> None:
        if self.take(message):
            return
        session = ""
        if message["method"] == "initialize" and not self.server.surface.refuses("initialize"):
            session = f"replay-{len(self.server.sessions) + 1}"
            self.server.sessions.add(session)
        if self.server.surface.hangs(message):
            self.server.stopped.wait(PATIENCE)
        elif self.server.frames:
            self.start_stream(session)
            on_get = self.server.surface.wire.get("getStream")
            ask = self.server.stream("get").put if on_get else self.wfile.write
            for text in self.server.exchange(message, ask):
                self.wfile.write(frame(text))
        else:
            for text in self.server.exchange(message, self.server.stream("get").put):
                self.send(200, text.encode("utf-8", "surrogatepass"), session=session)

    def legacy(self, message: JsonDict, name: str) -> None:
        if self.take(message):
            return
        self.send(202)
        # The client may send the next message over this very connection while we wait for its answers.
        threading.Thread(target=self.answer_later, args=(message, name), daemon=True).start()

    def answer_later(self, message: JsonDict, name: str) -> None:
        stream = self.server.stream(name)
        for text in self.server.exchange(message, stream.put):
            stream.put(frame(text))
