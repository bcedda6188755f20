"""Objects as GitHub's REST API gives them, whole, made from the little that our fake remembers."""

from collections.abc import Mapping
from hashlib import sha1
from typing import Any

SITE = "https://github.example"
TIME = "2026-01-02T03:04:05Z"
OWNER, NAME = "acme", "weather"
_USER_LINKS = (
    "events", "followers", "following", "gists", "organizations", "received_events", "repos", "starred",
    "subscriptions",
)  # fmt: skip
_REPO_LINKS = (
    "archive", "assignees", "blobs", "branches", "collaborators", "comments", "commits", "compare",
    "contents", "contributors", "deployments", "downloads", "events", "forks", "git_commits", "git_refs",
    "git_tags",
    "hooks", "issue_comment", "issue_events", "issues", "keys", "labels", "languages", "merges", "milestones",
    "notifications", "pulls", "releases", "stargazers", "statuses", "subscribers", "subscription", "tags",
    "teams", "trees", "clone", "git", "ssh", "svn",
)  # fmt: skip
_COUNTS = (
    "forks", "forks_count", "open_issues", "open_issues_count", "size", "stargazers_count", "watchers",
    "watchers_count",
)  # fmt: skip
_ANNOTATION = (
    "path", "start_line", "end_line", "start_column", "end_column", "annotation_level", "title", "message",
    "raw_details",
)  # fmt: skip


def node(kind: str, ident: int) -> str:
    """Give the id that GraphQL knows a thing by."""
    return f"{kind}_kwDO{ident:08d}"


def user(known: Mapping[str, Any]) -> dict[str, Any]:
    """Give an account."""
    login = str(known["login"])
    ident = int(known.get("id", 1 + sum(map(ord, login))))
    url = f"{SITE}/users/{login}"
    return {
        "login": login,
        "id": ident,
        "node_id": node("U", ident),
        "type": known.get("type", "User"),
        "site_admin": False,
        "gravatar_id": "",
        "avatar_url": f"{SITE}/avatars/{ident}",
        "html_url": f"{SITE}/{login}",
        "url": url,
        **{f"{link}_url": f"{url}/{link}" for link in _USER_LINKS},
    }


def app() -> dict[str, Any]:
    """Give the app that GITHUB_TOKEN belongs to."""
    return {
        "id": 15368,
        "slug": "github-actions",
        "node_id": node("A", 15368),
        "owner": user({"login": "github"}),
        "name": "GitHub Actions",
        "description": "Automate your workflow from idea to production",
        "external_url": f"{SITE}/actions",
        "html_url": f"{SITE}/apps/github-actions",
        "created_at": TIME,
        "updated_at": TIME,
        "permissions": {"checks": "write", "metadata": "read"},
        "events": [],
    }


def repository(full_name: str, api: str) -> dict[str, Any]:
    """Give a repository."""
    owner, _, name = full_name.partition("/")
    url = f"{api}/repos/{full_name}"
    return {
        **{f"{link}_url": f"{url}/{link}" for link in _REPO_LINKS},
        **dict.fromkeys(_COUNTS, 0),
        **{f"has_{part}": True for part in ("downloads", "issues", "projects", "wiki", "pages")},
        **dict.fromkeys(("description", "homepage", "language", "license", "mirror_url")),
        **dict.fromkeys(("archived", "disabled", "fork", "private"), False),
        **dict.fromkeys(("created_at", "pushed_at", "updated_at"), TIME),
        "id": 42,
        "node_id": node("R", 42),
        "name": name,
        "full_name": full_name,
        "owner": user({"login": owner, "type": "Organization"}),
        "html_url": f"{SITE}/{full_name}",
        "url": url,
        "default_branch": "main",
    }


def comment(known: Mapping[str, Any], api: str) -> dict[str, Any]:
    """Give a comment; one that nobody wrote anything into has no body."""
    repo = f"{api}/repos/{OWNER}/{NAME}"
    ident, issue = known["id"], known.get("issue", 7)
    is_app = (known["user"] or {}).get("login") == "github-actions[bot]"
    return {
        "id": ident,
        "node_id": node("IC", ident),
        "url": f"{repo}/issues/comments/{ident}",
        "html_url": f"{SITE}/{OWNER}/{NAME}/pull/{issue}#issuecomment-{ident}",
        "issue_url": f"{repo}/issues/{issue}",
        "user": user(known["user"]) if known["user"] else None,
        "created_at": TIME,
        "updated_at": TIME,
        "author_association": "NONE",
        "performed_via_github_app": app() if is_app else None,
        "minimized": {"reason": known["minimized"]} if known.get("minimized") else None,
        **({"body": known["body"]} if known["body"] is not None else {}),
    }


