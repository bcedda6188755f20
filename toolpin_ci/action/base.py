"""Finds the base of an event: in git where the clone has it, else through the contents API."""

from pathlib import Path

from toolpin_ci.action.event import Event
from toolpin_ci.circumstances import Circumstances
from toolpin_ci.edge.git import GitTree, commit_of, merge_base
from toolpin_ci.edge.github import GitHub
from toolpin_ci.edge.github_tree import ApiTree
from toolpin_ci.errors import UnavailableError, UsageError
from toolpin_ci.ports import ForgeError


def circumstances_of(event: Event, workspace: Path, forge: GitHub | None) -> Circumstances:
    """Give the base as two trees; where neither git nor GitHub has it, that is an error."""
    if not event.base_sha:
        _refuse_unnamed(event)
        return Circumstances(
            not_compared=event.not_compared or "the event names no base", labels=event.labels
        )
    try:
        tip = commit_of(workspace, event.base_sha)
        fork = merge_base(workspace, tip)
    except UnavailableError:
        if forge is None:
            raise
        return _from_api(event, forge)
    return Circumstances(
        tip=GitTree(workspace, tip),
        fork=GitTree(workspace, fork),
        commit=fork,
        labels=event.labels,
        is_far=True,
    )


def _refuse_unnamed(event: Event) -> None:
    """Refuse an event that always has a base and does not name it: nothing could be trusted then."""
    if event.name in ("pull_request", "merge_group"):
        raise UsageError(
            f"the event file names no base of the {event.name}",
            advice="GITHUB_EVENT_PATH must name the file that the runner wrote; or set the input base",
        )


def _from_api(event: Event, forge: GitHub) -> Circumstances:
    try:
        fork = forge.merge_base(event.base_sha, event.head_sha)
    except ForgeError as error:
        message = f"neither git nor GitHub has the base {event.base_sha[:12]}: {error.message}"
        raise UnavailableError(message, advice="give actions/checkout `fetch-depth: 0`") from error
    return Circumstances(
        tip=ApiTree(forge, event.base_sha),
        fork=ApiTree(forge, fork),
        commit=fork,
        labels=event.labels,
        is_far=True,
    )
