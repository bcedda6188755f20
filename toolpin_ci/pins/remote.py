"""Verifies a remote endpoint: https, the locked host, and nobody who sends callers elsewhere."""

from collections.abc import Mapping
from urllib.parse import urljoin, urlsplit

from toolpin_ci.model.fetched import Fetched, Request
from toolpin_ci.model.jsonvalue import Json
from toolpin_ci.model.pin import Pin
from toolpin_ci.model.report import PinEvidence, PinState
from toolpin_ci.pins.evidence import PinFailure, Seen, evidence
from toolpin_ci.pins.fetching import host_of, via
from toolpin_ci.ports import Fetch
from toolpin_ci.values import replace

HOST = "host"
_REDIRECTS = range(300, 400)
_DEFAULT_PORTS = {"https": 443, "http": 80}
_HERE = ("localhost", "127.0.0.1", "::1")


async def verify(pin: Pin, fetch: Fetch) -> PinEvidence:
    """Ask the endpoint for its headers alone: who answers for the locked host, where it sends us."""
    seen = Seen(method="locked-host", anchor=host_of(pin.identifier), notes=_notes(pin))
    if "{" in pin.identifier:
        reason = "the address has variables, so that nobody can be asked"
        return evidence(pin, PinState.DECLARED, seen, "remote-has-variables", reason)
    host = _check_form(pin.identifier, seen)
    _check_secrets(pin, seen)
    hosts = _hosts(pin)
    pin = replace(pin, digests={HOST: ", ".join(sorted(hosts))} if hosts else {})
    if hosts and host not in hosts:
        raise PinFailure("remote-host-changed", f"{host} is not among the locked hosts", seen)
    answer = await fetch.get(Request(url=pin.identifier, head=True), lambda _: None)
    seen = Seen(method=via("tls-host", answer), anchor=seen.anchor, claims={HOST: host}, notes=seen.notes)
    _check_redirect(pin, host, answer, seen)
    if not hosts:
        return evidence(
            pin, PinState.DECLARED, seen, "remote-not-locked", "the lock names no host to compare with"
        )
    return evidence(pin, PinState.PASSED, seen)


def _hosts(pin: Pin) -> frozenset[str]:
    """Give the locked hosts in one spelling; the usual port is no part of it."""
    hosts = pin.facts.get("hosts")
    named = [host.lower() for host in hosts if isinstance(host, str)] if isinstance(hosts, list) else []
    usual = f":{_DEFAULT_PORTS[urlsplit(pin.identifier).scheme]}"
    return frozenset(host.removesuffix(usual) for host in named)


def _check_secrets(pin: Pin, seen: Seen) -> None:
    literal = pin.facts.get("literalSecrets")
    if isinstance(literal, list) and literal:
        names = ", ".join(map(str, literal[:5]))
        raise PinFailure(
            "remote-secret-in-lock", f"the lock holds a value of {names}, not only the name", seen
        )


def _check_form(url: str, seen: Seen) -> str:
    try:
        parts = urlsplit(url)
        host, port = parts.hostname or "", parts.port
    except ValueError as error:
        raise PinFailure(
            "remote-url-invalid", f"this is not the address of an endpoint: {error}", seen
        ) from error
    if not host or parts.scheme not in _DEFAULT_PORTS:
        raise PinFailure("remote-url-invalid", "this is not the address of an endpoint", seen)
    if parts.scheme == "http" and host not in _HERE:
        raise PinFailure("remote-insecure", "the endpoint is not https", seen)
    if parts.username or parts.password:
        raise PinFailure("remote-url-has-credentials", "the address holds a user name or a password", seen)
    shown = f"[{host}]" if ":" in host else host
    return shown if port in (None, _DEFAULT_PORTS[parts.scheme]) else f"{shown}:{port}"


def _check_redirect(pin: Pin, host: str, answer: Fetched, seen: Seen) -> None:
    location = answer.headers.get("location", "")
    if answer.status not in _REDIRECTS or not location:
        return
    target = urljoin(pin.identifier, location)
    if _check_form(target, seen) != host:
        raise PinFailure(
            "remote-host-changed", f"the endpoint sends callers on to {host_of(target)[:120]}", seen
        )


def _notes(pin: Pin) -> tuple[str, ...]:
    """Name the secrets that the lock asks for; values are nowhere."""
    secrets = pin.facts.get("secrets")
    found = [_named(secret) for secret in secrets] if isinstance(secrets, list) else []
    return (f"needs {', '.join(sorted(filter(None, found)))}",) if any(found) else ()


def _named(secret: Json) -> str:
    if not isinstance(secret, Mapping):
        return ""
    kind = "header" if secret.get("source") == "header" else "variable"
    return f"{kind} {secret.get('name')}"
