"""What a command that asks servers stands on: settings, lockfiles, servers and the means to ask them."""

from collections.abc import Collection, Iterator, Mapping, Sequence

from toolpin_ci.commands.call import Call
from toolpin_ci.commands.progress import Progress
from toolpin_ci.edge.launch import Place
from toolpin_ci.edge.probing import Asking, probe_as_toolpin
from toolpin_ci.edge.processes import adopt_orphans
from toolpin_ci.edge.tree import NamedFiles
from toolpin_ci.errors import JsonError, UnavailableError, UsageError
from toolpin_ci.model.config import CONFIG_FILES, DEFAULT_LOCKFILE, Config, TrustDifference, signature_file
from toolpin_ci.model.finding import ABSENT
from toolpin_ci.model.jsonvalue import Json, JsonObject
from toolpin_ci.model.server import Sandbox, ServerSpec, Transport
from toolpin_ci.model.surface import Probe
from toolpin_ci.pipeline.finding_locks import find_lockfiles
from toolpin_ci.pipeline.other_locks import is_ours, wanted_documents
from toolpin_ci.pipeline.toolpin_policy import policy_differences, read_policy
from toolpin_ci.ports import Tree
from toolpin_ci.values import dataclass, replace

_NO_SERVERS = (
    "name one behind `--` (toolpin-ci check -- python my_server.py), or list your servers in .toolpin-ci.yml"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """The settings that count: what arms or disarms a check comes from the base, where there is one."""

    tree: Tree
    config: Config
    lockfiles: tuple[str, ...]
    base: Tree | None = None
    lockfiles_named: bool = False
    """Whether the call or the configuration names them; else they were found."""
    based: Config | None = None
    """The base's own configuration."""
    based_lockfiles: tuple[str, ...] = ()
    toolpin_policy: JsonObject | None = None
    """The rules of ToolPin's policy file."""
    public_key: str = ""
    """The key, as PEM, that lockfiles must be signed with."""
    trust: tuple[TrustDifference, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Scene(Settings):
    """The settings that count, and the servers that they give."""

    specs: tuple[ServerSpec, ...]
    only_locked: tuple[str, ...] = ()
    """Names that the call chose and that only a lockfile knows."""
    whole_repo: bool
    is_named_by_call: bool = False
    notes: tuple[str, ...] = ()


def read_scene_config(call: Call) -> tuple[Tree, Config, tuple[str, ...]]:
    """Read the settings of the workspace as they stand, and which lockfiles they mean."""
    locks = call.options.lockfile or ()
    named = [call.options.config, *locks, *map(signature_file, locks)]
    tree = NamedFiles(call.workspace, frozenset(name for name in named if name))
    config = read_config(tree, call.options.config)
    if call.options.config and config is None:
        raise UsageError(f"{call.options.config}: there is no such configuration file")
    found = config or Config()
    return tree, found, tuple(call.options.lockfile or found.lockfiles or find_lockfiles(tree))


def settle_settings(call: Call, base: Tree | None = None) -> Settings:
    """Read the settings of both sides, and take from the base what a pull request may not decide."""
    tree, config, lockfiles = read_scene_config(call)
    rules, is_named = read_policy(tree), bool(call.options.lockfile or config.lockfiles)
    if base is None:
        return Settings(
            tree=tree,
            config=config,
            lockfiles=lockfiles,
            lockfiles_named=is_named,
            toolpin_policy=rules,
            public_key=_public_key(config, tree),
        )
    from toolpin_ci.config.trust import trust_differences, with_base_trust

    head, based = config if config.file else None, read_config(base, call.options.config)
    known = based.lockfiles if based is not None else ()
    old_rules = read_policy(base, " on the base branch")
    key = _public_key(based, base) if based is not None else ""
    return Settings(
        tree=tree,
        config=with_base_trust(head, based),
        lockfiles=lockfiles,
        base=base,
        lockfiles_named=is_named,
        based=based,
        based_lockfiles=tuple(call.options.lockfile or known or (DEFAULT_LOCKFILE,)),
        toolpin_policy=old_rules,
        public_key=key,
        trust=(
            *trust_differences(based, head),
            *policy_differences(old_rules, rules),
            *_key_differences(based, key, tree),
        ),
    )


def _public_key(config: Config, tree: Tree) -> str:
    """Read the key that a configuration names; one that is missing or no key makes it unusable."""
    if not config.public_key:
        return ""
    raw = tree.read(config.public_key)
    if raw is None:
        raise UsageError(f"{config.public_key}: there is no such file, and signature.public-key names it")
    from toolpin_ci.toolpin.signing import public_key

    pem = raw.decode("utf-8", "replace")
    public_key(pem)
    return pem


def _key_differences(based: Config | None, key: str, head: Tree) -> tuple[TrustDifference, ...]:
    """Notice another key in the same file: the base's one counts."""
    if based is None or not key:
        return ()
    raw, file = head.read(based.public_key), based.public_key
    if raw is not None and raw.decode("utf-8", "replace") == key:
        return ()
    new = "another key" if raw is not None else ABSENT
    return (TrustDifference(path=file, old="the key of the base branch", new=new, file=file, line=1),)


def set_scene(call: Call, base: Tree | None = None) -> Scene:
    """Settle what counts, and find the servers."""
    settled = settle_settings(call, base)
    specs, only_locked, notes = _servers(call, settled, base)
    if base is not None and specs != settled.config.servers and not _is_named(call):
        specs = _held_to_base(specs, base, settled.based, settled.lockfiles)
    return Scene(
        tree=settled.tree,
        config=settled.config,
        lockfiles=settled.lockfiles,
        base=settled.base,
        lockfiles_named=settled.lockfiles_named,
        based=settled.based,
        based_lockfiles=settled.based_lockfiles,
        toolpin_policy=settled.toolpin_policy,
        public_key=settled.public_key,
        trust=settled.trust,
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


def read_config(tree: Tree, chosen: str | None) -> Config | None:
    """Read the configuration of one side; None where it has none."""
    found = {name: tree.read(name) for name in ((chosen,) if chosen else CONFIG_FILES)}
    present = {name: raw for name, raw in found.items() if raw is not None}
    if len(present) > 1:
        raise UsageError(
            f"more than one configuration file: {', '.join(present)}",
            advice="keep one, or name it with --config",
        )
    for file, raw in present.items():
        from toolpin_ci.config.parse import parse_config

        return parse_config(raw, file=file, rule_ids=_RuleIds())
    return None


class _RuleIds(Collection[str]):
    """The ids of all rules, loaded by the configurations that name one."""

    def __contains__(self, found: object) -> bool:
        return found in self._ids()

    def __iter__(self) -> Iterator[str]:
        return iter(self._ids())

    def __len__(self) -> int:
        return len(self._ids())

    def _ids(self) -> frozenset[str]:
        from toolpin_ci.commands.every_rule import EVERY_ID

        return EVERY_ID


def _servers(
    call: Call, settled: Settings, base: Tree | None
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
    return filled, tuple(sorted(only_locked)), found.notes


def locked_names(settled: Settings, base: Tree | None) -> set[str]:
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


class Questions:
    """Servers that are being asked, with progress on the terminal."""

    def __init__(self, call: Call, specs: Sequence[ServerSpec]) -> None:
        """Start at once; captured surfaces are not asked for."""
        adopt_orphans()
        live = [spec for spec in specs if not spec.captured]
        self._progress = Progress(live)
        self._place = _place(call)
        self._asking = Asking(live, self._place, self._progress.done)

    def __call__(self) -> tuple[Probe, ...]:
        """Wait for the answers."""
        with self._progress:
            return self._asking.results()

    def as_toolpin(self, specs: Sequence[ServerSpec]) -> tuple[Probe, ...]:
        """Ask servers again as ToolPin asks, and wait for the answers."""
        return Asking(specs, self._place, _in_silence, probe_as_toolpin).results()


def _in_silence(spec: ServerSpec, probe: Probe) -> None:
    """Tell nobody: the terminal has heard of this server."""
    del spec, probe


def _place(call: Call) -> Place:
    held = Sandbox.REQUIRED if call.environ.get("GITHUB_ACTIONS") == "true" else Sandbox.AUTO
    return Place(workspace=call.workspace, environ=call.environ, sandbox=held)
