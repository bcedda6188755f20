"""The servers that the configuration names."""

from toolpin_ci.canon.wording import listed
from toolpin_ci.discover.found import Finds, Found, Place, Repository, Source
from toolpin_ci.errors import UsageError
from toolpin_ci.model.config import CONFIG_FILES, Config
from toolpin_ci.ports import Tree


def find_config(tree: Tree, path: str = "") -> tuple[str, bytes] | None:
    """Read the configuration file that was named, or the one that is there; None where there is none."""
    if path:
        content = tree.read(path)
        if content is None:
            raise UsageError(f"{path}: there is no such configuration file")
        return path, content
    read = ((name, tree.read(name)) for name in CONFIG_FILES)
    found = [(name, content) for name, content in read if content is not None]
    if len(found) > 1:
        names = listed([name for name, _ in found])
        raise UsageError(
            f"more than one configuration file: {names}", advice="keep one, or name it with --config"
        )
    return found[0] if found else None


def _find(repository: Repository) -> Finds:
    config = repository.config or Config()
    found = (
        Found(spec=spec, place=Place(file=config.file, line=config.line("servers", spec.name)))
        for spec in config.servers
    )
    return Finds(servers=tuple(found))


SOURCE = Source(id="configuration", title="the configuration", step=1, find=_find)
