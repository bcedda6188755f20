"""Every event ends with a verdict, published as far as the token reaches."""

import html
import json
from dataclasses import replace
from typing import Any

import pytest

from tests.action.conftest import BASE, PULL, Start, with_base
from tests.render.stories import HEAD, STORIES, many
from tests.sim.github_server import Fake, github
from toolpin_ci.edge.github_tree import ApiTree
from toolpin_ci.errors import UnavailableError
from toolpin_ci.render import render


def test_a_pull_request_gets_comment_check_run_summary_and_outputs(start: Start) -> None:
    with github() as fake:
        run = start(
            with_base(fake), "pull_request", {"pull_request": PULL}, report_dir="out", sarif_file="x.sarif"
        )
        assert run.go(STORIES["drift"]) == 1
    assert fake.state.comments[0]["body"].startswith("<!-- toolpin-ci v1 id=")
    assert "`git apply out/fix/lockfile.patch`" in fake.state.comments[0]["body"]
    assert fake.state.checks[0]["head_sha"] == HEAD
    assert "🔴 ToolPin" in (run.folder / "summary.md").read_text(encoding="utf-8")
    assert json.loads((run.folder / "out" / "report.json").read_text(encoding="utf-8"))["result"] == "drift"
    assert (run.outputs["result"], run.outputs["undeclared"], run.outputs["pins-failed"]) == (
        "drift",
        "3",
        "1",
    )
    assert run.outputs["comment-url"]
    assert run.outputs["report"] == "out/report.json"
    assert (run.folder / "out" / "fix" / "lockfile.patch").read_text(encoding="utf-8").startswith("diff ")
    assert "ghs_" not in run.log.replace("::add-mask::ghs_", "")


def test_a_shallow_clone_reads_the_base_through_the_api(start: Start) -> None:
    with github() as fake:
        run = start(with_base(fake), "pull_request", {"pull_request": PULL})
        run.go(STORIES["clean"])
        around = run.seen[0][1]
        assert isinstance(around.tip, ApiTree)
        assert isinstance(around.fork, ApiTree)
        fake.state.contents[("mcp-lock.json", "c" * 40)] = "e30="
        assert around.fork.read("mcp-lock.json") == b"{}"
        assert around.tip.read("mcp-lock.json") is None
    assert (around.tip.commit, around.commit) == (BASE, "c" * 40)
    assert around.labels == {"toolpin-ok-123", "bug"}


def test_a_base_that_nobody_has_is_exit_3_and_published(start: Start) -> None:
    with github() as fake:
        run = start(fake, "pull_request", {"pull_request": PULL})
        assert run.go(STORIES["clean"]) == 3
    assert run.seen == []
    assert "neither git nor GitHub has the base" in fake.state.comments[0]["body"]
    assert fake.state.checks[0]["conclusion"] == "failure"


@pytest.mark.parametrize("head_repo", [None, {"full_name": "someone/weather"}])
def test_a_fork_keeps_the_verdict_and_names_the_permission(start: Start, head_repo: object) -> None:
    pull = {**PULL, "head": {"sha": HEAD, "repo": head_repo}}
    with github(granted=frozenset()) as fake:
        run = start(with_base(fake), "pull_request", {"pull_request": pull})
        assert run.go(STORIES["drift"]) == 1
    assert fake.state.comments == []
    assert "It needs `checks: write`" in run.log
    assert "pull-requests: write" in run.log
    assert "::error file=mcp-lock.json" in run.log
    assert run.outputs["skipped-surfaces"] == "comment,check-run"


def test_pull_request_target_starts_nothing(start: Start) -> None:
    with github() as fake:
        run = start(fake, "pull_request_target", {"pull_request": PULL})
        assert run.go(STORIES["clean"]) == 2
    assert run.seen == []
    assert "::error title=ToolPin::pull_request_target" in run.log


