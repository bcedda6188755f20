"""Finds the format of a lockfile by what it says."""

from importlib import import_module

from toolpin_ci.errors import LockfileError
from toolpin_ci.locks import FORMATS
from toolpin_ci.locks.base import Format, Lock, Source


def format_of(name: str) -> Format:
    """Load one format by its id."""
    found: Format = import_module(f"toolpin_ci.locks.{FORMATS[name]}").FORMAT
    return found


def detect(text: str) -> tuple[Format, Source]:
    """Find the format of a lockfile's text; raise `LockfileError` with the formats that we know."""
    source = Source.read(text)
    for name in FORMATS:
        found = format_of(name)
        if found.detect(source):
            return found, source
    if source.error is not None and text.lstrip("\ufeff \t\r\n").startswith("{"):
        place = f"line {source.error.line}, column {source.error.column}: " if source.error.line else ""
        raise LockfileError(f"{place}{source.error.message}", advice=source.error.advice)
    known = ", ".join(format_of(name).title for name in FORMATS)
    message = "the file is in no lock format that we know"
    raise LockfileError(message, advice=f"we read: {known}")


def parse(text: str) -> Lock:
    """Read a lock of any format."""
    found, source = detect(text)
    return found.parse(source)
