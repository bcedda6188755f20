"""The lockfiles of other systems: told from ours by their content, and read in place."""

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING

from toolpin_ci.canon.text import decode
from toolpin_ci.errors import JsonError, LockfileError
from toolpin_ci.model.config import OTHER_LOCKFILES
from toolpin_ci.ports import Tree
from toolpin_ci.values import dataclass

if TYPE_CHECKING:
    from toolpin_ci.locks.base import Format, Lock

_OURS = (b'"lockfileVersion"', b'"servers"')
_VURB = (b'"vurbVersion"', b'"fusionVersion"')
_NOT_OURS = re.compile(rb'"(?:vurbVersion|fusionVersion|facets?)"')
_HEAD = 64 * 1024
"""Within so many bytes, a vurb lock names the framework's version."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OtherLock:
    """A lockfile that is not ours."""

    file: str
    format: "Format"
    lock: "Lock"


def is_ours(raw: bytes, file: str) -> bool:
    """Tell our lockfile from another system's; what is neither is read as ours, which says what is wrong."""
    if all(word in raw for word in _OURS) and not _NOT_OURS.search(raw):
        return True
    if file.rpartition("/")[2] in OTHER_LOCKFILES:
        return False
    return system_of(raw) in ("toolpin", "")


def system_of(raw: bytes) -> str:
    """Give the id of a lockfile's format; empty for what is no lockfile."""
    from toolpin_ci.locks.recognise import detect

    try:
        return detect(decode(raw))[0].id
    except (JsonError, LockfileError):
        return ""


def read_other(raw: bytes, file: str) -> OtherLock:
    """Read a lockfile of another system; raise `LockfileError` with the file's name."""
    from toolpin_ci.locks.recognise import detect

    try:
        found, source = detect(decode(raw))
        return OtherLock(file=file, format=found, lock=found.parse(source))
    except (JsonError, LockfileError) as error:
        raise LockfileError(f"{file}: {error.message}", advice=error.advice) from error


def wanted_documents(files: Iterable[str], tree: Tree) -> tuple[str, ...]:
    """Give the URIs of what a server should be asked to read: a vurb lock is compared with its manifest."""
    for file in files:
        head = (tree.read(file) or b"")[:_HEAD]
        if any(word in head for word in _VURB):
            from toolpin_ci.locks.fusion_manifest import MANIFESTS

            return MANIFESTS
    return ()
