"""What action.yml promises is what the code reads and writes."""

import re
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from ruamel.yaml import YAML

from tests.render.stories import STORIES
from toolpin_ci.action.editing import Surroundings, outputs_of
from toolpin_ci.action.event import Event
from toolpin_ci.action.inputs import FLAGS, HIDDEN, INPUTS, LISTS, Inputs
from toolpin_ci.commands import check
from toolpin_ci.edge.outlet import Files
from toolpin_ci.publish import Edition, Target

ROOT = Path(__file__).parent.parent
ACTION: dict[str, Any] = YAML(typ="safe").load((ROOT / "action.yml").read_text(encoding="utf-8"))


def test_every_input_is_read_and_every_read_input_is_described() -> None:
    assert sorted(ACTION["inputs"]) == sorted(INPUTS)
    assert all(one["description"] for one in ACTION["inputs"].values())


def test_no_input_is_required_and_no_default_overrides_the_configuration() -> None:
    assert not [name for name, one in ACTION["inputs"].items() if one["required"]]
    assert sorted(name for name, one in ACTION["inputs"].items() if "default" in one) == sorted(HIDDEN)


def test_inputs_that_are_flags_have_the_names_of_the_flags() -> None:
    parser = ArgumentParser()
    check.COMMAND.options(parser)
    flags = set(re.findall(r"--[a-z-]+", parser.format_help()))
    assert {*FLAGS.values(), *LISTS.values()} <= flags
    assert {name: f"--{name}" for name in FLAGS} == FLAGS


def test_every_output_is_written_and_every_written_output_is_described() -> None:
    edition = Edition(target=Target(), outlet=Files(ROOT))
    around = Surroundings(environ={}, inputs=Inputs(), event=Event(name="push"))
    assert [*outputs_of(edition, STORIES["drift"], (), around).outputs, "matrix"] == list(ACTION["outputs"])


def test_names_are_kebab_case_and_the_image_is_built_from_this_commit() -> None:
    for name in (*ACTION["inputs"], *ACTION["outputs"]):
        assert name == name.lower().replace("_", "-")
    assert ACTION["runs"] == {"using": "docker", "image": "Dockerfile"}


def test_the_readme_has_a_row_for_every_input_and_output_in_the_words_of_the_action() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    for part in ("inputs", "outputs"):
        for name, told in ACTION[part].items():
            if not told["description"].startswith("Do not set"):
                assert f"| `{name}` | {told['description'].strip()} |" in text
