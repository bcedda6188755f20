"""Whose word counts: policy and what a server may reach come from the base branch, not the pull request."""

from collections.abc import Iterable, Iterator, Mapping
from urllib.parse import urlsplit

from toolpin_ci.canon.web_address import host_of, is_loopback
from toolpin_ci.model.config import Config, RegistryPlaces, TrustDifference, setting_path
from toolpin_ci.model.finding import ABSENT, Absent, Severity
from toolpin_ci.model.jsonvalue import Json
from toolpin_ci.model.policy import Policy, Waiver
from toolpin_ci.model.server import Sandbox, ServerSpec
from toolpin_ci.values import dataclass, replace

_MOVED = "its address differs from the base branch's, and the base branch's settings count until the merge"
_NEW_LOCAL = "it is new here and asks for an address of this machine, which only the base branch may name"


def trust_differences(base: Config | None, head: Config | None) -> tuple[TrustDifference, ...]:
    """List what counts from the base and reads otherwise in the head; no file means the defaults."""
    old, new = base or Config(), head or Config()
    known = {spec.name: spec for spec in old.servers}
    found = [_difference(new, path, pair) for path, pair in _policy_pairs(old.policy, new.policy)]
    for key, pair in _changed(_places(old.registries), _places(new.registries)):
        found.append(_difference(new, ("registries", key), pair))
    if old.public_key != new.public_key:
        pair = _Pair(old.public_key or ABSENT, new.public_key or ABSENT)
        found.append(_difference(new, ("signature", "public-key"), pair))
    for spec in new.servers:
        before = _trusted(known[spec.name]) if spec.name in known else _newcomer(spec)
        for key, pair in _changed(before, _trusted(spec)):
            found.append(_difference(new, ("servers", spec.name, key), pair))
    return tuple(found)


def with_base_trust(head: Config | None, base: Config | None) -> Config:
    """Give the head's configuration with everything that counts from the base taken from there."""
    old, new = base or Config(), head or Config()
    servers = hold_servers(new.servers, old.servers)
    return replace(
        new, policy=old.policy, servers=servers, registries=old.registries, public_key=old.public_key
    )


def hold_servers(head: Iterable[ServerSpec], base: Iterable[ServerSpec]) -> tuple[ServerSpec, ...]:
    """Give the head's servers what the base lets them have; also for servers that no configuration names."""
    known = {spec.name: spec for spec in base}
    return tuple(_held(spec, known.get(spec.name)) for spec in head)


@dataclass(frozen=True, slots=True)
class _Pair:
    """What counts and what the pull request wants."""

    old: "Json | Absent"
    new: "Json | Absent"


Values = Mapping[str, "Json | Absent"]


def _difference(head: Config, path: tuple[str, ...], pair: _Pair) -> TrustDifference:
    server = path[1] if path[0] == "servers" else ""
    return TrustDifference(
        path=setting_path(*path),
        server=server,
        old=pair.old,
        new=pair.new,
        file=head.file,
        line=head.line(*path),
    )


def _changed(old: Values, new: Values) -> Iterator[tuple[str, _Pair]]:
    for key in [*old, *(key for key in new if key not in old)]:
        pair = _Pair(old.get(key, ABSENT), new.get(key, ABSENT))
        if pair.old != pair.new:
            yield key, pair


def _policy_pairs(old: Policy, new: Policy) -> Iterator[tuple[tuple[str, ...], _Pair]]:
    sections = (
        (("policy",), _switches(old), _switches(new)),
        (("policy", "rules"), _severities(old), _severities(new)),
        (("policy", "waivers"), _waivers(old), _waivers(new)),
    )
    for path, before, after in sections:
        for key, pair in _changed(before, after):
            yield (*path, key), pair


def _places(registries: RegistryPlaces) -> Values:
    return {**registries.places, "hosts": sorted(registries.hosts) or ABSENT}


def _switches(policy: Policy) -> Values:
    return {
        "enforcement": policy.enforcement.value,
        "unknown": policy.unknown.value if policy.unknown else ABSENT,
        "unavailable": policy.unavailable.value,
        "fail-on": policy.fail_on.value if policy.fail_on else "never",
    }


def _severities(policy: Policy) -> Values:
    return {rule: _severity(severity) for rule, severity in sorted(policy.rules.items())}


def _severity(severity: Severity | None) -> str:
    return severity.value if severity else "off"


def _waivers(policy: Policy) -> Values:
    return {waiver.fingerprint: _waiver(waiver) for waiver in policy.waivers}


def _waiver(waiver: Waiver) -> Json:
    until = {"expires": waiver.expires.isoformat()} if waiver.expires else {}
    return {"reason": waiver.reason, **until}


def _trusted(spec: ServerSpec) -> Values:
    return {
        "sandbox": spec.sandbox.value if spec.sandbox else ABSENT,
        "network": spec.network,
        "pass-env": sorted(spec.pass_env),
        "headers": dict(spec.headers),
        "url": _host(spec) or ABSENT,
        "captured": spec.captured or ABSENT,
    }


def _newcomer(spec: ServerSpec) -> Values:
    """What a server gets that the base does not know; leaving `sandbox` out asks for nothing more."""
    sandbox = Sandbox.REQUIRED.value if spec.sandbox else ABSENT
    asked_for: Values = {
        "sandbox": sandbox,
        "network": False,
        "pass-env": [],
        "headers": {},
        "captured": ABSENT,
    }
    return {**_trusted(spec), **asked_for}


def _host(spec: ServerSpec) -> str:
    """Name where messages go; a server that we start here ourselves may choose its port."""
    if spec.command and spec.url:
        return "this machine"
    return host_of(spec.url)


def _held(spec: ServerSpec, known: ServerSpec | None) -> ServerSpec:
    if known is None:
        return _held_new(spec)
    held = replace(
        spec, sandbox=known.sandbox, network=known.network, pass_env=known.pass_env, headers=known.headers
    )
    if not spec.url or _host(spec) == _host(known):
        return held
    if known.url and not known.command and not spec.command:
        return replace(held, url=known.url, transport=known.transport)
    return replace(held, headers={}, unreachable=_MOVED)


def _held_new(spec: ServerSpec) -> ServerSpec:
    held = replace(spec, sandbox=Sandbox.REQUIRED, network=False, pass_env=(), headers={})
    if spec.url and not spec.command and is_loopback(urlsplit(spec.url).hostname or ""):
        return replace(held, unreachable=_NEW_LOCAL)
    return held
