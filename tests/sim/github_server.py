"""A stateful GitHub on loopback: the few endpoints that we use, with faults on demand."""

import json
import re
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qsl, urlsplit

from tests.sim.github_contract import answer_problem, check_request
from tests.sim.github_state import ROUTES, Asked, RefusedError, State


@dataclass
class Fault:
    """What goes wrong: for which requests, how often, and how."""

    method: str
    path: str
    times: int
    then: dict[str, Any]


@dataclass
class Fake:
    """One running server and what it knows."""

    state: State
    faults: list[Fault] = field(default_factory=list)
    prefix: str = ""
    granted: frozenset[str] | None = None
    """What the token may do, as `checks=write`; None: everything."""
    link: str = ""
    """A `Link` header that every list carries: a trap for clients that follow it."""
    url: str = ""
    authorised: list[bool] = field(default_factory=list)
    violations: list[str] = field(default_factory=list)
    """Answers of this fake that GitHub's description does not allow."""

    def may(self, needed: str) -> bool:
        """Tell whether the token has one of these permissions."""
        return not needed or self.granted is None or bool(self.granted & set(needed.split("; ")))

    def fault_for(self, verb: str, path: str) -> dict[str, Any] | None:
        """Take the next fault that is meant for this request."""
        with self.state.lock:
            for fault in self.faults:
                if fault.times > 0 and re.fullmatch(fault.method, verb) and re.fullmatch(fault.path, path):
                    fault.times -= 1
                    return fault.then
        return None


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    fake: Fake

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the name is the base class's
        """Stay silent."""

    def answer(self) -> None:
        """Answer one request."""
        length = int(self.headers.get("Content-Length") or 0)
        body = json.loads(self.rfile.read(length)) if length else {}
        parts = urlsplit(self.path)
        with self.fake.state.lock:
            self.fake.state.calls.append((self.command, self.path))
            self.fake.authorised.append("Authorization" in self.headers)
        graphql = self.fake.prefix.replace("/v3", "/graphql") if self.fake.prefix else "/graphql"
        if parts.path == graphql:
            path = "/graphql"
        elif parts.path.startswith(self.fake.prefix):
            path = parts.path.removeprefix(self.fake.prefix)
        else:
            self.send(404, {"message": "Not Found"})
            return
        fault = self.fake.fault_for(self.command, path)
        if fault is None:
            self.real(path, dict(parse_qsl(parts.query)), body)
        else:
            self.broken(fault, path, body)

    do_GET = do_POST = do_PATCH = do_DELETE = answer  # noqa: N815 - the names are the base class's

    def real(self, path: str, query: dict[str, str], body: dict[str, Any]) -> None:
        """Answer as GitHub would."""
        for verb, pattern, route, needed in ROUTES:
            match = re.fullmatch(pattern, path)
            if verb != self.command or match is None:
                continue
            if not self.fake.may(needed):
                headers = {"X-Accepted-GitHub-Permissions": needed}
                self.send(403, {"message": "Resource not accessible by integration"}, headers)
                return
            try:
                check_request(self.command, path, query, body)
                with self.fake.state.lock:
                    status, document = route(self.fake.state, Asked(match, query, body))
            except RefusedError as error:
                status, document = 422, {"message": f"Invalid request.\n\n{error}"}
            problem = answer_problem(self.command, path, status, document)
            if problem:
                self.fake.violations.append(problem)
            self.send(status, document)
            return
        self.send(404, {"message": "Not Found"})

    def broken(self, fault: dict[str, Any], path: str, body: dict[str, Any]) -> None:
        """Answer as the fault says."""
        if fault.get("effect"):  # it happens, and nobody hears of it
            with self.fake.state.lock:
                for verb, pattern, route, _ in ROUTES:
                    match = re.fullmatch(pattern, path)
                    if verb == self.command and match is not None:
                        route(self.fake.state, Asked(match, {}, body))
        if fault.get("delete"):
            with self.fake.state.lock:
                ident = int(path.rsplit("/", 1)[1])
                self.fake.state.comments[:] = [c for c in self.fake.state.comments if c["id"] != ident]
        if fault.get("drop"):
            self.close_connection = True
            return
        headers = {k: self.path if v == "SELF" else v for k, v in fault.get("headers", {}).items()}
        self.send(fault["status"], fault.get("body"), headers, raw=fault.get("raw"))

    def send(
        self, status: int, document: object, headers: dict[str, str] | None = None, raw: str | None = None
    ) -> None:
        """Send an answer."""
        text = raw if raw is not None else ("" if document is None else json.dumps(document))
        self.send_response(status)
        link = {"Link": f'<{self.fake.link}>; rel="next"'} if self.fake.link and self.command == "GET" else {}
        for key, value in {**(headers or {}), **link}.items():
            self.send_header(key, value)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(text.encode())))
        self.end_headers()
        self.wfile.write(text.encode())


@contextmanager
def github(
    *,
    faults: Sequence[Fault] = (),
    prefix: str = "",
    granted: frozenset[str] | None = None,
    link: str = "",
) -> Iterator[Fake]:
    """Run one on a free port of this machine; every answer must have been one that GitHub gives."""
    fake = Fake(state=State(), faults=list(faults), prefix=prefix, granted=granted, link=link)
    handler = type("Handler", (_Handler,), {"fake": fake})
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    server.daemon_threads = True
    fake.url = fake.state.url = f"http://127.0.0.1:{server.server_address[1]}{prefix}"
    if link == "SELF":
        fake.link = f"{fake.url}/repos/acme/weather/issues/7/comments?page=1"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    try:
        yield fake
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
    assert not fake.violations, fake.violations
