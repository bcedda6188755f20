"""`toolpin-ci verify-signature`: whether a signature covers this lockfile."""

import argparse

from toolpin_ci.canon.text import decode
from toolpin_ci.commands.call import Call, Command
from toolpin_ci.commands.files import read_named
from toolpin_ci.commands.signatures import SIGNATURE, read_object, subject_of
from toolpin_ci.toolpin.signing import check_envelope, public_key, verify

_TEACH = """\
Verifies a detached signature of the lockfile, and of .toolpin/policy.json where there is one. Only Ed25519
keys are taken, and the signature must be strict base64.

  toolpin-ci verify-signature --public-key key.pub

Exit code 0: it holds; 1: it does not; 2: a file is unusable."""


def _options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--public-key", metavar="PEM", required=True, help="the public Ed25519 key")
    parser.add_argument("--signature", metavar="FILE", default=SIGNATURE, help="default: %(default)s")
    parser.add_argument("--lockfile", metavar="FILE", help="default: mcp-lock.json")
    parser.add_argument("--output", metavar="FILE", help="write there instead of to the terminal")


def _run(call: Call) -> int:
    subject, scheme = subject_of(call)
    name = call.options.signature
    envelope = check_envelope(read_object(name, read_named(name)), scheme)
    found = verify(envelope, subject, public_key(decode(read_named(call.options.public_key))), scheme)
    call.write(found.message + "\n")
    return 0 if found.ok else 1


COMMAND = Command(
    summary="Verify a detached signature of the lockfile.", teach=_TEACH, options=_options, run=_run
)
