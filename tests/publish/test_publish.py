"""One comment in step with the report, one completed check run, outputs that nobody breaks out of."""

import threading
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.publish.conftest import ID, Make
from tests.render.stories import HEAD, STORIES, many
from tests.sim.github_server import Fake, Fault, github
from toolpin_ci.publish import CommentMode, Marker, State, publish_all, publish_outputs, report_id
from toolpin_ci.publish.check_run import publish as publish_check_run
from toolpin_ci.publish.comment import publish as publish_comment
from toolpin_ci.publish.files import output_text, publish_files, publish_summary
from toolpin_ci.publish.marker import read_marker


def bodies(fake: Fake) -> list[str]:
    return [comment["body"] for comment in fake.state.comments]


def writes(fake: Fake) -> list[tuple[str, str]]:
    return [call for call in fake.state.calls if call[0] != "GET" and "graphql" not in call[1]]


def test_a_second_run_edits_the_same_comment(edition: Make) -> None:
    with github() as fake:
        publish_comment(edition(fake))
        later = edition(fake, STORIES["waiting"], run=4)
        assert publish_comment(later).state is State.DONE
    assert bodies(fake) == [later.comment]


def test_an_equal_report_is_not_written_again(edition: Make) -> None:
    with github() as fake:
        publish_comment(edition(fake))
        before = len(writes(fake))
        assert publish_comment(edition(fake, run=4)).state is State.UNCHANGED
    assert len(writes(fake)) == before


def test_a_fixed_pull_request_has_its_comment_resolved(edition: Make) -> None:
    with github() as fake:
        publish_comment(edition(fake))
        publish_comment(edition(fake, STORIES["clean"], run=4))
    assert len(bodies(fake)) == 1
    assert "resolved" in bodies(fake)[0]


def test_a_pull_request_that_was_always_clean_gets_no_comment(edition: Make) -> None:
    with github() as fake:
        assert publish_comment(edition(fake, STORIES["clean"])).state is State.UNNEEDED
        assert publish_comment(edition(fake, comment=CommentMode.NEVER)).state is State.UNNEEDED
        assert publish_comment(edition(fake, pull_request=0)).state is State.UNNEEDED
    assert writes(fake) == []


def test_a_clean_pull_request_gets_one_where_that_was_asked_for(edition: Make) -> None:
    with github() as fake:
        publish_comment(edition(fake, STORIES["clean"], comment=CommentMode.ALWAYS))
    assert "No change in what agents are offered" in bodies(fake)[0]


def test_an_older_run_never_overwrites_a_newer_one(edition: Make) -> None:
    with github() as fake:
        newer = edition(fake, STORIES["waiting"], run=9)
        publish_comment(newer)
        assert publish_comment(edition(fake, run=8)).detail == "a newer run has written"
    assert bodies(fake) == [newer.comment]


def test_jobs_and_matrix_legs_have_comments_of_their_own(edition: Make) -> None:
    other = report_id("ci.yml", "check", '{"os": "b"}')
    with github() as fake:
        first = edition(fake)
        marker = str(Marker(other, (3, 1), HEAD))
        second = replace(
            first,
            target=replace(first.target, report_id=other),
            comment=marker + "\n" + first.comment.partition("\n")[2],
        )
        for one in (first, second, first, second):
            publish_comment(one)
    assert len({ID, other}) == 2
    assert len(bodies(fake)) == 2


def test_parallel_jobs_end_with_exactly_one_comment(edition: Make) -> None:
    with github() as fake:
        jobs = [threading.Thread(target=publish_comment, args=(edition(fake),)) for _ in range(6)]
        for job in jobs:
            job.start()
        for job in jobs:
            job.join()
    assert len(bodies(fake)) == 1


def test_a_token_of_an_app_finds_its_own_comment(edition: Make) -> None:
    with github() as fake:
        fake.state.viewer = "release-helper"
        fake.state.add_comment(f"{Marker(ID)}\nold", {"login": "release-helper[bot]", "type": "Bot"})
        publish_comment(edition(fake))
    assert len(bodies(fake)) == 1


def test_a_person_named_like_the_bot_is_not_the_bot(edition: Make) -> None:
    with github() as fake:
        fake.state.add_comment(f"{Marker(ID)}\nfake", {"login": "github-actions", "type": "User"})
        publish_comment(edition(fake))
    assert len(bodies(fake)) == 2


def test_a_marker_below_the_first_line_is_a_quotation() -> None:
    assert read_marker(f"> {Marker(ID)}") is None
    assert read_marker(f"hello\n{Marker(ID)}") is None
    assert read_marker(None) is None
    assert read_marker(f"{Marker(ID, (4, 2), HEAD)}\r\nrest") == Marker(ID, (4, 2), HEAD)


def test_the_check_run_is_completed_with_one_request(edition: Make) -> None:
    with github() as fake:
        assert publish_check_run(edition(fake)).url
    check = fake.state.checks[0]
    assert (check["status"], check["conclusion"], check["head_sha"]) == ("completed", "failure", HEAD)
    assert [a["annotation_level"] for a in check["annotations"]][:2] == ["failure", "failure"]
    assert len(fake.state.calls) == 1


def test_annotations_that_are_refused_twice_are_left_out_and_counted(edition: Make) -> None:
    refused: dict[str, Any] = {"status": 422, "body": {"message": "no"}}
    faults = [Fault("POST", ".*/check-runs", 2, refused)]
    with github(faults=faults) as fake:
        delivery = publish_check_run(edition(fake))
    assert fake.state.checks[0]["conclusion"] == "failure"
    assert delivery.detail == "0 of 6 annotations"


