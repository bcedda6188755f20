"""Renews lockfiles of other systems in place, as far as those systems let somebody else write them."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING

from toolpin_ci.errors import LockfileError
from toolpin_ci.model.server import ServerSpec
from toolpin_ci.model.surface import Probe, Surface
from toolpin_ci.pipeline.examining import names_of
from toolpin_ci.pipeline.locking import complete
from toolpin_ci.pipeline.naming import own_name
from toolpin_ci.pipeline.other_locks import OtherLock, is_ours, read_other
from toolpin_ci.ports import Tree

if TYPE_CHECKING:
    from toolpin_ci.locks.base import Lock


def sorted_out(files: Iterable[str], tree: Tree) -> tuple[tuple[str, ...], tuple[OtherLock, ...]]:
    """Tell our lockfiles, which need not be there yet, from those of other systems."""
    ours: list[str] = []
    others: list[OtherLock] = []
    for file in files:
        raw = tree.read(file)
        if raw is None or is_ours(raw, file):
            ours.append(file)
        else:
            others.append(read_other(raw, file))
    return tuple(ours), tuple(others)


def renew_others(
    others: Iterable[OtherLock], servers: Sequence[tuple[ServerSpec, Probe]], *, adopt: bool
) -> Mapping[str, str]:
    """Give the text of every lockfile that can be renewed here, by file; `adopt`: the call names them."""
    live = {spec.name or own_name(probe.surface): complete(spec, probe) for spec, probe in servers}
    unnamed = {own_name(probe.surface) for spec, probe in servers if not spec.name}
    found: dict[str, str] = {}
    for other in others:
        renew = _renewer(other.format.id, adopt=adopt)
        if renew is None:
            continue
        lock = other.lock
        try:
            for server, name in names_of(other, live, unnamed).items():
                lock = renew(lock, name, live[server])
        except LockfileError as error:
            raise LockfileError(f"{other.file}: {error.message}", advice=error.advice) from error
        found[other.file] = lock.text
    return found


def _renewer(system: str, *, adopt: bool) -> "Callable[[Lock, str, Surface], Lock] | None":
    if system == "hangar":
        from toolpin_ci.locks.hangar_renew import renewed

        return renewed
    if system == "facets":
        from toolpin_ci.locks import facets_renew

        return partial(facets_renew.renewed, adopt=adopt)
    return None
