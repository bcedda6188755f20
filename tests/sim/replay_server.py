"""Replays a JSON-described MCP surface as a live server; standard library only, so that it starts at once.

  replay_server.py SURFACE.json              stdio, one JSON-RPC message a line
  replay_server.py SURFACE.json --http PORT  127.0.0.1:PORT/mcp with JSON bodies (--sse: SSE frames), the old
                                             SSE transport at /sse; port 0 picks one; the URL is printed

The surface has, all optional: serverInfo, protocolVersion (else the client's is echoed where known),
capabilities, instructions, tools, prompts, resources, resourceTemplates; and `_serve`, which shapes the wire:
  pageSize int       page every list by N items         cursorSalt str    changes the opaque cursor
  badCursor bool     the same nextCursor for ever       resultMeta obj    `_meta` of every list result
  cacheHints obj     merged into every list result      rawResults obj    method -> JSON text of the result
  ascii bool (true)  escape non-ASCII                   spaced bool       ", " and ": " as separators
  reverseKeys bool   every object's keys reversed       delayMs int       wait before every answer
  noise bool         a log notification before answers  bannerStdout str  a line on stdout before anything
  stderr bool        chatter on stderr                  log str           file for every message received
  pingClient bool    ping the client before tools/list  askClient [str]   as ping; waits for the answers
  getStream bool     HTTP: GET /mcp carries those       versions [str]    accepted by initialize, discover
  discover bool      answer server/discover             failMethods [str] answer these with -32603
  errors obj         method -> code to answer with      exitOn str        exit 3 instead of answering
  hangOn str         never answer this method           shy [str]         names of tools that are shown
                                                        only to clients that declare a capability
Without a path, the environment's REPLAY_SURFACE names it.
"""

import base64
import binascii
import json
import os
import sys
import time
from collections.abc import Iterator
from typing import Any, BinaryIO

JsonDict = dict[str, Any]

KNOWN = ("2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25")
MODERN = "2026-07-28"
LISTS = {
    "tools/list": "tools",
    "prompts/list": "prompts",
    "resources/list": "resources",
    "resources/templates/list": "resourceTemplates",
}
CAPABILITY = {
    "tools": "tools",
    "prompts": "prompts",
    "resources": "resources",
    "resourceTemplates": "resources",
}
SILENT = ("ping", "logging/setLevel", "resources/subscribe", "resources/unsubscribe")


