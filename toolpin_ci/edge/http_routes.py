"""Opens connection pools: straight to checked addresses, or through the proxy that the environment names."""

import ssl
from collections.abc import Mapping
from pathlib import Path
from urllib.parse import unquote, urlsplit

import httpcore

from toolpin_ci.edge.addresses import Reach
from toolpin_ci.edge.http_backend import CheckedBackend
from toolpin_ci.errors import FetchError
from toolpin_ci.model.limits import PINS_AT_ONCE

_MORE_CERTIFICATES = ("NODE_EXTRA_CA_CERTS", "PIP_CERT", "REQUESTS_CA_BUNDLE", "npm_config_cafile")
"""Where a company's certificate authority already stands for the clients of its registries."""

Pool = httpcore.AsyncConnectionPool


class Routes:
    """The pools of one client, each opened when it is first needed."""

    def __init__(self, reach: Reach, environment: Mapping[str, str]) -> None:
        """Take what may be reached, and the environment that names proxies and certificates."""
        self._reach = reach
        self._environment = environment
        self._proxies = _proxies(environment)
        self._pools: dict[str, Pool] = {}
        self._context: ssl.SSLContext | None = None

    def proxy_for(self, scheme: str, host: str) -> str:
        """Name the proxy for a host; empty for the straight way, which this machine always has."""
        proxy = self._proxies.get(scheme) or self._proxies.get("all") or ""
        if not proxy or host in ("localhost", "127.0.0.1", "::1"):
            return ""
        return "" if _is_exempt(host, self._proxies.get("no", "")) else proxy

    def pool(self, proxy: str) -> Pool:
        """Give the pool behind a proxy, or the straight one."""
        if proxy not in self._pools:
            self._pools[proxy] = self._through(proxy) if proxy else self._straight()
        return self._pools[proxy]

    async def close(self) -> None:
        """Close every connection."""
        pools, self._pools = self._pools, {}
        for pool in pools.values():
            await pool.aclose()

    def _straight(self) -> Pool:
        return Pool(
            ssl_context=self._trust(),
            max_connections=4 * PINS_AT_ONCE,
            network_backend=CheckedBackend(self._reach),
        )

    def _through(self, proxy: str) -> Pool:
        parts = urlsplit(proxy if "://" in proxy else f"http://{proxy}")
        if parts.scheme not in ("http", "https") or not parts.hostname:
            advice = "name an http:// or https:// proxy in HTTPS_PROXY, or exempt the host in NO_PROXY"
            raise FetchError(
                "proxy-refused", f"a proxy of the kind {parts.scheme} cannot be used", advice=advice
            )
        auth = (unquote(parts.username), unquote(parts.password or "")) if parts.username else None
        return httpcore.AsyncHTTPProxy(
            proxy_url=f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}",
            proxy_auth=auth,
            ssl_context=self._trust(),
            max_connections=4 * PINS_AT_ONCE,
        )

    def _trust(self) -> ssl.SSLContext:
        if self._context is None:
            self._context = _certificates(self._environment)
        return self._context


def _proxies(environment: Mapping[str, str]) -> dict[str, str]:
    """Read proxy variables in either case; the lower-case one wins, as with other clients."""
    named = sorted(name for name in environment if name.lower().endswith("_proxy"))
    return {name.lower().removesuffix("_proxy"): environment[name] for name in named if environment[name]}


def _is_exempt(host: str, no_proxy: str) -> bool:
    """Read `NO_PROXY` as most clients do: names with their subdomains, or `*` for all."""
    names = [name.strip().lower().lstrip(".").partition(":")[0] for name in no_proxy.split(",")]
    return any(name and (name in ("*", host) or host.endswith(f".{name}")) for name in names)


def _certificates(environment: Mapping[str, str]) -> ssl.SSLContext:
    """Trust what the environment names; where it names nothing, the certificates that we are shipped with."""
    file, folder = environment.get("SSL_CERT_FILE"), environment.get("SSL_CERT_DIR")
    more = [environment[name] for name in _MORE_CERTIFICATES if environment.get(name)]
    try:
        context = ssl.create_default_context(cafile=file or _shipped(folder), capath=folder)
        for extra in more:
            if Path(extra).is_file():
                context.load_verify_locations(extra)
    except OSError as error:
        advice = f"check SSL_CERT_FILE, SSL_CERT_DIR, {', '.join(_MORE_CERTIFICATES)}"
        raise FetchError(
            "certificates-unreadable", "the certificate authorities cannot be read", advice=advice
        ) from error
    return context


def _shipped(folder: str | None) -> str | None:
    if folder:
        return None
    import certifi

    return certifi.where()
