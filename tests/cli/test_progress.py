import io
import time

from toolpin_ci.commands.progress import Progress
from toolpin_ci.model.server import ServerSpec
from toolpin_ci.model.surface import Probe, Trouble


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


SPECS = (ServerSpec(name="first"), ServerSpec(name="second\x1b[31m"))


def test_a_terminal_sees_who_is_waited_for_and_one_line_for_each_answer() -> None:
    stream = Terminal()
    progress = Progress(SPECS, stream)
    deadline = time.monotonic() + 10
    with progress:
        while "asking first" not in stream.getvalue():
            assert time.monotonic() < deadline
        for spec in SPECS:
            progress.done(spec, Probe(unavailable={"server": Trouble(code="x", message="y")}, seconds=1.25))
    lines = [line for line in stream.getvalue().split("\n") if "could not be checked" in line]
    assert len(lines) == 2
    assert lines[0].endswith("first: could not be checked (1.2 s)")
    assert "second\x1b" not in stream.getvalue()


def test_nothing_is_written_where_nobody_looks() -> None:
    stream = io.StringIO()
    progress = Progress(SPECS, stream)
    with progress:
        progress.done(SPECS[0], Probe())
    assert stream.getvalue() == ""
