"""Turns what a server sent, or what a file holds, into a surface, and a surface into JSON."""

from collections.abc import Iterable, Iterator, Mapping

from toolpin_ci.canon.digests import item_digest, surface_digest
from toolpin_ci.canon.pointer import join
from toolpin_ci.errors import ToolpinError
from toolpin_ci.model.jsonvalue import Json, JsonObject
from toolpin_ci.model.surface import (
    HEADER_NAMES,
    KEY_MEMBER,
    LIST_NAMES,
    SURFACE_VERSION,
    Item,
    Items,
    Surface,
)
from toolpin_ci.values import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Mismatch:
    """A stored digest or key that is not what the stored definition gives."""

    pointer: str
    stored: Json
    found: str


class SurfaceError(ToolpinError):
    """A document that is no surface, with the pointer of the bad place."""

    def __init__(self, pointer: str, message: str) -> None:
        """Name the place first."""
        super().__init__(f"{pointer or 'the document'}: {message}")
        self.pointer = pointer


def assemble(header: Mapping[str, Json], lists: Mapping[str, Iterable[JsonObject]]) -> Surface:
    """Make a surface from a server's own words and the definitions that it listed."""
    return assemble_keyed(header, {name: keyed(name, lists[name]) for name in LIST_NAMES if name in lists})


def assemble_keyed(header: Mapping[str, Json], lists: Mapping[str, Items]) -> Surface:
    """Make a surface from a server's own words and lists that are already indexed."""
    known = {name: header[name] for name in HEADER_NAMES if name in header}
    return _with_digest({**known, "version": SURFACE_VERSION}, lists)


def _with_digest(header: Mapping[str, Json], lists: Mapping[str, Items]) -> Surface:
    bare = Surface(header=header, lists=lists, digest="")
    return Surface(header=header, lists=lists, digest=surface_digest(bare))


def keyed(name: str, definitions: Iterable[JsonObject]) -> Items:
    """Index definitions by the member that names them; equal keys stand together, sorted by digest."""
    member = KEY_MEMBER[name]
    found: dict[str, list[Item]] = {}
    for number, definition in enumerate(definitions):
        key = definition.get(member)
        if not isinstance(key, str):
            raise SurfaceError(join(name, number), f"an item without a string `{member}`")
        found.setdefault(key, []).append(Item(item_digest(definition), definition))
    return {key: tuple(sorted(items, key=_digest)) for key, items in found.items()}


def _digest(item: Item) -> str:
    return item.digest


def to_json(surface: Surface) -> dict[str, Json]:
    """Write a surface as the lockfile and `probe` hold it."""
    lists: dict[str, Json] = {
        name: {key: _items_json(items) for key, items in surface.lists[name].items()}
        for name in LIST_NAMES
        if name in surface.lists
    }
    return {**surface.header, **lists, "digest": surface.digest}


def _items_json(items: tuple[Item, ...]) -> Json:
    rows: list[Json] = [{"definition": item.definition, "digest": item.digest} for item in items]
    return rows[0] if len(rows) == 1 else rows


def as_surface(document: Json) -> Json:
    """Take an array alone for the tools of a surface, as `tools/list` gives them."""
    return {"tools": document} if isinstance(document, list) else document


def from_json(document: Json) -> tuple[Surface, tuple[Mismatch, ...]]:
    """Read a surface in either form; every digest is computed anew, and those that disagree are named."""
    if not isinstance(document, Mapping):
        raise SurfaceError("", "not a JSON object")
    version = document.get("version", SURFACE_VERSION)
    if version != SURFACE_VERSION:
        raise SurfaceError(
            "/version", f"surface version {version!r} is not one that we know ({SURFACE_VERSION})"
        )
    lists: dict[str, Items] = {}
    mismatches: list[Mismatch] = []
    for name in LIST_NAMES:
        if name in document:
            lists[name] = _read_list(name, document[name], mismatches)
    header = {name: document[name] for name in HEADER_NAMES if name in document}
    surface = _with_digest({**header, "version": SURFACE_VERSION}, lists)
    if "digest" in document and document["digest"] != surface.digest:
        mismatches.append(Mismatch(pointer="/digest", stored=document["digest"], found=surface.digest))
    return surface, tuple(mismatches)


def _read_list(name: str, value: Json, mismatches: list[Mismatch]) -> Items:
    if isinstance(value, list):
        return keyed(name, _objects(name, value))
    if not isinstance(value, Mapping):
        raise SurfaceError(f"/{name}", "neither an object nor an array")
    member = KEY_MEMBER[name]
    found: dict[str, tuple[Item, ...]] = {}
    for key, stored in value.items():
        items = []
        for pointer, row in _rows(join(name, key), stored):
            item = _read_item(pointer, row, mismatches)
            if item.definition.get(member) != key:
                place = f"{pointer}/definition/{member}"
                mismatches.append(Mismatch(pointer=place, stored=item.definition.get(member), found=key))
            items.append(item)
        found[key] = tuple(sorted(items, key=_digest))
    return found


def _objects(name: str, rows: list[Json]) -> Iterator[JsonObject]:
    for number, row in enumerate(rows):
        if not isinstance(row, Mapping):
            raise SurfaceError(join(name, number), "an item that is no object")
        yield row


def _rows(pointer: str, stored: Json) -> Iterator[tuple[str, Json]]:
    if isinstance(stored, list):
        if not stored:
            raise SurfaceError(pointer, "an empty list of definitions")
        for number, row in enumerate(stored):
            yield f"{pointer}/{number}", row
    else:
        yield pointer, stored


def _read_item(pointer: str, row: Json, mismatches: list[Mismatch]) -> Item:
    if not isinstance(row, Mapping) or not isinstance(row.get("definition"), Mapping):
        raise SurfaceError(pointer, "an item without a `definition` object")
    definition = row["definition"]
    item = Item(item_digest(definition), definition)  # type: ignore[arg-type]
    if row.get("digest") != item.digest:
        mismatches.append(Mismatch(pointer=f"{pointer}/digest", stored=row.get("digest"), found=item.digest))
    return item
