from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolpin_ci.edge import http_events
from toolpin_ci.edge.http_events import Event, Events
from toolpin_ci.errors import LimitError

STREAM = (
    b"\xef\xbb\xbf: hello\r\n\r\nid: 1\r\ndata:\r\n\r\n"
    b"event: message\ndata: {\ndata:  1}\n\n"
    b"retry: 5\rid:2\rdata:x\r\r"
    b"event: endpoint\ndata: /m\n\nevent: nothing\n\ndata: never ended\n"
)
EVENTS = [
    Event(kind=b"message", data=b"", resume=(b"id: 1",)),
    Event(kind=b"message", data=b"{\n 1}", resume=()),
    Event(kind=b"message", data=b"x", resume=(b"retry: 5", b"id:2")),
    Event(kind=b"endpoint", data=b"/m", resume=()),
]


def split(*chunks: bytes) -> list[Event]:
    events = Events()
    return [event for chunk in chunks for event in events.feed(chunk)]


def test_events_end_with_an_empty_line_of_any_kind() -> None:
    assert split(STREAM) == EVENTS


@given(st.lists(st.integers(0, len(STREAM))))
def test_it_does_not_matter_where_the_network_cuts(cuts: list[int]) -> None:
    places = sorted({0, *cuts, len(STREAM)})
    assert split(*(STREAM[start:end] for start, end in pairwise(places))) == EVENTS


def test_an_event_is_given_as_soon_as_its_last_byte_is_there() -> None:
    assert split(b"data: 1\r\r") == split(b"data: 1\r\n\r\n") == split(b"data: 1\n\n")


def test_an_event_written_with_other_data_keeps_what_resumes_the_stream() -> None:
    written = EVENTS[2].encoded(b"ticket")

    assert split(written) == [Event(kind=b"message", data=b"ticket", resume=EVENTS[2].resume)]


@pytest.mark.parametrize("line", [b"data: " + b"x" * 90, b": " + b"x" * 90, b"data: x\n" * 12])
def test_an_event_past_the_limit_is_refused_before_it_ends(
    line: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(http_events, "LINE_BYTES", 80)

    with pytest.raises(LimitError, match="more than 80 bytes"):
        split(*(line[place : place + 10] for place in range(0, len(line), 10)))
