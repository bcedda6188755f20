"""A TLS file server on loopback that redirects, stalls, repeats itself and lies as it is told."""

import ssl
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import trustme


@dataclass(slots=True, kw_only=True)
class Page:
    """One answer; `endless` repeats the body until the other side hangs up."""

    body: bytes = b""
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)
    endless: bool = False
    wait: threading.Event | None = None
    """Answers only when this is set."""


@dataclass(slots=True, kw_only=True)
class FileServer:
    port: int
    authority: Path
    """The certificate authority that vouches for `localhost` and `127.0.0.1`."""
    pages: dict[str, Page | Callable[[], Page]] = field(default_factory=dict)
    asked: list[tuple[str, str, str]] = field(default_factory=list)
    """Method, host and path, and the `Authorization` of every request."""
    scheme: str = "https"

    def url(self, path: str, host: str = "localhost") -> str:
        return f"{self.scheme}://{host}:{self.port}{path}"

    @property
    def environment(self) -> dict[str, str]:
        """What makes our client trust this server."""
        return {"SSL_CERT_FILE": str(self.authority)}


class _Web(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 128
    files: FileServer
    stopping: threading.Event

    def handle_error(self, request: object, client_address: object) -> None:
        """A client that hangs up is part of many tests."""


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: _Web

    def do_GET(self) -> None:
        place = f"{self.headers.get('Host', '')}{self.path}"
        self.server.files.asked.append((self.command, place, self.headers.get("Authorization", "")))
        found = self.server.files.pages.get(self.path, Page(status=404))
        self._answer(found() if callable(found) else found)

    def do_HEAD(self) -> None:
        self.do_GET()

    def _answer(self, page: Page) -> None:
        if page.wait is not None:
            page.wait.wait(30)
        self.send_response(page.status)
        for name, value in page.headers.items():
            self.send_header(name, value)
        if page.endless:
            self.close_connection = True
        elif "Content-Length" not in page.headers:
            self.send_header("Content-Length", str(len(page.body)))
        self.end_headers()
        if self.command == "HEAD":
            return
        self.wfile.write(page.body)
        while page.endless and not self.server.stopping.is_set():
            self.wfile.write(page.body)

    def log_message(self, *_: object) -> None: ...


@contextmanager
def file_server(
    folder: Path, *, tls: bool = True, names: tuple[str, ...] = ("localhost", "127.0.0.1")
) -> Iterator[FileServer]:
    authority = trustme.CA()
    path = folder / "authority.pem"
    authority.cert_pem.write_to_path(path)
    web = _Web(("127.0.0.1", 0), _Handler)
    web.files = FileServer(port=web.server_address[1], authority=path, scheme="https" if tls else "http")
    web.stopping = threading.Event()
    if tls:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        authority.issue_cert(*names).configure_cert(context)
        web.socket = context.wrap_socket(web.socket, server_side=True, do_handshake_on_connect=False)
    thread = threading.Thread(target=web.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
    thread.start()
    try:
        yield web.files
    finally:
        web.stopping.set()
        web.shutdown()
        web.server_close()
        thread.join()
