"""Finds pins that an entry held and holds no longer, although it is still about the same target."""

from collections.abc import Iterator, Mapping

from toolpin_ci.canon.toolpin_entry import TOOL_HASHES
from toolpin_ci.model.jsonvalue import Json, JsonObject, same
from toolpin_ci.model.lock import Entry
from toolpin_ci.values import dataclass

_IDENTITY = ("kind", "registryType", "identifier", "version", "url", "command", "args", "cwd")
_NOTHING = "nothing"


@dataclass(frozen=True, slots=True, kw_only=True)
class Loss:
    """A pin that is gone or covers less: where it stood, what it held, and what is left of it."""

    path: str
    held: Json
    left: Json = _NOTHING
    artifact: str = ""
    """The artifact whose verified digest it was."""


def stripped(before: Entry, after: Entry) -> Iterator[Loss]:
    """Give every pin that was taken out; another target has pins of its own."""
    if not is_same_target(before, after):
        return
    yield from _target(before.target, after.target)
    if before.surface is not None and after.surface is None:
        yield Loss(path="capabilityManifest/surface", held=before.surface.digest)
    if after.surface is None:
        yield from _hashes(_manifest(before), _manifest(after))
    if before.document.get("locked") and not after.document.get("locked"):
        yield Loss(path="locked", held="a snapshot")
    yield from _snapshot(_object(before.document.get("locked")), _object(after.document.get("locked")))
    yield from _evidence(before, after)
    yield from _records(before, after)


def is_same_target(before: Entry, after: Entry) -> bool:
    """Tell whether both are about one thing: what is run or reached, not how it is pinned or spoken to."""
    return same(_unpinned(before.target), _unpinned(after.target))


def _unpinned(target: JsonObject) -> dict[str, Json]:
    plain = {name: target[name] for name in _IDENTITY if name in target}
    identifier = plain.get("identifier")
    if plain.get("registryType") == "oci" and isinstance(identifier, str):
        plain["identifier"] = _repository(identifier)
    return plain


def _repository(identifier: str) -> str:
    """Take tag and digest off an image's name; a port of the registry stays."""
    name = identifier.partition("@")[0]
    head, slash, last = name.rpartition("/")
    return head + slash + last.partition(":")[0]


def _target(before: JsonObject, after: JsonObject) -> Iterator[Loss]:
    held, left = before.get("fileSha256"), after.get("fileSha256")
    if held and not left:
        yield Loss(path="selectedTarget/fileSha256", held=held)
    old, new = str(before.get("identifier", "")), str(after.get("identifier", ""))
    if before.get("registryType") == "oci" and "@" in old and "@" not in new:
        yield Loss(path="selectedTarget/identifier", held=old, left=new)


def _hashes(before: JsonObject, after: JsonObject) -> Iterator[Loss]:
    for name in TOOL_HASHES:
        held, left = _object(before.get(name)), _object(after.get(name))
        if held and not left:
            yield Loss(path=f"capabilityManifest/{name}", held=held.get("value"))
        lost = [part for part in _parts(held) if part not in _parts(left)]
        if left and lost:
            kept = held.get("coverage"), left.get("coverage")
            yield Loss(path=f"capabilityManifest/{name}/coverage", held=kept[0], left=kept[1])


def _parts(pin: JsonObject) -> list[Json]:
    coverage = pin.get("coverage")
    return list(coverage) if isinstance(coverage, list) else []


def _snapshot(before: JsonObject, after: JsonObject) -> Iterator[Loss]:
    for member in ("selectedTarget", "config", "capabilityManifest"):
        if after and before.get(member) and not after.get(member):
            yield Loss(path=f"locked/{member}", held="a copy")


def _evidence(before: Entry, after: Entry) -> Iterator[Loss]:
    """ToolPin writes evidence for every entry, so that none at all means that it was emptied."""
    held, left = (_object(entry.document.get("trust")).get("evidence") for entry in (before, after))
    if held and not left:
        yield Loss(path="trust/evidence", held=f"{len(held) if isinstance(held, list) else 0} statements")


def _records(before: Entry, after: Entry) -> Iterator[Loss]:
    """Look for digests that we recorded for the same artifact and that are no longer there."""
    kept = _recorded(after)
    for name, held in _recorded(before).items():
        if name not in kept:
            yield Loss(path="capabilityManifest/artifacts", held=held, artifact=" ".join(filter(None, name)))


def _recorded(entry: Entry) -> Mapping[tuple[str, ...], Json]:
    artifacts = _manifest(entry).get("artifacts")
    found: dict[tuple[str, ...], Json] = {}
    for artifact in map(_object, artifacts if isinstance(artifacts, list) else ()):
        name = tuple(str(artifact.get(part, "")) for part in ("kind", "identifier", "version"))
        found.update({(*name, file): digest for file, digest in _object(artifact.get("files")).items()})
    return found


def changed_records(before: Entry, after: Entry) -> bool:
    """Tell whether another digest stands for an artifact that is the same by name."""
    old, new = _recorded(before), _recorded(after)
    return any(not same(digest, new[name]) for name, digest in old.items() if name in new)


def _manifest(entry: Entry) -> JsonObject:
    return _object(entry.document.get("capabilityManifest"))


def _object(value: Json) -> JsonObject:
    return value if isinstance(value, Mapping) else {}
