"""Every digest scheme that we compute: one file each, imported when it is asked for."""

from collections.abc import Mapping
from importlib import import_module

from toolpin_ci.canon.recipes.base import Recipe
from toolpin_ci.errors import UsageError

RECIPES: Mapping[str, str] = {
    "toolpin-description": "toolpin_description",
    "toolpin-manifest": "toolpin_manifest",
    "toolpin-surface": "toolpin_surface",
    "toolpin-entry": "toolpin_entry",
    "toolpin-lock": "toolpin_lock",
    "mcp-lock-1-surface": "mcp_lock_1_surface",
    "mcp-lock-1-entry": "mcp_lock_1_entry",
    "mcp-lock-1-lock": "mcp_lock_1_lock",
    "hangar-json": "hangar_json",
    "hangar-jcs": "hangar_jcs",
    "fusion-lock": "fusion_lock",
    "registry-cid": "registry_cid",
    "registry-manifest-cid": "registry_manifest_cid",
    "registry-blob-cid": "registry_blob_cid",
    "facets-api-surface": "facets_api_surface",
    "surface": "surface",
}
"""Scheme id to module; an id is never reused for another algorithm."""


def recipe(scheme: str) -> Recipe:
    """Load one recipe; refuse an unknown id with the known ones."""
    if scheme not in RECIPES:
        raise UsageError(f"unknown digest scheme {scheme!r}", advice="one of: " + ", ".join(RECIPES))
    found: Recipe = import_module(f"{__name__}.{RECIPES[scheme]}").RECIPE
    return found


def digest(scheme: str, text: str | bytes, **options: object) -> str:
    """Compute one digest from raw text, as the system that defines the scheme stores it."""
    return recipe(scheme).compute(text, **options)  # type: ignore[arg-type]
