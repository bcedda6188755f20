"""An audit is clean only where every package was answered for."""

import re
from typing import Any

import pytest

from tools.audit import COULD_NOT_ASK, FOUND, LOCKS, judged
from tools.provision import ROOT

CLEAN = {"name": "jinja2", "version": "3.1.6", "vulns": []}
WEAK = {
    "name": "urllib3",
    "version": "2.0.0",
    "vulns": [{"id": "GHSA-1", "fix_versions": ["2.0.6"], "aliases": ["CVE-1"], "description": "…"}],
}
SKIPPED = {"name": "mcp", "skip_reason": "Dependency not found and could not be audited"}


@pytest.mark.parametrize(
    ("packages", "code"),
    [
        ([CLEAN], 0),
        ([CLEAN, WEAK], FOUND),
        ([CLEAN, SKIPPED], COULD_NOT_ASK),
        ([WEAK, SKIPPED], FOUND),
        ([], COULD_NOT_ASK),
    ],
)
def test_a_weakness_fails_and_silence_is_not_clean(packages: list[dict[str, Any]], code: int) -> None:
    assert judged({"dependencies": packages})[0] == code


def test_a_weakness_is_told_with_the_version_that_ends_it() -> None:
    assert judged({"dependencies": [WEAK]})[1] == ["urllib3 2.0.0: GHSA-1, fixed in 2.0.6"]


def test_every_lock_that_users_or_we_install_is_audited() -> None:
    assert sorted(LOCKS) == sorted((ROOT / "requirements").glob("*.txt"))
    assert all(re.search(r"^[a-z0-9-]+==", lock.read_text(encoding="utf-8"), re.MULTILINE) for lock in LOCKS)
