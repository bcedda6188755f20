"""The judge of our requests and of our fake's answers can say no."""

from typing import Any

import pytest

from tests.publish.conftest import Make
from tests.sim import github_objects as objects
from tests.sim.github_contract import OPERATIONS, UNDESCRIBED, answer_problem, check_request, operation_of
from tests.sim.github_server import github
from tests.sim.github_state import REPO, ROUTES, RefusedError
from toolpin_ci.publish import publish_all

RUNS, COMMENTS = "/repos/a/b/check-runs", "/repos/a/b/issues/7/comments"
RUN: dict[str, Any] = {"name": "x", "head_sha": "a" * 40, "output": {"title": "t", "summary": "s"}}
NOTE = {"path": "a", "start_line": 1, "end_line": 1, "annotation_level": "failure", "message": "m"}
API = "http://127.0.0.1"


def test_what_we_send_is_allowed() -> None:
    check_request("POST", RUNS, {}, {**RUN, "status": "completed", "conclusion": "neutral"})
    check_request("PATCH", "/repos/a/b/issues/comments/1", {}, {"body": "x"})
    check_request("GET", COMMENTS, {"per_page": "100", "page": "2"}, {})


def example(pattern: str) -> str:
    for part, value in {
        REPO: "/repos/a/b",
        r"(\d+)": "1",
        r"\d+": "1",
        "([0-9a-f]+)": "a",
        "(.+)": "x",
    }.items():
        pattern = pattern.replace(part, value)
    return pattern.replace("\\", "")


def test_every_route_of_the_fake_is_described_and_everything_described_has_a_route() -> None:
    routes = {f"{verb} {pattern}": operation_of(verb, example(pattern)) for verb, pattern, _, _ in ROUTES}
    assert [route for route, operation in routes.items() if not operation] == [UNDESCRIBED]
    assert set(OPERATIONS) - set(routes.values()) == set()


@pytest.mark.parametrize(
    "change",
    [
        {"conclusion": "error"},
        {"output": {"title": "t"}},
        {"output": {**RUN["output"], "summary": "s" * 65_536}},
        {"output": {**RUN["output"], "annotations": [NOTE] * 51}},
        {"output": {**RUN["output"], "annotations": [{**NOTE, "annotation_level": "error"}]}},
        {"head-sha": "a"},
    ],
)
def test_what_github_refuses_is_refused(change: dict[str, object]) -> None:
    with pytest.raises(RefusedError):
        check_request("POST", RUNS, {}, {**RUN, **change})


def test_a_parameter_that_github_does_not_know_is_refused() -> None:
    with pytest.raises(RefusedError, match="per-page"):
        check_request("GET", COMMENTS, {"per-page": "100"}, {})


GOOD = objects.comment({"id": 1, "body": "x", "user": {"login": "a"}}, API)
USER = {key: value for key, value in GOOD["user"].items() if key != "avatar_url"}


@pytest.mark.parametrize(
    ("status", "answer", "words"),
    [
        (201, {key: value for key, value in GOOD.items() if key != "node_id"}, "node_id"),
        (201, {**GOOD, "id": "1"}, "not of type 'integer'"),
        (201, {**GOOD, "user": USER}, "avatar_url"),
        (201, {**GOOD, "author_association": "FRIEND"}, "is not one of"),
        (201, {**GOOD, "annotations": []}, "unknown members"),
        (201, None, "None is not of type 'object'"),
        (200, GOOD, "200 is not described"),
    ],
)
def test_a_wrong_answer_is_caught(status: int, answer: object, words: str) -> None:
    assert answer_problem("POST", COMMENTS, 201, GOOD) == ""
    assert words in answer_problem("POST", COMMENTS, status, answer)


def test_an_answer_with_a_body_where_github_gives_none_is_caught() -> None:
    path = "/repos/a/b/issues/comments/1"
    assert answer_problem("DELETE", path, 204, None) == ""
    assert "no body" in answer_problem("DELETE", path, 204, {})
    assert "not described" in answer_problem("GET", "/repos/a/b/nonsense", 200, {})


def test_a_fake_that_drifts_fails_the_test_that_uses_it(
    edition: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = objects.check_run

    def without_output(known: dict[str, Any], api: str) -> dict[str, Any]:
        return {key: value for key, value in whole(known, api).items() if key != "output"}

    monkeypatch.setattr(objects, "check_run", without_output)
    with pytest.raises(AssertionError, match="'output' is a required property"), github() as fake:
        publish_all(edition(fake))
