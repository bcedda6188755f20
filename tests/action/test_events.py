"""What an event does not say is asked of GitHub: the pull request of a finished run, the labels by now."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.action.conftest import BASE, PULL, Run, Start, with_base
from tests.render.stories import HEAD, STORIES
from tests.sim.github_server import Fake, Fault, github
from toolpin_ci.model.report import Conclusion, Part
from toolpin_ci.pipeline.merging import merge
from toolpin_ci.render import render

DECLARED = merge([Part(name="r.json", report=replace(STORIES["waiting"], exit_code=0))])
LABEL = {"name": DECLARED.approval_label}
APPROVED = replace(DECLARED, approved=True, exit_code=0, conclusion=Conclusion.SUCCESS)
QUEUE = f"refs/heads/gh-readonly-queue/main/pr-7-{'d' * 40}"


def labelled(fake: Fake, **more: Any) -> None:
    fake.state.pulls[7] = {**PULL, "labels": [LABEL], **more}


def seen_labels(run: Run) -> frozenset[str]:
    return run.seen[0][1].labels


@pytest.mark.parametrize("action", ["labeled", "unlabeled", "synchronize"])
def test_the_labels_of_the_event_count_on_the_first_attempt(start: Start, action: str) -> None:
    with github() as fake:
        payload = {"action": action, "pull_request": {**PULL, "labels": [LABEL]}}
        run = start(with_base(fake), "pull_request", payload)
        run.go(STORIES["clean"])
    assert seen_labels(run) == {LABEL["name"]}
    assert not [path for _, path in fake.state.calls if "/pulls/" in path]


def test_a_repeated_run_asks_for_the_labels_because_its_event_is_old(start: Start) -> None:
    with github() as fake:
        labelled(with_base(fake))
        run = start(fake, "pull_request", {"pull_request": {**PULL, "labels": []}})
        run.environ["GITHUB_RUN_ATTEMPT"] = "2"
        run.go(STORIES["clean"])
        assert seen_labels(run) == {LABEL["name"]}
        fake.state.pulls[7]["labels"] = []
        run = start(fake, "pull_request", {"pull_request": {**PULL, "labels": [LABEL]}})
        run.environ["GITHUB_RUN_ATTEMPT"] = "2"
        run.go(STORIES["clean"])
    assert seen_labels(run) == frozenset()


def test_a_merge_queue_honours_the_label_of_its_pull_request(start: Start) -> None:
    with github() as fake:
        labelled(with_base(fake))
        group = {"base_sha": BASE, "head_sha": HEAD, "head_ref": QUEUE}
        run = start(fake, "merge_group", {"merge_group": group})
        run.go(STORIES["clean"])
    assert seen_labels(run) == {LABEL["name"]}
    assert fake.state.comments == []


def test_a_push_honours_the_label_of_the_pull_request_that_it_merged(start: Start) -> None:
    with github() as fake:
        labelled(with_base(fake), state="closed", merge_commit_sha=HEAD, head={"sha": "e" * 40})
        run = start(fake, "push", {"before": BASE, "after": HEAD})
        run.go(STORIES["clean"])
    assert seen_labels(run) == {LABEL["name"]}


@pytest.mark.parametrize("event", ["merge_group", "push"])
def test_labels_that_cannot_be_read_approve_nothing(start: Start, event: str) -> None:
    denied: dict[str, Any] = {"status": 403, "body": {"message": "Resource not accessible by integration"}}
    payload = {
        "merge_group": {"base_sha": BASE, "head_sha": HEAD, "head_ref": QUEUE},
        "before": BASE,
        "after": HEAD,
    }
    with github(faults=[Fault("GET", ".*/pulls.*", 9, denied)]) as fake:
        labelled(with_base(fake), merge_commit_sha=HEAD)
        run = start(fake, event, payload)
        assert run.go(STORIES["waiting"]) == 1
    assert seen_labels(run) == frozenset()


def test_a_dependabot_pull_request_is_no_fork_and_may_not_write(start: Start) -> None:
    pull = {**PULL, "user": {"login": "dependabot[bot]", "type": "Bot"}}
    with github(granted=frozenset()) as fake:
        run = start(with_base(fake), "pull_request", {"pull_request": pull})
        run.environ["GITHUB_ACTOR"] = "dependabot[bot]"
        assert run.go(STORIES["drift"]) == 1
    assert run.outputs["skipped-surfaces"] == "comment,check-run"
    summary = (run.folder / "summary.md").read_text(encoding="utf-8")
    assert "The comment was not written" in summary
    assert "`issues: write; pull-requests: write`" in summary
    assert "`checks: write`" in summary


def finished(fake: Fake, **pull: Any) -> dict[str, Any]:
    fake.state.pulls[7] = {**PULL, "labels": [], "state": "open", **pull}
    return {
        "workflow_run": {
            "head_sha": HEAD,
            "head_branch": "change",
            "head_repository": {"owner": {"login": "someone"}},
            "pull_requests": [],
        },
        "repository": {"full_name": "acme/weather"},
    }


def result(run: Run, report: Any = STORIES["drift"]) -> Run:
    (run.folder / "r.json").write_text(render(report, "json"), encoding="utf-8")
    return run


def test_a_fork_whose_commit_github_does_not_know_here_is_found_by_its_branch(start: Start) -> None:
    head = {"sha": HEAD, "ref": "change", "repo": {"full_name": "someone/weather"}}
    with github() as fake:
        run = start(fake, "workflow_run", finished(fake, head=head, hidden=True), results="r.json")
        assert result(run).go(STORIES["clean"]) == 1
    assert len(fake.state.comments) == 1


@pytest.mark.parametrize(
    ("pull", "words"),
    [
        ({"head": {"sha": "f" * 40}}, "no open pull request has the head"),
        ({"state": "closed"}, "no open pull request has the head"),
        ({"base": {"sha": BASE, "repo": {"full_name": "other/weather"}}}, "no open pull request"),
    ],
)
def test_a_pull_request_that_is_not_the_one_gets_no_comment(
    start: Start, pull: dict[str, Any], words: str
) -> None:
    with github() as fake:
        run = start(fake, "workflow_run", finished(fake, **pull), results="r.json")
        assert result(run).go(STORIES["clean"]) == 1
    assert fake.state.comments == []
    assert words in run.log
    assert run.outputs["skipped-surfaces"] == "comment"


def test_github_being_down_while_the_pull_request_is_looked_for_keeps_the_verdict(start: Start) -> None:
    with github(faults=[Fault("GET", ".*/pulls.*", 99, {"status": 404, "body": {"message": "no"}})]) as fake:
        run = start(fake, "workflow_run", finished(fake), results="r.json")
        assert result(run).go(STORIES["clean"]) == 1
    assert "its pull request could not be found" in run.log
    assert "send_email" in (run.folder / "summary.md").read_text(encoding="utf-8")


def test_an_approval_that_a_result_claims_counts_only_with_the_label(start: Start) -> None:
    with github() as fake:
        run = start(fake, "workflow_run", finished(fake), results="r.json")
        assert result(run, APPROVED).go(STORIES["clean"]) == 1
        assert fake.state.checks[-1]["conclusion"] == "action_required"
        run = start(fake, "workflow_run", finished(fake, labels=[LABEL]), results="r.json")
        assert result(run, APPROVED).go(STORIES["clean"]) == 0


@pytest.mark.parametrize(
    ("pattern", "words"),
    [
        ("../*.json", "leads out of the workspace"),
        ("/etc/*", "leads out of the workspace"),
        ("link.json", "is no file inside the workspace"),
        ("folder", "is no file inside the workspace"),
        ("**a/x.json", "is no pattern"),
    ],
)
def test_results_are_read_inside_the_workspace_only(start: Start, pattern: str, words: str) -> None:
    with github() as fake:
        run = start(fake, "workflow_run", finished(fake), results=pattern)
        (run.folder / "link.json").symlink_to("/etc/hostname")
        (run.folder / "folder").mkdir()
        assert run.go(STORIES["clean"]) == 2
    assert words in run.log


def test_a_result_that_is_too_large_is_not_even_read(start: Start) -> None:
    with github() as fake:
        run = start(fake, "workflow_run", finished(fake), results="r.json")
        with (run.folder / "r.json").open("wb") as file:
            file.truncate(65 * 1024 * 1024)
        assert run.go(STORIES["clean"]) == 2
    assert "larger than" in run.log


def test_a_label_that_a_result_makes_up_is_refused(start: Start) -> None:
    made_up = json.loads(render(STORIES["waiting"], "json"))
    made_up["approvalLabel"] = "please-merge"
    with github() as fake:
        run = start(fake, "workflow_run", finished(fake), results="r.json")
        (run.folder / "r.json").write_text(json.dumps(made_up), encoding="utf-8")
        assert run.go(STORIES["clean"]) == 2
    assert "please-merge" not in fake.state.comments[0]["body"]


def test_files_of_a_report_follow_no_link_of_the_repository(start: Start, tmp_path: Path) -> None:
    outside = tmp_path.parent / f"{tmp_path.name}-outside"
    outside.mkdir()
    with github() as fake:
        run = start(with_base(fake), "pull_request", {"pull_request": PULL}, report_dir="out")
        (run.folder / "out").symlink_to(outside)
        assert run.go(STORIES["drift"]) == 1
    assert list(outside.iterdir()) == []
    assert "files" in run.outputs["skipped-surfaces"]
    assert len(fake.state.comments) == 1
