"""The server that a `server.json` publishes, in the spellings of all released schemas."""

import re
from collections.abc import Iterator
from urllib.parse import urlsplit

from toolpin_ci.canon.web_address import is_loopback, shown_url, url_problem
from toolpin_ci.canon.wording import quoted
from toolpin_ci.discover.document import Document, read_json
from toolpin_ci.discover.found import Finds, Found, Place, Repository, Source
from toolpin_ci.discover.inputs import arguments, fill_curly, variables
from toolpin_ci.discover.packages import Package, launch, problem_of, shell_problem
from toolpin_ci.discover.view import View, root
from toolpin_ci.errors import UsageError
from toolpin_ci.model.jsonvalue import is_object
from toolpin_ci.model.server import ServerSpec, Transport
from toolpin_ci.values import replace

FILE = "server.json"
_SCHEMA = re.compile(r"https?://\S+/schemas?/[^/]+/server\.schema\.json#?")
_NAME = re.compile(r"[a-zA-Z0-9.-]{1,100}/[a-zA-Z0-9._-]{1,100}", re.ASCII)
_REMOTES = {
    "": Transport.STREAMABLE_HTTP,
    "http": Transport.STREAMABLE_HTTP,
    "streamable": Transport.STREAMABLE_HTTP,
    "streamable-http": Transport.STREAMABLE_HTTP,
    "sse": Transport.SSE,
}


def _find(repository: Repository) -> Finds:
    try:
        document = read_json(repository.tree, FILE)
    except UsageError as error:
        return Finds(notes=(f"{error.message}; so it is not read as the description of a server",))
    if document is None or not _is_ours(document):
        return Finds()
    view = root(document)
    name = view.text("name")
    if _NAME.fullmatch(name) is None:
        raise view.wrong("name", f"name must look like io.github.owner/server, and this is {quoted(name)}")
    specs = list(_targets(name, view))
    if not specs:
        return Finds(notes=(f"{FILE}: names neither packages nor remotes, so there is nothing to check",))
    chosen = next((spec for spec in specs if not spec.unreachable), specs[0])
    found = Found(spec=chosen, place=Place(file=FILE, line=document.line(("name",))))
    return Finds(servers=(found,), notes=_note(chosen, specs))


def _is_ours(document: Document) -> bool:
    """Tell a published server from the many other files of that name."""
    value = document.value
    if not is_object(value):
        return False
    view = root(document)
    schema, name = view.get("$schema"), view.get("name")
    if isinstance(schema, str) and _SCHEMA.fullmatch(schema):
        return True
    is_named = isinstance(name, str) and _NAME.fullmatch(name) is not None
    return is_named and any(isinstance(view.get(key), list) for key in ("packages", "remotes"))


def _note(chosen: ServerSpec, specs: list[ServerSpec]) -> tuple[str, ...]:
    if len(specs) == 1:
        return ()
    how = chosen.url or " ".join(chosen.command) or "none of them"
    return (f"{FILE}: names {len(specs)} ways to reach the server; asked is {quoted(how)}",)


def _targets(name: str, view: View) -> Iterator[ServerSpec]:
    """Give a server for each way to reach it: packages first, since their versions stand still."""
    for item in view.items("packages"):
        yield _package(ServerSpec(name=name, source=FILE), item)
    for item in view.items("remotes"):
        yield _remote(ServerSpec(name=name, source=FILE), item)


def _package(spec: ServerSpec, view: View) -> ServerSpec:
    package = _described(view)
    spec = replace(spec, package=package.pin())
    before = arguments(view, "runtimeArguments", "runtime_arguments")
    after = arguments(view, "packageArguments", "package_arguments")
    env = variables(view, "environmentVariables", "environment_variables")
    missing = (*before.missing, *after.missing, *env.missing)
    problem = problem_of(package) or shell_problem(package, before.words)
    if problem:
        return replace(spec, unreachable=problem)
    if missing:
        return replace(spec, unreachable=_needs(missing))
    command = launch(package, before.words, after.words)
    return _served(replace(spec, command=command, env=env.values), view)


def _described(view: View) -> Package:
    kind = view.text("registryType", "registry_type", "registryName", "registry_name").lower()
    identifier, version = view.text("identifier", "name"), view.text("version")
    if kind == "oci" and version and re.search(r"[:@][^/]*$", identifier) is None:
        identifier = f"{identifier}:{version}"
    return Package(
        kind=kind,
        identifier=identifier,
        version="" if kind == "oci" else version,
        sha256=view.text("fileSha256", "file_sha256"),
        base_url=view.text("registryBaseUrl", "registry_base_url"),
    )


def _needs(names: tuple[str, ...]) -> str:
    return f"it needs {', '.join(map(quoted, dict.fromkeys(names)))}, which a user would have to give"


def _served(spec: ServerSpec, view: View) -> ServerSpec:
    """Add the address of a package that speaks HTTP once it runs."""
    transport = view.view("transport")
    kind = transport.text("type")
    if kind in ("", "stdio"):
        return spec
    if kind not in _REMOTES:
        return replace(spec, unreachable=f"its transport {quoted(kind)} is none that we know")
    url = fill_curly(transport.text("url"), transport.view("variables"))
    problem = "is not filled in" if "{" in url else url_problem(url)
    if not problem and not is_loopback(urlsplit(url).hostname or ""):
        problem = "is not on this machine, where the package is started"
    if problem:
        return replace(spec, unreachable=f"its address {shown_url(url)} {problem}")
    return replace(spec, url=url, transport=_REMOTES[kind], network=True)


def _remote(spec: ServerSpec, view: View) -> ServerSpec:
    kind = view.text("type", "transport_type", "transportType")
    if kind not in _REMOTES:
        return replace(spec, unreachable=f"its transport {quoted(kind)} is none that we know")
    url = fill_curly(view.text("url"), view.view("variables"))
    headers = variables(view, "headers")
    problem = "is not filled in" if "{" in url else url_problem(url)
    if problem:
        return replace(spec, unreachable=f"its address {shown_url(url)} {problem}")
    if headers.missing:
        return replace(spec, url=url, transport=_REMOTES[kind], unreachable=_needs(headers.missing))
    return replace(spec, url=url, transport=_REMOTES[kind], headers=headers.values)


SOURCE = Source(id="server-json", title=FILE, step=3, find=_find)
