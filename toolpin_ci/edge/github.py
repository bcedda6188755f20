"""Talks to GitHub through PyGithub: one repository, bounded patience, nothing created twice."""

import json
import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from toolpin_ci.edge.patience import Patience
from toolpin_ci.model.jsonvalue import Json, JsonObject
from toolpin_ci.ports import ForgeError, ForgeFailure

if TYPE_CHECKING:
    from github import Github

PUBLIC_API = "https://api.github.com"
PAGE_ITEMS = 100
PAGES = 100
"""Pages of one list that are read: ten thousand comments."""

_TIMEOUT = 15
_SHOWN = 200
_LIMITED = re.compile(r"rate limit|abuse detection|slow down", re.IGNORECASE)
_NEEDS = (
    (re.compile(r"/issues/"), "pull-requests: write"),
    (re.compile(r"/check-runs"), "checks: write"),
)
_VIEWER = "query { viewer { login } }"


class GitHub:
    """One repository on github.com or on a GitHub Enterprise Server."""

    def __init__(self, repository: str, token: str, *, api_url: str = PUBLIC_API, patience: Patience) -> None:
        """Only remember; the first call connects."""
        self._repository = repository
        self._token = token
        self._api_url = api_url
        self._patience = patience
        self._client: Github | None = None

    def viewer(self) -> str:
        """Give the login that the token speaks for."""
        graphql = self._connected().requester.graphql_url
        answer = self._ask("POST", graphql, {"query": _VIEWER}, creates=False)
        login = _object(_object(_object(answer).get("data")).get("viewer")).get("login")
        if not isinstance(login, str):
            raise ForgeError(ForgeFailure.REFUSED, "GitHub does not say who the token speaks for")
        return login

    def comments(self, number: int) -> list[JsonObject]:
        """Read all comments of a pull request, page by page; links of the answer are not followed."""
        return self._pages(f"{self._repo}/issues/{number}/comments", {})

    def create_comment(self, number: int, body: str) -> JsonObject:
        """Write a new comment."""
        return _object(self._ask("POST", f"{self._repo}/issues/{number}/comments", {"body": body}))

    def edit_comment(self, comment: int, body: str) -> JsonObject:
        """Replace the text of a comment."""
        return _object(self._ask("PATCH", f"{self._repo}/issues/comments/{comment}", {"body": body}))

    def delete_comment(self, comment: int) -> None:
        """Remove a comment."""
        self._ask("DELETE", f"{self._repo}/issues/comments/{comment}")

    def check_runs(self, sha: str, name: str) -> list[JsonObject]:
        """Read the check runs of a commit that have this name."""
        answer = self._ask("GET", f"{self._repo}/commits/{sha}/check-runs", query={"check_name": name})
        found = _object(answer).get("check_runs")
        return [run for run in found if isinstance(run, Mapping)] if isinstance(found, list) else []

    def create_check_run(self, fields: JsonObject) -> JsonObject:
        """Create a check run."""
        return _object(self._ask("POST", f"{self._repo}/check-runs", fields))

    def edit_check_run(self, check_run: int, fields: JsonObject) -> JsonObject:
        """Change a check run."""
        return _object(self._ask("PATCH", f"{self._repo}/check-runs/{check_run}", fields))

    def pull_request(self, number: int) -> JsonObject:
        """Read a pull request."""
        return _object(self._ask("GET", f"{self._repo}/pulls/{number}"))

    def pull_requests_of(self, sha: str) -> list[JsonObject]:
        """Find the open pull requests whose head is this commit; works for forks too."""
        return [
            pull
            for pull in self._pages(f"{self._repo}/commits/{sha}/pulls", {})
            if pull.get("state") == "open" and _object(pull.get("head")).get("sha") == sha
        ]

    def merge_base(self, base: str, head: str) -> str:
        """Find the commit where a branch left another."""
        answer = _object(self._ask("GET", f"{self._repo}/compare/{base}...{head}", query={"per_page": "1"}))
        sha = _object(answer.get("merge_base_commit")).get("sha")
        if not isinstance(sha, str):
            raise ForgeError(ForgeFailure.REFUSED, "GitHub names no merge base")
        return sha

    def file_at(self, path: str, ref: str) -> bytes | None:
        """Read a file at a revision, up to the 100 MB that the API gives; None where there is none."""
        import base64

        found = _object(self._contents(path, ref))
        content = found.get("content")
        if found.get("encoding") == "none":
            content = _object(self._ask("GET", f"{self._repo}/git/blobs/{found.get('sha')}")).get("content")
        return base64.b64decode(content) if isinstance(content, str) else None

    def names_at(self, folder: str, ref: str) -> tuple[str, ...]:
        """List a folder at a revision."""
        found = self._contents(folder, ref)
        items = found if isinstance(found, list) else []
        return tuple(
            sorted(str(item["name"]) for item in items if isinstance(item, Mapping) and "name" in item)
        )

    def _contents(self, path: str, ref: str) -> Json:
        from urllib.parse import quote

        try:
            return self._ask("GET", f"{self._repo}/contents/{quote(path)}", query={"ref": ref})
        except ForgeError as error:
            if error.failure is ForgeFailure.GONE:
                return None
            raise

    @property
    def _repo(self) -> str:
        return f"/repos/{self._repository}"

    def _pages(self, path: str, query: Mapping[str, str]) -> list[JsonObject]:
        found: list[JsonObject] = []
        for page in range(1, PAGES + 1):
            wanted = {**query, "per_page": str(PAGE_ITEMS), "page": str(page)}
            answer = self._ask("GET", path, query=wanted)
            if not isinstance(answer, list):
                raise ForgeError(ForgeFailure.DOWN, "GitHub answered something that is not a list")
            found += [item for item in answer if isinstance(item, Mapping)]
            if len(answer) < PAGE_ITEMS:
                break
        return found

    def _ask(
        self,
        verb: str,
        path: str,
        body: Json = None,
        *,
        query: Mapping[str, str] | None = None,
        creates: bool = True,
    ) -> Json:
        """Ask until there is an answer or patience ends; what creates something is never repeated blindly."""
        once = verb == "POST" and creates
        attempt = 0
        while True:
            status, headers, text = self._send(verb, path, body, query)
            answer = _parsed(text)
            if _is_good(status, answer):
                return answer  # type: ignore[no-any-return]
            failure = _failure(verb, status, headers, answer)
            if failure is ForgeFailure.DOWN and once:
                raise ForgeError(ForgeFailure.UNCERTAIN, _words(status, answer, text))
            again = failure in (ForgeFailure.DOWN, ForgeFailure.LIMITED) and status != _NO_RETRY
            if not again or not self._patience.wait(attempt, headers):
                raise ForgeError(
                    failure, _words(status, answer, text), permission=_permission(failure, path, headers)
                )
            attempt += 1

    def _send(
        self, verb: str, path: str, body: Json, query: Mapping[str, str] | None
    ) -> tuple[int, Mapping[str, str], str]:
        from requests.exceptions import RequestException

        try:
            return self._connected().requester.requestJson(verb, path, dict(query or {}), None, body)
        except RequestException as error:
            return 0, {}, f"no answer: {type(error).__name__}"
        except (RuntimeError, AssertionError, ValueError) as error:
            return (
                _NO_RETRY,
                {},
                f"GitHub redirects to an address that is not followed ({type(error).__name__})",
            )

    def _connected(self) -> "Github":
        if self._client is None:
            from github import Auth, Github

            self._client = Github(
                auth=Auth.Token(self._token),
                base_url=self._api_url,
                timeout=_TIMEOUT,
                retry=None,
                seconds_between_requests=None,
                seconds_between_writes=None,
                lazy=True,
            )
        return self._client


