"""What our pages tell people to copy is accepted by those who will read it."""

import subprocess
import sys
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from tests.docs.snippets import ROOT, Snippet, calls, snippets, yaml_snippets
from tests.workflows.test_workflows import ACTION
from toolpin_ci.cli import main
from toolpin_ci.commands import COMMANDS, Call
from toolpin_ci.commands.every_rule import EVERY_ID
from toolpin_ci.config.parse import parse_config
from tools.lint_workflows import problems

WORKFLOWS = yaml_snippets("workflow", "steps")


def test_every_yaml_block_is_of_a_kind_that_is_judged_and_each_kind_is_there() -> None:
    assert {one.kind for one in yaml_snippets()} == {"workflow", "steps", "configuration", "gitlab"}


def test_every_workflow_is_accepted_by_every_linter(tmp_path: Path) -> None:
    files = {}
    for one in WORKFLOWS:
        path = tmp_path / f"{one.page.replace('/', '-')}-{one.line}.yml"
        path.write_text(one.workflow, encoding="utf-8")
        files[path] = one
    assert list(problems(list(files))) == []


@pytest.mark.parametrize("one", WORKFLOWS, ids=str)
def test_a_workflow_gives_our_action_only_inputs_that_it_has(one: Snippet) -> None:
    steps: Sequence[dict[str, Any]] = (
        one.value
        if one.kind == "steps"
        else [step for job in one.value["jobs"].values() for step in job["steps"]]
    )
    ours = [step for step in steps if "toolpin-ci" in str(step.get("uses", ""))]
    assert [key for step in ours for key in step.get("with", {}) if key not in ACTION["inputs"]] == []


@pytest.mark.parametrize("one", yaml_snippets("configuration"), ids=str)
def test_every_configuration_is_read(one: Snippet) -> None:
    parse_config(one.text, file=str(one), rule_ids=EVERY_ID)


@pytest.mark.parametrize("one", yaml_snippets("gitlab"), ids=str)
def test_jobs_of_gitlab_keep_its_schema(one: Snippet, tmp_path: Path) -> None:
    path = tmp_path / ".gitlab-ci.yml"
    path.write_text(one.text, encoding="utf-8")
    program = str(Path(sys.executable).with_name("check-jsonschema"))
    judged = subprocess.run(
        [program, "--builtin-schema=vendor.gitlab-ci", path], capture_output=True, check=False, timeout=60
    )
    assert judged.returncode == 0, judged.stdout


CALLS = sorted({(place, tuple(words)) for place, words in calls()})


def test_pages_call_most_of_our_commands() -> None:
    assert len({words[0] for _, words in CALLS if words}) > 10


@pytest.mark.parametrize(
    ("place", "words"), CALLS, ids=lambda part: part if isinstance(part, str) else " ".join(part)
)
def test_every_call_of_our_command_is_one_that_it_takes(
    place: str, words: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    if words in ((), ("--help",), ("COMMAND",)):
        assert main(["--help"], {}) == 0
        return
    name, *rest = words
    assert name in COMMANDS, place
    monkeypatch.chdir(ROOT)
    Call.parse(import_module(f"toolpin_ci.commands.{COMMANDS[name].module}").COMMAND, name, rest, {})


def test_the_quick_start_has_at_most_fifteen_lines_to_copy() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    at = text.index("\n## Quick start\n")
    first, last = text[:at].count("\n"), text[: text.index("\n## ", at + 1)].count("\n")
    here = [one for one in snippets() if one.page == "README.md" and first < one.line <= last]
    assert [one.kind for one in here if one.language == "yaml"] == ["workflow"]
    assert sum(one.text.count("\n") for one in here) <= 15


def test_every_recipe_that_the_readme_promises_is_there_and_listed() -> None:
    recipes = (ROOT / "docs" / "recipes.md").read_text(encoding="utf-8")
    headings = [line.removeprefix("## ") for line in recipes.splitlines() if line.startswith("## ")]
    assert [f"- [{name}](#" in recipes for name in headings] == [True] * len(headings)
