"""Lock formats: bytes in, locks out; one file for each format, recognised by what the file says."""

from collections.abc import Mapping
from importlib import import_module

from toolpin_ci.errors import LockfileError
from toolpin_ci.locks.base import Format, Lock, Source

FORMATS: Mapping[str, str] = {
    "toolpin": "toolpin_format",
    "mcp-lock-1": "mcp_lock_1",
    "fusion": "fusion",
    "facets": "facets",
    "registry": "registry_documents",
    "hangar": "hangar",
}
"""Format id to module, in the order in which a file is tried; imported by the runs that need them."""


def format_of(name: str) -> Format:
    """Load one format by its id."""
    found: Format = import_module(f"{__name__}.{FORMATS[name]}").FORMAT
    return found


def detect(text: str) -> tuple[Format, Source]:
    """Find the format of a lockfile's text; raise `LockfileError` with the formats that we know."""
    source = Source.read(text)
    for name in FORMATS:
        found = format_of(name)
        if found.detect(source):
            return found, source
    known = ", ".join(format_of(name).title for name in FORMATS)
    message = "the file is in no lock format that we know"
    raise LockfileError(message, advice=f"we read: {known}")


def parse(text: str) -> Lock:
    """Read a lock of any format."""
    found, source = detect(text)
    return found.parse(source)