_NO_RETRY = -1
_BAD: Any = object()


def _parsed(text: str) -> Any:  # noqa: ANN401 - what GitHub sends is checked by whoever reads it
    try:
        return json.loads(text) if text else None
    except ValueError:
        return _BAD


def _is_good(status: int, answer: object) -> bool:
    return 200 <= status < 300 and answer is not _BAD  # noqa: PLR2004 - what HTTP calls success


def _object(answer: object) -> JsonObject:
    return answer if isinstance(answer, Mapping) else {}


def _failure(verb: str, status: int, headers: Mapping[str, str], answer: object) -> ForgeFailure:
    said = str(_object(answer).get("message", ""))
    if status == 429 or (status == 403 and ("retry-after" in headers or _LIMITED.search(said))):  # noqa: PLR2004
        return ForgeFailure.LIMITED
    if status == 403 and headers.get("x-ratelimit-remaining") == "0":  # noqa: PLR2004
        return ForgeFailure.LIMITED
    if status in (401, 403):
        return ForgeFailure.PERMISSION
    if status in (404, 410):
        return ForgeFailure.GONE if verb in ("PATCH", "DELETE") or status == 404 else ForgeFailure.PERMISSION  # noqa: PLR2004
    if 400 <= status < 500:  # noqa: PLR2004 - what HTTP calls the client's fault
        return ForgeFailure.REFUSED
    return ForgeFailure.DOWN


def _permission(failure: ForgeFailure, path: str, headers: Mapping[str, str]) -> str:
    if failure not in (ForgeFailure.PERMISSION, ForgeFailure.GONE):
        return ""
    accepted = headers.get("x-accepted-github-permissions", "")
    if accepted:
        return accepted.replace("_", "-").replace("=", ": ")
    return next((needed for pattern, needed in _NEEDS if pattern.search(path)), "")


def _words(status: int, answer: object, text: str) -> str:
    """Say what GitHub answered, in one short line."""
    if status <= 0:
        return text[:_SHOWN]
    said = _object(answer).get("message")
    return f"{status} {str(said)[:_SHOWN]}" if said else f"{status}"
