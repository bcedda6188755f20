"""The settings that count for a call: what the workspace says, and what only the base branch may say."""

from collections.abc import Collection, Iterator

from toolpin_ci.commands.call import Call
from toolpin_ci.edge.tree import NamedFiles
from toolpin_ci.errors import UsageError
from toolpin_ci.model.config import CONFIG_FILES, DEFAULT_LOCKFILE, Config, TrustDifference, signature_file
from toolpin_ci.model.finding import ABSENT
from toolpin_ci.model.jsonvalue import JsonObject
from toolpin_ci.pipeline.finding_locks import find_lockfiles
from toolpin_ci.pipeline.toolpin_policy import policy_differences, read_policy
from toolpin_ci.ports import Tree
from toolpin_ci.values import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Settled:
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


def settle(call: Call, base: Tree | None = None) -> Settled:
    """Read the settings of both sides, and take from the base what a pull request may not decide."""
    tree, config, lockfiles = _as_they_stand(call)
    rules, is_named = read_policy(tree), bool(call.options.lockfile or config.lockfiles)
    if base is None:
        return Settled(
            tree=tree,
            config=config,
            lockfiles=lockfiles,
            lockfiles_named=is_named,
            toolpin_policy=rules,
            public_key=_public_key(config, tree),
        )
    from toolpin_ci.config.trust import trust_differences, with_base_trust

    head, based = config if config.file else None, _read_config(base, call.options.config)
    known = based.lockfiles if based is not None else ()
    old_rules = read_policy(base, " on the base branch")
    key = _public_key(based, base) if based is not None else ""
    return Settled(
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


def _as_they_stand(call: Call) -> tuple[Tree, Config, tuple[str, ...]]:
    """Read the settings of the workspace as they stand, and which lockfiles they mean."""
    locks = call.options.lockfile or ()
    named = [call.options.config, *locks, *map(signature_file, locks)]
    tree = NamedFiles(call.workspace, frozenset(name for name in named if name))
    config = _read_config(tree, call.options.config)
    if call.options.config and config is None:
        raise UsageError(f"{call.options.config}: there is no such configuration file")
    found = config or Config()
    return tree, found, tuple(call.options.lockfile or found.lockfiles or find_lockfiles(tree))


def _read_config(tree: Tree, chosen: str | None) -> Config | None:
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
