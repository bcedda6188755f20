"""Reads what GitHub says about the event: which pull request, which commits, which labels."""

import re
from collections.abc import Mapping

from toolpin_ci.canon.text import parse
from toolpin_ci.errors import JsonError, UsageError
from toolpin_ci.model.jsonvalue import Json, JsonObject
from toolpin_ci.values import dataclass

REFUSED = "pull_request_target"
_TARGET = (
    f"{REFUSED} would give a pull request's servers the repository's secrets: nothing is started under it"
)
_TARGET_ADVICE = "use `on: pull_request`; for comments on forks, `toolpin-ci init --public` writes two jobs"
_ZEROS = "0" * 40
_QUEUED = re.compile(r"/pr-(\d{1,9})-[0-9a-f]{40}\Z")  # the end of a merge queue's branch
_NO_BASE = {
    "schedule": "a scheduled run looks at undeclared drift only",
    "workflow_dispatch": "a run by hand looks at undeclared drift only",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """One event, as far as a report needs it."""

    name: str
    pull_request: int = 0
    head_sha: str = ""
    base_sha: str = ""
    """The tip of the base, or what was there before a push; empty: nothing to compare with."""
    not_compared: str = ""
    labels: frozenset[str] = frozenset()
    queued: int = 0
    """The pull request that a merge queue is checking; it gets no comment from there."""
    no_pull_request: str = ""
    """Why none was found, where one was looked for."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FinishedRun:
    """The workflow that a `workflow_run` event is about."""

    head_sha: str = ""
    head: str = ""
    """Owner and branch as `OWNER:BRANCH`; of a fork, where the run was for one."""
    repository: str = ""


def read_event(environ: Mapping[str, str], text: str | bytes) -> Event:
    """Read the event; what a payload lacks is absent, never guessed."""
    name = environ.get("GITHUB_EVENT_NAME", "")
    if name == REFUSED:
        raise UsageError(_TARGET, advice=_TARGET_ADVICE)
    payload = _payload(text)
    readers = {"pull_request": _pull_request, "merge_group": _merge_group, "push": _push}
    read = readers.get(name)
    sha = environ.get("GITHUB_SHA", "")
    if read is None:
        why = _NO_BASE.get(name, f"the event {name or '(none)'} has no base")
        return Event(name=name, head_sha=sha, not_compared=why)
    return read(payload, sha)


def _payload(text: str | bytes) -> JsonObject:
    try:
        value = parse(text)
    except JsonError as error:
        raise UsageError(
            f"the event file is not readable: {error.message}", advice="GITHUB_EVENT_PATH must name it"
        ) from error
    if not isinstance(value, Mapping):
        raise UsageError("the event file holds no object", advice="GITHUB_EVENT_PATH must name it")
    return value


def _pull_request(payload: JsonObject, sha: str) -> Event:
    pull = _object(payload, "pull_request")
    head, base = _object(pull, "head"), _object(pull, "base")
    number = pull.get("number")
    return Event(
        name="pull_request",
        pull_request=number if isinstance(number, int) and number > 0 else 0,
        head_sha=_text(head, "sha") or sha,
        base_sha=_text(base, "sha"),
        labels=label_names(pull),
    )


def label_names(pull: JsonObject) -> frozenset[str]:
    """Give the names of a pull request's labels."""
    return frozenset(_text(one, "name") for one in _objects(pull.get("labels")))


def _merge_group(payload: JsonObject, sha: str) -> Event:
    group = _object(payload, "merge_group")
    queued = _QUEUED.search(_text(group, "head_ref"))
    return Event(
        name="merge_group",
        head_sha=_text(group, "head_sha") or sha,
        base_sha=_text(group, "base_sha"),
        queued=int(queued[1]) if queued else 0,
    )


def _push(payload: JsonObject, sha: str) -> Event:
    before = _text(payload, "before")
    if before in ("", _ZEROS):
        return Event(name="push", head_sha=sha, not_compared="the branch is new")
    after = _text(payload, "after")
    return Event(name="push", head_sha=sha if after in ("", _ZEROS) else after, base_sha=before)


def read_workflow_run(text: str | bytes) -> FinishedRun:
    """Read which commit and branch the finished workflow ran on."""
    payload = _payload(text)
    run = _object(payload, "workflow_run")
    owner = _text(_object(_object(run, "head_repository"), "owner"), "login")
    branch = _text(run, "head_branch")
    return FinishedRun(
        head_sha=_text(run, "head_sha"),
        head=f"{owner}:{branch}" if owner and branch else "",
        repository=_text(_object(payload, "repository"), "full_name"),
    )


def _object(value: JsonObject, name: str) -> JsonObject:
    found = value.get(name)
    return found if isinstance(found, Mapping) else {}


def _objects(value: Json) -> list[JsonObject]:
    return [one for one in value if isinstance(one, Mapping)] if isinstance(value, list) else []


def _text(value: JsonObject, name: str) -> str:
    found = value.get(name)
    return found if isinstance(found, str) else ""
