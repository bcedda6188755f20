"""An edition of a story, ready to be published to our GitHub."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from tests.render.stories import HEAD, STORIES
from tests.sim.emulated_github import Emulated
from tests.sim.github_server import Fake
from toolpin_ci.edge.github import GitHub
from toolpin_ci.edge.outlet import Files
from toolpin_ci.edge.patience import Patience
from toolpin_ci.model.report import Report
from toolpin_ci.publish import Edition, Marker, Target, report_id
from toolpin_ci.render import RenderOptions
from toolpin_ci.render.check_run import render_check_run
from toolpin_ci.render.markdown import render, render_resolved

TOKEN = "ghs_" + "x" * 36
ID = report_id("ci.yml", "check", "{}")
Make = Callable[..., Edition]


class Clock:
    """Time that passes only when somebody waits."""

    def __init__(self) -> None:
        self.now = 2_000_000_000.0
        self.waits: list[float] = []

    def sleep(self, seconds: float) -> None:
        self.waits.append(seconds)
        self.now += seconds

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


def connect(fake: Fake | Emulated, clock: Clock) -> GitHub:
    patience = Patience(sleep=clock.sleep, monotonic=clock, now=clock)
    return GitHub("acme/weather", TOKEN, api_url=fake.url, patience=patience)


@pytest.fixture
def edition(tmp_path: Path, clock: Clock) -> Make:
    def make(
        fake: Fake | Emulated | None, report: Report = STORIES["drift"], run: int = 3, **target: object
    ) -> Edition:
        marker = str(Marker(ID, (run, 1), HEAD))
        options = RenderOptions(
            marker=marker, head=HEAD, links={"Job log": f"https://github.example/runs/{run}"}
        )
        aim = Target(pull_request=7, head_sha=HEAD, report_id=ID, run=(run, 1))
        return Edition(
            target=replace(aim, **target),  # type: ignore[arg-type]
            outlet=Files(tmp_path),
            forge=connect(fake, clock) if fake is not None else None,
            is_clean=report.result == "clean",
            comment=render(report, options),
            resolved=render_resolved(report, options),
            summary=render(report, replace(options, marker="")),
            check_run=render_check_run(report, options),
            summary_file="summary.md",
        )

    return make
