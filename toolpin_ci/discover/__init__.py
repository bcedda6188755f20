"""Which servers a repository has: the first source that names some wins."""

from collections.abc import Mapping

from toolpin_ci.discover import configuration
from toolpin_ci.discover.configuration import find_config
from toolpin_ci.discover.found import Discovery, Place, Repository, Source
from toolpin_ci.model.config import Config
from toolpin_ci.model.jsonvalue import Json
from toolpin_ci.ports import Tree

__all__ = ["SOURCES", "Discovery", "Place", "Source", "discover", "find_config"]


SOURCES: tuple[Source, ...] = (configuration.SOURCE,)


def discover(
    tree: Tree, *, config: Config | None = None, locks: Mapping[str, Json] | None = None
) -> Discovery:
    """Find the servers; `locks` holds the parsed lockfiles by path."""
    repository = Repository(tree=tree, config=config, locks=locks or {})
    for source in SOURCES:
        finds = source.find(repository)
        if finds.servers:
            return Discovery(
                servers=tuple(found.spec for found in finds.servers),
                source=source.title,
                places={found.spec.name: found.place for found in finds.servers},
                notes=finds.notes,
            )
    return Discovery()