class RefusedError(Exception):
    def __init__(self, code: int, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message


class Surface:
    """What the server offers, and how it words its answers."""

    def __init__(self, document: JsonDict) -> None:
        self.document = document
        self.wire: JsonDict = document.get("_serve", {})
        self.trusted = True

    def reply(self, request: JsonDict) -> str | None:
        """The answer as text; None where there is none."""
        method = request.get("method")
        if not isinstance(method, str) or "id" not in request or self.hangs(request):
            return None
        if method == self.wire.get("exitOn"):
            os._exit(3)
        time.sleep(self.wire.get("delayMs", 0) / 1000)
        head = {"jsonrpc": "2.0", "id": request["id"]}
        if method in self.wire.get("rawResults", {}):
            return f'{json.dumps(head)[:-1]}, "result": {self.wire["rawResults"][method]}}}'
        try:
            return self.encode({**head, "result": self.result(method, request.get("params") or {})})
        except RefusedError as error:
            return self.encode({**head, "error": {"code": error.code, "message": error.message}})

    def hangs(self, request: JsonDict) -> bool:
        return "hangOn" in self.wire and request.get("method") == self.wire["hangOn"]

    def refuses(self, method: str) -> bool:
        return method in self.wire.get("failMethods", ()) or method in self.wire.get("errors", {})

    def result(self, method: str, params: JsonDict) -> JsonDict:
        if method in self.wire.get("failMethods", ()):
            raise RefusedError(-32603, "Internal error")
        if method in self.wire.get("errors", {}):
            raise RefusedError(self.wire["errors"][method], "Refused")
        if method == "initialize":
            self.trusted = bool(params.get("capabilities"))
            return self.initialize(params.get("protocolVersion"))
        if method == "server/discover" and self.wire.get("discover"):
            return {"supportedVersions": self.wire.get("versions", [MODERN]), **self.identity()}
        if method in LISTS and LISTS[method] in self.document:
            return self.page(LISTS[method], params.get("cursor"))
        if method == "tools/call":
            return self.call(params.get("name"))
        if method in SILENT:
            return {}
        raise RefusedError(-32601, "Method not found")

    def initialize(self, wanted: object) -> JsonDict:
        accepted = wanted if wanted in self.wire.get("versions", KNOWN) else "2025-06-18"
        return {"protocolVersion": self.document.get("protocolVersion") or accepted, **self.identity()}

    def identity(self) -> JsonDict:
        offered: JsonDict = {CAPABILITY[key]: {} for key in CAPABILITY if key in self.document}
        told = {
            "capabilities": self.document.get("capabilities", offered),
            "serverInfo": self.document.get("serverInfo", {"name": "replay", "version": "0"}),
        }
        if "instructions" in self.document:
            told["instructions"] = self.document["instructions"]
        return told

    def page(self, key: str, cursor: object) -> JsonDict:
        items = self.document[key]
        if not self.trusted:
            items = [item for item in items if item.get("name") not in self.wire.get("shy", ())]
        start = 0 if cursor is None else self.position(cursor)
        end = start + self.wire.get("pageSize", len(items))
        told: JsonDict = {key: items[start:end]}
        if self.wire.get("badCursor") and items:
            told["nextCursor"] = self.cursor(0)
        elif end < len(items):
            told["nextCursor"] = self.cursor(end)
        if "resultMeta" in self.wire:
            told["_meta"] = self.wire["resultMeta"]
        return {**told, **self.wire.get("cacheHints", {})}

    def cursor(self, position: int) -> str:
        return base64.b64encode(f"{self.wire.get('cursorSalt', 'c')}\0{position}".encode()).decode()

    def position(self, cursor: object) -> int:
        try:
            salt, number = base64.b64decode(str(cursor), validate=True).decode().split("\0")
            position = int(number)
        except (binascii.Error, ValueError) as error:
            raise RefusedError(-32602, "Invalid cursor") from error
        if salt != self.wire.get("cursorSalt", "c") or position < 0:
            raise RefusedError(-32602, "Invalid cursor")
        return position

    def call(self, name: object) -> JsonDict:
        if any(tool.get("name") == name for tool in self.document.get("tools", ())):
            return {"content": [{"type": "text", "text": "replay"}], "isError": False}
        raise RefusedError(-32602, "Unknown tool")

    def encode(self, message: JsonDict) -> str:
        separators = (", ", ": ") if self.wire.get("spaced") else (",", ":")
        shown = _reversed(message) if self.wire.get("reverseKeys") else message
        return json.dumps(shown, ensure_ascii=self.wire.get("ascii", True), separators=separators)

    def questions(self, request: JsonDict) -> list[str]:
        """What the client is asked before this request is answered."""
        if request.get("method") != "tools/list":
            return []
        asked = ["ping"] if self.wire.get("pingClient") else []
        asked += self.wire.get("askClient", ())
        return [
            self.encode({"jsonrpc": "2.0", "id": f"srv-{number}", "method": method, "params": {}})
            for number, method in enumerate(asked, 1)
        ]

    def chatter(self, request: JsonDict) -> str | None:
        if not self.wire.get("noise") or request.get("method") == "initialize":
            return None
        params = {"level": "info", "data": f"t={time.time()}"}
        return self.encode({"jsonrpc": "2.0", "method": "notifications/message", "params": params})

    def note(self, message: object) -> None:
        """Keep what was received, for tests that look at it."""
        if self.wire.get("stderr") and isinstance(message, dict):
            sys.stderr.write(f"replay: {message.get('method')}\n")
            sys.stderr.flush()
        if "log" in self.wire:
            with open(self.wire["log"], "a", encoding="utf-8") as log:  # noqa: PTH123 - pathlib costs 10 ms
                log.write(json.dumps(message) + "\n")


def _reversed(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _reversed(value[key]) for key in reversed(value)}
    return [_reversed(item) for item in value] if isinstance(value, list) else value


class Stdio:
    """One conversation on stdin and stdout."""

    def __init__(self, surface: Surface, lines: BinaryIO, out: BinaryIO) -> None:
        self.surface = surface
        self.messages = self.parsed(lines)
        self.out = out

    def put(self, text: str | None) -> None:
        if text is not None:
            self.out.write(text.encode("utf-8", "surrogatepass") + b"\n")
            self.out.flush()

    def parsed(self, lines: BinaryIO) -> Iterator[JsonDict]:
        for line in filter(None, map(bytes.strip, lines)):
            try:
                found = json.loads(line)
            except ValueError:
                self.put('{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"Parse error"}}')
                continue
            for message in found if isinstance(found, list) else [found]:
                self.surface.note(message)
                yield message

    def serve(self) -> None:
        self.put(self.surface.wire.get("bannerStdout"))
        for message in self.messages:
            if "method" in message and "id" in message:
                self.ask(self.surface.questions(message))
                reply = self.surface.reply(message)
                self.put(self.surface.chatter(message) if reply else None)
                self.put(reply)

    def ask(self, questions: list[str]) -> None:
        for question in questions:
            self.put(question)
        awaited = len(questions) if "askClient" in self.surface.wire else 0
        while awaited:
            awaited -= "method" not in next(self.messages)


def main(argv: list[str]) -> int:
    words = [word for word in argv if not word.startswith("--") and not word.isdigit()]
    path = words[0] if words else os.environ.get("REPLAY_SURFACE")
    if not path:
        sys.stderr.write(__doc__ or "")
        return 2
    with open(path, encoding="utf-8") as text:  # noqa: PTH123 - pathlib costs 10 ms
        surface = Surface(json.load(text))
    if "--http" in argv:
        return serve_http(surface, int(argv[argv.index("--http") + 1]), frames="--sse" in argv)
    try:
        Stdio(surface, sys.stdin.buffer, sys.stdout.buffer).serve()
    except (BrokenPipeError, KeyboardInterrupt, StopIteration):
        return 0
    return 0


def serve_http(surface: Surface, port: int, *, frames: bool) -> int:
    sys.path.append(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))  # noqa: PTH100, PTH120
    from tests.sim.replay_http import ReplayHttp  # noqa: PLC0415 - costs more than all of stdio

    with ReplayHttp(surface, port=port, frames=frames) as server:
        print(server.url, flush=True)  # noqa: T201 - whoever let us pick the port reads it here
        server.wait()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
