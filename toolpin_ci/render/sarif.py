"""Writes findings as SARIF 2.1.0: each on its line, with a fingerprint and its rule's help."""

from collections.abc import Iterable, Sequence

from toolpin_ci import __version__
from toolpin_ci.canon.text import pretty
from toolpin_ci.model.finding import Finding, Severity
from toolpin_ci.model.jsonvalue import Json, JsonObject
from toolpin_ci.model.report import Report
from toolpin_ci.render.options import RenderOptions, RuleText
from toolpin_ci.render.order import everything, worst_first
from toolpin_ci.render.quote import one_line, shown, terminal

_SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
_HOME = "https://github.com/toolpin/toolpin-ci"
_RESULTS = 5_000  # code scanning shows no more of one run
_LEVELS = {
    Severity.CRITICAL: "error",
    Severity.BREAKING: "error",
    Severity.RISKY: "warning",
    Severity.SAFE: "note",
    Severity.INFO: "none",
}
_SCORES = {
    Severity.CRITICAL: "9.0",
    Severity.BREAKING: "7.0",
    Severity.RISKY: "5.0",
    Severity.SAFE: "2.0",
    Severity.INFO: "0.1",
}


def render(report: Report, options: RenderOptions) -> str:
    """Write all findings of a run."""
    lockfile = report.lockfiles[0] if report.lockfiles else "mcp-lock.json"
    return _document(everything(report), options, lockfile, failure=_failure(report))


def _failure(report: Report) -> str:
    """Say why a run could not begin; a run that found something has its findings for that."""
    if report.result != "error" or everything(report):
        return ""
    return "; ".join(terminal(line) for line in (report.title, report.advice) if line)


def render_changes(findings: Sequence[Finding], options: RenderOptions) -> str:
    """Write what `diff` found."""
    return _document(worst_first(findings), options, "mcp-lock.json")


def _document(
    findings: Sequence[Finding], options: RenderOptions, lockfile: str, *, failure: str = ""
) -> str:
    rules = sorted({finding.rule for finding in findings})
    driver: JsonObject = {
        "name": "ToolPin CI",
        "informationUri": _HOME,
        "semanticVersion": __version__,
        "rules": [_rule(rule, findings, options) for rule in rules],
    }
    run: dict[str, Json] = {
        "tool": {"driver": driver},
        "automationDetails": {"id": f"toolpin-ci/{one_line(options.report_id) or 'check'}/"},
        "columnKind": "utf16CodeUnits",
        "results": [_result(finding, rules.index(finding.rule), lockfile) for finding in findings[:_RESULTS]],
    }
    if failure:
        notice: JsonObject = {"level": "error", "message": {"text": failure}}
        run["invocations"] = [{"executionSuccessful": False, "toolExecutionNotifications": [notice]}]
    return pretty({"$schema": _SCHEMA, "version": "2.1.0", "runs": [run]}) + "\n"


def _rule(rule: str, findings: Iterable[Finding], options: RenderOptions) -> JsonObject:
    worst = next(finding.severity for finding in findings if finding.rule == rule)
    text = options.rules.get(rule, RuleText(title=rule.replace("-", " ").capitalize()))
    why = text.why or f"Run toolpin-ci explain {rule} to learn what this means."
    document: dict[str, Json] = {
        "id": rule,
        "name": "".join(word.capitalize() for word in rule.split("-")),
        "shortDescription": {"text": text.title},
        "fullDescription": {"text": why},
        "help": {"text": why, "markdown": f"**{text.title}**\n\n{why}"},
        "defaultConfiguration": {"level": _LEVELS[worst]},
        "properties": {"tags": ["mcp", "security"], "security-severity": _SCORES[worst]},
    }
    return {**document, "helpUri": text.url} if text.url else document


def _result(finding: Finding, index: int, lockfile: str) -> JsonObject:
    side = "declared in this change" if finding.declared else "not declared: the live side differs"
    server = f"{terminal(finding.server)}: " if finding.server and finding.server != finding.subject else ""
    said = finding.message.fill(terminal)
    return {
        "ruleId": finding.rule,
        "ruleIndex": index,
        "level": _LEVELS[finding.severity],
        "message": {"text": _plain(f"{server}{finding.area} {terminal(finding.subject)}: {said} ({side})")},
        "locations": [_location(finding, lockfile)],
        "partialFingerprints": {"toolpinFinding/v1": finding.fingerprint},
        "properties": {
            "severity": str(finding.severity),
            "declared": finding.declared,
            "pointer": finding.pointer,
        },
        **({"suppressions": [_suppression(finding)]} if finding.waived else {}),
    }


def _plain(text: str) -> str:
    """Keep SARIF from reading `[words](1)` and `{0}` as links and placeholders."""
    return (
        shown(text)
        .replace("\\", "\\\\")
        .replace("[", "\\[")
        .replace("]", "\\]")
        .replace("{", "{{")
        .replace("}", "}}")
    )


def _location(finding: Finding, lockfile: str) -> JsonObject:
    return {
        "physicalLocation": {
            "artifactLocation": {"uri": _uri(finding.file or lockfile)},
            "region": {"startLine": max(finding.line, 1)},
        },
        "logicalLocations": [
            {"fullyQualifiedName": one_line(f"{finding.server}/{finding.area}/{finding.subject}")[:500]}
        ],
    }


def _uri(path: str) -> str:
    from urllib.parse import quote

    return quote(path.encode("utf-8", "replace"), safe="/")


def _suppression(finding: Finding) -> JsonObject:
    return {"kind": "external", "justification": one_line(finding.waived)}
