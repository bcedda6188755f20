"""Opens HTTP channels for tests."""

import time
from collections.abc import Iterator
from contextlib import contextmanager

from tests.sim.replay_http import ReplayHttp
from tests.sim.replay_server import JsonDict, Surface
from toolpin_ci.edge.http_channel import HttpChannel, open_http
from toolpin_ci.model.server import ServerSpec, Transport
from toolpin_ci.probe.identity import answer, initialize_params

WIRES = ("json", "frames", "sse")
"""Streamable HTTP with JSON bodies, streamable HTTP with event streams, and the old SSE transport."""


def spec_for(url: str, *, wire: str = "json", **headers: str) -> ServerSpec:
    transport = Transport.SSE if wire == "sse" else Transport.STREAMABLE_HTTP
    return ServerSpec(name="tested", url=url, transport=transport, headers=headers)


@contextmanager
def asked(spec: ServerSpec, seconds: float = 20.0) -> Iterator[HttpChannel]:
    with open_http(spec, answer, time.monotonic() + seconds) as channel:
        yield channel


@contextmanager
def reached(document: JsonDict, wire: str, **headers: str) -> Iterator[tuple[ReplayHttp, HttpChannel]]:
    """A replayed surface and a channel to it."""
    with ReplayHttp(Surface(document), frames=wire == "frames") as server:
        url = server.sse_url if wire == "sse" else server.url
        with asked(spec_for(url, wire=wire, **headers)) as channel:
            yield server, channel


@contextmanager
def replayed(document: JsonDict, wire: str) -> Iterator[tuple[ReplayHttp, HttpChannel]]:
    """As `reached`, after the handshake."""
    with reached(document, wire) as (server, channel):
        shake_hands(channel)
        yield server, channel


def shake_hands(channel: HttpChannel) -> None:
    result = channel.request("initialize", initialize_params())
    channel.set_protocol(str(result["protocolVersion"]))
    channel.notify("notifications/initialized")
