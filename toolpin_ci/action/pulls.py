"""Asks GitHub what an event does not say: which pull request a commit belongs to, and its labels by now."""

from collections.abc import Iterable, Mapping

from toolpin_ci.action.event import Event, FinishedRun, label_names
from toolpin_ci.edge.github import GitHub
from toolpin_ci.model.jsonvalue import Json, JsonObject
from toolpin_ci.ports import ForgeError
from toolpin_ci.values import replace


def with_labels(event: Event, forge: GitHub | None, environ: Mapping[str, str]) -> Event:
    """Take the labels as they are now, where the event cannot know them; without an answer, those it has."""
    if forge is None:
        return event
    try:
        pulls = list(_pulls_of(event, forge, is_repeated=environ.get("GITHUB_RUN_ATTEMPT", "1") != "1"))
    except ForgeError:
        return event
    if not pulls:
        return event
    return replace(event, labels=frozenset().union(*(label_names(pull) for pull in pulls)))


def _pulls_of(event: Event, forge: GitHub, *, is_repeated: bool) -> Iterable[JsonObject]:
    if event.queued:  # a merge queue checks a commit of its own
        yield forge.pull_request(event.queued)
    elif event.pull_request and is_repeated:  # a run that is repeated gets the event of the first time
        yield forge.pull_request(event.pull_request)
    elif event.name == "push" and event.base_sha:
        yield from (pull for pull in forge.pull_requests_of(event.head_sha) if _became(pull, event.head_sha))


def _became(pull: JsonObject, sha: str) -> bool:
    return sha in (pull.get("merge_commit_sha"), _head(pull))


def reported_on(run: FinishedRun, forge: GitHub | None) -> Event:
    """Find the one open pull request that a finished workflow ran for; GitHub says which, nobody else."""
    event = Event(name="workflow_run", head_sha=run.head_sha)
    if forge is None or not run.head_sha:
        return event
    try:
        pulls = [pull for pull in forge.pull_requests_of(run.head_sha) if _is_of(pull, run)]
        if not pulls and run.head:
            pulls = [pull for pull in forge.pull_requests_from(run.head) if _is_of(pull, run)]
    except ForgeError as error:
        return replace(event, no_pull_request=f"its pull request could not be found: {error.message}")
    numbers = [number for pull in pulls if isinstance(number := pull.get("number"), int)]
    if len(numbers) != 1:
        found = f"{len(numbers)} open pull requests have" if numbers else "no open pull request has"
        return replace(event, no_pull_request=f"{found} the head {run.head_sha[:12]}")
    return replace(event, pull_request=numbers[0], labels=label_names(pulls[0]))


def _is_of(pull: JsonObject, run: FinishedRun) -> bool:
    """Take open pull requests of this repository whose head is the commit that was checked."""
    base = _member(_member(pull, "base"), "repo").get("full_name")
    is_here = not run.repository or base == run.repository
    return pull.get("state") == "open" and _head(pull) == run.head_sha and is_here


def _head(pull: JsonObject) -> Json:
    return _member(pull, "head").get("sha")


def _member(value: JsonObject, name: str) -> JsonObject:
    found = value.get(name)
    return found if isinstance(found, Mapping) else {}
