"""`toolpin-ci sign`: a detached signature of the lockfile."""

import argparse
from pathlib import Path

from toolpin_ci.canon.text import decode, pretty
from toolpin_ci.commands.call import Call, Command
from toolpin_ci.commands.files import read_named
from toolpin_ci.commands.signatures import SIGNATURE, subject_of
from toolpin_ci.edge.clock import SystemClock
from toolpin_ci.edge.files import replace
from toolpin_ci.toolpin.signing import private_key, sign

_TEACH = """\
Signs the digest of the lockfile, and of .toolpin/policy.json where there is one, with an Ed25519 key.

  openssl genpkey -algorithm ed25519 -out key.pem     keep it out of the repository
  openssl pkey -in key.pem -pubout -out key.pub       the half that verifies
  toolpin-ci sign --key key.pem
  toolpin-ci verify-signature --public-key key.pub"""


def _options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--key", metavar="PEM", required=True, help="the private Ed25519 key")
    parser.add_argument("--lockfile", metavar="FILE", help="default: mcp-lock.json")
    parser.add_argument("--output", metavar="FILE", default=SIGNATURE, help="default: %(default)s")


def _run(call: Call) -> int:
    subject, scheme = subject_of(call)
    key = private_key(decode(read_named(call.options.key)))
    envelope = sign(subject, key, SystemClock().now(), scheme)
    replace(Path(call.options.output), pretty(envelope) + "\n")
    return 0


COMMAND = Command(
    summary="Write a detached Ed25519 signature of the lockfile.", teach=_TEACH, options=_options, run=_run
)
