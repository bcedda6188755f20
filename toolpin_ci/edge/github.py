"""Talks to GitHub through PyGithub: one repository, bounded patience, nothing created twice."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from toolpin_ci.edge.github_answers import (
    NO_RETRY,
    failure_of,
    is_good,
    object_of,
    parsed,
    permission_of,
    words_of,
)
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
_VIEWER = "query { viewer { login } }"
_SHOW = "mutation($id: ID!) { changed: unminimizeComment(input: {subjectId: $id}) { clientMutationId } }"
_Sent = tuple[int, Mapping[str, str], str]


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
        login = object_of(object_of(object_of(answer).get("data")).get("viewer")).get("login")
        if not isinstance(login, str):
            raise ForgeError(ForgeFailure.REFUSED, "GitHub does not say who the token speaks for")
        return login

    def comments(self, number: int) -> list[JsonObject]:
        """Read all comments of a pull request, page by page; links of the answer are not followed."""
        return self._pages(f"{self._repo}/issues/{number}/comments", {})

    def create_comment(self, number: int, body: str) -> JsonObject:
        """Write a new comment."""
        return object_of(self._ask("POST", f"{self._repo}/issues/{number}/comments", {"body": body}))

    def edit_comment(self, comment: int, body: str) -> JsonObject:
        """Replace the text of a comment."""
        return object_of(self._ask("PATCH", f"{self._repo}/issues/comments/{comment}", {"body": body}))

    def delete_comment(self, comment: int) -> None:
        """Remove a comment."""
        self._ask("DELETE", f"{self._repo}/issues/comments/{comment}")

    def show_comment(self, node: str) -> None:
        """Show a comment that somebody has hidden."""
        graphql = self._connected().requester.graphql_url
        self._ask("POST", graphql, {"query": _SHOW, "variables": {"id": node}}, creates=False)

    def check_runs(self, sha: str, name: str) -> list[JsonObject]:
        """Read the check runs of a commit that have this name."""
        answer = self._ask("GET", f"{self._repo}/commits/{sha}/check-runs", query={"check_name": name})
        found = object_of(answer).get("check_runs")
        return [run for run in found if isinstance(run, Mapping)] if isinstance(found, list) else []

    def create_check_run(self, fields: JsonObject) -> JsonObject:
        """Create a check run."""
        return object_of(self._ask("POST", f"{self._repo}/check-runs", fields))

    def edit_check_run(self, check_run: int, fields: JsonObject) -> JsonObject:
        """Change a check run; what it appends must not be appended twice."""
        return object_of(self._ask("PATCH", f"{self._repo}/check-runs/{check_run}", fields, creates=True))

    def create_status(self, sha: str, fields: JsonObject) -> JsonObject:
        """Set a commit status; a second one with the same context replaces the first."""
        return object_of(self._ask("POST", f"{self._repo}/statuses/{sha}", fields, creates=False))

    def pull_request(self, number: int) -> JsonObject:
        """Read a pull request."""
        return object_of(self._ask("GET", f"{self._repo}/pulls/{number}"))

    def pull_requests_of(self, sha: str) -> list[JsonObject]:
        """Find the pull requests that GitHub associates with a commit: open ones, or the one it merged."""
        return self._pages(f"{self._repo}/commits/{sha}/pulls", {})

    def pull_requests_from(self, head: str) -> list[JsonObject]:
        """Find the open pull requests of a branch, `OWNER:BRANCH`; works for forks too."""
        return self._pages(f"{self._repo}/pulls", {"head": head, "state": "open"})

    def merge_base(self, base: str, head: str) -> str:
        """Find the commit where a branch left another."""
        answer = object_of(self._ask("GET", f"{self._repo}/compare/{base}...{head}", query={"per_page": "1"}))
        sha = object_of(answer.get("merge_base_commit")).get("sha")
        if not isinstance(sha, str):
            raise ForgeError(ForgeFailure.REFUSED, "GitHub names no merge base")
        return sha

    def file_at(self, path: str, ref: str) -> bytes | None:
        """Read a file at a revision, up to the 100 MB that the API gives; None where there is none."""
        import base64

        found = object_of(self._contents(path, ref))
        content = found.get("content")
        if found.get("encoding") == "none":
            content = object_of(self._ask("GET", f"{self._repo}/git/blobs/{found.get('sha')}")).get("content")
        return base64.b64decode(content) if isinstance(content, str) else None

    def paths_at(self, commit: str) -> frozenset[str] | None:
        """List every file of a commit with one question; None where GitHub does not list them all."""
        try:
            answer = self._ask("GET", f"{self._repo}/git/trees/{commit}", query={"recursive": "1"})
        except ForgeError:
            return None  # each file can still be asked for
        found = object_of(answer)
        items = found.get("tree")
        if found.get("truncated") is not False or not isinstance(items, list):
            return None
        return frozenset(str(item["path"]) for item in items if isinstance(item, Mapping) and "path" in item)

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
        creates: bool | None = None,
    ) -> Json:
        """Ask until there is an answer or patience ends; what creates something is never repeated blindly."""
        once = verb == "POST" if creates is None else creates
        attempt = 0
        while True:
            status, headers, text = self._send(verb, path, body, query)
            answer = parsed(text)
            if is_good(status, answer):
                return answer  # type: ignore[no-any-return]
            failure = failure_of(verb, status, headers, answer)
            if failure is ForgeFailure.DOWN and once:
                raise ForgeError(ForgeFailure.UNCERTAIN, words_of(status, answer, text))
            again = failure in (ForgeFailure.DOWN, ForgeFailure.LIMITED) and status != NO_RETRY
            limited = failure is ForgeFailure.LIMITED
            if not again or not self._patience.wait(attempt, headers, limited=limited):
                raise ForgeError(
                    failure, words_of(status, answer, text), permission=permission_of(failure, path, headers)
                )
            attempt += 1

    def _send(self, verb: str, path: str, body: Json, query: Mapping[str, str] | None) -> _Sent:
        """Send from a thread of its own: an answer that drips for ever is left behind."""
        from queue import Empty, SimpleQueue
        from threading import Thread

        if not self._patience.left:
            return NO_RETRY, {}, "GitHub has taken all the time that it gets"
        client, answers = self._connected(), SimpleQueue[_Sent]()
        Thread(target=lambda: answers.put(_sent(client, verb, path, body, query)), daemon=True).start()
        with self._patience.spending() as seconds:
            try:
                return answers.get(timeout=seconds)
            except Empty:
                self._client = None  # its connection is still busy
                return 0, {}, "no answer in time"

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


def _sent(client: "Github", verb: str, path: str, body: Json, query: Mapping[str, str] | None) -> _Sent:
    from requests.exceptions import RequestException

    try:
        return client.requester.requestJson(verb, path, dict(query or {}), None, body)
    except RequestException as error:
        return 0, {}, f"no answer: {type(error).__name__}"
    except (RuntimeError, AssertionError, ValueError) as error:
        why = f"GitHub redirects to an address that is not followed ({type(error).__name__})"
        return NO_RETRY, {}, why
