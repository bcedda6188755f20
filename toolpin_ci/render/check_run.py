"""Makes the content of a check run: title, summary, and annotations on the lines that they are about."""

from collections.abc import Iterator

from toolpin_ci.model.finding import Finding
from toolpin_ci.model.jsonvalue import Json, JsonObject
from toolpin_ci.model.report import Report
from toolpin_ci.render.commands import annotation_text, annotation_title, level_of
from toolpin_ci.render.options import RenderOptions
from toolpin_ci.render.order import everything
from toolpin_ci.render.paint import Paint, shown_view
from toolpin_ci.render.quote import one_line
from toolpin_ci.values import replace

SUMMARY_CHARS = 60_000
MESSAGE_BYTES = 60_000
"""GitHub takes 64 KB of message, and as much of raw details."""

_TITLE_CHARS = 250
_LEVELS = {"error": "failure", "warning": "warning", "notice": "notice"}


def render_check_run(report: Report, options: RenderOptions) -> JsonObject:
    """Give title, summary, conclusion and all annotations, worst first."""
    from toolpin_ci.render.markdown import render

    short = replace(options, budget=SUMMARY_CHARS, marker="")
    return {
        "conclusion": str(report.conclusion),
        "title": one_line(report.title)[:_TITLE_CHARS],
        "summary": render(report, short),
        "annotations": list(_annotations(report)),
    }


def _annotations(report: Report) -> Iterator[JsonObject]:
    for finding in everything(report):
        path = finding.file or (report.lockfiles[0] if report.lockfiles else "")
        if path and not finding.waived:
            yield _annotation(finding, path)


def _annotation(finding: Finding, path: str) -> JsonObject:
    line = max(finding.line, 1)
    details = _cut("\n".join(shown_view(finding, Paint(on=False))))
    document: dict[str, Json] = {
        "path": path,
        "start_line": line,
        "end_line": line,
        "annotation_level": _LEVELS[level_of(finding)],
        "title": annotation_title(finding)[:_TITLE_CHARS],
        "message": _cut(annotation_text(finding)),
    }
    return {**document, "raw_details": details} if details else document


def _cut(text: str) -> str:
    raw = text.encode("utf-8", "replace")
    if len(raw) <= MESSAGE_BYTES:
        return text
    return raw[:MESSAGE_BYTES].decode("utf-8", "ignore") + f"… ({len(raw) - MESSAGE_BYTES:,} more bytes)"
