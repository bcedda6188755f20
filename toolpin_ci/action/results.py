"""Reads the results of other jobs, which anybody may have written: inside the workspace, bounded, checked."""

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path, PurePosixPath

from toolpin_ci.action.event import Event
from toolpin_ci.action.inputs import Inputs
from toolpin_ci.errors import JsonError, UsageError
from toolpin_ci.model.report import Conclusion, Part, Report
from toolpin_ci.pipeline.merging import merge
from toolpin_ci.pipeline.planning import read_plan
from toolpin_ci.render.json_read import RESULT_BYTES, read_part
from toolpin_ci.values import replace

RESULTS = 1_000
"""Result files of one report."""

ALL_RESULTS_BYTES = 256 * 1024 * 1024
"""Result files of one report together."""


def read_results(workspace: Path, inputs: Inputs, event: Event) -> Report:
    """Read and merge the results; an approval counts only where GitHub names the label too."""
    if not inputs.results:
        raise UsageError("report mode needs the input results", advice="name the result files, one a line")
    paths = sorted({path for pattern in inputs.results for path in _found(workspace, pattern)})
    if len(paths) > RESULTS:
        raise UsageError(f"{len(paths):,} result files: at most {RESULTS:,} are read")
    parts = [_read(workspace, path) for path in _bounded(paths)]
    _refuse_strange(parts, event.head_sha)
    report = merge(parts, read_plan(inputs.plan) if inputs.plan else None, event.labels)
    is_claimed = report.approved and event.name == "workflow_run"
    return _unapproved(report) if is_claimed and report.approval_label not in event.labels else report


def _refuse_strange(parts: Iterable[Part], head: str) -> None:
    """Refuse a result that was made for another commit than the one that it would be shown on."""
    for part in parts:
        if part.head and head and part.head != head:
            raise UsageError(
                f"{part.name}: was made for the commit {part.head[:12]}, and this is {head[:12]}",
                advice="give the results of this run",
            )


def _found(workspace: Path, pattern: str) -> Iterator[Path]:
    if pattern.startswith("/") or ".." in PurePosixPath(pattern).parts:
        raise UsageError(
            f"results: {pattern!r} leads out of the workspace", advice="name files below the workspace"
        )
    try:
        yield from workspace.glob(pattern)
    except (ValueError, NotImplementedError) as error:
        raise UsageError(f"results: {pattern!r} is no pattern: {error}") from error


def _bounded(paths: Sequence[Path]) -> Iterator[Path]:
    total = 0
    for path in paths:
        size = path.stat().st_size if path.is_file() else 0
        total += size
        if size > RESULT_BYTES or total > ALL_RESULTS_BYTES:
            raise UsageError(
                f"{path.name}: larger than {RESULT_BYTES:,} bytes, or all results than {ALL_RESULTS_BYTES:,}"
            )
        yield path


def _read(workspace: Path, path: Path) -> Part:
    name = path.relative_to(workspace).as_posix()
    if not path.resolve().is_relative_to(workspace.resolve()) or not path.is_file():
        raise UsageError(f"{name}: is no file inside the workspace")
    try:
        return read_part(path.read_bytes(), name)
    except JsonError as error:
        raise UsageError(
            f"{name}: {error.message}", advice="write it with check --format json, or with report-dir"
        ) from error


def _unapproved(report: Report) -> Report:
    title = f"{report.title}: approval claimed, but the pull request has no such label"
    return replace(report, approved=False, exit_code=1, conclusion=Conclusion.ACTION_REQUIRED, title=title)
