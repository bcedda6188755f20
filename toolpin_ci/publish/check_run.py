"""Puts a completed check run with annotations on the head commit."""

from collections.abc import Iterator, Mapping, Sequence

from toolpin_ci.model.jsonvalue import Json, JsonObject
from toolpin_ci.ports import Forge, ForgeError, ForgeFailure
from toolpin_ci.publish.delivery import Delivery, Edition, State

SURFACE = "check-run"
PERMISSION = "checks: write"
BATCH = 50
"""Annotations that GitHub takes in one request."""

MOST = 500
"""Annotations of one check run; more would make the page unusable, and the report has them all."""


_STATUS_CHARS = 140
_STATES = {"success": "success", "neutral": "success"}


def publish(edition: Edition) -> Delivery:
    """Create the check run with everything known, then append annotations in batches."""
    if not edition.target.check_run or not edition.target.head_sha:
        return Delivery(surface=SURFACE, state=State.UNNEEDED)
    if edition.forge is None:
        return Delivery(
            surface=SURFACE, state=State.SKIPPED, detail="there is no token", permission=PERMISSION
        )
    try:
        return _written(edition.forge, edition)
    except ForgeError as error:
        denied = error.failure is ForgeFailure.PERMISSION
        instead = "; a commit status was set instead" if denied and _status(edition.forge, edition) else ""
        needed = error.permission or (PERMISSION if denied else "")
        detail = f"{error.message}{instead}"
        return Delivery(surface=SURFACE, state=State.SKIPPED, detail=detail, permission=needed)


def _status(forge: Forge, edition: Edition) -> bool:
    """Set a commit status, for a token that may do that and no more."""
    target, title = edition.target, edition.check_run["title"]
    fields: JsonObject = {
        "state": _STATES.get(str(edition.check_run["conclusion"]), "failure"),
        "context": target.check_name,
        "description": str(title)[:_STATUS_CHARS],
        **({"target_url": target.details_url} if target.details_url else {}),
    }
    try:
        forge.create_status(target.head_sha, fields)
    except ForgeError:
        return False
    return True


def _written(forge: Forge, edition: Edition) -> Delivery:
    annotations = edition.check_run.get("annotations")
    wanted = [one for one in annotations if isinstance(one, Mapping)] if isinstance(annotations, list) else []
    batches = list(_batches(wanted[:MOST])) or [[]]
    made, sent = _create(forge, edition, batches[0])
    ident, url = made.get("id"), made.get("html_url")
    if isinstance(ident, int):
        for batch in batches[1:]:
            sent += _append(forge, edition, ident, batch, sent)
    detail = f"{sent} of {len(wanted)} annotations" if sent < len(wanted) else ""
    return Delivery(surface=SURFACE, state=State.DONE, detail=detail, url=url if isinstance(url, str) else "")


def _batches(annotations: Sequence[JsonObject]) -> Iterator[list[JsonObject]]:
    return (list(annotations[start : start + BATCH]) for start in range(0, len(annotations), BATCH))


def _create(forge: Forge, edition: Edition, batch: list[JsonObject]) -> tuple[JsonObject, int]:
    """Create it; annotations that GitHub refuses move to the first line, then are left out."""
    for attempt in (batch, [_on_first_line(one) for one in batch], []):
        try:
            return _create_once(forge, edition, attempt), len(attempt)
        except ForgeError as error:
            if error.failure is not ForgeFailure.REFUSED or not attempt:
                raise
    raise AssertionError  # pragma: no cover - the last attempt has nothing to refuse


def _create_once(forge: Forge, edition: Edition, batch: list[JsonObject]) -> JsonObject:
    target = edition.target
    fields: JsonObject = {
        "name": target.check_name,
        "head_sha": target.head_sha,
        "status": "completed",
        "conclusion": edition.check_run["conclusion"],
        "external_id": _external_id(edition),
        "output": _output(edition, batch),
        **({"details_url": target.details_url} if target.details_url else {}),
    }
    try:
        return forge.create_check_run(fields)
    except ForgeError as error:
        if error.failure is not ForgeFailure.UNCERTAIN:
            raise
    for run in forge.check_runs(target.head_sha, target.check_name):
        if run.get("external_id") == _external_id(edition):
            return run
    return forge.create_check_run(fields)


def _append(forge: Forge, edition: Edition, ident: int, batch: list[JsonObject], sent: int) -> int:
    """Append a batch and give how many were taken; the ones before stay whatever happens to these."""
    moved = [_on_first_line(one) for one in batch]
    waiting = [batch, batch, moved]  # again where nobody knows, elsewhere where it was refused
    while waiting:
        attempt = waiting.pop(0)
        try:
            forge.edit_check_run(ident, {"output": _output(edition, attempt)})
        except ForgeError as error:
            if error.failure is ForgeFailure.UNCERTAIN:
                count = _count(forge, edition, ident)
                if count != sent:
                    return max(count - sent, 0)
            elif error.failure is ForgeFailure.REFUSED:
                waiting = [one for one in waiting if one is not attempt]
            else:
                return 0
        else:
            return len(attempt)
    return 0


def _count(forge: Forge, edition: Edition, ident: int) -> int:
    """Ask how many annotations a check run has; -1 where that cannot be told."""
    try:
        runs = forge.check_runs(edition.target.head_sha, edition.target.check_name)
    except ForgeError:
        return -1
    outputs = [run.get("output") for run in runs if run.get("id") == ident]
    counts = [one.get("annotations_count") for one in outputs if isinstance(one, Mapping)]
    return next((count for count in counts if isinstance(count, int)), -1)


def _output(edition: Edition, batch: list[JsonObject]) -> JsonObject:
    annotations: list[Json] = list(batch)
    return {
        "title": edition.check_run["title"],
        "summary": edition.check_run["summary"],
        "annotations": annotations,
    }


def _on_first_line(annotation: JsonObject) -> JsonObject:
    return {**annotation, "start_line": 1, "end_line": 1}


def _external_id(edition: Edition) -> str:
    run, attempt = edition.target.run
    return f"toolpin-ci/{edition.target.report_id}/{run}.{attempt}"
