"""`toolpin-ci lock`: the lockfile from the live servers."""

import argparse
import sys
from pathlib import Path

from toolpin_ci.canon.terminal import plain
from toolpin_ci.commands.call import Call, Command, server_options
from toolpin_ci.commands.scene import Questions, set_scene
from toolpin_ci.edge.clock import SystemClock
from toolpin_ci.edge.files import replace
from toolpin_ci.edge.processes import end_all_strays
from toolpin_ci.errors import UsageError
from toolpin_ci.pipeline.locking import Renewal, read_previous, renew

_TEACH = """\
Asks the servers what they offer and writes it into the lockfile: review it, commit it, and `check`
holds them to it.

  toolpin-ci lock -- python my_server.py                  one stdio server, named after what it calls itself
  toolpin-ci lock --server weather -- python server.py    the same under a name of your choice
  toolpin-ci lock                                         every server of .toolpin-ci.yml
  toolpin-ci lock --server weather                        one of them

Where nothing changed on a server, not a byte changes in the file. A server that cannot be read whole is not
locked (exit code 3), and the file stays as it was."""


def _options(parser: argparse.ArgumentParser) -> None:
    server_options(parser)


def _run(call: Call) -> int:
    scene = set_scene(call)
    if len(scene.lockfiles) > 1:
        raise UsageError(
            "several lockfiles are configured", advice="say which one to write with --lockfile FILE"
        )
    file = scene.lockfiles[0]
    specs = [spec for spec in scene.specs if not spec.captured]
    questions = Questions(call, specs)
    previous = read_previous(scene.tree.read(file), file)
    try:
        answers = questions()
    finally:
        end_all_strays()
    renewal = renew(previous, list(zip(specs, answers, strict=True)), SystemClock().now())
    if previous is None or renewal.text != previous.text:
        replace(Path(call.workspace / file), renewal.text)
    sys.stdout.write(_summary(renewal, file))
    return 0


def _summary(renewal: Renewal, file: str) -> str:
    lines = [
        f"{plain(name)}: {word}"
        for names, word in (
            (renewal.added, "added"),
            (renewal.changed, "changed"),
            (renewal.unchanged, "unchanged"),
        )
        for name in names
    ]
    written = (
        f"{file} written: review and commit it"
        if renewal.added or renewal.changed
        else f"{file} is up to date"
    )
    return "\n".join([*lines, written]) + "\n"


COMMAND = Command(
    summary="Write the lockfile from the live servers.",
    teach=_TEACH,
    options=_options,
    run=_run,
    takes_server=True,
)
