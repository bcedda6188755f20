"""What our GitHub on loopback remembers, and the limits that the real one has."""

import base64
import re
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from tests.sim import github_objects as objects

BODY_CHARS = 65_536
MESSAGE_BYTES = 65_536
INLINE_BYTES = 1_000_000
BOT = {"login": "github-actions[bot]", "type": "Bot", "id": 41898282}
Answer = tuple[int, Any]
REPO = r"/repos/[^/]+/[^/]+"
NOT_FOUND = (404, {"message": "Not Found"})


class RefusedError(Exception):
    """A request that GitHub answers with 422."""


@dataclass
class State:
    """Comments, check runs and files of one repository; every access holds the lock."""

    comments: list[dict[str, Any]] = field(default_factory=list)
    checks: list[dict[str, Any]] = field(default_factory=list)
    statuses: list[dict[str, Any]] = field(default_factory=list)
    pulls: dict[int, dict[str, Any]] = field(default_factory=dict)
    contents: dict[tuple[str, str], str] = field(default_factory=dict)
    merge_bases: dict[tuple[str, str], str] = field(default_factory=dict)
    calls: list[tuple[str, str]] = field(default_factory=list)
    viewer: str = "github-actions[bot]"
    locked: bool = False
    """Whether the conversation is locked."""
    lock: threading.RLock = field(default_factory=threading.RLock)
    last: int = 0
    url: str = ""

    def add_comment(
        self, body: str | None, user: dict[str, Any] | None = None, *, ghost: bool = False
    ) -> dict[str, Any]:
        """Store a comment of somebody, of ours where nobody is named."""
        if body is not None and len(body) > BODY_CHARS:
            raise RefusedError("Body is too long (maximum is 65536 characters)")
        with self.lock:
            made = {"id": self.number(), "body": body, "user": None if ghost else user or BOT}
            self.comments.append(made)
            return made

    def number(self) -> int:
        """Give the next id."""
        self.last += 1
        return self.last

    def find(self, stored: list[dict[str, Any]], ident: str) -> dict[str, Any] | None:
        """Find by id."""
        return next((one for one in stored if one["id"] == int(ident)), None)


@dataclass(frozen=True)
class Asked:
    """One request: what its path says, its query, its body."""

    path: re.Match[str]
    query: dict[str, str]
    body: dict[str, Any]


def checked_output(output: dict[str, Any]) -> list[dict[str, Any]]:
    """Refuse what GitHub refuses in a check run's output, beside what its description says."""
    annotations: list[dict[str, Any]] = output.get("annotations") or []
    if not output.get("title") or not output.get("summary"):
        raise RefusedError("title and summary are required")
    for one in annotations:
        if one["start_line"] < 1 or one["end_line"] < one["start_line"]:
            raise RefusedError("For 'properties/end_line', 0 is not greater than or equal to 1.")
        if not one["path"]:
            raise RefusedError("Invalid annotation")
        if max(len(one[key].encode()) for key in ("message", "raw_details") if key in one) > MESSAGE_BYTES:
            raise RefusedError("message is too long")
        if len(one.get("title", "")) > 255:
            raise RefusedError("title is too long")
    return annotations


def paged(found: list[Any], query: dict[str, str]) -> list[Any]:
    """Cut a page out of a list."""
    size, page = min(int(query.get("per_page", "30")), 100), int(query.get("page", "1"))
    return found[(page - 1) * size : page * size]


def list_comments(state: State, asked: Asked) -> Answer:
    """List a page of comments."""
    return 200, [objects.comment(one, state.url) for one in paged(state.comments, asked.query)]


def create_comment(state: State, asked: Asked) -> Answer:
    """Create a comment."""
    if state.locked:
        return 403, {"message": "Unable to create comment because issue is locked."}
    return 201, objects.comment(state.add_comment(asked.body["body"]), state.url)


def change_comment(state: State, asked: Asked) -> Answer:
    """Edit a comment."""
    found = state.find(state.comments, asked.path[1])
    if found is None:
        return NOT_FOUND
    if len(asked.body["body"]) > BODY_CHARS:
        raise RefusedError("Body is too long")
    found["body"] = asked.body["body"]
    return 200, objects.comment(found, state.url)


def delete_comment(state: State, asked: Asked) -> Answer:
    """Delete a comment."""
    found = state.find(state.comments, asked.path[1])
    if found is None:
        return NOT_FOUND
    state.comments.remove(found)
    return 204, None


def create_check(state: State, asked: Asked) -> Answer:
    """Create a check run; a completed one needs a conclusion."""
    annotations = checked_output(asked.body["output"])
    if asked.body.get("status") == "completed" and not asked.body.get("conclusion"):
        raise RefusedError("conclusion is required")
    made = {**asked.body, "id": state.number(), "annotations": list(annotations)}
    state.checks.append(made)
    return 201, objects.check_run(made, state.url)


def change_check(state: State, asked: Asked) -> Answer:
    """Change a check run: annotations are appended."""
    found = state.find(state.checks, asked.path[1])
    if found is None:
        return NOT_FOUND
    if "output" in asked.body:
        found["annotations"] += checked_output(asked.body["output"])
    found.update({key: value for key, value in asked.body.items() if key != "annotations"})
    return 200, objects.check_run(found, state.url)


def list_annotations(state: State, asked: Asked) -> Answer:
    """List a page of a check run's annotations."""
    found = state.find(state.checks, asked.path[1])
    if found is None:
        return NOT_FOUND
    return 200, [objects.annotation(one) for one in paged(found["annotations"], asked.query)]


