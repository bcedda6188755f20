"""Which servers a repository has: the first source that names some wins."""

from collections.abc import Mapping

from toolpin_ci.discover.found import Discovery, Finds, Found, Place, Repository, Source
from toolpin_ci.model.config import Config
from toolpin_ci.model.jsonvalue import Json
from toolpin_ci.ports import Tree

__all__ = ["SOURCES", "Discovery", "Place", "Source", "discover"]


def _configured(repository: Repository) -> Finds:
    config = repository.config or Config()
    found = (
        Found(spec=spec, place=Place(file=config.file, line=config.line("servers", spec.name)))
        for spec in config.servers
    )
    return Finds(servers=tuple(found))


SOURCES: tuple[Source, ...] = (
    Source(id="configuration", title="the configuration", step=1, find=_configured),
)


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
