"""One server as a client's file describes it, turned into a `ServerSpec`."""

import re
from collections.abc import Iterable, Mapping
from pathlib import PurePosixPath

from toolpin_ci.canon.places import inside, path_problem
from toolpin_ci.canon.web_address import shown_url, url_problem
from toolpin_ci.canon.wording import quoted
from toolpin_ci.discover.gaps import BRACES, Filled, fill
from toolpin_ci.model.server import ServerSpec, Transport
from toolpin_ci.values import dataclass, field

TRANSPORTS = {
    "": None,
    "http": Transport.STREAMABLE_HTTP,
    "local": Transport.STDIO,
    "remote": None,
    "sse": Transport.SSE,
    "stdio": Transport.STDIO,
    "streamable-http": Transport.STREAMABLE_HTTP,
    "streamable_http": Transport.STREAMABLE_HTTP,
    "streamableHttp": Transport.STREAMABLE_HTTP,
}
_CONTAINERS = frozenset({"docker", "podman", "nerdctl"})
_VARIABLE = re.compile(r"[A-Za-z_][A-Za-z0-9_]*", re.ASCII)
_ELSEWHERE = "describe the server in .toolpin-ci.yml, or name a captured surface there"


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """What every client can say of a server, in one spelling."""

    name: str
    file: str
    type: str = ""
    command: tuple[str, ...] = ()
    cwd: str = ""
    env: Mapping[str, str] = field(default_factory=dict)
    wanted: tuple[str, ...] = ()
    """Variables that the client would take from its own environment."""
    url: str = ""
    headers: Mapping[str, str] = field(default_factory=dict, repr=False)
    env_file: str = ""
    gaps: re.Pattern[str] = BRACES


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """The server, and what was left out of it."""

    spec: ServerSpec
    notes: tuple[str, ...] = ()


def read_entry(entry: Entry) -> Reading:
    """Turn an entry into a server; what cannot be launched or asked says why."""
    if entry.type not in TRANSPORTS:
        return Reading(spec=_unreachable(entry, f"its type {quoted(entry.type)} is none that we know"))
    if entry.command:
        return _local(entry)
    if entry.url:
        return Reading(spec=_remote(entry))
    return Reading(spec=_unreachable(entry, "its entry has neither a command nor an address"))


def _unreachable(entry: Entry, why: str) -> ServerSpec:
    return ServerSpec(name=entry.name, source=entry.file, unreachable=f"{why}; {_ELSEWHERE}")


def _local(entry: Entry) -> Reading:
    cwd = fill(entry.cwd, entry.gaps)
    problem = "is not in the repository" if cwd.missing else path_problem(cwd.text)
    if problem:
        return Reading(spec=_unreachable(entry, f"its folder {quoted(entry.cwd)} {problem}"))
    folder = inside(cwd.text)
    command = [fill(word, entry.gaps, _workspace_from(folder)) for word in entry.command]
    missing = _missing(command)
    if missing:
        return Reading(spec=_unreachable(entry, f"its command needs {missing}, which nothing fills in"))
    if PurePosixPath(command[0].text).name in _CONTAINERS:
        return Reading(
            spec=_unreachable(entry, "it starts a container, and images are verified, not launched")
        )
    env, left_out = _environment(entry, folder)
    spec = ServerSpec(
        name=entry.name,
        command=tuple(word.text for word in command),
        cwd=folder,
        env=env,
        source=entry.file,
    )
    return Reading(spec=spec, notes=tuple(_notes(entry, left_out)))


def _workspace_from(folder: str) -> str:
    """Give the way from a folder of the workspace back to the workspace."""
    return "/".join(".." for _ in folder.split("/")) if folder else "."


def _missing(words: Iterable[Filled]) -> str:
    return ", ".join(quoted(name) for word in words for name in word.missing)


def _environment(entry: Entry, folder: str) -> tuple[dict[str, str], tuple[str, ...]]:
    filled = {name: fill(value, entry.gaps, _workspace_from(folder)) for name, value in entry.env.items()}
    env = {
        name: value.text for name, value in filled.items() if not value.missing and _VARIABLE.fullmatch(name)
    }
    left_out = [name for name in (*entry.env, *entry.wanted) if name not in env]
    return env, tuple(dict.fromkeys(left_out))


def _notes(entry: Entry, left_out: tuple[str, ...]) -> Iterable[str]:
    started = f"{entry.file}: {quoted(entry.name)} is started without"
    if left_out:
        yield f"{started} {', '.join(map(quoted, left_out))}: the file holds no literal value"
    if entry.env_file:
        yield f"{started} its file of variables {quoted(entry.env_file)}"


def _remote(entry: Entry) -> ServerSpec:
    url = fill(entry.url, entry.gaps)
    problem = f"needs {_missing([url])}, which nothing fills in" if url.missing else url_problem(url.text)
    if problem:
        return _unreachable(entry, f"its address {shown_url(entry.url)} {problem}")
    headers = {name: fill(value, entry.gaps) for name, value in entry.headers.items()}
    open_headers = [name for name, value in headers.items() if value.missing]
    if open_headers:
        names = ", ".join(map(quoted, open_headers))
        return _unreachable(entry, f"its headers {names} need values that are not in the repository")
    return ServerSpec(
        name=entry.name,
        url=url.text,
        transport=_transport(entry),
        headers={name: value.text for name, value in headers.items()},
        source=entry.file,
    )


def _transport(entry: Entry) -> Transport:
    """Follow the type; without one, clients ask the old transport where the address says so."""
    looks_old = entry.url.partition("?")[0].rstrip("/").endswith("/sse")
    said = TRANSPORTS[entry.type]
    if said in (None, Transport.STDIO):
        return Transport.SSE if looks_old else Transport.STREAMABLE_HTTP
    return said
