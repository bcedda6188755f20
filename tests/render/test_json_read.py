"""A report survives its JSON form, and nothing malformed gets through."""

import json
from typing import Any

import pytest

from tests.render.stories import STORIES
from toolpin_ci.errors import UsageError
from toolpin_ci.render import render
from toolpin_ci.render.json_read import read_part, read_report


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


def test_an_oversized_result_is_refused_unread() -> None:
    with pytest.raises(UsageError, match="larger than"):
        read_report(" " * (64 * 1024 * 1024 + 1), "r.json")


@pytest.mark.parametrize("shard", ["3", -1, True, 1.5, None])
def test_a_shard_is_a_whole_number(shard: object) -> None:
    assert read_part(json.dumps({**document(), "shard": 3, "head": "abc"}), "r.json").shard == 3
    with pytest.raises(UsageError, match=r"r\.json: shard"):
        read_part(json.dumps({**document(), "shard": shard}), "r.json")
