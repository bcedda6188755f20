"""Whatever GitHub does, the run ends in time, the verdict stands, and one comment of ours is the most."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.publish.conftest import ID, TOKEN, Clock, Make
from tests.render.stories import DRIFT, STORIES, many
from tests.sim.github_server import Fake, Fault, github
from toolpin_ci.model.message import Message
from toolpin_ci.publish import Marker, publish_all
from toolpin_ci.publish.marker import read_marker

SCENARIOS: dict[str, Any] = json.loads(Path(__file__).with_name("scenarios.json").read_text(encoding="utf-8"))
LONG = Message("{text}", {"text": "ü" * 90_000})
STORY = {
    "drift": STORIES["drift"],
    "large": many(100),
    "huge": many(3_000),
    "long": replace(STORIES["drift"], findings=(replace(DRIFT[0], message=LONG, new="ü" * 90_000),)),
}


def seed(fake: Fake, scenario: dict[str, Any]) -> None:
    for number in range(scenario.get("many", 0)):
        fake.state.add_comment(f"comment {number}", {"login": f"user{number % 50}", "type": "User"})
    for who in scenario.get("seed", []):
        body = f"{Marker(ID, (1, 1), 'a' * 40)}\nold report"
        if who == "ghost":
            fake.state.add_comment(None, ghost=True)
        else:
            fake.state.add_comment(body, None if who == "own" else {"login": who, "type": "User"})


def ours(fake: Fake) -> list[dict[str, Any]]:
    bots = [c for c in fake.state.comments if (c["user"] or {}).get("type") == "Bot"]
    return [comment for comment in bots if read_marker(comment["body"])]


@pytest.mark.parametrize("name", SCENARIOS)
def test_the_run_ends_as_the_scenario_says(name: str, edition: Make, clock: Clock) -> None:
    scenario = SCENARIOS[name]
    faults = [Fault(**fault) for fault in scenario.get("faults", [])]
    with github(
        faults=faults,
        prefix=scenario.get("prefix", ""),
        granted=frozenset() if scenario.get("readOnly") else None,
        link=scenario.get("link", ""),
    ) as fake:
        seed(fake, scenario)
        made = edition(fake, STORY[scenario.get("story", "drift")])
        deliveries = {delivery.surface: delivery for delivery in publish_all(made)}
    assert deliveries["summary"].state == "done"
    assert deliveries["comment"].state == scenario["comment"], deliveries["comment"]
    assert deliveries["check-run"].state == scenario["checkRun"], deliveries["check-run"]
    assert deliveries["comment"].permission == scenario.get("permission", deliveries["comment"].permission)
    assert len(ours(fake)) == scenario["comments"]
    assert len(fake.state.checks) == (scenario["checkRun"] == "done")
    if scenario["comment"] != "skipped":
        assert ours(fake)[0]["body"] == made.comment
    if scenario["checkRun"] == "done":
        annotations = made.check_run["annotations"]
        assert isinstance(annotations, list)
        wanted = scenario.get("annotations", min(len(annotations), 500))
        assert len(fake.state.checks[0]["annotations"]) == wanted
        assert fake.state.checks[0]["conclusion"] == "failure"
    assert sum(clock.waits) <= 120
    assert len(fake.state.calls) <= 150
    assert TOKEN not in repr(deliveries)


def test_strangers_comments_are_never_touched(edition: Make) -> None:
    with github() as fake:
        seed(fake, {"seed": ["mallory", "ghost"]})
        before = [dict(comment) for comment in fake.state.comments]
        publish_all(edition(fake))
        publish_all(edition(fake, STORIES["clean"], run=4))
    assert fake.state.comments[:2] == before


def test_an_existing_comment_costs_few_calls(edition: Make) -> None:
    with github() as fake:
        seed(fake, {"seed": ["own"]})
        publish_all(edition(fake))
    assert len(fake.state.calls) <= 8


def test_every_call_carries_the_token_to_our_server_only(edition: Make) -> None:
    with github(prefix="/api/v3") as fake:
        seed(fake, {"seed": ["own"]})
        publish_all(edition(fake))
    assert all(fake.authorised)
    assert ("POST", "/api/graphql") in fake.state.calls
