"""Verifies the Registry Spec's documents of a repository together, in the strict reading."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from toolpin_ci.canon.pointer import join
from toolpin_ci.errors import UsageError
from toolpin_ci.model.finding import Finding
from toolpin_ci.model.jsonvalue import Json, JsonObject
from toolpin_ci.model.message import Message
from toolpin_ci.pipeline.examining import Examined
from toolpin_ci.pipeline.other_locks import OtherLock
from toolpin_ci.pipeline.stating import state
from toolpin_ci.ports import Tree
from toolpin_ci.values import replace

if TYPE_CHECKING:
    from toolpin_ci.registry.documents import Documents

_SIGNED = {"registry.pointer": ("/pointers", "/registry"), "attestation.envelope": ("/subject", "/claims")}
_TRUST = "lock-not-comparable: {file}: whether to trust the keys that signed it, `toolpin-ci accept` is told"


def with_documents(examined: Sequence[Examined], tree: Tree) -> tuple[Examined, ...]:
    """Add what the documents of a folder say of each other, and of the bundle's files beside them."""
    documents = [one.other for one in examined if one.other.format.id == "registry"]
    return tuple(_with(one, documents, tree) if one.other in documents else one for one in examined)


def _with(one: Examined, documents: Sequence[OtherLock], tree: Tree) -> Examined:
    home = one.other.file.rpartition("/")[0]
    beside = [other for other in documents if other.file.rpartition("/")[0] == home]
    found = tuple(_findings(one.other, beside, tree))
    notes = dict(one.notes)
    if _kind(one.other) in _SIGNED:
        notes[""] = (*notes.get("", ()), _TRUST.format(file=one.other.file))
    return replace(one, findings=(*one.findings, *found), notes=notes)


def _kind(other: OtherLock) -> str:
    return str(other.lock.document.get("schema_version")).rpartition(".v")[0]


def _findings(other: OtherLock, beside: Sequence[OtherLock], tree: Tree) -> Iterator[Finding]:
    kind = _kind(other)
    if kind in _SIGNED:
        yield from _unsigned(other, _SIGNED[kind])
    if kind == "toolbundle.manifest":
        yield from _bundle(other, tree)
    if kind == "registry.pointer":
        yield from _targets(other, beside)


def _unsigned(other: OtherLock, wanted: tuple[str, ...]) -> Iterator[Finding]:
    from toolpin_ci.registry.signing import covers, is_valid

    signatures = other.lock.document.get("signatures")
    first = signatures[0] if isinstance(signatures, list) and signatures else None
    if not isinstance(first, Mapping) or not is_valid(other.lock.document, first):
        yield _finding(other, "/signatures", "no valid signature by the key that is named")
    elif not covers(first, *wanted):
        yield _finding(other, "/signatures", f"the signature does not cover {' and '.join(wanted)}")


def _finding(other: OtherLock, pointer: str, words: str, code: str = "") -> Finding:
    args: JsonObject = {"file": other.file, "words": words, "code": code}
    found = state("other-lock-inconsistent", subject=other.file, pointer=pointer, args=args)
    message = Message("{code}: {words}" if code else "{words}", args)
    line = other.format.lines(other.lock)(pointer)
    return replace(found, message=message, file=other.file, line=line)


def _bundle(other: OtherLock, tree: Tree) -> Iterator[Finding]:
    from toolpin_ci.registry.bundle import check_blobs, check_entries

    manifest = other.lock.document
    yield from _checked(other, "/entries", lambda: check_entries(manifest, strict=True))
    blobs = _files(other, tree)
    if blobs:
        yield from _checked(other, "/entries", lambda: check_blobs(manifest, blobs))


def _checked(other: OtherLock, pointer: str, check: Callable[[], object]) -> Iterator[Finding]:
    from toolpin_ci.canon.registry_json import RegistryError

    try:
        check()
    except RegistryError as error:
        yield _finding(other, pointer, error.message, error.code)


def _files(other: OtherLock, tree: Tree) -> Mapping[str, bytes]:
    """Read the bundle's files where they lie beside the manifest, or in `bundle/` below it."""
    entries = other.lock.document.get("entries")
    rows = [row for row in entries if isinstance(row, Mapping)] if isinstance(entries, list) else []
    paths = [path for path in (row.get("path") for row in rows) if isinstance(path, str)]
    home = other.file.rpartition("/")[0]
    for folder in (f"{home}/bundle" if home else "bundle", home):
        found = {path: _read(tree, f"{folder}/{path}" if folder else path) for path in paths}
        here = {path: raw for path, raw in found.items() if raw is not None}
        if here:
            return here
    return {}


def _read(tree: Tree, path: str) -> bytes | None:
    try:
        return tree.read(path)
    except UsageError:
        return None  # a path that leaves the workspace is named by the check of entries


def _targets(other: OtherLock, beside: Sequence[OtherLock]) -> Iterator[Finding]:
    pointers = other.lock.document.get("pointers")
    for number, target in enumerate(pointers if isinstance(pointers, list) else ()):
        documents = _documents(target, beside) if isinstance(target, Mapping) else None
        if documents is not None:
            place = join("pointers", number)
            yield from _checked(other, place, lambda one=documents: _followed(one))  # type: ignore[misc]


def _documents(target: JsonObject, beside: Iterable[OtherLock]) -> "Documents | None":
    """Find the descriptor and the manifest that a pointer means; None where they are elsewhere."""
    from toolpin_ci.registry.documents import Documents, at

    every = [(_kind(other), other.lock.document) for other in beside]
    descriptors = [found for kind, found in every if kind == "tool.descriptor"]
    manifests = [found for kind, found in every if kind == "toolbundle.manifest"]
    descriptor = _one(descriptors, lambda found: at(found, "tool", "name") == target.get("tool"))
    manifest = _one(manifests, lambda found: found.get("root_cid") == target.get("root_cid"))
    if descriptor is None or manifest is None:
        return None
    attestations = tuple(found for kind, found in every if kind == "attestation.envelope")
    return Documents(target=target, descriptor=descriptor, manifest=manifest, attestations=attestations)


def _one(found: Sequence[JsonObject], is_meant: Callable[[JsonObject], bool]) -> JsonObject | None:
    meant = [one for one in found if is_meant(one)] or (list(found) if len(found) == 1 else [])
    return meant[0] if meant else None


def _followed(documents: "Documents") -> None:
    """Take the rulebook's steps that need no trust: documents belong together, attestations hold."""
    from toolpin_ci.registry.attestations import Reading, enforce, gather
    from toolpin_ci.registry.bundle import check_cids

    check_cids(documents, strict=True)
    if documents.attestations:
        reading = Reading(keys=_signers(documents), now=datetime.now(UTC), strict=True)
        enforce(documents.target.get("constraints"), gather(documents, reading), strict=True)


def _signers(documents: "Documents") -> Mapping[str, JsonObject]:
    """Take every key that signed an attestation here: which of them to believe is not decided here."""
    from toolpin_ci.registry.documents import at

    named: Iterable[Json] = (at(one, "signatures", 0, "key_id") for one in documents.attestations)
    return {name: {"key_id": name} for name in named if isinstance(name, str)}
