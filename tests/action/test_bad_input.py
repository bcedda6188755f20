"""What is wrong is said where it is looked for, with the next step; nothing is posted twice or lost."""

import html

import pytest

from tests.action.conftest import PULL, Start, with_base
from tests.render.stories import HEAD, STORIES
from tests.sim.github_server import github


def summary(run: object) -> str:
    return (run.folder / "summary.md").read_text(encoding="utf-8")  # type: ignore[attr-defined,no-any-return]


@pytest.mark.parametrize(
    ("inputs", "words"),
    [
        ({"comment": "on-drfit"}, 'did you mean "on-drift"?'),
        ({"check_run": "maybe"}, "allowed: true, false"),
        ({"offline": "yes"}, "allowed: true, false"),
        ({"mode": "x"}, "allowed: check, plan, report"),
        ({"enforcement": "blok"}, "block"),
        ({"fail_on": "bad"}, "critical"),
        ({"timeout": "soon"}, "timeout"),
    ],
)
def test_an_unknown_value_is_said_in_log_summary_comment_and_check_run(
    start: Start, inputs: dict[str, str], words: str
) -> None:
    with github() as fake:
        run = start(with_base(fake), "pull_request", {"pull_request": PULL}, **inputs)
        run.use_real_examine = True
        assert run.go(STORIES["clean"]) == 2
        assert run.go(STORIES["clean"]) == 2
    assert words in run.log.replace("%0A", "\n")
    assert "ToolPin" in summary(run)
    assert len(fake.state.comments) == 1
    assert fake.state.checks[0]["conclusion"] == "failure"
    assert run.outputs["exit-code"] == "2"


@pytest.mark.parametrize("text", ["", "{", "[]", "null", "\ufeff{}", None])
@pytest.mark.parametrize("event", ["push", "pull_request", "workflow_run"])
def test_a_broken_event_file_is_exit_2_with_a_next_step(start: Start, event: str, text: str | None) -> None:
    with github() as fake:
        run = start(fake, event, {}, results="r.json")
        path = run.folder / "event.json"
        path.write_text(text or "", encoding="utf-8")
        if text is None:
            path.unlink()
        assert run.go(STORIES["clean"]) == 2
    assert "::error title=ToolPin::the event file" in run.log
    assert "event file" in summary(run)
    assert run.outputs["result"] == "error"
    assert fake.state.comments == []


@pytest.mark.parametrize(
    "payload",
    [{}, {"pull_request": None}, {"pull_request": {"number": "7", "head": [], "base": None, "labels": "x"}}],
)
@pytest.mark.parametrize("event", ["pull_request", "merge_group"])
def test_an_event_that_must_have_a_base_and_names_none_fails_closed(
    start: Start, payload: dict[str, object], event: str
) -> None:
    with github() as fake:
        run = start(fake, event, payload)
        assert run.go(STORIES["clean"]) == 2
    assert run.seen == []
    assert fake.state.comments == []
    assert f"names no base of the {event}" in summary(run)
    assert "GITHUB_EVENT_PATH" in run.log


def test_a_base_that_the_workflow_gives_is_enough_for_such_an_event(start: Start) -> None:
    with github() as fake:
        fake.state.merge_bases[("d" * 40, HEAD)] = "e" * 40
        run = start(fake, "pull_request", {}, base="d" * 40)
        assert run.go(STORIES["clean"]) == 0
    assert run.seen[0][1].commit == "e" * 40


def test_advice_stands_in_the_comment_as_words_and_not_as_a_command_to_accept_by(start: Start) -> None:
    with github() as fake:
        run = start(with_base(fake), "pull_request", {"pull_request": PULL}, comment="on-drfit")
        run.go(STORIES["clean"])
    body = fake.state.comments[0]["body"]
    assert 'did you mean "on-drift"?' in html.unescape(body)
    assert "Accept" not in body
    assert "```" not in body


def test_outputs_that_cannot_be_written_are_said(start: Start) -> None:
    with github() as fake:
        run = start(with_base(fake), "pull_request", {"pull_request": PULL})
        run.environ["GITHUB_OUTPUT"] = "no/such/folder/output.txt"
        assert run.go(STORIES["drift"]) == 1
    assert "The outputs were not written" in run.log
    assert len(fake.state.checks) == 1


@pytest.mark.parametrize("path", ["", "no/such/folder/output.txt"])
def test_a_plan_that_no_job_could_read_is_exit_2_and_no_bug(start: Start, path: str) -> None:
    with github() as fake:
        run = start(fake, "schedule", {}, mode="plan")
        run.environ["GITHUB_OUTPUT"] = path
        (run.folder / ".toolpin-ci.yml").write_text("version: 1\nservers: {a: {command: [x]}}\n")
        with pytest.MonkeyPatch.context() as patch:
            patch.chdir(run.folder)
            assert run.go(STORIES["clean"]) == 2
    assert "GITHUB_OUTPUT" in run.log


def test_a_number_too_long_to_be_one_is_named(start: Start) -> None:
    with github() as fake:
        run = start(fake, "schedule", {}, mode="plan", shards="9" * 5000)
        assert run.go(STORIES["clean"]) == 2
    assert "allowed: a whole number, like 8" in run.log


def test_under_pull_request_target_the_reason_is_in_the_summary_too(start: Start) -> None:
    with github() as fake:
        run = start(fake, "pull_request_target", {"pull_request": PULL})
        assert run.go(STORIES["clean"]) == 2
    assert run.seen == []
    assert "nothing is started" in summary(run)
    assert (fake.state.comments, fake.state.checks) == ([], [])


def test_without_a_token_the_report_is_in_summary_and_file(start: Start) -> None:
    with github() as fake:
        run = start(fake, "schedule", {}, report_dir="out", github_token="")
        run.environ["INPUT_GITHUB-TOKEN"] = ""
        assert run.go(STORIES["drift"]) == 1
    assert fake.state.calls == []
    assert "send_email" in summary(run)
    assert "send_email" in (run.folder / "out" / "report.json").read_text(encoding="utf-8")
    assert "::error file=mcp-lock.json" in run.log


def test_an_api_that_is_no_address_is_named(start: Start) -> None:
    with github() as fake:
        run = start(fake, "schedule", {})
        run.environ["GITHUB_API_URL"] = "github.example"
        assert run.go(STORIES["clean"]) == 2
    assert "GITHUB_API_URL is 'github.example'" in run.log


def test_a_bug_of_ours_is_exit_4_and_published(start: Start, capsys: pytest.CaptureFixture[str]) -> None:
    with github() as fake:
        run = start(with_base(fake), "pull_request", {"pull_request": PULL})
        assert run.go(KeyError("boom")) == 4
    assert "KeyError" in fake.state.comments[0]["body"]
    assert (fake.state.checks[0]["conclusion"], fake.state.checks[0]["head_sha"]) == ("failure", HEAD)
    assert "boom" in capsys.readouterr().err


def test_a_summary_that_cannot_be_written_costs_nothing_else(start: Start) -> None:
    with github(granted=frozenset()) as fake:
        run = start(with_base(fake), "pull_request", {"pull_request": PULL})
        run.environ["GITHUB_STEP_SUMMARY"] = "no/such/folder/summary.md"
        assert run.go(STORIES["drift"]) == 1
    assert "summary" in run.outputs["skipped-surfaces"]
    assert "The comment was not written" in run.log
