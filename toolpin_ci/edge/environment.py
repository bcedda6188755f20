"""Builds the environment that a probed server gets: fixed, small, and never ours."""

from collections.abc import Mapping
from pathlib import Path

from toolpin_ci.errors import UsageError
from toolpin_ci.model.server import ServerSpec
from toolpin_ci.values import replace

_FIXED = {
    "TZ": "UTC",
    "LANG": "C.UTF-8",
    "LC_ALL": "C.UTF-8",
    "PYTHONHASHSEED": "0",
    "TERM": "dumb",
    "NO_COLOR": "1",
    "USER": "toolpin",
    "LOGNAME": "toolpin",
    "SHELL": "/bin/sh",
}
_PLUMBING = [
    "HTTP_PROXY",
    "HTTPS_PROXY",
    "NO_PROXY",
    "ALL_PROXY",
    "http_proxy",
    "https_proxy",
    "no_proxy",
    "all_proxy",
    "SSL_CERT_FILE",
    "SSL_CERT_DIR",
    "REQUESTS_CA_BUNDLE",
    "CURL_CA_BUNDLE",
    "NODE_EXTRA_CA_CERTS",
    "PIP_CERT",
]
"""How a process reaches the network here: proxies and certificate authorities, never a token."""
_RUNNERS = frozenset(("npx", "npm", "pnpm", "yarn", "bunx", "uvx", "uv", "pipx"))
_CLIENT_SETTINGS = [
    "npm_config_registry",
    "NPM_CONFIG_REGISTRY",
    "npm_config_cafile",
    "NPM_CONFIG_CAFILE",
    "PIP_INDEX_URL",
    "PIP_CONFIG_FILE",
    "UV_INDEX_URL",
    "UV_DEFAULT_INDEX",
    "UV_CONFIG_FILE",
    "UV_NATIVE_TLS",
    "UV_SYSTEM_CERTS",
    "UV_CACHE_DIR",
    "npm_config_cache",
]
_FALLBACK_PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"


def setup_environment(spec: ServerSpec, home: Path, ours: Mapping[str, str]) -> dict[str, str]:
    """Give `setup` the way to the network and to the package registries, and none of the job's variables."""
    env = child_environment(replace(spec, pass_env=(), network=True), home, ours)
    return {**env, **_client_settings(ours), **spec.env}


def child_environment(spec: ServerSpec, home: Path, ours: Mapping[str, str]) -> dict[str, str]:
    """Give a server the same small environment on every machine, plus what its settings name."""
    env = {
        **_FIXED,
        "PATH": ours.get("PATH", _FALLBACK_PATH),
        "HOME": str(home),
        "TMPDIR": str(home / "tmp"),
    }
    if spec.network or is_runner(spec):
        env.update({name: ours[name] for name in _PLUMBING if name in ours})
    if is_runner(spec):
        env.update(_client_settings(ours))
    missing = [name for name in spec.pass_env if name not in ours]
    if missing:
        message = f"server {spec.name}: pass-env names {', '.join(missing)}, which this job does not have"
        raise UsageError(message, advice="set the variable in the job, or take its name out of `pass-env`")
    env.update({name: ours[name] for name in spec.pass_env})
    env.update(spec.env)
    return env


def is_runner(spec: ServerSpec) -> bool:
    """Tell a package runner, which fetches before it starts, from a server that is already here."""
    return bool(spec.command) and Path(spec.command[0]).name in _RUNNERS


def _client_settings(ours: Mapping[str, str]) -> dict[str, str]:
    """Let a package runner use the caches and the mirror that its own client is configured with."""
    found = {name: _without_credentials(ours[name]) for name in _CLIENT_SETTINGS if name in ours}
    real_home = Path(ours.get("HOME", "/nonexistent"))
    for name, place in (
        ("npm_config_userconfig", real_home / ".npmrc"),
        ("npm_config_cache", real_home / ".npm"),
        ("UV_CACHE_DIR", real_home / ".cache" / "uv"),
        ("PIP_CONFIG_FILE", real_home / ".config" / "pip" / "pip.conf"),
        ("UV_CONFIG_FILE", real_home / ".config" / "uv" / "uv.toml"),
    ):
        if name not in found and place.exists():
            found[name] = str(place)
    return found


def _without_credentials(value: str) -> str:
    """Keep the address of a registry and drop the password in it: that is for our own client."""
    scheme, mark, rest = value.partition("://")
    host, slash, path = rest.partition("/")
    return f"{scheme}{mark}{host.rpartition('@')[2]}{slash}{path}"
