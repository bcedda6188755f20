"""A forward proxy on loopback that leads every name to one port of this machine."""

import select
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


@dataclass(slots=True, kw_only=True)
class Proxy:
    url: str
    leads_to: int
    asked: list[str] = field(default_factory=list)


class _Web(ThreadingHTTPServer):
    daemon_threads = True
    proxy: Proxy


class _Handler(BaseHTTPRequestHandler):
    server: _Web

    def do_CONNECT(self) -> None:
        self.server.proxy.asked.append(self.path)
        with socket.create_connection(("127.0.0.1", self.server.proxy.leads_to), timeout=10) as there:
            self.send_response(200)
            self.end_headers()
            _relay(self.connection, there)
        self.close_connection = True

    def log_message(self, *_: object) -> None: ...


def _relay(here: socket.socket, there: socket.socket) -> None:
    while True:
        waiting = select.select([here, there], [], [], 10)[0]
        if not waiting:
            return
        for ready in waiting:
            piece = ready.recv(65536)
            if not piece:
                return
            (there if ready is here else here).sendall(piece)


@contextmanager
def forward_proxy(leads_to: int) -> Iterator[Proxy]:
    web = _Web(("127.0.0.1", 0), _Handler)
    web.proxy = Proxy(url=f"http://127.0.0.1:{web.server_address[1]}", leads_to=leads_to)
    thread = threading.Thread(target=web.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
    thread.start()
    try:
        yield web.proxy
    finally:
        web.shutdown()
        web.server_close()
        thread.join()
