"""One run of the action, in a folder of its own, against our GitHub."""

import io
import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from tests.render.stories import HEAD
from tests.sim.github_server import Fake
from toolpin_ci.action import Outside, main
from toolpin_ci.circumstances import Circumstances
from toolpin_ci.commands.call import Call
from toolpin_ci.commands.check import Examined
from toolpin_ci.commands.check import examine as really
from toolpin_ci.commands.scene import Scene
from toolpin_ci.commands.settling import Settled
from toolpin_ci.edge.tree import NamedFiles
from toolpin_ci.model.config import Config
from toolpin_ci.model.report import Report

BASE = "b" * 40
PULL = {
    "number": 7,
    "head": {"sha": HEAD, "repo": {"full_name": "acme/weather"}},
    "base": {"sha": BASE, "repo": {"full_name": "acme/weather"}},
    "labels": [{"name": "toolpin-ok-123"}, {"name": "bug"}],
}


class Run:
    """One run of the action in a folder of its own."""

    def __init__(
        self, folder: Path, fake: Fake, event: str, payload: Mapping[str, Any], **inputs: str
    ) -> None:
        self.folder = folder
        self.use_real_examine = False
        self.seen: list[tuple[Call, Circumstances]] = []
        (folder / "event.json").write_text(json.dumps(payload), encoding="utf-8")
        self.environ = {
            "GITHUB_EVENT_NAME": event,
            "GITHUB_EVENT_PATH": str(folder / "event.json"),
            "GITHUB_REPOSITORY": "acme/weather",
            "GITHUB_API_URL": fake.url,
            "GITHUB_SERVER_URL": "https://github.example",
            "GITHUB_RUN_ID": "99",
            "GITHUB_RUN_NUMBER": "3",
            "GITHUB_RUN_ATTEMPT": "1",
            "GITHUB_SHA": HEAD,
            "GITHUB_WORKFLOW_REF": "acme/weather/.github/workflows/ci.yml@refs/pull/7/merge",
            "GITHUB_JOB": "check",
            "GITHUB_OUTPUT": "output.txt",
            "GITHUB_STEP_SUMMARY": "summary.md",
            "INPUT_GITHUB-TOKEN": "ghs_" + "t" * 36,
            "INPUT_MATRIX": "null",
            **{f"INPUT_{name.upper().replace('_', '-')}": value for name, value in inputs.items()},
        }
        self.log = ""

    def go(self, answer: Report | Exception) -> int:
        stream = io.StringIO()

        def examine(call: Call, around: Circumstances) -> Examined:
            self.seen.append((call, around))
            if self.use_real_examine:
                return really(call, around)
            if isinstance(answer, Exception):
                raise answer
            tree = NamedFiles(self.folder, frozenset())
            settled = Settled(tree=tree, config=Config(), lockfiles=("mcp-lock.json",))
            scene = Scene(settled=settled, specs=(), whole_repo=True)
            return Examined(report=answer, scene=scene, probes=())

        world = Outside(environ=self.environ, stream=stream, examine=examine, workspace=self.folder)
        try:
            return main(world)
        finally:
            self.log = stream.getvalue()

    @property
    def outputs(self) -> dict[str, str]:
        lines = (self.folder / "output.txt").read_text(encoding="utf-8").split("\n")
        return {lines[at].partition("<<")[0]: lines[at + 1] for at in range(0, len(lines) - 1, 3)}


Start = Callable[..., Run]


@pytest.fixture
def start(tmp_path: Path) -> Start:
    return lambda *args, **inputs: Run(tmp_path, *args, **inputs)


def with_base(fake: Fake) -> Fake:
    fake.state.merge_bases[(BASE, HEAD)] = "c" * 40
    return fake
