"""`toolpin-ci init`: the workflow, the configuration and the first lockfile."""

import argparse
import json
import re
import sys
from collections.abc import Iterable
from pathlib import Path

from toolpin_ci.canon.wording import listed
from toolpin_ci.commands.call import Call, Command, server_options
from toolpin_ci.commands.scene import Scene, set_scene
from toolpin_ci.edge.files import replace
from toolpin_ci.errors import UsageError
from toolpin_ci.model.config import DEFAULT_LOCKFILE
from toolpin_ci.model.server import ServerSpec

WORKFLOW = ".github/workflows/toolpin.yml"
REPORT_WORKFLOW = ".github/workflows/toolpin-report.yml"
CONFIG = ".toolpin-ci.yml"
_CHECKOUT = "actions/checkout@3d3c42e5aac5ba805825da76410c181273ba90b1 # v7.0.1"
_UPLOAD = "actions/upload-artifact@043fb46d1a93c77aae656e7c1c64a875d1fc6a0a # v7.0.1"
_DOWNLOAD = "actions/download-artifact@3e5f45b2cfb9172054b4087a40e8e0b5a5461e7c # v8.0.1"
_PINNED = re.compile(r"@[0-9a-f]{40}\b")
_UNPINNED = " # zizmor: ignore[unpinned-uses] the SHA of a release here pins its image too"
_TEACH = """\
Writes three files, and refuses to overwrite any: the workflow with the least rights that it needs, the
configuration, with the server that you name, and the first lockfile.

  toolpin-ci init -- python my_server.py
  toolpin-ci init --public -- python my_server.py    two jobs: one probes without a token that can write, and
                                                     one reports; for repositories that get pull requests
                                                     from strangers

Exit code 2: a file is there already; 3: the server could not be read whole. Nothing is written then."""


def _options(parser: argparse.ArgumentParser) -> None:
    server_options(parser)
    parser.add_argument("--offline", action="store_true", help="record no digests of packages")
    parser.add_argument("--public", action="store_true", help="two jobs, for pull requests from strangers")
    parser.add_argument(
        "--action", metavar="REF", default="toolpin/toolpin-ci@v1", help="default: %(default)s"
    )


def _run(call: Call) -> int:
    files = _workflows(call)
    _refuse_taken(call, [*files, CONFIG])
    scene = set_scene(call)
    named = scene.settled.lockfiles if scene.settled.lockfiles_named else ()
    _refuse_taken(call, named or [DEFAULT_LOCKFILE])
    from toolpin_ci.commands.lock import lock

    name = lock(call, scene)
    files[CONFIG] = _config(name, scene)
    for file, text in files.items():
        replace(Path(call.workspace / file), text)
    sys.stdout.write("".join(f"{file} written\n" for file in files))
    sys.stdout.write("Review and commit them; the next pull request is checked.\n")
    return 0


def _refuse_taken(call: Call, files: Iterable[str]) -> None:
    taken = [name for name in files if (call.workspace / name).exists()]
    if taken:
        raise UsageError(f"{listed(taken)} is there already", advice="nothing was written; remove it first")


def _config(name: str, scene: Scene) -> str:
    """Write what holds without this file too, where a reviewer sees it and can change it."""
    lockfiles = scene.settled.lockfiles if scene.settled.lockfiles_named else ()
    lockfile = f"lockfile: {json.dumps(list(lockfiles))}\n" if lockfiles else ""
    server = _server(name, scene.specs[0]) if scene.is_named_by_call else ""
    return f"""\
version: 1
{lockfile}policy:
  enforcement: block # what undeclared drift does: block, warn or audit
  fail-on: critical # lowest severity of a declared change that needs an approval
{server}"""


def _server(name: str, spec: ServerSpec) -> str:
    way = f"command: {json.dumps(list(spec.command))}" if spec.command else f"url: {json.dumps(spec.url)}"
    return f"servers:\n  {json.dumps(name)}:\n    {way}\n"


def _workflows(call: Call) -> dict[str, str]:
    action = call.options.action
    if not _PINNED.search(action):
        action += _UNPINNED
    if call.options.public:
        return {WORKFLOW: _probe_job(action), REPORT_WORKFLOW: _report_job(action)}
    return {WORKFLOW: _one_job(action)}


def _one_job(action: str) -> str:
    return f"""\
name: ToolPin
on:
  pull_request:
    types: [opened, synchronize, reopened, labeled, unlabeled]
  merge_group: # a merge queue would wait for this job for ever

permissions: {{}}

concurrency:
  group: toolpin-${{{{ github.ref }}}}
  cancel-in-progress: true

jobs:
  toolpin:
    name: ToolPin
    runs-on: ubuntu-latest
    permissions:
      contents: read # read the lockfile and the base branch
      checks: write # the check run and its annotations
      pull-requests: write # the comment
    steps:
      - uses: {_CHECKOUT}
        with:
          fetch-depth: 0 # the base branch is compared with
          persist-credentials: false
      - uses: {action}
"""


def _probe_job(action: str) -> str:
    return f"""\
# Starts the servers of a pull request with a token that can only read; toolpin-report.yml publishes.
name: ToolPin
on:
  pull_request:
    types: [opened, synchronize, reopened, labeled, unlabeled]
  merge_group: # a merge queue would wait for this job for ever

permissions: {{}}

concurrency:
  group: toolpin-${{{{ github.ref }}}}
  cancel-in-progress: true

jobs:
  probe:
    name: Probe
    runs-on: ubuntu-latest
    permissions:
      contents: read # read the lockfile and the base branch
    steps:
      - uses: {_CHECKOUT}
        with:
          fetch-depth: 0 # the base branch is compared with
          persist-credentials: false
      - uses: {action}
        with:
          comment: never
          check-run: "false"
          report-dir: toolpin-report
      - uses: {_UPLOAD}
        if: always()
        with:
          name: toolpin-report
          path: toolpin-report/report.json
"""


def _report_job(action: str) -> str:
    return f"""\
# Publishes what the probe job found; starts nothing, and reads the result as if a stranger had written it.
name: ToolPin report
on:
  workflow_run: # zizmor: ignore[dangerous-triggers] nothing of the pull request is checked out or run here
    workflows: [ToolPin]
    types: [completed]

permissions: {{}}

concurrency:
  group: toolpin-report-${{{{ github.event.workflow_run.head_sha }}}}
  cancel-in-progress: true

jobs:
  report:
    name: Report
    runs-on: ubuntu-latest
    permissions:
      actions: read # download the result of the probe job
      checks: write # the check run and its annotations
      pull-requests: write # the comment
    steps:
      - uses: {_DOWNLOAD}
        with:
          name: toolpin-report
          path: toolpin-report
          run-id: ${{{{ github.event.workflow_run.id }}}}
          github-token: ${{{{ github.token }}}}
      - uses: {action}
        with:
          mode: report
          results: toolpin-report/report.json
"""


COMMAND = Command(
    summary="Write the workflow, the configuration and the first lockfile.",
    teach=_TEACH,
    options=_options,
    run=_run,
    takes_server=True,
)
