"""A raw client, the least that listing can cost: asks one server after another and prints a hash each.

python floor.py COMMAND… [-- COMMAND…]
"""

import hashlib
import json
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

LISTS = (
    ("tools/list", "tools", "tools"),
    ("prompts/list", "prompts", "prompts"),
    ("resources/list", "resources", "resources"),
    ("resources/templates/list", "resourceTemplates", "resources"),
)
HELLO = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "floor", "version": "0"}}


class Talk:
    """One conversation over a child's pipes."""

    def __init__(self, command: list[str]) -> None:
        self.child = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
        )
        self.asked = 0

    def send(self, message: dict[str, Any]) -> None:
        """Write one line."""
        assert self.child.stdin is not None  # noqa: S101 - it is a pipe
        self.child.stdin.write(json.dumps({"jsonrpc": "2.0", **message}).encode() + b"\n")
        self.child.stdin.flush()

    def ask(self, method: str, params: dict[str, Any]) -> dict[str, Any]:
        """Wait for the answer; an error is an empty one."""
        self.asked += 1
        self.send({"id": self.asked, "method": method, "params": params})
        assert self.child.stdout is not None  # noqa: S101 - it is a pipe
        for line in self.child.stdout:
            try:
                message = json.loads(line)
            except ValueError:
                continue
            if message.get("id") == self.asked and "method" not in message:
                return dict(message.get("result") or {})
        sys.exit("the server ended before it answered")

    def pages(self, method: str, name: str) -> Iterator[Any]:
        """Every item of a list."""
        params: dict[str, Any] = {}
        while True:
            result = self.ask(method, params)
            yield from result.get(name, ())
            if result.get("nextCursor") is None:
                return
            params = {"cursor": result["nextCursor"]}

    def surface(self) -> dict[str, Any]:
        """Everything that the server offers."""
        found: dict[str, Any] = {"initialize": self.ask("initialize", HELLO)}
        self.send({"method": "notifications/initialized"})
        for method, name, capability in LISTS:
            if capability in found["initialize"]["capabilities"]:
                found[name] = list(self.pages(method, name))
        return found

    def end(self) -> None:
        """Leave nothing behind."""
        self.child.kill()
        self.child.communicate()


def commands(words: list[str]) -> Iterator[list[str]]:
    """Split at `--`."""
    while "--" in words:
        at = words.index("--")
        yield words[:at]
        words = words[at + 1 :]
    yield words


def main() -> None:
    """One server after another."""
    for command in commands(sys.argv[1:]):
        talk = Talk(command)
        try:
            text = json.dumps(talk.surface(), sort_keys=True, separators=(",", ":"))
        finally:
            talk.end()
        print(hashlib.sha256(text.encode()).hexdigest(), len(text))


if __name__ == "__main__":
    main()
