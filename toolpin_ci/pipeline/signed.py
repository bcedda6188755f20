"""Whether a lockfile's detached signature holds: over this lockfile, this policy, and by the trusted key."""

from collections.abc import Iterator

from toolpin_ci.canon.text import parse
from toolpin_ci.errors import JsonError, LockfileError, UsageError
from toolpin_ci.model.config import signature_file
from toolpin_ci.model.finding import Finding
from toolpin_ci.pipeline.reading import Read
from toolpin_ci.pipeline.stating import state
from toolpin_ci.pipeline.toolpin_policy import FILE
from toolpin_ci.ports import Tree
from toolpin_ci.values import replace

_DRAFT = "mcp-lock-1"


def signature_findings(read: Read, tree: Tree, key: str) -> Iterator[Finding]:
    """Verify what lies beside each lockfile; without a key, only whether it is about this lockfile at all.

    With a key, a lockfile without a signature is refused.
    """
    drafts = {other.file: other.lock.text for other in read.others if other.format.id == _DRAFT}
    texts = {file: lock.text for file, lock in read.locks.items()}
    for file, text in {**texts, **drafts}.items():
        beside = signature_file(file)
        raw = tree.read(beside)
        if raw is None and not key:
            continue
        reason = _fault(raw, text, tree.read(FILE), key, is_draft=file in drafts) if raw else "there is none"
        if reason:
            found = state("lock-signature-invalid", subject=file, args={"file": beside, "reason": reason})
            yield replace(found, file=beside if raw else file, line=1)


def _fault(raw: bytes, text: str, policy: bytes | None, key: str, *, is_draft: bool) -> str:
    """Say why a signature does not hold; empty where it does."""
    from toolpin_ci.canon.recipes import digest
    from toolpin_ci.toolpin.policy import policy_digest
    from toolpin_ci.toolpin.signing import (
        MCP_LOCK,
        TOOLPIN,
        Subject,
        check_envelope,
        covers,
        public_key,
        verify,
    )

    scheme = MCP_LOCK if is_draft else TOOLPIN
    try:
        envelope = check_envelope(parse(raw, finite=True), scheme)
        lock = digest("mcp-lock-1-lock" if is_draft else "toolpin-lock", text)
        subject = Subject(lock=lock, policy=policy_digest(parse(policy)) if policy is not None else None)
    except (JsonError, UsageError, LockfileError) as error:
        return error.message
    found = verify(envelope, subject, public_key(key), scheme) if key else covers(envelope, subject)
    return "" if found.ok else found.message
