"""The rules as data: complete, in order, each with a fixture that fires."""

from itertools import combinations
from pathlib import Path

import pytest

from tests.plugins.golden import Golden
from toolpin_ci.canon.surface_document import from_json
from toolpin_ci.canon.text import compact, parse
from toolpin_ci.diff import compare
from toolpin_ci.model.finding import Action, Area, Change, Finding
from toolpin_ci.model.surface import Surface
from toolpin_ci.rules import RULES, grade, rule, state
from toolpin_ci.rules.base import Rule, gaps
from tools import gen_rules_doc

HERE = Path(__file__).resolve().parent
PACKAGE = HERE.parent.parent / "toolpin_ci" / "rules"
RULE_IDS = frozenset(rule.id for rule in RULES)
NOT_RULES = {"__init__", "base", "fingerprint", "grading"}
FIXTURES = sorted(path.name for path in HERE.iterdir() if (path / "old.json").is_file())

WITHOUT_MIRROR = {
    "tool-added-non-destructive": "losing a tool breaks callers whatever it said of itself: tool-removed",
    "param-added-required": "param-removed speaks of both",
    "param-added-optional": "param-removed speaks of both",
    "prompt-argument-added-required": "prompt-argument-removed speaks of both",
    "prompt-argument-added-optional": "prompt-argument-removed speaks of both",
    "name-look-alike-added": "losing one of two names breaks callers: tool-removed and its like",
    "name-duplicated": "its mirror is name-duplicate-removed",
    "output-form-tightened": "its mirror is output-form-loosened",
    "server-unlocked": "a server that left is server-entry-removed",
    "input-type-dropped": "a type that is added is input-type-narrowed",
    "input-enum-dropped": "a list that is added is input-enum-narrowed",
    "output-enum-dropped": "a list that is added is output-enum-narrowed",
    "output-form-loosened": "its mirror is output-form-tightened",
    "param-removed": "param-added-required and param-added-optional",
    "prompt-argument-removed": "prompt-argument-added-required and prompt-argument-added-optional",
    "name-duplicate-removed": "its mirror is name-duplicated",
    "lockfile-missing": "a lockfile that appears is what was asked for",
    "nothing-checked": "something checked is not news",
    "client-config-missing": "a client's file that has the server is compared: client-config-changed",
    "pin-record-removed": "a pin that is added is checked, and that is what was asked for",
    "lock-coverage-lowered": "a lockfile that covers more is what was asked for",
    "lock-pin-removed": "a pin that is added is checked, and that is what was asked for",
}


def _side(fixture: str, side: str) -> Surface:
    return from_json(parse((HERE / fixture / f"{side}.json").read_bytes()))[0]


def _findings(fixture: str) -> tuple[Finding, ...]:
    return grade(compare(_side(fixture, "old"), _side(fixture, "new")), server="files")


def test_every_file_is_registered_in_order_and_named_after_its_id() -> None:
    files = sorted(path.stem for path in PACKAGE.glob("*.py") if path.stem not in NOT_RULES)
    assert files == [found.id.replace("-", "_") for found in RULES]


@pytest.mark.parametrize("found", RULES, ids=lambda found: found.id)
def test_every_field_is_filled(found: Rule) -> None:
    assert found.title
    assert not found.title.endswith(".")
    assert found.message
    assert found.why.endswith(".")
    assert found.help.endswith(f"#{found.id}")
    assert found.deprecated is bool(found.replaced_by)
    assert found.replaced_by in {"", *RULE_IDS}


def test_every_rule_that_reads_changes_has_a_fixture_and_no_other_has() -> None:
    assert sorted(found.id for found in RULES if found.check is not None) == FIXTURES


@pytest.mark.parametrize("fixture", FIXTURES)
def test_the_fixture_of_a_rule_fires_it_and_says_what_it_should(fixture: str, golden: Golden) -> None:
    findings = _findings(fixture)
    assert fixture in {finding.rule for finding in findings}
    lines = [
        f"{found.severity} {found.rule} {found.area} {compact(found.subject)} {found.pointer}".rstrip()
        + f"\n    {found.message.fill(compact)}\n"
        for found in findings
    ]
    golden(f"../rules/{fixture}/expect.txt", "".join(lines).encode("ascii", "backslashreplace"))


@pytest.mark.parametrize("fixture", FIXTURES)
def test_every_gap_of_a_message_is_filled(fixture: str) -> None:
    for finding in _findings(fixture):
        assert {name for name, value in finding.message.args.items() if value == ""} <= {"old", "new"}


@pytest.mark.parametrize("fixture", FIXTURES)
@pytest.mark.parametrize("side", ["old", "new"])
def test_no_rule_fires_on_equal_sides(fixture: str, side: str) -> None:
    assert compare(_side(fixture, side), _side(fixture, side)) == ()


def test_no_change_is_spoken_of_by_two_rules() -> None:
    readers = [found for found in RULES if found.check is not None]
    assert [(one.id, two.id) for one, two in combinations(readers, 2) if _overlap(one, two)] == []


def _overlap(one: Rule, two: Rule) -> bool:
    first, second = one.check, two.check
    assert first is not None
    assert second is not None
    areas = {first.area, second.area}
    actions = (set(first.actions or Action), set(second.actions or Action))
    aspects = set(first.aspects) & set(second.aspects)
    return bool(aspects and actions[0] & actions[1] and (None in areas or len(areas) == 1))


def test_every_added_rule_has_its_removed_mirror_or_a_written_reason() -> None:
    mirrored = {Action.ADDED: ("added", "removed"), Action.REMOVED: ("removed", "added")}
    lonely = {
        found.id
        for found in RULES
        if found.action in mirrored and found.id.replace(*mirrored[found.action]) not in RULE_IDS - {found.id}
    }
    assert lonely <= set(WITHOUT_MIRROR)


def test_the_document_is_what_the_rules_say() -> None:
    assert gen_rules_doc.main(["--check"]) == 0


def test_every_id_has_a_heading_in_the_document() -> None:
    headings = gen_rules_doc.document().splitlines()
    assert [found.id for found in RULES if f"### {found.id}" not in headings] == []


def test_a_change_that_no_rule_knows_is_risky_and_never_dropped() -> None:
    change = Change(area=Area.TOOL, action=Action.CHANGED, aspect="from-tomorrow", subject="a", pointer="/b")
    assert [(found.rule, found.severity) for found in grade([change])] == [("unknown-change", "risky")]


def test_findings_come_worst_first() -> None:
    changes = [
        change for fixture in FIXTURES for change in compare(_side(fixture, "old"), _side(fixture, "new"))
    ]
    ranks = [finding.severity.rank for finding in grade(changes)]
    assert ranks == sorted(ranks)


def test_the_order_of_changes_does_not_show() -> None:
    changes = [
        change for fixture in FIXTURES for change in compare(_side(fixture, "old"), _side(fixture, "new"))
    ]
    assert {finding.fingerprint for finding in grade(changes)} == {
        finding.fingerprint for finding in grade(changes[::-1])
    }


def test_another_stage_states_a_finding_in_the_words_of_its_rule() -> None:
    found = state("waiver-unused", subject="abc", args={"reason": "not yet"})
    assert (found.severity, found.area, found.message.fill(str)) == (
        "info",
        "policy",
        "covers nothing: not yet",
    )


def test_a_rule_is_found_by_its_id() -> None:
    assert rule("tool-added").id == "tool-added"
    with pytest.raises(KeyError):
        rule("no-such-rule")


def test_gaps_are_named() -> None:
    assert [found.id for found in RULES for name in gaps(found.message) if not name.isidentifier()] == []
