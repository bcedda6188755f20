"""What our GitHub on loopback remembers, and the limits that the real one has."""

import re
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

BODY_CHARS = 65_536
OUTPUT_CHARS = 65_535
ANNOTATIONS = 50
MESSAGE_BYTES = 65_536
BOT = {"login": "github-actions[bot]", "type": "Bot", "id": 41898282}
Answer = tuple[int, Any]
REPO = r"/repos/[^/]+/[^/]+"


class RefusedError(Exception):
    """A request that GitHub answers with 422."""


@dataclass
class State:
    """Comments, check runs and files of one repository; every access holds the lock."""

    comments: list[dict[str, Any]] = field(default_factory=list)
    checks: list[dict[str, Any]] = field(default_factory=list)
    pulls: dict[int, dict[str, Any]] = field(default_factory=dict)
    contents: dict[tuple[str, str], str] = field(default_factory=dict)
    merge_bases: dict[tuple[str, str], str] = field(default_factory=dict)
    calls: list[tuple[str, str]] = field(default_factory=list)
    viewer: str = "github-actions[bot]"
    lock: threading.RLock = field(default_factory=threading.RLock)
    last: int = 0

    def add_comment(
        self, body: str | None, user: dict[str, Any] | None = None, *, ghost: bool = False
    ) -> dict[str, Any]:
        """Store a comment of somebody, of ours where nobody is named."""
        if body is not None and len(body) > BODY_CHARS:
            raise RefusedError("Body is too long (maximum is 65536 characters)")
        with self.lock:
            self.last += 1
            made = {
                "id": self.last,
                "body": body,
                "user": None if ghost else user or BOT,
                "html_url": f"https://github.example/c/{self.last}",
            }
            self.comments.append(made)
            return made

    def find(self, stored: list[dict[str, Any]], ident: str) -> dict[str, Any] | None:
        """Find by id."""
        return next((one for one in stored if one["id"] == int(ident)), None)


def checked_output(output: dict[str, Any]) -> list[dict[str, Any]]:
    """Refuse what GitHub refuses in a check run's output."""
    annotations: list[dict[str, Any]] = output.get("annotations") or []
    if len(annotations) > ANNOTATIONS:
        raise RefusedError(f"No more than 50 items are allowed; {len(annotations)} were supplied.")
    if not output.get("title") or not output.get("summary"):
        raise RefusedError("title and summary are required")
    if len(output["summary"]) > OUTPUT_CHARS:
        raise RefusedError("Only 65535 characters are allowed")
    for one in annotations:
        if one["start_line"] < 1 or one["end_line"] < one["start_line"]:
            raise RefusedError("For 'properties/end_line', 0 is not greater than or equal to 1.")
        if one["annotation_level"] not in ("notice", "warning", "failure") or not one["path"]:
            raise RefusedError("Invalid annotation")
        if max(len(one[key].encode()) for key in ("message", "raw_details") if key in one) > MESSAGE_BYTES:
            raise RefusedError("message is too long")
        if len(one.get("title", "")) > 255:
            raise RefusedError("title is too long")
    return annotations


def list_comments(state: State, _: re.Match[str], query: dict[str, str], __: dict[str, Any]) -> Answer:
    """List a page of comments."""
    size, page = min(int(query.get("per_page", "30")), 100), int(query.get("page", "1"))
    return 200, state.comments[(page - 1) * size : page * size]


def create_comment(state: State, _: re.Match[str], __: dict[str, str], body: dict[str, Any]) -> Answer:
    """Create a comment."""
    return 201, state.add_comment(body["body"])


def change_comment(state: State, match: re.Match[str], _: dict[str, str], body: dict[str, Any]) -> Answer:
    """Edit a comment."""
    found = state.find(state.comments, match[1])
    if found is None:
        return 404, {"message": "Not Found"}
    if len(body["body"]) > BODY_CHARS:
        raise RefusedError("Body is too long")
    found["body"] = body["body"]
    return 200, found


def delete_comment(state: State, match: re.Match[str], _: dict[str, str], __: dict[str, Any]) -> Answer:
    """Delete a comment."""
    found = state.find(state.comments, match[1])
    if found is None:
        return 404, {"message": "Not Found"}
    state.comments.remove(found)
    return 204, None


