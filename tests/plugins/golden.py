"""The `golden` fixture compares text with a recorded file, or records it under --golden-write."""

from collections.abc import Callable
from pathlib import Path

import pytest

GOLDEN = Path(__file__).resolve().parent.parent / "golden"

Golden = Callable[[str, str | bytes], None]


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--golden-write", action="store_true", help="record golden files instead of comparing")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Recording runs only the tests that record."""
    if config.getoption("--golden-write"):
        others = [item for item in items if "golden" not in getattr(item, "fixturenames", ())]
        config.hook.pytest_deselected(items=others)
        items[:] = [item for item in items if item not in others]


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Golden:
    """`golden("scenario/comment.md", text)` fails where the recorded document would change."""
    writes = bool(request.config.getoption("--golden-write"))

    def compare(name: str, document: str | bytes) -> None:
        path = GOLDEN / name
        new = document.encode() if isinstance(document, str) else document
        if writes:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(new)
        assert path.is_file(), f"no golden file {name}: run `make golden` and review it"
        # As text, so that a failure shows which lines moved.
        assert new.decode() == path.read_bytes().decode(), f"{name} changed: `make golden`, review the diff"

    return compare
