"""Builds MCPB bundles and Facets archives, sound ones and broken ones."""

import gzip
import hashlib
import io
import json
import stat
import tarfile
import zipfile
from collections.abc import Iterable, Mapping
from typing import Any

SOUND: dict[str, Any] = {
    "manifest_version": "0.3",
    "name": "demo",
    "version": "1.0.0",
    "description": "A bundle of the tests.",
    "author": {"name": "nobody"},
    "server": {
        "type": "node",
        "entry_point": "server/index.js",
        "mcp_config": {"command": "node", "args": []},
    },
    "tools": [{"name": "look"}, {"name": "list"}],
}


def bundle(
    manifest: Mapping[str, Any] | bytes = SOUND, entries: Iterable[tuple[str | zipfile.ZipInfo, bytes]] = ()
) -> bytes:
    """A bundle with a manifest, its entry point, and further entries."""
    text = manifest if isinstance(manifest, bytes) else json.dumps(manifest).encode()
    return zipped([("manifest.json", text), ("server/index.js", b"// hello"), *entries])


def zipped(entries: Iterable[tuple[str | zipfile.ZipInfo, bytes]]) -> bytes:
    """An archive whose bytes depend on its entries alone."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in entries:
            entry = zipfile.ZipInfo(name) if isinstance(name, str) else name  # without the time of day
            archive.writestr(entry, content, zipfile.ZIP_DEFLATED)
    return buffer.getvalue()


def link(name: str, target: str) -> tuple[zipfile.ZipInfo, bytes]:
    info = zipfile.ZipInfo(name)
    info.create_system = 3
    info.external_attr = (stat.S_IFLNK | 0o777) << 16
    return info, target.encode()


def sha256(content: bytes) -> str:
    return f"sha256:{hashlib.sha256(content).hexdigest()}"


def tarred(files: Mapping[str, bytes], mode: int = 0o644) -> bytes:
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w") as archive:
        for name, content in sorted(files.items()):
            info = tarfile.TarInfo(name)
            info.size, info.mode = len(content), mode
            archive.addfile(info, io.BytesIO(content))
    return buffer.getvalue()


def facet(files: Mapping[str, bytes], /, **changes: Any) -> tuple[bytes, str]:
    """A `.facet` archive and its content integrity; `changes` go into the build manifest."""
    inner = tarred(files)
    manifest = {
        "facetVersion": "0.2",
        "archive": "archive.tar.gz",
        "integrity": sha256(inner),
        "files": {name: sha256(content) for name, content in files.items()},
        **changes,
    }
    outer = {
        "build-manifest.json": json.dumps(manifest).encode(),
        "archive.tar.gz": gzip.compress(inner, mtime=0),
    }
    return tarred(outer), sha256(inner)
