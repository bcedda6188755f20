"""What our own workflows name is there, and they begin with no rights at all."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from ruamel.yaml import YAML

from toolpin_ci.commands import init

ROOT = Path(__file__).resolve().parents[2]
WORKFLOWS = sorted([*ROOT.glob(".github/workflows/*.yml"), *ROOT.glob("examples/workflows/*.yml")])
ACTION: dict[str, Any] = YAML(typ="safe").load((ROOT / "action.yml").read_text(encoding="utf-8"))
USES = re.compile(r"uses: (\S+)@(\S+)(?: # (\S+))?")

every_workflow = pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: str(path.relative_to(ROOT)))


def load(path: Path) -> dict[str, Any]:
    found: dict[str, Any] = YAML(typ="safe").load(path.read_text(encoding="utf-8"))
    return found


def steps(path: Path) -> Iterator[dict[str, Any]]:
    for job in load(path)["jobs"].values():
        yield from job.get("steps", ())


def is_ours(step: dict[str, Any]) -> bool:
    return step.get("uses") == "./" or str(step.get("uses", "")).startswith("toolpin/toolpin-ci@")


@every_workflow
def test_a_workflow_starts_without_rights_and_every_job_names_its_own(path: Path) -> None:
    workflow = load(path)
    assert workflow["permissions"] == {}
    assert [name for name, job in workflow["jobs"].items() if "permissions" not in job] == []


@every_workflow
def test_a_workflow_never_runs_with_the_rights_of_the_base_on_a_pull_request(path: Path) -> None:
    assert "pull_request_target" not in load(path)["on"]


@every_workflow
def test_inputs_and_outputs_of_our_action_that_a_workflow_uses_are_the_actions(path: Path) -> None:
    ours = [step for step in steps(path) if is_ours(step)]
    assert [key for step in ours for key in step.get("with", {}) if key not in ACTION["inputs"]] == []
    text = path.read_text(encoding="utf-8")
    for name in [step["id"] for step in ours if "id" in step]:
        assert set(re.findall(rf"steps\.{name}\.outputs\.([\w-]+)", text)) <= set(ACTION["outputs"])


@every_workflow
def test_targets_and_tools_that_a_workflow_runs_are_there(path: Path) -> None:
    targets = re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
    script = "\n".join(step.get("run", "") for step in steps(path))
    assert set(re.findall(r"^\s*make ([a-z-]+)", script, re.MULTILINE)) <= set(targets)
    for tool in re.findall(r"python3? -m (tools\.\w+)", script):
        assert (ROOT / f"{tool.replace('.', '/')}.py").is_file()


def test_an_action_has_one_commit_and_one_version_wherever_we_name_it() -> None:
    pages = [*WORKFLOWS, *ROOT.glob("*.md"), *ROOT.glob("docs/*.md"), Path(init.__file__)]
    found: dict[str, set[tuple[str, str]]] = {}
    for page in pages:
        text = page.read_text(encoding="utf-8")
        for name, commit, version in [*USES.findall(text), *re.findall(r'"(\S+)@(\S+) # (\S+)"', text)]:
            if not name.startswith(("toolpin/", "docker://")):
                found.setdefault(name, set()).add((commit, version))
    assert {name: told for name, told in found.items() if len(told) > 1} == {}
    for told in found.values():
        assert all(re.fullmatch(r"[0-9a-f]{40}", commit) and version for commit, version in told)
