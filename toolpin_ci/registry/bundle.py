"""Ties pointer, descriptor, manifest and files together by their CIDs (rulebook §6, steps 4 and 5)."""

import re
from collections.abc import Mapping
from itertools import pairwise

from toolpin_ci.canon.cid import blob_cid, manifest_value_cid, value_cid
from toolpin_ci.canon.registry_json import RegistryError, equal
from toolpin_ci.model.jsonvalue import Json, JsonObject
from toolpin_ci.registry.documents import Documents, at, items

Blobs = Mapping[str, bytes]
_BAD_SEGMENTS = ("", ".", "..")
_BAD_CHARS = re.compile(r"[\x00-\x1f\x7f]")


def check_cids(documents: Documents, *, strict: bool) -> None:
    """Step 4: every document is the one that the pointer names."""
    target, descriptor, manifest = documents.target, documents.descriptor, documents.manifest
    profile, described = target.get("cid_profile"), at(descriptor, "artifact", "cid_profile")
    _require("CID_PROFILE_MISMATCH", equal(profile, described) and not (strict and profile is None))
    _require("ROOT_CID_MISMATCH", _same(documents.root_cid, at(descriptor, "artifact", "root_cid")))
    _require("DESCRIPTOR_CID_MISMATCH", _same(documents.descriptor_cid, value_cid(descriptor)))
    computed = manifest_value_cid(manifest)
    _require("MANIFEST_CID_MISMATCH", _same(manifest.get("root_cid"), computed))
    # Without this the rulebook compares a manifest with nothing but itself.
    _require("MANIFEST_CID_MISMATCH", not strict or _same(documents.root_cid, computed))
    linked = _same(manifest.get("descriptor_cid"), documents.descriptor_cid)
    _require("MANIFEST_DESCRIPTOR_LINK_MISMATCH", linked)


def _same(left: Json, right: Json) -> bool:
    return isinstance(left, str) and left == right


def _require(code: str, holds: bool, what: str = "") -> None:  # noqa: FBT001 - reads as a sentence
    if not holds:
        raise RegistryError(code, what or "the documents do not belong together")


def check_entries(manifest: JsonObject, *, strict: bool) -> None:
    """Step 5: entries in code point order, paths that stay inside the bundle."""
    paths = [at(entry, "path") for entry in items(manifest.get("entries"))]
    texts = [path for path in paths if isinstance(path, str)]
    in_order = all(_follows(later, former, strict=strict) for former, later in pairwise(texts))
    _require("MANIFEST_ENTRY_ORDER_INVALID", in_order, "entries are not in the order of their paths")
    sound = len(texts) == len(paths) and all(_is_path(path, strict=strict) for path in texts)
    _require("MANIFEST_PATH_INVALID", sound, "a path leaves the bundle or has a backslash")


def _follows(later: str, former: str, *, strict: bool) -> bool:
    return former < later or (former == later and not strict)


def _is_path(path: str, *, strict: bool) -> bool:
    if "\\" in path:
        return False
    return not strict or not (
        _BAD_CHARS.search(path) or any(segment in _BAD_SEGMENTS for segment in path.split("/"))
    )


def check_blobs(manifest: JsonObject, blobs: Blobs) -> None:
    """Compare the files of a bundle with the manifest, both ways; the rulebook forgets to."""
    entries = {str(at(entry, "path")): entry for entry in items(manifest.get("entries"))}
    _require(
        "MANIFEST_CID_MISMATCH", set(entries) == set(blobs), "the bundle has other files than its manifest"
    )
    for path, raw in blobs.items():
        entry = entries[path]
        _require(
            "MANIFEST_CID_MISMATCH", _same(at(entry, "blob_cid"), blob_cid(raw)), f"other bytes in {path!r}"
        )
        _require("MANIFEST_CID_MISMATCH", at(entry, "size_bytes") == len(raw), f"another size of {path!r}")
