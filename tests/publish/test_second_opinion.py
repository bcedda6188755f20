"""What we publish arrives at an emulated GitHub that nobody here wrote, and stays one comment."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.publish.conftest import TOKEN, Make
from tests.render.stories import STORIES, many
from tests.sim.emulated_github import REPO, Emulated, emulated_github
from toolpin_ci.publish import CommentMode, State
from toolpin_ci.publish.check_run import publish as publish_check_run
from toolpin_ci.publish.comment import publish as publish_comment


@pytest.fixture(scope="module")
def emulated(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Emulated]:
    folder: Path = tmp_path_factory.mktemp("emulated")
    with emulated_github(folder, TOKEN) as made:
        yield made


@pytest.fixture(scope="module")
def pull(emulated: Emulated) -> dict[str, Any]:
    return emulated.open_pull_request()


def comments(emulated: Emulated, number: int) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = emulated.ask("GET", f"{REPO}/issues/{number}/comments")
    return found


def test_one_comment_is_created_edited_kept_and_resolved(
    emulated: Emulated, pull: dict[str, Any], edition: Make
) -> None:
    aim = {"pull_request": pull["number"]}
    assert publish_comment(edition(emulated, STORIES["clean"], run=1, **aim)).state is State.UNNEEDED
    assert publish_comment(edition(emulated, run=2, **aim)).state is State.DONE
    (created,) = comments(emulated, pull["number"])
    assert publish_comment(edition(emulated, run=3, **aim)).state is State.UNCHANGED
    assert comments(emulated, pull["number"]) == [created]
    later = edition(emulated, STORIES["waiting"], run=4, **aim)
    assert publish_comment(later).state is State.DONE
    (edited,) = comments(emulated, pull["number"])
    assert (edited["id"], edited["body"]) == (created["id"], later.comment)
    assert publish_comment(edition(emulated, STORIES["clean"], run=5, **aim)).state is State.DONE
    (resolved,) = comments(emulated, pull["number"])
    assert resolved["id"] == created["id"]
    assert "resolved" in resolved["body"]


def test_somebody_elses_comment_with_our_marker_stays_theirs(emulated: Emulated, edition: Make) -> None:
    number = emulated.ask("POST", f"{REPO}/issues", {"title": "talk"})["number"]
    made = edition(emulated, pull_request=number, comment=CommentMode.ALWAYS)
    address = f"{REPO}/issues/{number}/comments"
    theirs = emulated.ask("POST", address, {"body": made.comment}, token="other")
    assert theirs["user"]["login"] == "mallory"
    assert publish_comment(made).state is State.DONE
    assert len(comments(emulated, number)) == 2


def test_many_annotations_reach_the_head_of_the_pull_request_in_batches(
    emulated: Emulated, pull: dict[str, Any], edition: Make
) -> None:
    sha = pull["head"]["sha"]
    delivery = publish_check_run(edition(emulated, many(100), head_sha=sha))
    (run,) = emulated.ask("GET", f"{REPO}/commits/{sha}/check-runs")["check_runs"]
    assert (run["status"], run["conclusion"], run["name"]) == ("completed", "failure", "ToolPin")
    assert delivery.state is State.DONE
    assert delivery.detail == ""
    # This emulation keeps the last batch where GitHub appends: 135 annotations in batches of 50.
    assert run["output"]["annotations_count"] == 135 % 50
