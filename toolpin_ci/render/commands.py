"""Writes workflow commands: annotations in the job's log, and text that must not become a command."""

import re
from collections.abc import Iterator, Mapping, Sequence

from toolpin_ci.model.finding import Finding, Severity
from toolpin_ci.model.report import Report
from toolpin_ci.render.options import RenderOptions
from toolpin_ci.render.order import everything
from toolpin_ci.render.quote import one_line, shown, terminal

PER_LEVEL = 10
"""Annotations of one level that GitHub shows for one step."""

LEVELS: Mapping[Severity, str] = {
    Severity.CRITICAL: "error",
    Severity.BREAKING: "error",
    Severity.RISKY: "warning",
    Severity.SAFE: "notice",
    Severity.INFO: "notice",
}
_COMMAND = re.compile(r"^(\s*):(?=:)", re.MULTILINE)


def level_of(finding: Finding) -> str:
    """Grade an annotation; what a reviewer sees in the diff anyway is no error unless it is critical."""
    level = LEVELS[finding.severity]
    return "warning" if level == "error" and finding.declared and finding.severity.rank else level


def escape_data(text: str) -> str:
    """Escape the message of a workflow command."""
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def escape_property(text: str) -> str:
    """Escape one property of a workflow command."""
    return escape_data(text).replace(":", "%3A").replace(",", "%2C")


def log_text(text: str) -> str:
    """Write somebody's words into the log: nothing in them is read as a command by the runner."""
    return _COMMAND.sub(r"\1⟦:⟧", shown(text)).replace("##[", "#⟦#⟧[")


def command(name: str, message: str, properties: Mapping[str, str]) -> str:
    """Write one workflow command."""
    inner = ",".join(
        f"{key}={escape_property(_tame(one_line(value)))}" for key, value in properties.items() if value
    )
    return f"::{name}{' ' if inner else ''}{inner}::{escape_data(_tame(shown(message)))}"


def grouped(title: str, text: str) -> str:
    """Write a text into the log under a heading that folds it."""
    return f"{command('group', title, {})}\n{log_text(text.rstrip())}\n::endgroup::\n"


def _tame(text: str) -> str:
    return text.replace("##[", "#⟦#⟧[")


def render(report: Report, options: RenderOptions) -> str:
    """Write log annotations: at most ten of a level, the worst first, and how many more there are."""
    by_level: dict[str, list[Finding]] = {"error": [], "warning": [], "notice": []}
    for finding in everything(report):
        by_level[level_of(finding)].append(finding)
    lines = [line for level, found in by_level.items() for line in _level(level, found, options)]
    return "".join(f"{line}\n" for line in lines)


def _level(level: str, findings: Sequence[Finding], options: RenderOptions) -> Iterator[str]:
    fits = PER_LEVEL if len(findings) <= PER_LEVEL else PER_LEVEL - 1
    for finding in findings[:fits]:
        where = {"file": finding.file, "line": str(finding.line or 1)} if finding.file else {}
        yield command(level, annotation_text(finding), {**where, "title": annotation_title(finding)})
    if len(findings) > fits:
        rest = (
            f"{len(findings) - fits} more of this level are in the job summary and in {options.report_name}"
        )
        yield command(level, rest, {"title": f"ToolPin: +{len(findings) - fits} more"})


def annotation_title(finding: Finding) -> str:
    """Head an annotation with severity and subject."""
    side = "" if finding.declared else " (undeclared)"
    return f"{finding.severity}{side}: {one_line(finding.subject)[:120]}"


def annotation_text(finding: Finding) -> str:
    """Say what was found, and where it was not declared."""
    server = f"{terminal(finding.server)}: " if finding.server and finding.server != finding.subject else ""
    said = finding.message.fill(terminal)
    kind = "Declared in this pull request." if finding.declared else ""
    return "\n".join(part for part in (f"{server}{said}", kind, f"Rule: {finding.rule}") if part)
