"""ToolPin's policy file: which one counts, what a pull request would change in it, what entries break."""

from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, datetime

from toolpin_ci.canon.pointer import join
from toolpin_ci.canon.text import parse
from toolpin_ci.errors import JsonError, UsageError
from toolpin_ci.locks.lines import LockLines, lock_lines
from toolpin_ci.model.config import TrustDifference, setting_path
from toolpin_ci.model.finding import ABSENT, Finding
from toolpin_ci.model.jsonvalue import Json, JsonObject, same
from toolpin_ci.model.lock import Entry, Lock
from toolpin_ci.pipeline.stating import state
from toolpin_ci.ports import Tree
from toolpin_ci.values import replace

FILE = ".toolpin/policy.json"


def read_policy(tree: Tree, where: str = "") -> JsonObject | None:
    """Read the policy of one side; None where it has none. Raise `UsageError` on what ToolPin refuses."""
    raw = tree.read(FILE)
    if raw is None:
        return None
    from toolpin_ci.toolpin.policy import parse_policy

    name = f"{FILE}{where}"
    try:
        return parse_policy(parse(raw, finite=True), name)
    except JsonError as error:
        place = f"{name}:{error.line}" if error.line else name
        raise UsageError(f"{place}: no valid JSON: {error}", advice=error.advice) from error


def policy_differences(base: JsonObject | None, head: JsonObject | None) -> tuple[TrustDifference, ...]:
    """List what the pull request would change in the policy; no file means no rules."""
    old, new = base or {}, head or {}
    found = [
        TrustDifference(
            path=setting_path(FILE, name),
            old=old.get(name, ABSENT),
            new=new.get(name, ABSENT),
            file=FILE,
            line=1,
        )
        for name in sorted({*old, *new})
        if (name in old) != (name in new) or not same(old[name], new[name])
    ]
    return tuple(found)


def policy_findings(
    policy: JsonObject | None, locks: Iterable[Lock], verified: frozenset[str]
) -> Iterator[Finding]:
    """Say which entries break which rules; proofs of servers in `verified` count as made just now."""
    if not policy:
        return
    from toolpin_ci.toolpin.policy import evaluate

    now = datetime.now(UTC)
    for lock in locks:
        lines = lock_lines(lock.text)
        for entry in lock.entries:
            plan = _refreshed(entry.document, now) if entry.name in verified else entry.document
            for issue in evaluate(plan, policy, now):
                yield _broken(entry, issue.code, issue.message, lock.file, lines)


def _broken(entry: Entry, code: str, words: str, file: str, lines: LockLines) -> Finding:
    pointer = join("servers", entry.key)
    found = state(
        "toolpin-policy-broken",
        server=entry.name,
        subject=code,
        pointer=pointer,
        new=words,
        args={"code": code, "words": words, "file": FILE},
    )
    return replace(found, file=file, line=lines.line(pointer))


def _refreshed(document: JsonObject, now: datetime) -> JsonObject:
    """Date the proofs of an entry anew: the same digests were found again in this run."""
    trust = document.get("trust")
    rows = trust.get("evidence") if isinstance(trust, Mapping) else None
    if not isinstance(trust, Mapping) or not isinstance(rows, list):
        return document
    dated: list[Json] = [
        {**row, "verifiedAt": now.isoformat()} if isinstance(row, Mapping) and "verifiedAt" in row else row
        for row in rows
    ]
    return {**document, "trust": {**trust, "evidence": dated}}
