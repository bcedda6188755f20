"""Waits until a server that we started accepts connections."""

import socket
import time
from collections.abc import Callable

from toolpin_ci.edge.http_address import host_and_port
from toolpin_ci.edge.http_failures import host_of
from toolpin_ci.errors import ProbeError

_PAUSE_SECONDS = 0.02
_TRY_SECONDS = 0.5


def wait_until_listening(url: str, deadline: float, is_alive: Callable[[], bool]) -> None:
    """Return when the port accepts; raise `ProbeError` when the process ends or the time is up."""
    while not is_listening(url):
        if not is_alive():
            raise ProbeError("server-exited", f"the server ended before it listened at {host_of(url)}")
        if time.monotonic() >= deadline:
            advice = "check host and port of `url`, or raise `timeout` (or --timeout) if it needs longer"
            raise ProbeError("timeout", f"the server did not listen at {host_of(url)} in time", advice=advice)
        time.sleep(_PAUSE_SECONDS)


def refuse_a_taken_port(url: str) -> None:
    """Make sure that what will answer is the server that we are about to start."""
    if is_listening(url):
        message = f"something else already listens at {host_of(url)}: its answers would not be the server's"
        raise ProbeError("port-taken", message, advice="stop it, or give the server another port")


def is_listening(url: str) -> bool:
    """Tell whether anything accepts connections there."""
    try:
        with socket.create_connection(host_and_port(url), timeout=_TRY_SECONDS):
            return True
    except OSError:
        return False
