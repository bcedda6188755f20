"""What a server calls itself."""

from collections.abc import Mapping

from toolpin_ci.model.surface import Surface


def own_name(surface: Surface | None) -> str:
    """Give the name in `serverInfo`; empty where there is none."""
    info = surface.header.get("serverInfo") if surface is not None else None
    name = info.get("name") if isinstance(info, Mapping) else None
    return name if isinstance(name, str) else ""
