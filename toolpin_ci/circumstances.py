"""What surrounds a check beside its own settings: the base branch, and the labels of the pull request."""

from toolpin_ci.ports import Tree
from toolpin_ci.values import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Circumstances:
    """What an event or a call says about where a change comes from and who has approved it."""

    tip: Tree | None = None
    """The base branch as it is now: its settings judge. None: there is no base."""
    fork: Tree | None = None
    """The base as it was where the change left it: the declared comparison starts there."""
    commit: str = ""
    """The commit of `fork`."""
    is_far: bool = False
    """Whether every look at the base costs a call, so that it is read and not searched."""
    not_compared: str = ""
    """Why there is no base, where there is none."""
    labels: frozenset[str] = frozenset()
