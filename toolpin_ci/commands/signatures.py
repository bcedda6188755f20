"""What a signature of a lockfile is about: the lock's digest, its policy's, and the envelope's kind."""

from collections.abc import Mapping

from toolpin_ci.canon.recipes import digest
from toolpin_ci.canon.text import parse
from toolpin_ci.commands.call import Call
from toolpin_ci.commands.files import read_named
from toolpin_ci.edge.tree import WorkTree
from toolpin_ci.errors import JsonError, UsageError
from toolpin_ci.model.config import DEFAULT_LOCKFILE
from toolpin_ci.model.jsonvalue import JsonObject
from toolpin_ci.toolpin.policy import policy_digest
from toolpin_ci.toolpin.signing import MCP_LOCK, TOOLPIN, Scheme, Subject

POLICY = ".toolpin/policy.json"
SIGNATURE = "mcp-lock.sig"


def subject_of(call: Call) -> tuple[Subject, Scheme]:
    """Give the digests that a signature of this workspace's lockfile must cover."""
    file = call.options.lockfile or DEFAULT_LOCKFILE
    raw = read_named(file)
    draft = "specVersion" in read_object(file, raw)
    lock = digest("mcp-lock-1-lock" if draft else "toolpin-lock", raw)
    policy = WorkTree(call.workspace).read(POLICY)
    named = policy_digest(parse(policy)) if policy is not None else None
    return Subject(lock=lock, policy=named), MCP_LOCK if draft else TOOLPIN


def read_object(file: str, raw: bytes) -> JsonObject:
    """Parse a file that must hold a JSON object."""
    try:
        document = parse(raw, finite=True)
    except JsonError as error:
        raise UsageError(f"{file}: no valid JSON: {error}", advice=error.advice) from error
    if not isinstance(document, Mapping):
        raise UsageError(f"{file}: no JSON object")
    return document
