"""The servers that the lockfiles hold, reached as their entries say."""

from collections.abc import Iterator, Mapping
from urllib.parse import urlsplit

from toolpin_ci.canon.places import inside, name_problem, path_problem
from toolpin_ci.canon.web_address import is_loopback, shown_url, url_problem
from toolpin_ci.canon.wording import listed, quoted
from toolpin_ci.discover import codex, gemini, opencode, zed
from toolpin_ci.discover.client_file import Dialect, plain_entry
from toolpin_ci.discover.document import Document
from toolpin_ci.discover.entry import TRANSPORTS, Reading, read_entry
from toolpin_ci.discover.found import Finds, Found, Place, Repository, Source
from toolpin_ci.discover.packages import Package, launch, problem_of
from toolpin_ci.discover.view import View, root
from toolpin_ci.model.jsonvalue import Json, is_object
from toolpin_ci.model.server import ServerSpec, Transport
from toolpin_ci.values import replace

_GENERIC = "generic"
_PLAIN = Dialect(tables=(("mcpServers",), ("servers",)), entry=plain_entry)
_DIALECTS: Mapping[str, Dialect] = {
    "codex": codex.DIALECT,
    "gemini": gemini.DIALECT,
    "opencode": opencode.DIALECT,
    "zed": zed.DIALECT,
}


def _find(repository: Repository) -> Finds:
    found: list[Found] = []
    notes: list[str] = []
    for file, lock in repository.locks.items():
        for reading in _servers(_document(file, lock)):
            found.append(Found(spec=reading.spec, place=Place(file=file)))
            notes += reading.notes
    return Finds(servers=tuple(found), notes=tuple(notes))


def _document(file: str, lock: Json) -> Document:
    """View a lockfile that its own reader has parsed; lines are that reader's business."""
    return Document(file=file, value=lock, line=lambda _: 0, lines=lambda _: {})


def _servers(document: Document) -> Iterator[Reading]:
    if not is_object(document.value) or not is_object(root(document).get("servers")):
        return
    chosen: dict[str, View] = {}
    for view in root(document).view("servers").views().values():
        name = view.text("name")
        if name not in chosen or _rank(view) < _rank(chosen[name]):
            chosen[name] = view
    for name, view in chosen.items():
        problem = name_problem(name)
        if problem:
            raise document.wrong(view.path, problem)
        reading = _server(name, view)
        yield replace(reading, spec=_with_secrets(reading.spec, view))


def _rank(view: View) -> tuple[bool, str]:
    """The entry for the generic client stands for a server; without one, the first by name does."""
    client = view.text("client")
    return client != _GENERIC, client


def _server(name: str, view: View) -> Reading:
    target = view.view("selectedTarget")
    spec = ServerSpec(name=name, source=view.document.file)
    match target.text("kind"):
        case "local":
            return Reading(spec=_local(spec, target))
        case "package":
            return _package(spec, target, view)
        case "remote":
            return _remote(spec, target, view)
        case kind:
            return Reading(spec=replace(spec, unreachable=f"its target is of an unknown kind {quoted(kind)}"))


def _with_secrets(spec: ServerSpec, view: View) -> ServerSpec:
    """Say which required secrets of the entry have no value here."""
    given = {name.lower() for name in (*spec.env, *spec.headers)}
    required = [
        item.text("name")
        for item in view.view("capabilityManifest").items("secrets")
        if item.flag("required")
    ]
    missing = [name for name in required if name.lower() not in given]
    if spec.unreachable or not missing:
        return spec
    return replace(
        spec, unreachable=f"it needs {listed([quoted(name) for name in missing])}, which is not given here"
    )


def _local(spec: ServerSpec, target: View) -> ServerSpec:
    command, cwd, url = target.text("command"), target.text("cwd"), target.text("url")
    transport = TRANSPORTS.get(target.text("transport"))
    problem = f"the folder {quoted(cwd)} {path_problem(cwd)}" if path_problem(cwd) else ""
    if not command:
        problem = "its target names no command"
    elif url and (url_problem(url) or not is_loopback(urlsplit(url).hostname or "")):
        problem = f"its address {shown_url(url)} {url_problem(url) or 'is not on this machine'}"
    if problem:
        return replace(spec, unreachable=problem)
    return replace(
        spec,
        command=(command, *target.texts("args")),
        cwd=inside(cwd),
        url=url,
        transport=_over_http(transport) if url else Transport.STDIO,
        network=bool(url),
    )


def _over_http(transport: Transport | None) -> Transport:
    return Transport.SSE if transport is Transport.SSE else Transport.STREAMABLE_HTTP


def _package(spec: ServerSpec, target: View, view: View) -> Reading:
    package = Package(
        kind=target.text("registryType"),
        identifier=target.text("identifier"),
        version=target.text("version"),
        sha256=target.text("fileSha256"),
    )
    spec = replace(spec, package=package.pin())
    problem = problem_of(package)
    if problem:
        return Reading(spec=replace(spec, unreachable=problem))
    written = _fragment(spec.name, view)
    if written is not None and (written.spec.command or written.spec.unreachable):
        return Reading(spec=replace(written.spec, package=spec.package), notes=written.notes)
    if target.text("transport") not in ("", "stdio"):
        return Reading(
            spec=replace(spec, unreachable="its package speaks HTTP, and its entry has no address")
        )
    return Reading(spec=replace(spec, command=launch(package)))


def _remote(spec: ServerSpec, target: View, view: View) -> Reading:
    url = target.text("url")
    problem = url_problem(url)
    if problem:
        return Reading(spec=replace(spec, unreachable=f"its address {shown_url(url)} {problem}"))
    written = _fragment(spec.name, view)
    asked = replace(
        spec,
        url=url,
        transport=_over_http(TRANSPORTS.get(target.text("type"))),
        headers=written.spec.headers if written else {},
        unreachable=written.spec.unreachable if written else "",
    )
    return Reading(spec=asked, notes=written.notes if written else ())


def _fragment(name: str, view: View) -> Reading | None:
    """Read what was written for the entry's client; None where there is nothing for this server."""
    config = view.get("config")
    dialect = _DIALECTS.get(view.text("client"), _PLAIN)
    if not is_object(config):
        return None
    for path in dialect.tables:
        inner: Json = config
        for key in (*path, name):
            inner = inner.get(key) if isinstance(inner, Mapping) else None
        if isinstance(inner, Mapping):
            place = (*view.path, "config", *path, name)
            return read_entry(dialect.entry(name, View(document=view.document, path=place, value=inner)))
    return None


SOURCE = Source(id="lockfile", title="the lockfile", step=2, find=_find)
