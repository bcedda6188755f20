"""Starts a real registry on loopback for as long as a test needs it."""

import json
import os
import socket
import subprocess
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any
from urllib.error import URLError
from urllib.request import ProxyHandler, Request, build_opener

import pytest

from tools import registries

NOT_INSTALLED = "the registries are not installed: make fixtures"
START_SECONDS = 60
_DIRECT = build_opener(ProxyHandler({}))


@cache
def _manifest() -> dict[str, Any]:
    path = registries.manifest_path()
    found: dict[str, Any] = {"commands": {}, "unavailable": {}}
    return json.loads(path.read_text(encoding="utf-8")) if path.is_file() else found


def registry_command(name: str) -> list[str]:
    """The command of an installed registry, or a skip with the reason why there is none."""
    command = _manifest()["commands"].get(name)
    if command is None:
        pytest.skip(_manifest()["unavailable"].get(name.partition("-")[0], NOT_INSTALLED))
    return list(command)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def send(
    method: str, url: str, body: bytes = b"", headers: Mapping[str, str] | None = None
) -> Mapping[str, str]:
    """One request of a publisher; raises on an error status."""
    request = Request(url, data=body or None, method=method, headers=dict(headers or {}))
    with _DIRECT.open(request, timeout=30) as answer:
        answer.read()
        return dict(answer.headers.items())


@contextmanager
def running(command: Sequence[str], folder: Path, ready: str) -> Iterator[None]:
    """Runs a registry until the block ends; `ready` is an address that answers once it is up."""
    log = folder / "log.txt"
    env = {"PATH": os.environ["PATH"], "HOME": str(folder), "LANG": "C.UTF-8"}
    with log.open("wb") as output:
        process = subprocess.Popen(
            command, cwd=folder, env=env, stdin=subprocess.DEVNULL, stdout=output, stderr=output
        )
        try:
            _wait(process, ready, log)
            yield
        finally:
            process.terminate()
            try:
                process.wait(10)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()


def _wait(process: "subprocess.Popen[bytes]", ready: str, log: Path) -> None:
    end = time.monotonic() + START_SECONDS
    while time.monotonic() < end:
        assert process.poll() is None, log.read_text(encoding="utf-8", errors="replace")[-2000:]
        try:
            send("GET", ready)
        except URLError as error:
            if getattr(error, "code", 0):
                return
            time.sleep(0.05)
        except OSError:
            time.sleep(0.05)
        else:
            return
    raise AssertionError(log.read_text(encoding="utf-8", errors="replace")[-2000:])
