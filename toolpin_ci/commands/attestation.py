"""Verifies the HMAC attestation of a vurb or mcp-fusion lock for `toolpin-ci verify`."""

import sys

from toolpin_ci.canon.text import decode
from toolpin_ci.commands.call import Call
from toolpin_ci.commands.files import read_named
from toolpin_ci.errors import GateError, UsageError

_SHORTEST = 32
"""Below this many characters the framework warns, and refuses in production."""


def verify_attestation(call: Call, lockfiles: tuple[str, ...]) -> None:
    """Compare with what the secret gives; it is named by its variable, and never stands in a call."""
    from toolpin_ci.locks.fusion_attestation import is_attested, signed_digest
    from toolpin_ci.locks.recognise import parse

    signature, name = call.options.attestation, call.options.attestation_key
    if not signature or not name or len(lockfiles) != 1:
        advice = "give --attestation HEX, --attestation-key NAME and --lockfile FILE together"
        raise UsageError("an attestation needs its key and one lockfile", advice=advice)
    secret = call.environ.get(name, "")
    if not secret:
        raise UsageError(f"the variable {name} is not set", advice="it has to hold the secret of the server")
    lock = parse(decode(read_named(lockfiles[0])))
    if lock.format != "fusion":
        raise UsageError(f"{lockfiles[0]}: only a vurb or mcp-fusion lock has such an attestation")
    if len(secret) < _SHORTEST:
        sys.stderr.write(f"toolpin-ci: the secret in {name} has fewer than {_SHORTEST} characters\n")
    if not is_attested(signed_digest(lock), signature, secret):
        raise GateError(f"{lockfiles[0]}: the attestation is not of these tools, or of another secret")
