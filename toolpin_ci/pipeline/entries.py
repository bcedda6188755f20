"""Compares one entry of a lockfile with what it was: what was changed openly, and what was taken out."""

from collections.abc import Iterator, Mapping

from toolpin_ci.canon.pointer import join
from toolpin_ci.canon.toolpin_entry import TOOL_HASHES, entry_payload
from toolpin_ci.locks.toolpin_entry import server_version
from toolpin_ci.model.finding import ABSENT, Absent, Finding
from toolpin_ci.model.jsonvalue import Json, JsonObject, same
from toolpin_ci.model.lock import Entry
from toolpin_ci.pipeline.stating import state
from toolpin_ci.pipeline.stripping import Loss, stripped
from toolpin_ci.values import replace

DATES = ("resolvedAt", "lockedAt")
_CONFIG = ("config", "scope")
_SCAN = "toolDescriptionScan"
_VERSIONS = ("version", "resolved", "original", "capabilityManifest/serverVersion")


def entry_changes(before: Entry, after: Entry) -> Iterator[Finding]:
    """Say what differs beside target and surface; what was taken out is undeclared, all else is declared."""
    if before.document is after.document:
        return
    yield from lost_pins(before, after)
    found = list(_differences(before, after))
    if _is_rewritten(before, after) or any(path not in DATES for _, path, _, _ in found):
        found = [difference for difference in found if difference[1] not in DATES]
    for difference in found:
        yield _changed(after, difference)


def lost_pins(before: Entry, after: Entry) -> Iterator[Finding]:
    """Say which pins are gone although the target is the same."""
    return (_lost(after, loss) for loss in stripped(before, after))


def _is_rewritten(before: Entry, after: Entry) -> bool:
    """Tell an entry whose target or surface changed, so that new dates say nothing more."""
    return _surface_digest(before) != _surface_digest(after) or not same(before.target, after.target)


def _surface_digest(entry: Entry) -> str:
    return entry.surface.digest if entry.surface is not None else ""


def _place(entry: Entry, path: str) -> str:
    return join("servers", entry.key, *path.split("/"))


def _lost(entry: Entry, loss: Loss) -> Finding:
    pointer = _place(entry, loss.path)
    args: dict[str, Json] = {
        "stored": loss.held,
        "found": loss.left,
        "pointer": pointer,
        "artifact": loss.artifact,
    }
    rule = "pin-record-removed" if loss.artifact else "lock-pin-removed"
    return state(rule, server=entry.name, subject=entry.key, pointer=pointer, args=args)


def _changed(entry: Entry, difference: "Difference") -> Finding:
    rule, path, old, new = difference
    place = _place(entry, path)
    found = state(
        rule, server=entry.name, subject=entry.key, pointer=place, old=old, new=new, args={"pointer": place}
    )
    return replace(found, declared=True)


Difference = tuple[str, str, "Json | Absent", "Json | Absent"]


def _differences(before: Entry, after: Entry) -> Iterator[Difference]:
    old, new = entry_payload(before.document, before.key), entry_payload(after.document, after.key)
    for member in ("version", "notes", "resolved", "original", *DATES):
        yield from _one("lock-entry-changed", member, old, new, after)
    for member in _CONFIG:
        yield from _one("lock-config-changed", member, old, new, after)
    yield from _inside("lock-trust-changed", "trust", old, new, after)
    yield from _manifest(old, new, after)
    yield from _scan(before, after)


def _one(rule: str, path: str, old: JsonObject, new: JsonObject, entry: Entry) -> Iterator[Difference]:
    name = path.rpartition("/")[2]
    before, after = old.get(name, ABSENT), new.get(name, ABSENT)
    if not _equal(before, after) and not _is_explained(path, entry):
        yield rule, path, before, after


def _equal(before: "Json | Absent", after: "Json | Absent") -> bool:
    if isinstance(before, Absent) or isinstance(after, Absent):
        return before is after
    return same(before, after)


def _inside(rule: str, member: str, old: JsonObject, new: JsonObject, entry: Entry) -> Iterator[Difference]:
    before, after = _object(old.get(member)), _object(new.get(member))
    for name in sorted({*before, *after}.difference(TOOL_HASHES)):
        yield from _one(rule, f"{member}/{name}", before, after, entry)


def _manifest(old: JsonObject, new: JsonObject, entry: Entry) -> Iterator[Difference]:
    yield from _inside("lock-capabilities-changed", "capabilityManifest", old, new, entry)


def _scan(before: Entry, after: Entry) -> Iterator[Difference]:
    old, new = _scan_of(before), _scan_of(after)
    if old and not same(old, new) and _surface_digest(before) == _surface_digest(after):
        yield "lock-scan-changed", f"capabilityManifest/{_SCAN}", old, new or ABSENT


def _scan_of(entry: Entry) -> JsonObject:
    scan = _object(_object(entry.document.get("capabilityManifest")).get(_SCAN))
    return {name: value for name, value in scan.items() if name != "generatedAt"}


def _is_explained(path: str, entry: Entry) -> bool:
    """Tell what our own `lock` derives from the surface and the target, whose changes are shown as such."""
    if entry.surface is None or entry.target.get("kind") not in ("local", "remote"):
        return False
    if path in _VERSIONS:
        return entry.document.get("version") == server_version(entry.surface)
    return path == "config" and _is_derived(entry)


def _is_derived(entry: Entry) -> bool:
    """Tell whether a configuration starts or reaches exactly the target."""
    servers = _object(_object(entry.document.get("config")).get("mcpServers"))
    how, target = _object(servers.get(entry.name)), entry.target
    if target.get("kind") == "local":
        started = {"command": target.get("command"), "args": target.get("args"), "env": {}}
        return same(servers, {entry.name: started})
    return set(how) == {"type", "url"} and how["url"] == target.get("url") and len(servers) == 1


def _object(value: "Json | Absent") -> JsonObject:
    return value if isinstance(value, Mapping) else {}
