"""Entries that ToolPin wrote hold hashes alone: what they cover, and what a difference can tell."""

from collections.abc import Iterator, Mapping, Sequence

from toolpin_ci.canon.pointer import join
from toolpin_ci.locks.toolpin_pins import pinned_hashes, pins_of_tools
from toolpin_ci.model.finding import Finding
from toolpin_ci.model.jsonvalue import Json, JsonObject, same
from toolpin_ci.model.lock import Entry
from toolpin_ci.model.message import Message
from toolpin_ci.model.surface import Probe, Surface
from toolpin_ci.pipeline.stating import state
from toolpin_ci.pipeline.stripping import is_same_target
from toolpin_ci.values import replace

_PARTS = ("algorithm", "coverage", "value", "toolCount")
FIELDS = ("name", "description", "inputSchema")
_ALL = "names, descriptions and input schemas"


def is_hash_only(entry: Entry) -> bool:
    """Tell an entry that another tool wrote, with hashes of the tools and without their words."""
    return entry.surface is None and bool(pinned_hashes(entry.document))


def listed_tools(listing: Probe | None, surface: Surface | None) -> Sequence[JsonObject] | None:
    """Give the tools as ToolPin sees them; where nobody could ask in its way, those that are known."""
    if listing is not None:
        return None if listing.unavailable else listing.listed
    if surface is None:
        return None
    return [item.definition for items in surface.lists.get("tools", {}).values() for item in items]


def drifted(name: str, entries: Sequence[Entry], tools: Sequence[JsonObject]) -> Iterator[Finding]:
    """Compare every entry's hashes with those of the tools; equal entries of other clients say it once."""
    said: list[JsonObject] = []
    live = pins_of_tools(tools)
    for entry in entries:
        before = pinned_hashes(entry.document)
        after = {member: live[member] for member in before if member in live}
        found = _difference(name, entry, before, after)
        if found is not None and not any(same(before, other) for other in said):
            said.append(before)
            yield found


def unknown(entries: Sequence[Entry], tools: Sequence[JsonObject]) -> str:
    """Say why hashes cannot be compared at all; empty where at least one of each entry can be."""
    live = pins_of_tools(tools)
    if all(any(member in live for member in pinned_hashes(entry.document)) for entry in entries):
        return ""
    if not live:
        return "ToolPin refuses to hash these tools: two keys of a schema are equal after NFC"
    return "the order of these names depends on the locale of the machine that locked"


def declared(name: str, based: Entry, locked: Entry) -> Iterator[Finding]:
    """Say what a pull request does to hashes, and where a new target is covered by less than the old one."""
    lost = _lost(based, locked)
    if lost and (locked.pointer or not is_same_target(based, locked)):
        pointer = _place(locked)
        found = state("lock-coverage-lowered", server=name, subject=name, pointer=pointer)
        yield replace(found, message=Message(f"no longer covered by the lockfile: {lost}"))
    elif is_hash_only(based) and is_hash_only(locked):
        changed = _difference(name, locked, pinned_hashes(based.document), pinned_hashes(locked.document))
        if changed is not None:
            yield changed


def _lost(based: Entry, locked: Entry) -> str:
    if locked.surface is not None:
        return ""
    kept, before = pinned_hashes(locked.document), pinned_hashes(based.document)
    if based.surface is not None:
        return f"everything but {_ALL}" if kept else "the whole surface"
    gone = [member for member in before if member not in kept]
    return ", ".join([*gone, *(field for member in kept for field in _narrowed(before, kept, member))])


def _narrowed(before: Mapping[str, JsonObject], kept: Mapping[str, JsonObject], member: str) -> Sequence[str]:
    old, new = (pins.get(member, {}).get("coverage") for pins in (before, kept))
    if not isinstance(old, list) or not isinstance(new, list):
        return ()
    return [field for field in FIELDS if field in old and field not in new]


def _place(entry: Entry, *members: str) -> str:
    return entry.pointer or join("servers", entry.key, "capabilityManifest", *members)


def _difference(
    name: str, entry: Entry, before: Mapping[str, JsonObject], after: Mapping[str, JsonObject]
) -> Finding | None:
    changed = [member for member in after if not same(_parts(before.get(member)), _parts(after[member]))]
    if not changed:
        return None
    old: dict[str, Json] = {member: before[member].get("value") for member in changed if member in before}
    new: dict[str, Json] = {member: after[member].get("value") for member in changed}
    found = state(
        "tool-hash-changed",
        server=name,
        subject=name,
        pointer=_place(entry, changed[0]),
        old=old,
        new=new,
    )
    words = f"{', '.join(changed)} changed: {_what(changed, before, after)}"
    return replace(found, message=Message(words))


def _parts(pin: JsonObject | None) -> JsonObject:
    return {part: pin[part] for part in _PARTS if part in pin} if pin is not None else {}


def _what(changed: Sequence[str], before: Mapping[str, JsonObject], after: Mapping[str, JsonObject]) -> str:
    """Say as much as three hashes can tell of what changed."""
    counts = [_parts(pins.get(changed[0])).get("toolCount") for pins in (before, after)]
    if not same(*counts):
        return f"{counts[0]} tools were locked, {counts[1]} are offered"
    coverages = [_parts(pins.get("toolSurfaceHash")).get("coverage") for pins in (before, after)]
    if not same(*coverages):
        return "the two hashes cover different fields"
    if "toolDescriptionHash" in changed:
        return "a name or a description, and perhaps input schemas"
    if "toolDescriptionHash" not in after:
        return "a name, a description or an input schema"
    if "toolManifestHash" in changed or "toolManifestHash" not in after:
        return "an input schema"
    return "a description or an input schema that is missing, null or empty"


def notes(entries: Sequence[Entry], tools: Sequence[JsonObject], surface: Surface | None) -> Iterator[str]:
    """Say how little the hashes of these entries cover."""
    members = {member for entry in entries for member in pinned_hashes(entry.document)}
    what = "names and descriptions" if members == {"toolDescriptionHash"} else _ALL
    yield (
        f"hashes-only: ToolPin locked hashes of the {what} of {len(tools)} tools, its first page, and "
        "nothing else of this server; `toolpin-ci lock` adds the whole surface"
    )
    known = sum(map(len, surface.lists.get("tools", {}).values())) if surface is not None else 0
    if known > len(tools):
        yield (
            f"hashes-only: {known - len(tools)} more tools are not covered: they stand on further pages, or "
            "are shown only to clients that declare capabilities"
        )
