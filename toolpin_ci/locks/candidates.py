"""Finds files that look like a lockfile of another system, by name and by what they say."""

import re
from collections.abc import Iterator

from toolpin_ci.errors import UsageError
from toolpin_ci.model.config import DEFAULT_LOCKFILE, OTHER_LOCKFILES
from toolpin_ci.ports import Tree

_ENDINGS = (".json", ".yaml", ".yml", ".lock")
_MARKS: tuple[tuple[bytes, ...], ...] = (
    (b'"vurbVersion"', b'"capabilities"'),
    (b'"fusionVersion"', b'"capabilities"'),
    (b"tool_projection", b"mcp_servers"),
    (b'"facet"', b'"integrity"'),
    (b'"facets"', b'"lockfileVersion"'),
    (b'"specVersion"', b'"entries"'),
    (b'"schema_version"', b"registry.pointer."),
    (b'"schema_version"', b"tool.descriptor."),
    (b'"schema_version"', b"toolbundle.manifest."),
    (b'"schema_version"', b"attestation.envelope."),
)
"""Words that stand together in a lockfile of each system; whether it is one, its reader says."""
_RARE = re.compile(
    rb'"(?:vurb|fusion|spec)Version"|tool_projection|"facets?"'
    rb"|(?:registry.pointer|tool.descriptor|toolbundle.manifest|attestation.envelope)\."
)
"""One word of each row, to pass over in one look what has none."""
_MANAGERS = frozenset(
    (
        "package-lock.json",
        "npm-shrinkwrap.json",
        "pnpm-lock.yaml",
        "yarn.lock",
        "composer.lock",
        "poetry.lock",
        "uv.lock",
        "Cargo.lock",
        "Gemfile.lock",
        "flake.lock",
    )
)
_PASSED_OVER = frozenset(
    (
        *("node_modules", "vendor", "venv", "dist", "build", "target", "docs", "examples", "example"),
        *("test", "tests", "fixtures", "testdata", "__pycache__"),
    )
)
_HIDDEN = frozenset((".github", ".mcp", ".hangar"))
_HINTS = (
    "hangar",
    "gateway",
    "config",
    "lock",
    "facet",
    "mcp",
    "pointer",
    "descriptor",
    "manifest",
    "attest",
)
_MANY = 200
"""So many files of one folder are opened; of a larger one, only those whose names give a hint."""


def candidates(tree: Tree) -> Iterator[tuple[str, bytes | None]]:
    """Give likely lockfiles of the root and of the folders right below it; None for one known by its name."""
    top = tree.names("")
    yield from _of_folder(tree, "", top)
    for name in top:
        if name in _HIDDEN or ("." not in name and name not in _PASSED_OVER):
            yield from _of_folder(tree, f"{name}/", tree.names(name))


def _of_folder(tree: Tree, folder: str, names: tuple[str, ...]) -> Iterator[tuple[str, bytes | None]]:
    found = [name for name in names if name.endswith(_ENDINGS) and name not in _MANAGERS]
    if len(found) > _MANY:
        found = [name for name in found if any(hint in name.lower() for hint in _HINTS)]
    for name in found:
        if name in OTHER_LOCKFILES:
            yield folder + name, None
        elif folder + name != DEFAULT_LOCKFILE:
            raw = _content(tree, folder + name)
            if _RARE.search(raw) and any(all(word in raw for word in marks) for marks in _MARKS):
                yield folder + name, raw


def _content(tree: Tree, path: str) -> bytes:
    try:
        return tree.read(path) or b""
    except UsageError:
        return b""  # a link that leaves the workspace, or no plain file: nobody named it
