"""Which servers a repository has: the first step of sources that names some wins."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby

from toolpin_ci.canon.wording import listed, quoted, suggestion
from toolpin_ci.discover import (
    codex,
    configuration,
    cursor,
    gemini,
    lockfile,
    mcp_json,
    opencode,
    roo,
    server_json,
    vscode,
    zed,
)
from toolpin_ci.discover.client_file import STEP as CLIENTS
from toolpin_ci.discover.configuration import find_config
from toolpin_ci.discover.found import Discovery, Found, Place, Repository, Source
from toolpin_ci.errors import ToolpinError, UsageError
from toolpin_ci.model.config import Config
from toolpin_ci.model.jsonvalue import Json
from toolpin_ci.model.server import ServerSpec
from toolpin_ci.ports import Tree
from toolpin_ci.values import replace

__all__ = ["SOURCES", "Discovery", "Place", "Source", "choose", "discover", "find_config"]

_NO_GAPS = "its headers hold ${…}, which is filled in only where .toolpin-ci.yml says so"

SOURCES: tuple[Source, ...] = (
    configuration.SOURCE,
    lockfile.SOURCE,
    server_json.SOURCE,
    mcp_json.SOURCE,
    vscode.SOURCE,
    cursor.SOURCE,
    gemini.SOURCE,
    roo.SOURCE,
    opencode.SOURCE,
    codex.SOURCE,
    zed.SOURCE,
)


def discover(
    tree: Tree, *, config: Config | None = None, locks: Mapping[str, Json] | None = None
) -> Discovery:
    """Find the servers; `locks` holds the parsed lockfiles by path."""
    repository = Repository(tree=tree, config=config, locks=locks or {})
    notes: list[str] = []
    for step, group in groupby(SOURCES, key=lambda source: source.step):
        finds = [(source, source.find(repository)) for source in group]
        notes += [note for _, found in finds for note in found.notes]
        servers = _merged(_literal(one, source) for source, found in finds for one in found.servers)
        if servers:
            titles = [source.title for source, found in finds if found.servers]
            passed_over = _passed_over(repository, servers, titles) if step < CLIENTS else []
            return Discovery(
                servers=tuple(found.spec for found in servers.values()),
                source=listed(titles),
                places={name: found.place for name, found in servers.items()},
                notes=(*notes, *passed_over),
            )
    return Discovery(notes=tuple(notes))


def choose(servers: Sequence[ServerSpec], names: Sequence[str]) -> tuple[ServerSpec, ...]:
    """Keep the servers that were asked for by name; all where no name was given."""
    known = {spec.name: spec for spec in servers}
    for name in names:
        if name not in known:
            message = f"there is no server {quoted(name)}; there is: {listed(known) or 'none'}"
            raise UsageError(message, advice=suggestion(name, known))
    return tuple(spec for spec in servers if not names or spec.name in names)


def _literal(found: Found, source: Source) -> Found:
    """Let no file but our own configuration name a variable of the job, however it is put together."""
    if source is configuration.SOURCE or not any("${" in value for value in found.spec.headers.values()):
        return found
    return replace(found, spec=replace(found.spec, headers={}, unreachable=_NO_GAPS))


def _merged(found: Iterable[Found]) -> dict[str, Found]:
    """Put the servers of one step together; the same one may be described twice, but not in two ways."""
    merged: dict[str, Found] = {}
    for one in found:
        first = merged.setdefault(one.spec.name, one)
        if replace(one.spec, source="") != replace(first.spec, source=""):
            raise _clash(first, one)
    return merged


def _clash(first: Found, second: Found) -> UsageError:
    places = " and ".join(_shown(found.place) for found in (first, second))
    message = f"the server {quoted(first.spec.name)} is described in two ways, in {places}"
    return UsageError(message, advice="make both the same, or describe it in .toolpin-ci.yml")


def _shown(place: Place) -> str:
    return f"{place.file}:{place.line}" if place.line else place.file


def _passed_over(repository: Repository, servers: Mapping[str, Found], titles: Sequence[str]) -> list[str]:
    """Name what the clients' files have beside what is checked; a broken file is no error here."""
    notes: list[str] = []
    for source in SOURCES:
        if source.step != CLIENTS:
            continue
        try:
            found = source.find(repository).servers
        except ToolpinError as error:
            notes.append(f"{error.message}; the file is not used, since {listed(titles)} names the servers")
            continue
        names = [quoted(one.spec.name) for one in found if one.spec.name not in servers]
        if names:
            notes.append(f"{source.title}: {listed(names)} not checked: {listed(titles)} names the servers")
    return notes
