"""The MCP Registry Spec, rulebook 0.1.1: signatures, CIDs and the nine steps of acceptance."""

from toolpin_ci.registry.acceptance import accept

__all__ = ["accept"]
