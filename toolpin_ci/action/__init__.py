"""The GitHub Action: an event and its inputs become the same calls that the command line makes."""

import os
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TextIO

from toolpin_ci.action.base import circumstances_of
from toolpin_ci.action.editing import Surroundings, edition_of, outputs_of
from toolpin_ci.action.event import Event, read_event, workflow_run
from toolpin_ci.action.inputs import Inputs, read_inputs
from toolpin_ci.action.renewing import renewed_files
from toolpin_ci.blame import Blame
from toolpin_ci.circumstances import Circumstances
from toolpin_ci.commands.call import Call
from toolpin_ci.commands.check import COMMAND, check
from toolpin_ci.edge.github import PUBLIC_API, GitHub
from toolpin_ci.edge.outlet import Files
from toolpin_ci.edge.patience import Patience
from toolpin_ci.errors import ToolpinError, UsageError
from toolpin_ci.model.report import Report
from toolpin_ci.pipeline.judging import failed
from toolpin_ci.publish import Delivery, State, publish_all, publish_outputs
from toolpin_ci.render.commands import command, log_text, render
from toolpin_ci.render.json_read import merge, read_report

__all__ = ["Outside", "entry", "main"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Outside:
    """What the action needs of the world, so that tests can bring their own."""

    environ: Mapping[str, str]
    stream: TextIO
    check: Callable[[Call, Circumstances], Report]
    renew: Callable[[Call, Circumstances], Mapping[str, str]]
    workspace: Path


def entry() -> None:
    """Run as the container's program."""
    world = Outside(
        environ=os.environ, stream=sys.stdout, check=check, renew=renewed_files, workspace=Path.cwd()
    )
    sys.exit(main(world))


def main(world: Outside) -> int:
    """Check or report, publish everywhere, and give the exit code: the verdict, whatever GitHub does."""
    try:
        with Blame():
            return _main(world)
    except ToolpinError as error:
        _complain(world.stream, error)
        return error.exit_code


def _main(world: Outside) -> int:
    inputs = read_inputs(world.environ)
    if inputs.token:
        world.stream.write(f"::add-mask::{inputs.token}\n")
    text = _event_text(world)
    forge = _forge(world.environ, inputs)
    fixes: Mapping[str, str] = {}
    if inputs.mode == "report" or world.environ.get("GITHUB_EVENT_NAME") == "workflow_run":
        event, report = _reported(world, inputs, text, forge)
    else:
        event = read_event(world.environ, text)
        report, fixes = _checked(world, inputs, event, forge)
    around = Surroundings(environ=world.environ, inputs=inputs, event=event, fixes=fixes)
    _publish(world, report, around, forge)
    return report.exit_code


def _event_text(world: Outside) -> bytes:
    path = world.environ.get("GITHUB_EVENT_PATH", "")
    try:
        return Path(path).read_bytes()
    except OSError as error:
        raise UsageError(
            f"the event file {path or '(none)'} cannot be read: {error.strerror}",
            advice="this program runs as a GitHub Action; elsewhere use `toolpin-ci check`",
        ) from error


def _forge(environ: Mapping[str, str], inputs: Inputs) -> GitHub | None:
    repository = environ.get("GITHUB_REPOSITORY", "")
    if not inputs.token or not repository:
        return None
    return GitHub(
        repository, inputs.token, api_url=environ.get("GITHUB_API_URL") or PUBLIC_API, patience=Patience()
    )


def _checked(
    world: Outside, inputs: Inputs, event: Event, forge: GitHub | None
) -> tuple[Report, Mapping[str, str]]:
    """Check, and make the fix where one command would accept what was found."""
    try:
        call = Call.parse(COMMAND, "check", inputs.argv, world.environ)
        compared = replace(event, base_sha=inputs.base or event.base_sha)
        with Blame():
            around = circumstances_of(compared, world.workspace, forge)
            report = world.check(call, around)
    except ToolpinError as error:
        _complain(world.stream, error)
        return failed(error), {}
    return report, world.renew(call, around) if inputs.report_dir and report.commands else {}


def _reported(world: Outside, inputs: Inputs, text: bytes, forge: GitHub | None) -> tuple[Event, Report]:
    """Publish results of other jobs: nothing is started, and whose pull request it is comes from GitHub."""
    if not inputs.results:
        raise UsageError("report mode needs the input results", advice="name the result files, one a line")
    paths = sorted({path for pattern in inputs.results for path in world.workspace.glob(pattern)})
    report = merge(read_report(path.read_bytes(), path.name) for path in paths)
    if world.environ.get("GITHUB_EVENT_NAME") != "workflow_run":
        return read_event(world.environ, text), report
    sha = workflow_run(text)
    pulls = forge.pull_requests_of(sha) if forge is not None and sha else []
    number = pulls[0].get("number") if len(pulls) == 1 else 0
    return Event(
        name="workflow_run", pull_request=number if isinstance(number, int) else 0, head_sha=sha
    ), report


def _publish(world: Outside, report: Report, around: Surroundings, forge: GitHub | None) -> None:
    edition = edition_of(report, around, forge, Files(world.workspace))
    deliveries = publish_all(edition)
    check = next(one for one in deliveries if one.surface == "check-run")
    if check.state is not State.DONE:  # its annotations are in the log then
        world.stream.write(render(report, around.options))
    for delivery in deliveries:
        _account(world.stream, delivery)
    publish_outputs(outputs_of(edition, report, deliveries))
    world.stream.write(log_text(f"ToolPin: {report.title}") + "\n")


def _account(stream: TextIO, delivery: Delivery) -> None:
    if delivery.state is not State.SKIPPED:
        return
    needs = f" It needs `{delivery.permission}`." if delivery.permission else ""
    words = f"The {delivery.surface} was not written: {delivery.detail}.{needs} The verdict stands."
    stream.write(command("warning", words, {"title": f"ToolPin: no {delivery.surface}"}) + "\n")


def _complain(stream: TextIO, error: ToolpinError) -> None:
    stream.write(command("error", "\n".join(error.diagnostics()), {"title": "ToolPin"}) + "\n")
