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
        needed = error.permission or (PERMISSION if error.failure is ForgeFailure.PERMISSION else "")
        return Delivery(surface=SURFACE, state=State.SKIPPED, detail=error.message, permission=needed)


def _written(forge: Forge, edition: Edition) -> Delivery:
    annotations = edition.check_run.get("annotations")
    wanted = [one for one in annotations if isinstance(one, Mapping)] if isinstance(annotations, list) else []
    batches = list(_batches(wanted[:MOST])) or [[]]
    made, sent = _create(forge, edition, batches[0])
    ident, url = made.get("id"), made.get("html_url")
    if isinstance(ident, int):
        for batch in batches[1:]:
            sent += _append(forge, edition, ident, batch)
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


def _append(forge: Forge, edition: Edition, ident: int, batch: list[JsonObject]) -> int:
    """Append a batch and give how many were taken; the ones before stay whatever happens to these."""
    for attempt in (batch, [_on_first_line(one) for one in batch]):
        try:
            forge.edit_check_run(ident, {"output": _output(edition, attempt)})
        except ForgeError as error:
            if error.failure is not ForgeFailure.REFUSED:
                return 0
        else:
            return len(attempt)
    return 0


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
