"""What a command that asks servers stands on: the settings that count, and the servers that they give."""

from collections.abc import Mapping, Sequence

from toolpin_ci.commands.call import Call
from toolpin_ci.commands.settling import Settled, settle
from toolpin_ci.errors import JsonError, UnavailableError, UsageError
from toolpin_ci.model.config import Config
from toolpin_ci.model.jsonvalue import Json
from toolpin_ci.model.server import ServerSpec, Transport
from toolpin_ci.pipeline.other_locks import is_ours, wanted_documents
from toolpin_ci.ports import Tree
from toolpin_ci.values import dataclass, replace

_NO_SERVERS = (
    "name one behind `--` (toolpin-ci check -- python my_server.py), or list your servers in .toolpin-ci.yml"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Scene:
    """The settings that count, and the servers that they give."""

    settled: Settled
    specs: tuple[ServerSpec, ...]
    only_locked: tuple[str, ...] = ()
    """Names that the call chose and that only a lockfile knows."""
    whole_repo: bool
    is_named_by_call: bool = False
    notes: tuple[str, ...] = ()
    """What was found and is not asked, and why."""


def set_scene(call: Call, base: Tree | None = None) -> Scene:
    """Settle what counts, and find the servers."""
    settled = settle(call, base)
    specs, only_locked, notes = _servers(call, settled, base)
    if base is not None and specs != settled.config.servers and not _is_named(call):
        specs = _held_to_base(specs, base, settled.based, settled.lockfiles)
    return Scene(
        settled=settled,
        specs=_prepared(specs, call.options.timeout, wanted_documents(settled.lockfiles, settled.tree)),
        only_locked=only_locked,
        whole_repo=not _is_named(call) and not call.options.server,
        is_named_by_call=_is_named(call),
        notes=notes,
    )


def _prepared(
    specs: Sequence[ServerSpec], timeout: float | None, reads: tuple[str, ...]
) -> tuple[ServerSpec, ...]:
    return tuple(replace(spec, timeout=timeout or spec.timeout, reads=reads) for spec in specs)


def _servers(
    call: Call, settled: Settled, base: Tree | None
) -> tuple[tuple[ServerSpec, ...], tuple[str, ...], tuple[str, ...]]:
    if _is_named(call):
        return (_named_by_call(call),), (), ()
    from toolpin_ci.discover import choose, discover

    config = settled.config
    found = discover(settled.tree, config=config, locks=_documents(settled.tree, settled.lockfiles))
    wanted = call.options.server or []
    known = {spec.name for spec in found.servers}
    strange = {name for name in wanted if name not in known}
    only_locked = strange & locked_names(settled, base) if strange else set()
    asked = [name for name in wanted if name not in only_locked]
    specs = choose(found.servers, asked) if asked or not wanted else ()
    if not specs and not only_locked:
        raise UsageError("no server was found in this repository", advice=_NO_SERVERS)
    configured = {spec.name for spec in config.servers}
    filled = tuple(_with_headers(spec, call.environ) if spec.name in configured else spec for spec in specs)
    return filled, tuple(sorted(only_locked)), () if wanted else found.notes


def locked_names(settled: Settled, base: Tree | None) -> set[str]:
    """Name every server that a lockfile of either side has, also where nothing says how to ask it."""
    documents = [*_documents(settled.tree, settled.lockfiles).values()]
    if base is not None:
        documents += _documents(base, settled.based_lockfiles).values()
    servers = [one.get("servers") for one in documents if isinstance(one, Mapping)]
    entries = [entry for one in servers if isinstance(one, Mapping) for entry in one.values()]
    names = [entry.get("name") for entry in entries if isinstance(entry, Mapping)]
    return {name for name in names if isinstance(name, str)}


def _held_to_base(
    specs: tuple[ServerSpec, ...], base: Tree, based: Config | None, lockfiles: Sequence[str]
) -> tuple[ServerSpec, ...]:
    """Give servers that no configuration names only what the base branch's files let them have."""
    from toolpin_ci.config.trust import hold_servers
    from toolpin_ci.discover import discover

    before = discover(base, config=based, locks=_documents(base, lockfiles))
    return hold_servers(specs, before.servers)


def _is_named(call: Call) -> bool:
    return bool(call.server or call.options.url)


def _with_headers(spec: ServerSpec, environ: Mapping[str, str]) -> ServerSpec:
    """Fill secrets into headers; a server whose secret is missing here cannot be asked."""
    if not spec.headers:
        return spec
    from toolpin_ci.config.environment import fill_headers

    try:
        return fill_headers(spec, environ)
    except UnavailableError as error:
        return replace(spec, unreachable=" ".join(error.diagnostics()))


def _named_by_call(call: Call) -> ServerSpec:
    names = call.options.server or []
    if len(names) > 1:
        raise UsageError("one command is one server: give --server once")
    if call.options.transport and not call.options.url:
        raise UsageError("--transport goes with --url")
    if call.options.url:
        _refuse_unusable(call.options.url)
    transport = (
        Transport(call.options.transport or "streamable-http") if call.options.url else Transport.STDIO
    )
    return ServerSpec(
        name=names[0] if names else "",
        command=call.server,
        url=call.options.url or "",
        transport=transport,
        source="the command line",
    )


def _refuse_unusable(url: str) -> None:
    from toolpin_ci.canon.web_address import shown_url, url_problem

    if problem := url_problem(url):
        raise UsageError(f"--url {shown_url(url)} {problem}")


def _documents(tree: Tree, lockfiles: Sequence[str]) -> Mapping[str, Json]:
    """Parse lockfiles that say how servers are reached; an unusable one is reported by whoever needs it."""
    from toolpin_ci.canon.text import parse

    found: dict[str, Json] = {}
    for file in lockfiles:
        raw = tree.read(file)
        if raw is not None and (is_ours(raw, file) or b'"specVersion"' in raw):
            try:
                found[file] = _as_ours(parse(raw, finite=True))
            except JsonError:
                continue
    return found


def _as_ours(document: Json) -> Json:
    """Show the servers of the draft mcp-lock/1 as ours are; every other document stays as it is."""
    if not isinstance(document, Mapping) or "specVersion" not in document:
        return document
    from toolpin_ci.locks.mcp_lock_convert import servers_of

    return {"servers": servers_of(document)}