def list_checks(state: State, asked: Asked) -> Answer:
    """List the check runs of a commit."""
    found = [
        c
        for c in state.checks
        if c["head_sha"] == asked.path[1] and c["name"] == asked.query.get("check_name", c["name"])
    ]
    runs = [objects.check_run(one, state.url) for one in paged(found, asked.query)]
    return 200, {"total_count": len(found), "check_runs": runs}


def create_status(state: State, asked: Asked) -> Answer:
    """Set a commit status."""
    if len(asked.body.get("description") or "") > 140:
        raise RefusedError("description is too long (maximum is 140 characters)")
    made = {**asked.body, "id": state.number(), "sha": asked.path[1]}
    state.statuses.append(made)
    return 201, objects.status(made, state.url)


def pulls_of(state: State, asked: Asked) -> Answer:
    """List the pull requests of a commit: open ones by their head, merged ones by what they became."""
    sha = asked.path[1]
    found = [one for one in state.pulls.values() if sha in (one["head"]["sha"], one.get("merge_commit_sha"))]
    known = [one for one in found if not one.get("hidden")]  # a fork's commits may be unknown here
    return 200, [objects.pull_request(one, state.url) for one in paged(known, asked.query)]


def list_pulls(state: State, asked: Asked) -> Answer:
    """List pull requests, by the label of their head where that is asked for."""
    made = [objects.pull_request(one, state.url) for one in state.pulls.values()]
    wanted = asked.query.get("head")
    found = [
        one
        for one in made
        if one["state"] == asked.query.get("state", "open") and wanted in (None, one["head"]["label"])
    ]
    return 200, paged(found, asked.query)


def pull(state: State, asked: Asked) -> Answer:
    """Give one pull request."""
    found = state.pulls.get(int(asked.path[1]))
    return (200, objects.pull_request(found, state.url, whole=True)) if found else NOT_FOUND


def content(state: State, asked: Asked) -> Answer:
    """Give a file at a revision, or what is in a folder; a large file has no content here."""
    path, ref = asked.path[1], asked.query.get("ref", "")
    found = state.contents.get((path, ref))
    if found is None:
        paths = [known for known, revision in state.contents if revision == ref]
        inside = {known[len(path) + 1 :].partition("/")[0] for known in paths if known.startswith(f"{path}/")}
        items = [objects.content_item(f"{path}/{name}", state.url) for name in sorted(inside)]
        return (200, items) if items else NOT_FOUND
    size = len(base64.b64decode(found))
    given = {"content": found, "encoding": "base64"}
    if size > INLINE_BYTES:
        given = {"content": "", "encoding": "none"}
    item = objects.content_item(path, state.url, size=size)
    return 200, {**item, "sha": objects.blob_sha(found), **given}


def blob(state: State, asked: Asked) -> Answer:
    """Give the bytes of a file by their hash."""
    for stored in state.contents.values():
        if objects.blob_sha(stored) == asked.path[1]:
            return 200, objects.blob(stored, state.url)
    return NOT_FOUND


def tree(state: State, asked: Asked) -> Answer:
    """List every file of a commit."""
    paths = sorted(path for path, ref in state.contents if ref == asked.path[1])
    return (200, objects.tree(asked.path[1], paths, state.url)) if paths else NOT_FOUND


def compare(state: State, asked: Asked) -> Answer:
    """Give the merge base of two commits."""
    base, head = asked.path[1], asked.path[2]
    found = state.merge_bases.get((base, head))
    return (200, objects.comparison(base, head, found, state.url)) if found else NOT_FOUND


def graphql(state: State, asked: Asked) -> Answer:
    """Say who asks, or hide and show a comment."""
    query = asked.body["query"]
    if "viewer" in query:
        return 200, {"data": {"viewer": {"login": state.viewer}}}
    wanted = asked.body["variables"]["id"]
    for one in state.comments:
        if objects.node("IC", one["id"]) == wanted:
            one["minimized"] = None if "unminimizeComment" in query else "outdated"
            return 200, {"data": {"changed": {"clientMutationId": None}}}
    return 200, {"data": None, "errors": [{"message": "Could not resolve to a node"}]}


Route = Callable[[State, Asked], Answer]
_TALK = "issues=write; pull_requests=write"
ROUTES: tuple[tuple[str, str, Route, str], ...] = (
    ("GET", rf"{REPO}/issues/\d+/comments", list_comments, ""),
    ("POST", rf"{REPO}/issues/\d+/comments", create_comment, _TALK),
    ("PATCH", rf"{REPO}/issues/comments/(\d+)", change_comment, _TALK),
    ("DELETE", rf"{REPO}/issues/comments/(\d+)", delete_comment, _TALK),
    ("POST", rf"{REPO}/check-runs", create_check, "checks=write"),
    ("PATCH", rf"{REPO}/check-runs/(\d+)", change_check, "checks=write"),
    ("GET", rf"{REPO}/check-runs/(\d+)/annotations", list_annotations, ""),
    ("GET", rf"{REPO}/commits/([0-9a-f]+)/check-runs", list_checks, ""),
    ("POST", rf"{REPO}/statuses/([0-9a-f]+)", create_status, "statuses=write"),
    ("GET", rf"{REPO}/commits/([0-9a-f]+)/pulls", pulls_of, ""),
    ("GET", rf"{REPO}/pulls", list_pulls, ""),
    ("GET", rf"{REPO}/pulls/(\d+)", pull, ""),
    ("GET", rf"{REPO}/contents/(.+)", content, ""),
    ("GET", rf"{REPO}/git/blobs/([0-9a-f]+)", blob, ""),
    ("GET", rf"{REPO}/git/trees/([0-9a-f]+)", tree, ""),
    ("GET", rf"{REPO}/compare/([0-9a-f]+)\.\.\.([0-9a-f]+)", compare, ""),
    ("POST", r"/graphql", graphql, ""),
)
"""Verb, path, what answers, and the permissions of which one is needed."""
