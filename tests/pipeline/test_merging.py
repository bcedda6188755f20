"""The results of several jobs are judged as one, and none is lost, doubled or forged in silence."""

from dataclasses import replace

import pytest

from tests.render.stories import STORIES
from toolpin_ci.errors import UsageError
from toolpin_ci.model.report import Conclusion, Part, Report, ServerReport, Status
from toolpin_ci.pipeline.judging import failed
from toolpin_ci.pipeline.merging import merge
from toolpin_ci.pipeline.planning import plan_text, read_plan

CLEAN = replace(STORIES["clean"], servers=(), findings=())
PLAN = {1: ["a"], 2: ["b", "c"]}


def part(number: int, *names: str, report: Report = CLEAN) -> Part:
    servers = tuple(ServerReport(name=name, status=Status.UNCHANGED) for name in names)
    report = replace(report, servers=servers or report.servers)
    return Part(name=f"r{number}.json", report=report, shard=number)


def test_a_whole_run_is_as_clean_as_its_parts() -> None:
    merged = merge([part(1, "a"), part(2, "c", "b")], PLAN)
    assert (merged.exit_code, merged.result, merged.conclusion) == (0, "clean", "success")
    assert [server.name for server in merged.servers] == ["a", "b", "c"]


@pytest.mark.parametrize("unavailable", ["block", "warn"])
def test_a_job_without_a_result_could_not_check_under_every_policy(unavailable: str) -> None:
    merged = merge([part(1, "a", report=replace(CLEAN, unavailable=unavailable))], PLAN)
    assert (merged.exit_code, merged.conclusion) == (3, "failure")
    assert {one.name: one.status for one in merged.servers} == {
        "a": "unchanged",
        "b": "could-not-check",
        "c": "could-not-check",
    }
    assert "shard 2 left no result" in merged.servers[1].unavailable["server"].message
    assert merged.title.startswith("1 of 2 jobs gave no result; ")


def test_nothing_at_all_could_not_check_either() -> None:
    assert merge([], PLAN).exit_code == 3
    with pytest.raises(UsageError, match="no result was found"):
        merge([])


@pytest.mark.parametrize("shard", [2, 0])
def test_a_job_that_failed_keeps_its_code_and_its_reason(shard: int) -> None:
    broken = replace(part(2), report=failed(UsageError("the file is broken", advice="mend it")), shard=shard)
    merged = merge([part(1, "a"), broken], PLAN)
    assert (merged.exit_code, merged.result) == (2, "error")
    said = "failed: the file is broken" if shard else "left no result"
    assert said in merged.servers[1].unavailable["server"].message


@pytest.mark.parametrize(
    ("parts", "words"),
    [
        ([part(1, "a"), part(1, "a")], "r1.json and r1.json both speak of shard 1"),
        ([part(1, "a"), part(0, "a")], 'both speak of the server "a"'),
        ([part(1, "a"), part(3, "d")], "r3.json: is of no shard of the plan"),
        ([part(1, "a"), part(0, "d")], "r0.json: is of no shard of the plan"),
        ([part(1, "a"), part(2, "b")], 'r2.json: has other servers than shard 2 of the plan: "c"'),
        ([part(1, "a", "x"), part(2, "b", "c")], 'other servers than shard 1 of the plan: "x"'),
        (
            [part(1, "a"), part(2, "b", "c", report=replace(CLEAN, enforcement="audit"))],
            "not made by the same policy",
        ),
        ([part(number, str(number), report=replace(CLEAN, fail_on="odd")) for number in (1, 2)], "policy"),
    ],
)
def test_a_doubled_forged_or_foreign_result_is_refused(parts: list[Part], words: str) -> None:
    with pytest.raises(UsageError, match=words):
        merge(parts, None if "odd" in {one.report.fail_on for one in parts} else PLAN)


def test_no_job_s_own_verdict_gets_milder() -> None:
    for codes, worst in (((1, 3), 1), ((2, 1), 2), ((4, 2), 4), ((0, 3), 3)):
        parts = [
            part(number, str(number), report=replace(CLEAN, exit_code=code))
            for number, code in enumerate(codes, 1)
        ]
        assert merge(parts).exit_code == worst


def test_one_label_approves_the_changes_of_all_jobs() -> None:
    waiting = STORIES["waiting"]
    parts = [
        part(number, report=replace(waiting, servers=(replace(waiting.servers[0], name=name),)))
        for number, name in enumerate("ab", 1)
    ]
    merged = merge(parts)
    assert (merged.exit_code, merged.conclusion) == (1, Conclusion.ACTION_REQUIRED)
    assert merge(parts, labels=frozenset((waiting.approval_label,))).exit_code == 1
    approved = merge(parts, labels=frozenset((merged.approval_label,)))
    assert (approved.exit_code, approved.approved) == (0, True)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        '{"include":[]}',
        '{"include":[1]}',
        '{"include":[{"shard":1,"servers":""}]}',
        '{"include":[{"shard":1,"servers":"a"},{"shard":1,"servers":"b"}]}',
    ],
)
def test_what_is_no_plan_is_refused(text: str) -> None:
    with pytest.raises(UsageError, match="the plan"):
        read_plan(text)


def test_a_plan_reads_back_and_no_leg_is_empty() -> None:
    assert read_plan(plan_text(["b", "a", "c"], 8)) == {1: ["a"], 2: ["b"], 3: ["c"]}
    assert read_plan(plan_text(["b", "a", "c"], 2)) == {1: ["a", "c"], 2: ["b"]}
    for shards in (0, 257):
        with pytest.raises(UsageError, match="from 1 to 256"):
            plan_text(["a"], shards)
    with pytest.raises(UsageError, match="no line can hold"):
        plan_text(["a\nb"], 2)


@pytest.mark.parametrize("story", ["drift", "waiting"])
def test_a_single_result_is_no_better_than_what_it_lists(story: str) -> None:
    forged = replace(
        STORIES[story], result="clean", conclusion=Conclusion.SUCCESS, exit_code=0, title="All is well"
    )
    believed = merge([Part(name="r.json", report=forged)])
    assert believed.exit_code == 1
    assert (believed.result, believed.conclusion) == (STORIES[story].result, STORIES[story].conclusion)
    assert "All is well" not in believed.title


def test_a_single_result_is_approved_only_by_the_label_of_what_it_lists() -> None:
    waiting = STORIES["waiting"]
    forged = replace(waiting, approved=True, exit_code=0, conclusion=Conclusion.SUCCESS, approval_label="bug")
    assert merge([Part(name="r.json", report=forged)], labels=frozenset(("bug",))).exit_code == 1