def test_a_batch_that_fails_leaves_the_others(edition: Make) -> None:
    forbidden: dict[str, Any] = {"status": 403, "body": {"message": "no"}}
    with github(faults=[Fault("PATCH", ".*/check-runs/.*", 1, forbidden)]) as fake:
        delivery = publish_check_run(edition(fake, many(100)))
    assert delivery.detail == "85 of 135 annotations"
    assert len(fake.state.checks[0]["annotations"]) == 85


def test_without_a_token_or_a_commit_the_verdict_is_in_the_summary(edition: Make, tmp_path: Path) -> None:
    states = {d.surface: (d.state, d.permission) for d in publish_all(edition(None))}
    assert states["comment"] == (State.SKIPPED, "pull-requests: write")
    assert states["check-run"] == (State.SKIPPED, "checks: write")
    assert "ToolPin" in (tmp_path / "summary.md").read_text(encoding="utf-8")
    assert publish_check_run(edition(None, head_sha="")).state is State.UNNEEDED


def test_files_are_written_where_they_were_asked_for(edition: Make, tmp_path: Path) -> None:
    made = replace(edition(None), files={"out/report.json": "{}\n"})
    assert publish_files(made).state is State.DONE
    assert (tmp_path / "out" / "report.json").read_text(encoding="utf-8") == "{}\n"
    assert publish_files(replace(made, files={"summary.md/x": ""})).state is State.DONE
    (tmp_path / "taken").write_text("", encoding="utf-8")
    assert publish_files(replace(made, files={"taken/x": ""})).state is State.SKIPPED
    assert publish_files(replace(made, files={})).state is State.UNNEEDED


def test_a_summary_that_github_would_refuse_is_not_written(edition: Make, tmp_path: Path) -> None:
    assert publish_summary(replace(edition(None), summary="x" * 1_100_000)).state is State.SKIPPED
    assert publish_summary(replace(edition(None), summary_file="no/such/folder")).state is State.SKIPPED
    assert publish_summary(replace(edition(None), summary_file="")).state is State.UNNEEDED
    assert not (tmp_path / "summary.md").exists()


def test_outputs_go_to_their_file(edition: Make, tmp_path: Path) -> None:
    made = replace(edition(None), output_file="out.txt", outputs={"result": "clean"})
    assert publish_outputs(made).state is State.DONE
    assert (tmp_path / "out.txt").read_text(encoding="utf-8").startswith("result<<toolpin_")
    assert publish_outputs(replace(made, outputs={})).state is State.UNNEEDED


@given(value=st.text(alphabet="a\n<=toolpin_"), other=st.text(alphabet="b\n=<"))
def test_no_output_can_end_itself_or_name_another(value: str, other: str) -> None:
    lines = output_text({"one": value, "two": other}).split("\n")
    delimiter = lines[0].removeprefix("one<<")
    end = lines.index(delimiter)
    assert "\n".join(lines[1:end]) == value
    assert lines[end + 1].startswith("two<<")


@pytest.mark.parametrize("parts", [("a", "b", "c"), ("ab", "", "c"), ("a", "bc", "")])
def test_names_of_reports_do_not_run_into_each_other(parts: tuple[str, ...]) -> None:
    assert report_id(*parts) != report_id("a", "b", "c") or parts == ("a", "b", "c")


def test_a_newer_run_beside_an_older_one_has_the_last_word(edition: Make) -> None:
    """Both saw no comment; whichever creates first, the newer report is what stays."""
    for order in ((8, 9), (9, 8)):
        with github() as fake:
            reports = {8: STORIES["drift"], 9: STORIES["waiting"]}
            waiting = {run: edition(fake, reports[run], run=run) for run in order}
            for run in order:  # created without having seen each other
                fake.state.add_comment(waiting[run].comment)
            for run in reversed(order):
                publish_comment(waiting[run])
        assert bodies(fake) == [waiting[9].comment]


def test_a_comment_that_somebody_hid_is_shown_again_when_there_is_something_to_say(edition: Make) -> None:
    with github() as fake:
        publish_comment(edition(fake))
        fake.state.comments[0]["minimized"] = "resolved"
        publish_comment(edition(fake, STORIES["clean"], run=4))
        assert fake.state.comments[0]["minimized"] == "resolved"
        publish_comment(edition(fake, STORIES["waiting"], run=5))
    assert fake.state.comments[0]["minimized"] is None


def test_a_hidden_comment_that_may_not_be_shown_is_edited_all_the_same(edition: Make) -> None:
    denied: dict[str, Any] = {"status": 403, "body": {"message": "no"}}
    with github(faults=[Fault("POST", "/graphql", 9, denied)]) as fake:
        publish_comment(edition(fake))
        fake.state.comments[0]["minimized"] = "resolved"
        later = edition(fake, STORIES["waiting"], run=5)
        assert publish_comment(later).state is State.DONE
    assert bodies(fake) == [later.comment]


def test_a_token_that_may_only_set_statuses_sets_one(edition: Make) -> None:
    with github(granted=frozenset({"statuses=write"})) as fake:
        delivery = publish_check_run(edition(fake, details_url="https://github.example/run"))
    assert (delivery.state, delivery.permission) == (State.SKIPPED, "checks: write")
    assert "a commit status was set instead" in delivery.detail
    (status,) = fake.state.statuses
    assert (status["sha"], status["state"], status["context"]) == (HEAD, "failure", "ToolPin")


def test_a_locked_conversation_names_no_permission_that_would_not_help(edition: Make) -> None:
    with github() as fake:
        fake.state.locked = True
        delivery = publish_comment(edition(fake))
    assert (delivery.state, delivery.permission) == (State.SKIPPED, "")
    assert "locked" in delivery.detail
