"""Reads recorded vectors without losing a digit."""

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import pytest

from toolpin_ci.canon import ecmascript
from toolpin_ci.errors import ToolpinError

FOLDER = Path(__file__).resolve().parent.parent / "vectors"


def parse(text: str | bytes) -> Any:
    """One JSON text; its shape is what the test is about."""
    return ecmascript.parse(text)


def load(name: str) -> Any:
    """One file of vectors."""
    return parse((FOLDER / name).read_bytes())


def cases(name: str) -> pytest.MarkDecorator:
    """Every vector of a file as a case of its own."""
    found = load(name)
    rows = found["vectors"] if isinstance(found, dict) else found
    return pytest.mark.parametrize("vector", rows, ids=_ids(rows))


def _ids(rows: Iterable[Any]) -> list[str]:
    return [
        str(row.get("id", number)) if isinstance(row, dict) else str(number)
        for number, row in enumerate(rows)
    ]


def outcome(compute: Callable[[], Any]) -> Any:
    """What a call gives: its result, or its refusal as `{"error": code or words}`."""
    try:
        return compute()
    except ToolpinError as error:
        return {"error": getattr(error, "code", None) or error.message}
