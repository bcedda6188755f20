"""What every misbehaving server of the tests has in common; run one as `python serve.py NAME`."""

import json
import os
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, NoReturn

Message = dict[str, Any]
Override = Callable[[Message], object]
"""Answers one request in its own way; False leaves it to the usual answer."""

CAPABILITIES: Message = {"tools": {}, "prompts": {}, "resources": {}}
IS_ALLOWED = Path("hostile.allow").exists()
"""Servers that write, allocate or signal do so only beside this file."""


def tool(name: Any, description: Any = "d", schema: Any = None) -> Message:
    return {"name": name, "description": description, "inputSchema": schema or {"type": "object"}}


TWO_TOOLS = [tool("alpha", "First tool."), tool("beta", "Second tool.")]


def raw(data: bytes) -> None:
    sys.stdout.buffer.write(data)
    sys.stdout.buffer.flush()


def send(message: object) -> None:
    raw(json.dumps(message).encode() + b"\n")


def log(data: bytes) -> None:
    sys.stderr.buffer.write(data)
    sys.stderr.buffer.flush()


def reply(request: Message, result: Mapping[str, object]) -> None:
    send({"jsonrpc": "2.0", "id": request["id"], "result": result})


def refuse(request: Message, code: int, message: str) -> None:
    send({"jsonrpc": "2.0", "id": request["id"], "error": {"code": code, "message": message}})


def requests() -> Iterator[Message]:
    for line in sys.stdin.buffer:
        try:
            message = json.loads(line)
        except ValueError:
            continue
        if isinstance(message, dict):
            yield message


def serve(listed: Any = None, /, **overrides: Override) -> None:
    """Answer like an ordinary server but for the overrides, named by the first part of the method."""
    for request in requests():
        if "method" not in request or "id" not in request:
            continue
        override = overrides.get(request["method"].partition("/")[0])
        if override is None or override(request) is False:
            _usual(request, listed)


def _usual(request: Message, listed: Any) -> None:
    if request["method"] == "tools/list":
        tools = TWO_TOOLS if listed is None else listed() if callable(listed) else listed
        reply(request, {"tools": tools})
        return
    answers: dict[str, Message] = {
        "initialize": {
            "protocolVersion": "2025-06-18",
            "capabilities": CAPABILITIES,
            "serverInfo": {"name": "hostile", "version": "1"},
        },
        "prompts/list": {"prompts": []},
        "resources/list": {"resources": []},
        "resources/templates/list": {"resourceTemplates": []},
    }
    if request["method"] in answers:
        reply(request, answers[request["method"]])
    else:
        refuse(request, -32601, "Method not found")


def answer_raw(text: str) -> Callable[[], None]:
    """Serve a list of tools whose answer is this text, with ID where the id belongs."""

    def run() -> None:
        serve(tools=lambda request: raw(_filled(text, request["id"])))

    return run


def _filled(text: str, number: int) -> bytes:
    return text.replace("ID", str(number)).encode("utf-8", "surrogateescape") + b"\n"


def answer_tools(body: str) -> Callable[[], None]:
    """Serve one tool whose JSON text is this."""
    return answer_raw('{"jsonrpc":"2.0","id":ID,"result":{"tools":[' + body + "]}}")


def listing(tools: Any) -> Callable[[], None]:
    """Serve these tools in the ordinary way."""
    return lambda: serve(tools)


def wait_forever() -> NoReturn:
    while True:
        time.sleep(3600)


def leave() -> NoReturn:
    os._exit(0)
