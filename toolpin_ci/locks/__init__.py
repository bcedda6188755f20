"""Lock formats: bytes in, locks out; one file for each format, listed here."""

from collections.abc import Mapping

FORMATS: Mapping[str, str] = {
    "toolpin": "toolpin_format",
    "mcp-lock-1": "mcp_lock_1",
    "fusion": "fusion",
    "facets": "facets",
    "registry": "registry_documents",
    "hangar": "hangar",
}
"""Format id to module, in the order in which a file is tried; imported by the runs that need them."""
