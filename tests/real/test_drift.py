import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from tests.real.running import configure, toolpin
from tools.fixtures import REAL

pytestmark = pytest.mark.real

PAIRS = json.loads((REAL / "drift.json").read_text(encoding="utf-8"))["pairs"]
AREAS = {"tools": "tool", "prompts": "prompt", "resources": "resource", "resourceTemplates": "template"}


@pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: f"{pair['old']}-{pair['new']}")
def test_the_diff_of_two_published_versions_names_exactly_what_changed(
    pair: dict[str, Any], tmp_path: Path
) -> None:
    for side in ("old", "new"):
        configure(tmp_path, pair[side])
        toolpin(tmp_path, "probe", "--output", f"{side}.json")
    same = (tmp_path / "old.json").read_bytes() == (tmp_path / "new.json").read_bytes()

    printed = toolpin(tmp_path, "diff", "old.json", "new.json", "--format", "json", expected=0 if same else 1)

    changes = json.loads(printed)["changes"]
    for name, area in AREAS.items():
        assert named(change for change in changes if change["area"] == area) == pair[name]
    assert any(change["rule"].startswith("instructions-") for change in changes) == pair["instructions"]


def named(changes: Iterable[dict[str, Any]]) -> dict[str, list[str]]:
    """Subjects by what happened to them; a rename takes one name away and adds another."""
    found: dict[str, set[str]] = {"added": set(), "removed": set(), "changed": set()}
    for change in changes:
        if change["action"] == "renamed" and change["new"] == change["subject"]:
            found["added"].add(change["new"])
            found["removed"].add(change["old"])
        else:
            # With a pointer it is a part of the item that came, went or has another name.
            found["changed" if change.get("pointer") else change["action"]].add(change["subject"])
    found["changed"] -= found["added"]
    return {action: sorted(subjects) for action, subjects in found.items()}
