"""The GitHub Action: an event and its inputs become the same calls that the command line makes."""

import os
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TextIO

from toolpin_ci.action.accounting import account, complain, has_annotations, recount
from toolpin_ci.action.base import circumstances_of
from toolpin_ci.action.editing import Surroundings, edition_of, outputs_of
from toolpin_ci.action.event import Event, read_event, read_workflow_run
from toolpin_ci.action.inputs import Inputs, plain_inputs, read_inputs
from toolpin_ci.action.pulls import reported_on, with_labels
from toolpin_ci.action.renewing import renewed_files
from toolpin_ci.action.results import read_results
from toolpin_ci.blame import Blame
from toolpin_ci.circumstances import Circumstances
from toolpin_ci.commands.call import Call
from toolpin_ci.commands.check import COMMAND, Examined, examine
from toolpin_ci.commands.plan import plan
from toolpin_ci.edge.github import PUBLIC_API, GitHub
from toolpin_ci.edge.outlet import Files
from toolpin_ci.edge.patience import Patience
from toolpin_ci.errors import ToolpinError, UsageError
from toolpin_ci.model.report import Report
from toolpin_ci.pipeline.judging import failed
from toolpin_ci.publish import publish_all, publish_outputs
from toolpin_ci.publish.files import output_text
from toolpin_ci.render.commands import grouped, log_text, render
from toolpin_ci.render.text import render as render_text
from toolpin_ci.values import dataclass, field, replace

__all__ = ["Outside", "entry", "main"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Outside:
    """What the action needs of the world, so that tests can bring their own."""

    environ: Mapping[str, str]
    stream: TextIO
    examine: Callable[[Call, Circumstances], Examined]
    workspace: Path


@dataclass(frozen=True, slots=True, kw_only=True)
class _Outcome:
    event: Event
    report: Report
    fixes: Mapping[str, str] = field(default_factory=dict)


def entry() -> None:
    """Run as the container's program."""
    world = Outside(environ=os.environ, stream=sys.stdout, examine=examine, workspace=Path.cwd())
    sys.exit(main(world))


def main(world: Outside) -> int:
    """Check or report, publish everywhere, and give the exit code: the verdict, whatever GitHub does."""
    try:
        with Blame():
            return _main(world)
    except ToolpinError as error:
        complain(world.stream, error)
        return error.exit_code


def _main(world: Outside) -> int:
    inputs = plain_inputs(world.environ)
    forge: GitHub | None = None
    if inputs.token:
        world.stream.write(f"::add-mask::{inputs.token}\n")
    try:
        forge = _forge(world.environ, inputs)
        inputs = read_inputs(world.environ)
        if inputs.mode == "plan":
            return _planned(world, inputs, forge)
        outcome = _outcome(world, inputs, forge)
    except ToolpinError as error:
        complain(world.stream, error)
        outcome = _Outcome(event=_any_event(world), report=failed(error))
    around = Surroundings(environ=world.environ, inputs=inputs, event=outcome.event, fixes=outcome.fixes)
    _publish(world, outcome.report, around, forge)
    return outcome.report.exit_code


def _outcome(world: Outside, inputs: Inputs, forge: GitHub | None) -> _Outcome:
    text = _event_text(world)
    is_run = world.environ.get("GITHUB_EVENT_NAME") == "workflow_run"
    event = reported_on(read_workflow_run(text), forge) if is_run else read_event(world.environ, text)
    try:
        if is_run or inputs.mode == "report":
            labelled = with_labels(event, forge, world.environ)
            return _Outcome(event=event, report=read_results(world.workspace, inputs, labelled))
        return _checked(world, inputs, with_labels(event, forge, world.environ), forge)
    except ToolpinError as error:
        complain(world.stream, error)
        return _Outcome(event=event, report=failed(error))


def _planned(world: Outside, inputs: Inputs, forge: GitHub | None) -> int:
    """Give the servers as a job matrix: nothing is started, and whoever reports tells of a failure."""
    try:
        event = read_event(world.environ, _event_text(world))
        call = Call.parse(COMMAND, "check", inputs.argv, world.environ)
        compared = replace(event, base_sha=inputs.base or event.base_sha)
        matrix = plan(call, circumstances_of(compared, world.workspace, forge), inputs.shards)
    except ToolpinError as error:
        complain(world.stream, error)
        return error.exit_code
    world.stream.write(log_text(f"ToolPin: {matrix}") + "\n")
    try:
        Files(world.workspace).append(world.environ.get("GITHUB_OUTPUT", ""), output_text({"matrix": matrix}))
    except OSError as error:
        advice = "the runner names the file in GITHUB_OUTPUT; elsewhere use `toolpin-ci plan`"
        complain(world.stream, UsageError(f"the output matrix was not written: {error}", advice=advice))
        return UsageError.exit_code
    return 0


def _any_event(world: Outside) -> Event:
    """Read the event as far as it goes, so that even a wrong input is said where it is looked for."""
    try:
        return read_event(world.environ, _event_text(world))
    except ToolpinError:
        return Event(name=world.environ.get("GITHUB_EVENT_NAME", ""))


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
    api_url = environ.get("GITHUB_API_URL") or PUBLIC_API
    if not api_url.startswith(("https://", "http://")):
        raise UsageError(
            f"GITHUB_API_URL is {api_url!r}, which is no address of an API",
            advice="leave it to the runner, or give it like https://github.example/api/v3",
        )
    return GitHub(repository, inputs.token, api_url=api_url, patience=Patience())


def _checked(world: Outside, inputs: Inputs, event: Event, forge: GitHub | None) -> _Outcome:
    """Check, and make the fix where one command would accept what was found."""
    call = Call.parse(COMMAND, "check", inputs.argv, world.environ)
    compared = replace(event, base_sha=inputs.base or event.base_sha)
    with Blame():
        around = circumstances_of(compared, world.workspace, forge)
        examined = world.examine(call, around)
    wanted = inputs.report_dir and examined.report.commands
    return _Outcome(
        event=event, report=examined.report, fixes=renewed_files(call, examined) if wanted else {}
    )


def _publish(world: Outside, report: Report, around: Surroundings, forge: GitHub | None) -> None:
    outlet = Files(world.workspace)
    edition = edition_of(report, around, forge, outlet)
    deliveries = recount(publish_all(edition), around.event)
    if not has_annotations(deliveries):  # what the check run does not show is in the log then
        world.stream.write(render(report, around.options))
    world.stream.write(grouped("What ToolPin found", render_text(report, around.options)))
    world.stream.writelines(account(deliveries, edition))
    outputs = publish_outputs(outputs_of(edition, report, deliveries, around))
    world.stream.writelines(account([outputs], edition))
    world.stream.write(log_text(f"ToolPin: {report.title}") + "\n")
