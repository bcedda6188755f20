"""Everything that ToolPin hashes, under one name."""

from toolpin_ci.canon.collation import CollationError, locale_key
from toolpin_ci.canon.toolpin_entry import (
    CLIENTS,
    covered_manifest,
    entry_integrity,
    entry_payload,
    is_capability_manifest,
    lock_digest,
)
from toolpin_ci.canon.toolpin_json import DuplicateKeyError, canonical, hex_digest, pruned, sri_digest
from toolpin_ci.canon.toolpin_tools import (
    ToolHashes,
    as_probed,
    description_hash,
    manifest_hash,
    surface_hash,
    tool_hashes,
)

__all__ = [
    "CLIENTS",
    "CollationError",
    "DuplicateKeyError",
    "ToolHashes",
    "as_probed",
    "canonical",
    "covered_manifest",
    "description_hash",
    "entry_integrity",
    "entry_payload",
    "hex_digest",
    "is_capability_manifest",
    "locale_key",
    "lock_digest",
    "manifest_hash",
    "pruned",
    "sri_digest",
    "surface_hash",
    "tool_hashes",
]
