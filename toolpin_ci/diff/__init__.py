"""Two surfaces in, what changed between them out; never whether it matters."""

from toolpin_ci.model.finding import Change
from toolpin_ci.model.surface import Surface


def compare(old: Surface, new: Surface) -> tuple[Change, ...]:
    """Give everything that changed, in the order of areas, subjects and places."""
    from toolpin_ci.diff import surfaces  # noqa: PLC0415 - most checks compare nothing: digests are equal

    return surfaces.compare(old, new)
