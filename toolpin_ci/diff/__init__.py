"""Two surfaces in, what changed between them out; never whether it matters."""

from toolpin_ci.diff.surfaces import compare

__all__ = ["compare"]
