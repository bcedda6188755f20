"""Verifies a Facets lock against what lies beside it in the workspace: archives, and the facet's manifest."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from io import BytesIO
from typing import TYPE_CHECKING, BinaryIO

from toolpin_ci.canon.places import inside, path_problem
from toolpin_ci.canon.pointer import join
from toolpin_ci.canon.text import parse
from toolpin_ci.errors import JsonError, UsageError
from toolpin_ci.model.finding import Finding
from toolpin_ci.model.jsonvalue import Json, JsonObject
from toolpin_ci.model.message import Message
from toolpin_ci.model.report import PinEvidence, PinState
from toolpin_ci.pipeline.other_locks import OtherLock
from toolpin_ci.pipeline.stating import state
from toolpin_ci.ports import Tree
from toolpin_ci.values import replace

if TYPE_CHECKING:
    from toolpin_ci.model.pin import Pin

_KIND, _MANIFEST, _ENDING = "facets", "facet.json", ".facet"


def with_archives(
    pins: "Sequence[Pin]", evidence: Sequence[PinEvidence], others: Iterable[OtherLock], tree: Tree
) -> tuple[PinEvidence, ...]:
    """Hash the archives that lie in the workspace, for pins whose address nobody knows."""
    locks = [other for other in others if other.format.id == _KIND]
    return tuple(
        _verified(pin, item, locks, tree) if pin.kind == _KIND and item.state is not PinState.PASSED else item
        for pin, item in zip(pins, evidence, strict=True)
    )


def _verified(pin: "Pin", item: PinEvidence, locks: Iterable[OtherLock], tree: Tree) -> PinEvidence:
    for place in (path for lock in locks for path in _places(pin, lock)):
        raw = _read(tree, place)
        if raw is not None:
            return _hashed(pin, raw, place)
    return item


def _places(pin: "Pin", other: OtherLock) -> Iterator[str]:
    """List where an archive may lie: where the lock says, beside the lock, and where builds leave it."""
    home = other.file.rpartition("/")[0]
    facets = _object(other.lock.document.get("facets"))
    source = _object(_object(facets.get(pin.identifier)).get("source")).get("path")
    if isinstance(source, str) and source.endswith(_ENDING):
        yield _joined(home, source)
    stem = pin.identifier.rpartition("/")[2]
    names = [*([f"{stem}-{pin.version}{_ENDING}"] if pin.version else []), f"{stem}{_ENDING}"]
    folders = [source if isinstance(source, str) else "", "", "dist"]
    yield from (_joined(home, folder, name) for folder in folders for name in names)


def _joined(*parts: str) -> str:
    return "/".join(part.strip("/") for part in parts if part.strip("/") not in ("", "."))


def _read(tree: Tree, path: str) -> bytes | None:
    if path_problem(path):
        return None
    try:
        return tree.read(inside(path))
    except UsageError:
        return None


def _hashed(pin: "Pin", raw: bytes, place: str) -> PinEvidence:
    from toolpin_ci.pins.evidence import PinFailure, Seen, failed, judged
    from toolpin_ci.pins.facet_archive import content_digest
    from toolpin_ci.pins.facets import CONTENT

    try:
        digest = content_digest(BytesIO(raw), _scratch)
        return judged(pin, Seen(method="facets-content-integrity", anchor=place, files={CONTENT: digest}))
    except PinFailure as failure:
        return failed(pin, failure)


@contextmanager
def _scratch() -> Iterator[BinaryIO]:
    yield BytesIO()


def manifest_findings(others: Iterable[OtherLock], tree: Tree) -> Iterator[Finding]:
    """Hold locked versions and images to what the facet's own manifest asks for."""
    for other in others:
        home = other.file.rpartition("/")[0]
        raw = _read(tree, _joined(home, _MANIFEST)) if other.format.id == _KIND else None
        if raw is None:
            continue
        try:
            wanted = _object(_object(parse(raw)).get("servers"))
        except JsonError:
            continue  # not ours to judge
        for name, entry in _object(other.lock.document.get("servers")).items():
            yield from _held(other, name, _object(entry), wanted.get(name))


def _object(value: Json) -> JsonObject:
    return value if isinstance(value, Mapping) else {}


def _held(other: OtherLock, name: str, entry: JsonObject, wanted: Json) -> Iterator[Finding]:
    from toolpin_ci.locks.facets import satisfies_floor

    version, image = entry.get("version"), _object(wanted).get("image")
    if isinstance(wanted, str) and isinstance(version, str) and not satisfies_floor(version, wanted):
        words = "{name} is locked at {version}, and the manifest asks for {wanted} or newer"
        args: JsonObject = {"name": name, "version": version, "wanted": wanted}
        yield _finding(other, name, "version", Message(words, args))
    if isinstance(image, str) and image != entry.get("image"):
        words = "{name} is locked with the image {image}, and the manifest asks for {wanted}"
        args = {"name": name, "image": entry.get("image"), "wanted": image}
        yield _finding(other, name, "image", Message(words, args))


def _finding(other: OtherLock, name: str, member: str, message: Message) -> Finding:
    pointer = join("servers", name, member)
    found = state("other-lock-drifted", subject=name, pointer=pointer, args={"file": other.file})
    line = other.format.lines(other.lock)(pointer)
    return replace(found, message=message, file=other.file, line=line)
