"""The judge of our requests can say no."""

import pytest

from tests.sim.github_contract import CONTRACT, check_contract
from tests.sim.github_state import RefusedError

RUN = {"name": "x", "head_sha": "a" * 40, "output": {"title": "t", "summary": "s"}}
NOTE = {"path": "a", "start_line": 1, "end_line": 1, "annotation_level": "failure", "message": "m"}


def test_what_we_send_is_allowed() -> None:
    check_contract("POST", "/repos/a/b/check-runs", {**RUN, "status": "completed", "conclusion": "neutral"})
    check_contract("PATCH", "/repos/a/b/issues/comments/1", {"body": "x"})
    assert len(CONTRACT) == 4


@pytest.mark.parametrize(
    "change",
    [
        {"conclusion": "error"},
        {"output": {"title": "t"}},
        {"output": {**RUN["output"], "summary": "s" * 65_536}},  # type: ignore[dict-item]
        {"output": {**RUN["output"], "annotations": [NOTE] * 51}},  # type: ignore[dict-item]
        {"output": {**RUN["output"], "annotations": [{**NOTE, "annotation_level": "error"}]}},  # type: ignore[dict-item]
        {"head-sha": "a"},
    ],
)
def test_what_github_refuses_is_refused(change: dict[str, object]) -> None:
    with pytest.raises(RefusedError):
        check_contract("POST", "/repos/a/b/check-runs", {**RUN, **change})