def check_run(known: Mapping[str, Any], api: str) -> dict[str, Any]:
    """Give a check run; its annotations are counted here and listed elsewhere."""
    ident = known["id"]
    url = f"{api}/repos/{OWNER}/{NAME}/check-runs/{ident}"
    output = known.get("output", {})
    done = known.get("status") == "completed"
    return {
        "id": ident,
        "node_id": node("CR", ident),
        "head_sha": known["head_sha"],
        "name": known["name"],
        "external_id": known.get("external_id", ""),
        "url": url,
        "html_url": f"{SITE}/{OWNER}/{NAME}/runs/{ident}",
        "details_url": known.get("details_url", f"{SITE}/{OWNER}/{NAME}/runs/{ident}"),
        "status": known.get("status", "queued"),
        "conclusion": known.get("conclusion"),
        "started_at": TIME,
        "completed_at": TIME if done else None,
        "check_suite": {"id": 5},
        "app": app(),
        "pull_requests": [],
        "output": {
            **{name: output.get(name) for name in ("title", "summary", "text")},
            "annotations_count": len(known["annotations"]),
            "annotations_url": f"{url}/annotations",
        },
    }


def annotation(known: Mapping[str, Any]) -> dict[str, Any]:
    """Give an annotation of a check run."""
    return {**{name: known.get(name) for name in _ANNOTATION}, "blob_href": f"{SITE}/blob/{known['path']}"}


def label(name: str, api: str) -> dict[str, Any]:
    """Give a label."""
    ident = 1 + sum(map(ord, name))
    return {
        "id": ident,
        "node_id": node("LA", ident),
        "url": f"{api}/repos/{OWNER}/{NAME}/labels/{ident}",
        "name": name,
        "description": "",
        "color": "ededed",
        "default": False,
    }


def _end(known: Mapping[str, Any], api: str) -> dict[str, Any]:
    full_name = (known.get("repo") or {}).get("full_name", f"{OWNER}/{NAME}")
    owner = full_name.partition("/")[0]
    ref = known.get("ref", "main")
    return {
        "label": f"{owner}:{ref}",
        "ref": ref,
        "sha": known["sha"],
        "user": user({"login": owner, "type": "Organization"}),
        "repo": repository(full_name, api),
    }


def pull_request(known: Mapping[str, Any], api: str, *, whole: bool = False) -> dict[str, Any]:
    """Give a pull request: as a list has it, or whole as it is given alone."""
    number = known["number"]
    repo = f"{api}/repos/{OWNER}/{NAME}"
    page = f"{SITE}/{OWNER}/{NAME}/pull/{number}"
    links = {
        "self": f"{repo}/pulls/{number}",
        "html": page,
        "issue": f"{repo}/issues/{number}",
        "comments": f"{repo}/issues/{number}/comments",
        "review_comments": f"{repo}/pulls/{number}/comments",
        "review_comment": f"{repo}/pulls/comments{{/number}}",
        "commits": f"{repo}/pulls/{number}/commits",
        "statuses": f"{repo}/statuses/{known['head']['sha']}",
    }
    found = {
        "_links": {name: {"href": url} for name, url in links.items()},
        **{f"{name}_url": url for name, url in links.items() if name not in ("self", "html")},
        "url": links["self"],
        "html_url": page,
        "diff_url": f"{page}.diff",
        "patch_url": f"{page}.patch",
        "id": 1000 + number,
        "node_id": node("PR", number),
        "number": number,
        "state": known.get("state", "open"),
        "locked": False,
        "title": "A change",
        "user": user({"login": "author"}),
        "labels": [label(one["name"], api) for one in known.get("labels", ())],
        "head": _end(known["head"], api),
        "base": _end(known["base"], api),
        "author_association": "CONTRIBUTOR",
        "merge_commit_sha": known.get("merge_commit_sha"),
        "created_at": TIME,
        "updated_at": TIME,
        **dict.fromkeys(("assignee", "auto_merge", "body", "closed_at", "merged_at", "milestone")),
    }
    return {**found, **(_ALONE if whole else {})}