@pytest.mark.parametrize(
    ("event", "payload", "words"),
    [
        ("schedule", {}, "scheduled"),
        ("workflow_dispatch", {}, "by hand"),
        ("push", {"before": "0" * 40, "after": HEAD}, "new"),
        ("issues", {}, "has no base"),
    ],
)
def test_events_without_a_base_say_why(start: Start, event: str, payload: dict[str, Any], words: str) -> None:
    with github() as fake:
        run = start(fake, event, payload)
        assert run.go(STORIES["drift"]) == 1
    assert words in run.seen[0][1].not_compared
    assert fake.state.comments == []
    assert len(fake.state.checks) == 1


@pytest.mark.parametrize(
    ("event", "payload"),
    [
        ("push", {"before": BASE, "after": HEAD}),
        ("merge_group", {"merge_group": {"base_sha": BASE, "head_sha": HEAD}}),
    ],
)
def test_pushes_and_merge_queues_compare_with_what_was_there(
    start: Start, event: str, payload: dict[str, Any]
) -> None:
    with github() as fake:
        run = start(with_base(fake), event, payload)
        run.go(STORIES["clean"])
    assert run.seen[0][1].commit == "c" * 40
    assert fake.state.comments == []


def test_inputs_become_the_flags_of_the_command(start: Start) -> None:
    with github() as fake:
        run = start(
            fake,
            "schedule",
            {},
            lockfile="a.json\n b.json\n",
            servers="-weather",
            timeout="5",
            offline="true",
        )
        run.go(STORIES["clean"])
    options = run.seen[0][0].options
    assert options.lockfile == ["a.json", "b.json"]
    assert options.server == ["-weather"]
    assert (options.timeout, options.offline) == (5.0, True)


def test_a_base_that_the_workflow_names_replaces_the_event_s(start: Start) -> None:
    with github() as fake:
        fake.state.merge_bases[("d" * 40, HEAD)] = "e" * 40
        run = start(fake, "schedule", {}, base="d" * 40)
        run.go(STORIES["clean"])
    assert run.seen[0][1].commit == "e" * 40


def test_a_check_that_could_not_begin_is_published_with_its_own_code(start: Start) -> None:
    with github() as fake:
        run = start(with_base(fake), "pull_request", {"pull_request": PULL})
        assert run.go(UnavailableError("no network", advice="try later")) == 3
    assert "no network" in fake.state.comments[0]["body"]
    assert fake.state.checks[0]["conclusion"] == "failure"


def test_a_bug_of_ours_is_exit_4_published_and_no_line_of_its_trace_is_a_command(
    start: Start, capsys: pytest.CaptureFixture[str]
) -> None:
    with github() as fake:
        run = start(with_base(fake), "pull_request", {"pull_request": PULL})
        assert run.go(ValueError("a server said\n::error::no\n##[error]no")) == 4
    assert fake.state.checks[0]["conclusion"] == "failure"
    assert "itself failed (ValueError)" in fake.state.checks[0]["output"]["title"]
    trace = capsys.readouterr().err.splitlines()
    assert all(line.startswith("| ") and "##[" not in line for line in trace)
    assert any("::error::no" in line for line in trace)


def test_github_being_down_changes_no_code(start: Start) -> None:
    with github() as fake:
        run = start(fake, "schedule", {})
    run.environ["GITHUB_API_URL"] = "http://127.0.0.1:9"
    assert run.go(STORIES["clean"]) == 0


def finished(fake: Fake, *, pulls: int = 1) -> dict[str, Any]:
    for number in range(pulls):
        fake.state.pulls[7 + number] = {**PULL, "number": 7 + number, "state": "open"}
    return {"workflow_run": {"head_sha": HEAD, "pull_requests": []}}