def create_check(state: State, _: re.Match[str], __: dict[str, str], body: dict[str, Any]) -> Answer:
    """Create a check run; a completed one needs a conclusion."""
    annotations = checked_output(body["output"])
    if body.get("status") == "completed" and not body.get("conclusion"):
        raise RefusedError("conclusion is required")
    state.last += 1
    made = {
        **body,
        "id": state.last,
        "annotations": list(annotations),
        "html_url": "https://github.example/r",
    }
    state.checks.append(made)
    return 201, made


def change_check(state: State, match: re.Match[str], _: dict[str, str], body: dict[str, Any]) -> Answer:
    """Change a check run: annotations are appended."""
    found = state.find(state.checks, match[1])
    if found is None:
        return 404, {"message": "Not Found"}
    if "output" in body:
        found["annotations"] += checked_output(body["output"])
    found.update({key: value for key, value in body.items() if key != "annotations"})
    return 200, found


def list_checks(state: State, match: re.Match[str], query: dict[str, str], _: dict[str, Any]) -> Answer:
    """List the check runs of a commit."""
    found = [
        c
        for c in state.checks
        if c["head_sha"] == match[1] and c["name"] == query.get("check_name", c["name"])
    ]
    return 200, {"total_count": len(found), "check_runs": found}


def pulls_of(state: State, match: re.Match[str], _: dict[str, str], __: dict[str, Any]) -> Answer:
    """List the pull requests of a commit."""
    return 200, [pull for pull in state.pulls.values() if pull["head"]["sha"] == match[1]]


def pull(state: State, match: re.Match[str], _: dict[str, str], __: dict[str, Any]) -> Answer:
    """Give one pull request."""
    found = state.pulls.get(int(match[1]))
    return (200, found) if found else (404, {"message": "Not Found"})


def content(state: State, match: re.Match[str], query: dict[str, str], _: dict[str, Any]) -> Answer:
    """Give a file at a revision."""
    found = state.contents.get((match[1], query.get("ref", "")))
    return (200, {"content": found, "encoding": "base64"}) if found else (404, {"message": "Not Found"})


def compare(state: State, match: re.Match[str], _: dict[str, str], __: dict[str, Any]) -> Answer:
    """Give the merge base of two commits."""
    found = state.merge_bases.get((match[1], match[2]))
    return (200, {"merge_base_commit": {"sha": found}}) if found else (404, {"message": "Not Found"})


def viewer(state: State, _: re.Match[str], __: dict[str, str], ___: dict[str, Any]) -> Answer:
    """Say who asks."""
    return 200, {"data": {"viewer": {"login": state.viewer}}}


Route = Callable[[State, re.Match[str], dict[str, str], dict[str, Any]], Answer]
ROUTES: tuple[tuple[str, str, Route, str], ...] = (
    ("GET", rf"{REPO}/issues/\d+/comments", list_comments, ""),
    ("POST", rf"{REPO}/issues/\d+/comments", create_comment, "issues=write; pull_requests=write"),
    ("PATCH", rf"{REPO}/issues/comments/(\d+)", change_comment, "issues=write; pull_requests=write"),
    ("DELETE", rf"{REPO}/issues/comments/(\d+)", delete_comment, "issues=write; pull_requests=write"),
    ("POST", rf"{REPO}/check-runs", create_check, "checks=write"),
    ("PATCH", rf"{REPO}/check-runs/(\d+)", change_check, "checks=write"),
    ("GET", rf"{REPO}/commits/([0-9a-f]+)/check-runs", list_checks, ""),
    ("GET", rf"{REPO}/commits/([0-9a-f]+)/pulls", pulls_of, ""),
    ("GET", rf"{REPO}/pulls/(\d+)", pull, ""),
    ("GET", rf"{REPO}/contents/(.+)", content, ""),
    ("GET", rf"{REPO}/compare/([0-9a-f]+)\.\.\.([0-9a-f]+)", compare, ""),
    ("POST", r"/graphql", viewer, ""),
)
"""Verb, path, what answers, and the permission that it needs."""