_ALONE = {
    **dict.fromkeys(("additions", "changed_files", "comments", "commits", "deletions", "review_comments"), 1),
    **dict.fromkeys(("mergeable", "merged_by")),
    "mergeable_state": "unknown",
    "merged": False,
    "maintainer_can_modify": False,
}


def status(known: Mapping[str, Any], api: str) -> dict[str, Any]:
    """Give a commit status."""
    return {
        "id": known["id"],
        "node_id": node("SC", known["id"]),
        "url": f"{api}/repos/{OWNER}/{NAME}/statuses/{known['sha']}",
        "avatar_url": f"{SITE}/avatars/1",
        "state": known["state"],
        "description": known.get("description"),
        "target_url": known.get("target_url"),
        "context": known.get("context", "default"),
        "created_at": TIME,
        "updated_at": TIME,
        "creator": user({"login": "github-actions[bot]", "type": "Bot"}),
    }


def content_item(path: str, api: str, *, kind: str = "file", size: int = 0) -> dict[str, Any]:
    """Give what a folder's list says about one entry."""
    url = f"{api}/repos/{OWNER}/{NAME}/contents/{path}"
    return {
        "_links": {"self": url, "git": None, "html": None},
        "name": path.rpartition("/")[2],
        "path": path,
        "sha": "f" * 40,
        "size": size,
        "type": kind,
        "url": url,
        **dict.fromkeys(("git_url", "html_url", "download_url")),
    }


def blob_sha(content: str) -> str:
    """Give the hash that a file's bytes are found by; not git's, but one of its length."""
    return sha1(content.encode(), usedforsecurity=False).hexdigest()


def blob(content: str, api: str) -> dict[str, Any]:
    """Give a file's bytes."""
    sha = blob_sha(content)
    return {
        "sha": sha,
        "node_id": f"B_{sha[:8]}",
        "url": f"{api}/repos/{OWNER}/{NAME}/git/blobs/{sha}",
        "size": len(content) * 3 // 4,
        "content": content,
        "encoding": "base64",
    }


def tree(sha: str, paths: list[str], api: str) -> dict[str, Any]:
    """Give the files of a commit."""
    url = f"{api}/repos/{OWNER}/{NAME}/git/trees/{sha}"
    items = [{"path": path, "mode": "100644", "type": "blob", "sha": "f" * 40, "size": 1} for path in paths]
    return {"sha": sha, "url": url, "truncated": False, "tree": items}


def commit(sha: str, api: str) -> dict[str, Any]:
    """Give a commit."""
    url = f"{api}/repos/{OWNER}/{NAME}/commits/{sha}"
    who = {"name": "Author", "email": "author@example.invalid", "date": TIME}
    return {
        "sha": sha,
        "node_id": f"C_{sha[:8]}",
        "url": url,
        "html_url": f"{SITE}/{OWNER}/{NAME}/commit/{sha}",
        "comments_url": f"{url}/comments",
        "commit": {
            "url": url,
            "author": who,
            "committer": who,
            "message": "A commit",
            "comment_count": 0,
            "tree": {"sha": sha, "url": f"{api}/repos/{OWNER}/{NAME}/git/trees/{sha}"},
        },
        "author": None,
        "committer": None,
        "parents": [],
    }


def comparison(base: str, head: str, fork: str, api: str) -> dict[str, Any]:
    """Give the comparison of two commits."""
    page = f"{SITE}/{OWNER}/{NAME}/compare/{base}...{head}"
    return {
        "url": f"{api}/repos/{OWNER}/{NAME}/compare/{base}...{head}",
        **{f"{part}_url": page for part in ("html", "permalink", "diff", "patch")},
        "base_commit": commit(base, api),
        "merge_base_commit": commit(fork, api),
        "status": "diverged",
        "ahead_by": 1,
        "behind_by": 1,
        "total_commits": 1,
        "commits": [],
    }
