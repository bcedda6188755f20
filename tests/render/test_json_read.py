"""A report survives its JSON form, and nothing malformed gets through."""

import json
from dataclasses import replace
from typing import Any

import pytest

from tests.render.stories import STORIES
from toolpin_ci.errors import UsageError
from toolpin_ci.render import render
from toolpin_ci.render.json_read import merge, read_report


@pytest.mark.parametrize("story", STORIES)
def test_a_report_reads_back_as_it_was_written(story: str) -> None:
    text = render(STORIES[story], "json")
    back = read_report(text, "r.json")
    assert render(back, "json") == text
    assert [server.status for server in back.servers] == [server.status for server in STORIES[story].servers]
    assert back.exit_code == STORIES[story].exit_code


def document() -> dict[str, Any]:
    return json.loads(render(STORIES["drift"], "json"))  # type: ignore[no-any-return]


@pytest.mark.parametrize(
    "change",
    [
        {"exitCode": 9},
        {"result": "fine"},
        {"conclusion": None},
        {"servers": {}},
        {"servers": [1]},
        {"title": 1},
        {"lockfiles": [1]},
        {"servers": [{"name": "a", "status": "odd"}]},
        {"servers": [{"name": "a", "status": "unchanged", "unavailable": 1}]},
        {"findings": [{"rule": "r", "severity": "huge"}]},
    ],
)
def test_a_wrong_member_is_refused_by_name(change: dict[str, Any]) -> None:
    with pytest.raises(UsageError, match=r"r\.json: "):
        read_report(json.dumps({**document(), **change}), "r.json")


def test_the_worst_verdict_of_several_jobs_stands() -> None:
    merged = merge([STORIES["clean"], STORIES["waiting"], STORIES["unchecked"]])
    assert (merged.exit_code, merged.conclusion, merged.result) == (1, "failure", "unchecked")
    assert len(merged.servers) == sum(len(STORIES[n].servers) for n in ("clean", "waiting", "unchecked"))


def test_an_oversized_result_is_refused_unread() -> None:
    with pytest.raises(UsageError, match="larger than"):
        read_report(" " * (64 * 1024 * 1024 + 1), "r.json")


def test_the_exit_codes_order_is_the_documented_one() -> None:
    codes = [
        merge([replace(STORIES["clean"], exit_code=c) for c in pair]).exit_code
        for pair in ((1, 3), (2, 1), (4, 2))
    ]
    assert codes == [1, 2, 4]
