"""A repository in a temporary folder, with a replayed server and the real command line."""

import json
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

REPLAY = Path(__file__).with_name("replay_server.py")
TOOL = {
    "name": "read_file",
    "description": "Read a file.",
    "inputSchema": {
        "type": "object",
        "properties": {"path": {"type": "string"}, "head": {"type": "integer"}},
        "required": ["path"],
    },
    "annotations": {"readOnlyHint": True},
}
SURFACE: dict[str, Any] = {
    "protocolVersion": "2025-06-18",
    "serverInfo": {"name": "files", "version": "1.0.0"},
    "capabilities": {"tools": {}, "prompts": {}},
    "tools": [TOOL],
    "prompts": [{"name": "sum_up", "description": "Sum up a file."}],
}


@dataclass(frozen=True)
class Result:
    code: int
    out: str
    err: str

    @property
    def report(self) -> Any:
        return json.loads(self.out)


class Workspace:
    def __init__(self, root: Path) -> None:
        self.root = root
        self.command = (sys.executable, str(REPLAY), "surface.json")
        self.serve(SURFACE)

    def serve(self, surface: dict[str, Any], name: str = "surface.json") -> None:
        self.write(name, json.dumps(surface))

    def with_tool(self, **members: Any) -> None:
        self.serve({**SURFACE, "tools": [{**TOOL, **members}]})

    def write(self, name: str, text: str | bytes) -> None:
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text if isinstance(text, bytes) else text.encode("utf-8"))

    def read(self, name: str = "mcp-lock.json") -> bytes:
        return (self.root / name).read_bytes()

    def lock_document(self) -> Any:
        return json.loads(self.read())

    def configure(self, **settings: Any) -> None:
        self.write(".toolpin-ci.yml", json.dumps(self.settings(**settings)))

    def settings(self, *, policy: Any = None, **server: Any) -> dict[str, Any]:
        servers = {"files": {"command": list(self.command), **server}}
        return {"version": 1, "servers": servers, **({"policy": policy} if policy else {})}

    def run(self, *args: str, env: dict[str, str] | None = None) -> Result:
        done = subprocess.run(
            [sys.executable, "-m", "toolpin_ci", *args],
            cwd=self.root,
            capture_output=True,
            check=False,
            timeout=90,
            env={**os.environ, **(env or {})},
        )
        return Result(done.returncode, done.stdout.decode("utf-8"), done.stderr.decode("utf-8"))

    def lock(self, *args: str) -> Result:
        return self.run("lock", *args, "--", *self.command)

    def check(self, *args: str) -> Result:
        return self.run("check", "--format", "json", *args, "--", *self.command)

    def git(self, *args: str) -> str:
        who = ["-c", "user.name=Test", "-c", "user.email=test@example.invalid", "-c", "commit.gpgsign=false"]
        done = subprocess.run(
            ["git", *who, *args], cwd=self.root, capture_output=True, check=True, text=True, timeout=60
        )
        return done.stdout.strip()

    def commit(self, message: str = "state") -> str:
        self.git("add", "-A")
        self.git("commit", "-q", "--allow-empty", "-m", message)
        return self.git("rev-parse", "HEAD")
