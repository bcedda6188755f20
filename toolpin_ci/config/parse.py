"""The configuration file as a whole: text in, a checked value out."""

from collections.abc import Collection, Mapping

from toolpin_ci.config.fields import known_keys, wrong
from toolpin_ci.config.node import Items, Member, Node, Scalar, Table, kind
from toolpin_ci.config.policy import read_policy
from toolpin_ci.config.registries import read_registries
from toolpin_ci.config.servers import file_path, read_servers
from toolpin_ci.config.yamltext import read_yaml
from toolpin_ci.model.config import Config, RegistryPlaces, setting_path
from toolpin_ci.model.policy import Policy

KEYS = ("version", "lockfile", "policy", "servers", "registries", "signature")
VERSIONS = (1,)


def parse_config(text: str | bytes, *, file: str, rule_ids: Collection[str]) -> Config:
    """Read a configuration file; raise `UsageError` with the place of the first thing that is wrong."""
    root = read_yaml(text, file)
    if root is None or (isinstance(root, Scalar) and root.value is None):
        return Config(file=file)
    given = known_keys(root, "the configuration", KEYS)
    return Config(
        version=_version(given),
        lockfiles=_lockfiles(given["lockfile"].value) if "lockfile" in given else (),
        policy=read_policy(given["policy"].value, rule_ids) if "policy" in given else Policy(),
        servers=read_servers(given["servers"].value, file) if "servers" in given else (),
        registries=read_registries(given["registries"].value) if "registries" in given else RegistryPlaces(),
        public_key=_public_key(given["signature"].value) if "signature" in given else "",
        lines=dict(_lines(given, ())),
        file=file,
    )


def _public_key(node: Node) -> str:
    members = known_keys(node, "signature", ("public-key",))
    if "public-key" not in members:
        raise wrong(node, "signature needs public-key, a file of this repository with an Ed25519 key")
    return file_path(members["public-key"].value, "public-key")


def _version(given: Mapping[str, Member]) -> int:
    node = given["version"].value if "version" in given else None
    if node is None:
        return VERSIONS[0]
    if isinstance(node, Scalar) and type(node.value) is int and node.value in VERSIONS:
        return node.value
    allowed = " or ".join(map(str, VERSIONS))
    raise wrong(node, f"version must be the number {allowed}, and this is {kind(node)}")


def _lockfiles(node: Node) -> tuple[str, ...]:
    if isinstance(node, Items) and not node.items:
        raise wrong(node, "lockfile must not be empty")
    nodes = node.items if isinstance(node, Items) else (node,)
    paths = [file_path(one, "lockfile") for one in nodes]
    for one, path in zip(nodes, paths, strict=True):
        if paths.count(path) > 1:
            raise wrong(one, f"lockfile names {path} twice")
    return tuple(paths)


def _lines(given: Mapping[str, Member], above: tuple[str, ...]) -> list[tuple[str, int]]:
    found: list[tuple[str, int]] = []
    for key, member in given.items():
        path = (*above, key)
        found.append((setting_path(*path), member.key.mark.line))
        if isinstance(member.value, Table):
            found += _lines(member.value.members, path)
    return found
