"""Tells what an answer of GitHub means: good, refused, limited, or none at all."""

import json
import re
from collections.abc import Mapping
from typing import Any

from toolpin_ci.model.jsonvalue import JsonObject
from toolpin_ci.ports import ForgeFailure

NO_RETRY = -1
"""In place of a status: asking again would give the same."""

_BAD: Any = object()
_SHOWN = 200
_LIMITED = re.compile(r"rate limit|abuse detection|slow down", re.IGNORECASE)
_LOCKED = re.compile(r"\blocked\b", re.IGNORECASE)
_NEEDS = (
    (re.compile(r"/issues/"), "pull-requests: write"),
    (re.compile(r"/check-runs"), "checks: write"),
    (re.compile(r"/statuses/"), "statuses: write"),
    (re.compile(r"/pulls"), "pull-requests: read"),
)


def parsed(text: str) -> Any:  # noqa: ANN401 - what GitHub sends is checked by whoever reads it
    """Read an answer; what is no JSON is told apart."""
    try:
        return json.loads(text) if text else None
    except (ValueError, RecursionError):
        return _BAD


def is_good(status: int, answer: object) -> bool:
    """Tell whether an answer is one to work with."""
    return 200 <= status < 300 and answer is not _BAD  # noqa: PLR2004 - what HTTP calls success


def object_of(answer: object) -> JsonObject:
    """Take an object; anything else counts as an empty one."""
    return answer if isinstance(answer, Mapping) else {}


def failure_of(verb: str, status: int, headers: Mapping[str, str], answer: object) -> ForgeFailure:
    """Say what an answer means that is none."""
    said = str(object_of(answer).get("message", ""))
    if status == 403:  # noqa: PLR2004
        return _forbidden(headers, said)
    if status == 410:  # noqa: PLR2004
        return ForgeFailure.GONE if verb in ("PATCH", "DELETE") else ForgeFailure.REFUSED
    if 400 <= status < 500:  # noqa: PLR2004 - what HTTP calls the client's fault
        return _REFUSALS.get(status, ForgeFailure.REFUSED)
    return ForgeFailure.DOWN


_REFUSALS = {401: ForgeFailure.TOKEN, 404: ForgeFailure.GONE, 429: ForgeFailure.LIMITED}


def _forbidden(headers: Mapping[str, str], said: str) -> ForgeFailure:
    """Tell the four meanings of 403 apart: limits come with a header or say so, a lock says so."""
    is_out = "retry-after" in headers or headers.get("x-ratelimit-remaining") == "0"
    if is_out or _LIMITED.search(said):
        return ForgeFailure.LIMITED
    return ForgeFailure.REFUSED if _LOCKED.search(said) else ForgeFailure.PERMISSION


def permission_of(failure: ForgeFailure, path: str, headers: Mapping[str, str]) -> str:
    """Name the permission that a token lacks, in GitHub's own words where it gives them."""
    if failure not in (ForgeFailure.PERMISSION, ForgeFailure.GONE):
        return ""
    accepted = headers.get("x-accepted-github-permissions", "")
    if accepted:
        return accepted.replace("_", "-").replace("=", ": ")
    return next((needed for pattern, needed in _NEEDS if pattern.search(path)), "")


def words_of(status: int, answer: object, text: str) -> str:
    """Say what GitHub answered, in one short line."""
    if status <= 0:
        return text[:_SHOWN]
    said = object_of(answer).get("message")
    advice = "; the input github-token is not a token that GitHub knows" if status == 401 else ""  # noqa: PLR2004
    return f"{status} {str(said)[:_SHOWN]}{advice}" if said else f"{status}{advice}"
