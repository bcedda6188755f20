"""Which lockfiles a repository has, where nobody names them."""

from toolpin_ci.locks.candidates import candidates
from toolpin_ci.model.config import DEFAULT_LOCKFILE
from toolpin_ci.pipeline.other_locks import system_of
from toolpin_ci.ports import Tree


def find_lockfiles(tree: Tree) -> tuple[str, ...]:
    """Take ours, and what other systems left; a file that only looks like a lockfile is left alone."""
    others = (file for file, raw in candidates(tree) if raw is None or system_of(raw) not in ("", "toolpin"))
    return (DEFAULT_LOCKFILE, *others)
