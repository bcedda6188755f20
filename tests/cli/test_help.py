"""What a newcomer reads first."""

import argparse
import re
from importlib import import_module
from typing import TypeVar

import pytest

from toolpin_ci.cli import main
from toolpin_ci.commands import COMMANDS

A = TypeVar("A", bound=argparse.Action)


def _help(name: str, capsys: pytest.CaptureFixture[str]) -> str:
    with pytest.raises(SystemExit) as left:
        main([name, "--help"], {})
    assert left.value.code == 0
    return capsys.readouterr().out


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_teaches_by_an_example(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert re.search(rf"^  toolpin-ci {name}( |$)", _help(name, capsys), re.MULTILINE)


@pytest.mark.parametrize("name", COMMANDS)
def test_every_word_that_a_command_takes_is_in_its_usage_and_explained(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    taken: list[argparse.Action] = []

    class Parser(argparse.ArgumentParser):
        def _add_action(self, action: A) -> A:
            taken.append(action)
            return super()._add_action(action)

    import_module(f"toolpin_ci.commands.{COMMANDS[name].module}").COMMAND.options(Parser())
    assert [action.dest for action in taken if not action.help] == []
    usage = _help(name, capsys).splitlines()[0]
    assert [one for one in taken if not one.option_strings and str(one.metavar) not in usage] == []
