"""GitHub gets so much time of a run and no more, however it spends it."""

import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

import pytest

from tests.publish.conftest import TOKEN, Clock, Make
from tests.sim.github_server import Fault, github
from toolpin_ci.edge.github import GitHub
from toolpin_ci.edge.patience import ATTEMPTS, Patience
from toolpin_ci.ports import ForgeError, ForgeFailure
from toolpin_ci.publish import State
from toolpin_ci.publish.comment import publish as publish_comment


@contextmanager
def dripping() -> Iterator[str]:
    """A server that answers a byte now and then, for ever."""
    listener = socket.create_server(("127.0.0.1", 0))
    ended = threading.Event()

    def drip(peer: socket.socket) -> None:
        with peer:
            peer.recv(65536)
            peer.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n[")
            while not ended.wait(0.05):
                peer.sendall(b" ")

    def serve() -> None:
        while not ended.is_set():
            try:
                peer, _ = listener.accept()
            except OSError:
                return
            threading.Thread(target=drip, args=(peer,), daemon=True).start()

    threading.Thread(target=serve, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{listener.getsockname()[1]}"
    finally:
        ended.set()
        listener.close()


def test_an_answer_that_drips_for_ever_is_left_behind(edition: Make) -> None:
    with dripping() as url:
        forge = GitHub("acme/weather", TOKEN, api_url=url, patience=Patience(budget=0.4))
        began = time.monotonic()
        delivery = publish_comment(replace(edition(None), forge=forge))
        took = time.monotonic() - began
        with pytest.raises(ForgeError, match="all the time"):
            forge.comments(7)
    assert delivery.state is State.SKIPPED
    assert took < 10


def test_time_that_servers_take_is_not_counted(clock: Clock) -> None:
    patience = Patience(budget=60, sleep=clock.sleep, monotonic=clock, now=clock)
    clock.now += 3600
    assert patience.wait(0, {"retry-after": "50"})
    assert patience.left == 10
    assert not patience.wait(0, {"retry-after": "11"})


def test_attempts_end(clock: Clock) -> None:
    patience = Patience(sleep=clock.sleep, monotonic=clock, now=clock)
    assert [patience.wait(attempt, {}) for attempt in range(ATTEMPTS)] == [True] * (ATTEMPTS - 1) + [False]


def test_a_limit_without_a_header_is_given_more_time_than_a_hiccup(clock: Clock) -> None:
    patience = Patience(sleep=clock.sleep, monotonic=clock, now=clock)
    patience.wait(0, {}, limited=True)
    patience.wait(0, {})
    assert clock.waits[0] >= 5 > clock.waits[1]


def test_calls_go_through_the_proxy_that_the_environment_names(
    clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    with github() as proxy:  # it takes the whole address in the request line, as a proxy gets it
        monkeypatch.setenv("http_proxy", proxy.url)
        monkeypatch.delenv("no_proxy", raising=False)
        monkeypatch.delenv("NO_PROXY", raising=False)
        patience = Patience(sleep=clock.sleep, monotonic=clock, now=clock)
        forge = GitHub("acme/weather", TOKEN, api_url="http://github.invalid", patience=patience)
        forge.create_comment(7, "hello")
    assert proxy.state.calls == [("POST", "http://github.invalid:80/repos/acme/weather/issues/7/comments")]
    assert proxy.state.comments[0]["body"] == "hello"


@pytest.mark.parametrize(
    ("status", "message", "failure"),
    [
        (401, "Bad credentials", ForgeFailure.TOKEN),
        (403, "Resource not accessible by integration", ForgeFailure.PERMISSION),
        (403, "You have exceeded a secondary rate limit", ForgeFailure.LIMITED),
        (403, "Unable to create comment because issue is locked.", ForgeFailure.REFUSED),
        (404, "Not Found", ForgeFailure.GONE),
        (410, "Issues are disabled for this repo", ForgeFailure.REFUSED),
        (422, "Validation Failed", ForgeFailure.REFUSED),
        (429, "slow down", ForgeFailure.LIMITED),
        (502, "", ForgeFailure.UNCERTAIN),
        (504, "", ForgeFailure.UNCERTAIN),
    ],
)
def test_every_refusal_means_one_thing(
    status: int, message: str, failure: ForgeFailure, clock: Clock
) -> None:
    with github(faults=[Fault("POST", ".*", 99, {"status": status, "body": {"message": message}})]) as fake:
        patience = Patience(sleep=clock.sleep, monotonic=clock, now=clock)
        forge = GitHub("acme/weather", TOKEN, api_url=fake.url, patience=patience)
        with pytest.raises(ForgeError) as raised:
            forge.create_comment(7, "x")
    assert raised.value.failure is failure
    assert (len(fake.state.calls) > 1) == (failure is ForgeFailure.LIMITED)
