"""An emulated GitHub that others wrote, on loopback, with one repository and one pull request."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.request import ProxyHandler, Request, build_opener

from tests.sim.registry_process import free_port, registry_command, running

REPO = "/repos/acme/weather"
_DIRECT = build_opener(ProxyHandler({}))


@dataclass(frozen=True, slots=True, kw_only=True)
class Emulated:
    """One running emulation and what it is asked by."""

    url: str

    def ask(self, verb: str, path: str, body: object = None, token: str = "owner") -> Any:
        """Ask as the one whom the token belongs to."""
        headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
        data = json.dumps(body).encode() if body is not None else None
        request = Request(f"{self.url}{path}", data=data, method=verb, headers=headers)
        with _DIRECT.open(request, timeout=30) as answer:
            return json.loads(answer.read() or b"null")

    def open_pull_request(self) -> dict[str, Any]:
        """Make a branch with a file of its own and ask for its merge."""
        tip = self.ask("GET", f"{REPO}/branches/main")["commit"]["sha"]
        self.ask("POST", f"{REPO}/git/refs", {"ref": "refs/heads/change", "sha": tip})
        content = {"message": "lock", "content": "e30=", "branch": "change"}
        self.ask("PUT", f"{REPO}/contents/mcp-lock.json", content)
        wanted = {"title": "Change", "head": "change", "base": "main"}
        made: dict[str, Any] = self.ask("POST", f"{REPO}/pulls", wanted)
        return made


@contextmanager
def emulated_github(folder: Path, token: str) -> Iterator[Emulated]:
    """Run it until the block ends; the token is the one of a job."""
    port = free_port()
    url = f"http://127.0.0.1:{port}"
    words = [str(port), "owner=acme", "other=mallory", f"{token}=github-actions[bot]"]
    with running([*registry_command("github"), *words], folder, f"{url}/rate_limit"):
        yield Emulated(url=url)
