"""`toolpin-ci verify`: the pins and the lockfile's own integrity, without asking a server."""

import argparse

from toolpin_ci.canon.recipes import digest
from toolpin_ci.canon.text import decode
from toolpin_ci.commands.attestation import verify_attestation
from toolpin_ci.commands.call import (
    FORMATS,
    Call,
    Command,
    base_option,
    lock_options,
    output_options,
    pin_options,
)
from toolpin_ci.commands.check import base_of, circumstances, verifier
from toolpin_ci.commands.files import read_named
from toolpin_ci.commands.settling import settle
from toolpin_ci.commands.signatures import read_object
from toolpin_ci.errors import GateError, UsageError
from toolpin_ci.pipeline.request import Request
from toolpin_ci.pipeline.verifying import verify_locks
from toolpin_ci.render import RenderOptions, render

_TEACH = """\
Verifies that the lockfile holds together, and that what it pins in registries is still what was locked.
No server is started or asked.

  toolpin-ci verify
  toolpin-ci verify --expect-digest sha256-…    the whole lock must have this digest
  toolpin-ci verify --base main                 also what the lockfile lost or changed since then
  toolpin-ci verify --offline                   the lockfile alone; pins count as not checked
  toolpin-ci verify --lockfile vurb.lock --attestation HEX --attestation-key VURB_SECRET
                                                a vurb server's HMAC; the secret is in that variable

Exit codes as for `check`: 1 where a pin or the digest failed, 3 where a registry could not be asked."""

_SCHEMES = {"specVersion": "mcp-lock-1-lock", "vurbVersion": "fusion-lock", "fusionVersion": "fusion-lock"}
"""How the whole of a lockfile is digested, by a member that tells its format."""


def _options(parser: argparse.ArgumentParser) -> None:
    lock_options(parser)
    parser.add_argument("--expect-digest", metavar="D", help="what `digest --scheme toolpin-lock` printed")
    parser.add_argument("--public-key", metavar="PEM", help="lockfiles must be signed with this Ed25519 key")
    parser.add_argument("--attestation", metavar="HEX", help="a vurb or mcp-fusion lock's HMAC attestation")
    parser.add_argument("--attestation-key", metavar="NAME", help="the variable that holds its secret")
    base_option(parser)
    pin_options(parser)
    output_options(parser, *FORMATS)


def _run(call: Call) -> int:
    around = circumstances(call)
    settled = settle(call, around.tip)
    if call.options.expect_digest:
        _expect(call.options.expect_digest, settled.lockfiles)
    if call.options.attestation or call.options.attestation_key:
        verify_attestation(call, settled.lockfiles)
    request = Request(
        specs=(),
        lockfiles=settled.lockfiles,
        policy=settled.config.policy,
        trust=settled.trust,
        toolpin_policy=settled.toolpin_policy,
        public_key=_given_key(call) or settled.public_key,
        base=base_of(around, settled),
        not_compared=around.not_compared,
    )
    report = verify_locks(
        request, settled.tree, verifier(call, settled), frozenset(call.options.server or ())
    )
    call.write(render(report, call.options.format, RenderOptions(colour=call.colour)))
    return report.exit_code


def _given_key(call: Call) -> str:
    if not call.options.public_key:
        return ""
    from toolpin_ci.toolpin.signing import public_key

    pem = decode(read_named(call.options.public_key))
    public_key(pem)
    return pem


def _expect(wanted: str, lockfiles: tuple[str, ...]) -> None:
    if len(lockfiles) != 1:
        raise UsageError("--expect-digest goes with one lockfile", advice="name it with --lockfile FILE")
    raw = read_named(lockfiles[0])
    document = read_object(lockfiles[0], raw)
    scheme = next((_SCHEMES[name] for name in _SCHEMES if name in document), "toolpin-lock")
    found = digest(scheme, raw)
    if found != wanted:
        raise GateError(f"{lockfiles[0]}: the lock has the digest {found}, and {wanted} is expected")


COMMAND = Command(
    summary="Verify pins and the lockfile's own integrity; no server is asked.",
    teach=_TEACH,
    options=_options,
    run=_run,
)
