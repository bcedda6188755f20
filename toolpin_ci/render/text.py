"""Writes a report for people at a terminal."""

from collections.abc import Iterable, Iterator, Sequence

from toolpin_ci.model.finding import Finding
from toolpin_ci.model.report import Conclusion, PinEvidence, PinState, Report, ServerReport, Status
from toolpin_ci.render.options import RenderOptions
from toolpin_ci.render.order import (
    Group,
    general,
    groups,
    in_words,
    of_server,
    pins_in_order,
    plural,
    servers_in_order,
    severities,
)
from toolpin_ci.render.paint import Paint, indented, shown_view
from toolpin_ci.render.quote import one_line, shown, terminal
from toolpin_ci.render.summary import cost, counted

_DETAILED = 20  # groups of one side that show their words; further ones are listed
_LISTED = 60
_VERDICTS = {
    Conclusion.SUCCESS: ("PASS", "green"),
    Conclusion.NEUTRAL: ("WARN", "yellow"),
    Conclusion.FAILURE: ("FAIL", "red"),
    Conclusion.ACTION_REQUIRED: ("WAIT", "yellow"),
}
_SIDES = (
    (False, "Undeclared: the live server differs from the lockfile"),
    (True, "Declared: the lockfile changes in this pull request"),
)
_PIN_MARKS = {
    PinState.PASSED: ("passed", "green"),
    PinState.DECLARED: ("declared", "yellow"),
    PinState.FAILED: ("FAILED", "red"),
    PinState.UNAVAILABLE: ("not checked", "yellow"),
}


def render(report: Report, options: RenderOptions) -> str:
    """Write the verdict, then every server that needs attention, then what to do next."""
    paint = Paint(on=options.colour)
    word, colour = _VERDICTS[report.conclusion]
    lines = [f"{paint(word, colour, 'bold')}  {paint(one_line(report.title), 'bold')}", *_context(report)]
    lines += _section(paint, "", general(report))
    for server in servers_in_order(report):
        lines += _server(server, of_server(report, server), paint)
    lines += _next_steps(report, paint)
    return "\n".join(lines) + "\n"


def render_changes(findings: Sequence[Finding], options: RenderOptions) -> str:
    """Write what `diff` found."""
    if not findings:
        return "No difference in what agents are offered.\n"
    paint = Paint(on=options.colour)
    head = f"{plural(len(findings), 'change')}: {in_words(severities(findings))}"
    return "\n".join([paint(head, "bold"), *_section(paint, "", findings)]) + "\n"


def _context(report: Report) -> Iterator[str]:
    parts = [one_line(name) for name in report.lockfiles]
    if report.base:
        parts.append(f"compared with {one_line(report.base)[:12]}")
    elif report.not_compared:
        parts.append(f"declared changes not compared: {one_line(report.not_compared)}")
    if parts:
        yield "      " + " · ".join(parts)
    for lock in report.locks if len(report.locks) > 1 or any(one.notes for one in report.locks) else ():
        who = f" ({one_line(lock.system)})" if lock.system else ""
        yield f"      {one_line(lock.file)}{who}: {str(lock.verdict).replace('-', ' ')}"
        yield from (f"        note: {one_line(note)}" for note in lock.notes)
    yield from (f"      note: {one_line(note)}" for note in report.notes)


def _server(server: ServerReport, findings: Sequence[Finding], paint: Paint) -> Iterator[str]:
    facts = [counted(server.counts), cost(server.tokens)]
    about = " · ".join(part for part in facts if part)
    yield ""
    yield f"{paint(one_line(server.name), 'bold')}  {_status(server.status, paint)}  {about}".rstrip()
    for part, trouble in sorted(server.unavailable.items()):
        yield f"  {one_line(part)}: {one_line(trouble.message)}"
        yield from ([f"    → {one_line(trouble.advice)}"] if trouble.advice else [])
        yield from indented(shown(trouble.log).splitlines()[-5:], "    | ")
    for declared, heading in _SIDES:
        yield from _section(paint, heading, [f for f in findings if f.declared is declared])
    yield from _pins(server.pins, paint)
    yield from (f"  note: {one_line(note)}" for note in server.notes)


def _status(status: Status, paint: Paint) -> str:
    colours = {Status.UNCHANGED: "green", Status.CHANGED: "yellow", Status.NOT_PROBED: "yellow"}
    return paint(str(status).replace("-", " "), colours.get(status, "red"))


def _section(paint: Paint, heading: str, findings: Sequence[Finding]) -> Iterator[str]:
    if not findings:
        return
    if heading:
        yield f"  {heading} ({in_words(severities(findings))})"
    found = groups(findings)
    for group in found[:_DETAILED]:
        yield from _group(group, paint, detailed=True)
    for group in found[_DETAILED:_LISTED]:
        yield from _group(group, paint, detailed=False)
    if len(found) > _LISTED:
        rest = [finding for group in found[_LISTED:] for finding in group.findings]
        yield f"    … and {plural(len(found) - _LISTED, 'more thing')} ({in_words(severities(rest))})"


def _group(group: Group, paint: Paint, *, detailed: bool) -> Iterator[str]:
    subject = paint(one_line(group.subject), "bold") if group.subject != group.area else "itself"
    yield f"    {paint.severity(group.severity)}  {group.area} {subject}"
    for finding in group.findings if detailed else group.findings[:1]:
        waived = f"  waived: {one_line(finding.waived)}" if finding.waived else ""
        grade = "" if finding.severity is group.severity else f" ({finding.severity})"
        said = finding.message.fill(terminal)
        yield f"              {said}{grade}  {paint(f'[{finding.rule}]', 'dim')}{waived}"
        if detailed:
            yield from indented(shown_view(finding, paint), " " * 16)
    if not detailed and len(group.findings) > 1:
        yield f"              +{len(group.findings) - 1} more"


def _pins(pins: Iterable[PinEvidence], paint: Paint) -> Iterator[str]:
    ordered = pins_in_order(pins)
    if ordered:
        yield "  Pins"
    for pin in ordered:
        word, colour = _PIN_MARKS[pin.state]
        yield f"    {paint(word, colour)}  {one_line(pin.kind)} {one_line(pin.subject)}" + _reason(pin)


def _reason(pin: PinEvidence) -> str:
    if pin.state is PinState.FAILED and (pin.locked or pin.found):
        return f": locked {one_line(pin.locked)}, found {one_line(pin.found)} {one_line(pin.reason)}".rstrip()
    return f": {one_line(pin.reason)}" if pin.reason else ""


def _next_steps(report: Report, paint: Paint) -> Iterator[str]:
    if report.approval_label and not report.approved:
        yield ""
        label = paint(report.approval_label, "bold")
        yield f"To approve the declared changes, label the pull request {label}"
    if report.advice:
        yield f"  → {one_line(report.advice)}"
    if report.commands:
        yield ""
        yield "Next:"
        yield from (f"  {paint(one_line(command), 'bold')}" for command in report.commands)