def test_a_finished_workflow_is_reported_on_the_pull_request_that_github_names(start: Start) -> None:
    with github() as fake:
        run = start(fake, "workflow_run", finished(fake), results="results/*.json")
        (run.folder / "results").mkdir()
        for name, servers in (("drift", STORIES["drift"].servers), ("clean", ())):
            text = render(replace(STORIES[name], title="@all #1", servers=servers), "json")
            (run.folder / "results" / f"{name}.json").write_text(text, encoding="utf-8")
        assert run.go(STORIES["clean"]) == 1
    assert run.seen == []
    assert "send_email" in fake.state.comments[0]["body"]
    assert fake.state.checks[0]["head_sha"] == HEAD


def test_a_commit_of_two_pull_requests_gets_no_comment(start: Start) -> None:
    with github() as fake:
        run = start(fake, "workflow_run", finished(fake, pulls=2), results="r.json")
        (run.folder / "r.json").write_text(render(STORIES["drift"], "json"), encoding="utf-8")
        assert run.go(STORIES["clean"]) == 1
    assert fake.state.comments == []


@pytest.mark.parametrize(
    "text",
    ["", "[]", "{}", '{"schema": "toolpin-ci.report/1"}', '{"schema": 1, "@everyone": 2, "@everyone": 2}'],
)
def test_a_hostile_result_is_refused_where_it_is_looked_for(start: Start, text: str) -> None:
    with github() as fake:
        run = start(fake, "workflow_run", finished(fake), results="r.json")
        (run.folder / "r.json").write_text(text, encoding="utf-8")
        assert run.go(STORIES["clean"]) == 2
    assert "r.json" in html.unescape(fake.state.comments[0]["body"])
    assert "@" not in fake.state.comments[0]["body"]
    assert fake.state.checks[0]["conclusion"] == "failure"


def test_report_mode_without_results_says_what_is_missing(start: Start) -> None:
    with github() as fake:
        assert start(fake, "workflow_run", finished(fake)).go(STORIES["clean"]) == 2
        run = start(fake, "workflow_run", finished(fake), results="none/*.json")
        assert run.go(STORIES["clean"]) == 2
    assert "no result was found" in run.log


def test_a_huge_report_fits_into_the_summary_and_the_comment(start: Start) -> None:
    huge = many(2_000)
    with github() as fake:
        run = start(with_base(fake), "pull_request", {"pull_request": PULL})
        assert run.go(replace(huge, title="🙂" * 200)) == 1
    assert (run.folder / "summary.md").stat().st_size < 1024 * 1024
    assert len(fake.state.comments[0]["body"]) <= 65_536
    assert "500 of 2668 annotations" in run.log


@pytest.mark.parametrize("name", ["x.sarif", "out/findings.json", "x/report.json"])
def test_the_outputs_name_the_files_whatever_they_are_called(start: Start, name: str) -> None:
    with github() as fake:
        run = start(with_base(fake), "pull_request", {"pull_request": PULL}, sarif_file=name)
        run.go(STORIES["drift"])
    assert (run.outputs["sarif"], run.outputs["report"]) == (name, "")


def test_the_outputs_name_no_file_that_was_not_written(start: Start) -> None:
    with github() as fake:
        run = start(with_base(fake), "pull_request", {"pull_request": PULL}, report_dir="../elsewhere")
        assert run.go(STORIES["drift"]) == 1
    assert (run.outputs["skipped-surfaces"], run.outputs["report"]) == ("files", "")
    assert "The files were not written" in run.log


def test_a_push_that_deletes_is_reported_on_a_commit_that_exists(start: Start) -> None:
    with github() as fake:
        run = start(with_base(fake), "push", {"before": BASE, "after": "0" * 40})
        run.go(STORIES["clean"])
    assert fake.state.checks[0]["head_sha"] == HEAD


def test_the_log_says_what_was_found_and_none_of_it_is_a_command(start: Start) -> None:
    with github() as fake:
        run = start(with_base(fake), "pull_request", {"pull_request": PULL})
        run.go(replace(STORIES["drift"], commands=("::stop-commands::x",)))
    group = run.log.partition("::group::What ToolPin found\n")[2].partition("::endgroup::")[0]
    assert "send_email" in group
    assert not [line for line in group.splitlines() if line.lstrip().startswith("::")]
