"""Verifies twenty pins at once against a registry that takes its time: `twenty_pins` is the promise."""

import asyncio
import json
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from bench.measuring import PYTHON, Times
from bench.rows import Row
from tests.sim.registry_files import FileServer, Page, file_server
from tests.sim.registry_npm import sri
from toolpin_ci.edge.addresses import Reach
from toolpin_ci.edge.http import Http
from toolpin_ci.model.pin import Pin, Registry
from toolpin_ci.pins import verify_all

MANY = 20
ANSWER_SECONDS = 0.4
TARBALL_BYTES = 300_000


def tarball(number: int) -> bytes:
    """The bytes of one package."""
    return bytes([number]) * TARBALL_BYTES


def serve(work: Path) -> None:
    """Serve packages over TLS, each answer after a pause, until standard input ends."""
    with file_server(work) as server:
        for number in range(MANY):
            publish(server, number)
        print(json.dumps([server.url("/"), server.environment]), flush=True)
        sys.stdin.read()


def publish(server: FileServer, number: int) -> None:
    """Put one package on the server."""
    content = tarball(number)
    dist = {"tarball": server.url(f"/p{number}.tgz"), "integrity": sri(content)}
    document = json.dumps({"name": f"p{number}", "version": "1.0.0", "dist": dist}).encode()
    pages = {f"/p{number}/1.0.0": Page(body=document), f"/p{number}.tgz": Page(body=content)}
    for path, page in pages.items():
        server.pages[path] = lambda page=page: slowly(page)  # type: ignore[misc]


def slowly(page: Page) -> Page:
    """Answer after a pause."""
    time.sleep(ANSWER_SECONDS)
    return page


def pin(number: int, registry: str) -> Pin:
    """The pin of one package, locked."""
    digests = {"tarball": sri(tarball(number))}
    return Pin(
        kind="npm",
        identifier=f"p{number}",
        version="1.0.0",
        digests=digests,
        registry=Registry(url=registry),
    )


def seconds(pins: Sequence[Pin], environment: dict[str, str]) -> float:
    """Verify pins and give the wall time."""

    async def verify() -> float:
        started = time.perf_counter()
        async with Http(environment, Reach(loopback=True)) as fetch:
            found = await verify_all(pins, fetch, asyncio.get_running_loop().time() + 60)
        if [evidence.state for evidence in found] != ["passed"] * len(pins):
            raise RuntimeError(f"a sound pin did not pass: {found}")
        return time.perf_counter() - started

    return asyncio.run(verify())


def twenty_pins(work: Path, runs: int) -> Iterator[Row]:
    """All pins of a run cost what the slowest of them costs."""
    command = [PYTHON, "-m", "bench.pins", str(work)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8") as server:
        registry, environment = json.loads(server.stdout.readline() if server.stdout else "")
        pins = [pin(number, registry) for number in range(MANY)]
        slowest = Times(tuple(max(seconds([one], environment) for one in pins[:3]) for _ in range(runs)))
        together = Times(tuple(seconds(pins, environment) for _ in range(runs)))
        if server.stdin:
            server.stdin.close()
    yield Row(
        what="twenty pins over the slowest one",
        limit=1.5,
        measured=together.best / slowest.best,
        spread=f"{together} over {slowest}",
    )


if __name__ == "__main__":
    serve(Path(sys.argv[1]))
