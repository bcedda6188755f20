"""Makes the rows of a Markdown report: one for each thing that changed, many alike in one row."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from toolpin_ci.model.finding import Area, Finding, Severity
from toolpin_ci.model.report import PinEvidence, PinState, ServerReport
from toolpin_ci.render.order import Group, groups, plural
from toolpin_ci.render.quote import code, said, value_code, words_of

ICONS: Mapping[Severity, str] = {
    Severity.CRITICAL: "🔴",
    Severity.BREAKING: "🟠",
    Severity.RISKY: "🟡",
    Severity.SAFE: "🟢",
    Severity.INFO: "⚪",
}
PIN_ICONS: Mapping[PinState, str] = {
    PinState.FAILED: "🔴 does not match",
    PinState.UNAVAILABLE: "⚠️ not checked",
    PinState.DECLARED: "🟡 declared only",
    PinState.PASSED: "✅",
}
_SINGLE = 20  # rows of their own; past this, things with the same findings share one
_ALIKE = 4
_MESSAGES = 3
_NAMES = 8
_DIGEST = 16


def finding_rows(findings: Iterable[Finding], *, with_server: bool) -> Iterator[str]:
    """Give the table rows of one side, worst first."""
    found = groups(findings)
    for alike in _shared(found) if len(found) > _SINGLE else [[group] for group in found]:
        first = alike[0]
        if len(alike) == 1:
            yield _row(first.severity, _subject(first, with_server=with_server), _messages(first))
        else:
            server = first.server if with_server else ""
            yield _row(first.severity, _many(first.area, server, alike), _common_messages(alike))


def _shared(found: Sequence[Group]) -> Iterator[list[Group]]:
    """Put things together that have the same findings, in the order of the first of each."""
    alike: dict[object, list[Group]] = {}
    for group in found:
        rules = tuple(sorted({finding.rule for finding in group.findings}))
        alike.setdefault((group.severity, group.area, group.server, rules), []).append(group)
    for members in alike.values():
        yield from [members] if len(members) >= _ALIKE else [[member] for member in members]


def _row(severity: Severity, subject: str, what: str) -> str:
    strong = f"**{severity}**" if severity is Severity.CRITICAL else str(severity)
    return f"| {ICONS[severity]}&nbsp;{strong} | {subject} | {what} |"


def _subject(group: Group, *, with_server: bool) -> str:
    kind = "" if group.area is Area.TOOL else f"{group.area} "
    if group.subject == group.area:
        return f"{code(words_of(group.server))} itself" if group.server else str(group.area)
    owner = with_server and group.server and group.server != group.subject
    server = f"{code(words_of(group.server))} · " if owner else ""
    return f"{server}{kind}{code(words_of(group.subject))}"


def _many(area: Area, server: str, members: Sequence[Group]) -> str:
    names = ", ".join(code(words_of(group.subject, 60)) for group in members[:_NAMES])
    rest = f" and {len(members) - _NAMES:,} more" if len(members) > _NAMES else ""
    owner = f"{code(words_of(server))} · " if server else ""
    return f"{owner}**{plural(len(members), str(area))}**: {names}{rest}"


def _common_messages(alike: Sequence[Group]) -> str:
    """Say what is true of all of them: the sentence where it is the same, else the rule."""
    sentences: dict[str, set[str]] = {}
    for finding in (finding for group in alike for finding in group.findings):
        sentences.setdefault(finding.rule, set()).add(message(finding))
    return "<br>".join(found.pop() if len(found) == 1 else code(rule) for rule, found in sentences.items())


def _messages(group: Group) -> str:
    words = list(dict.fromkeys(_message(finding) for finding in group.findings))
    rest = len(words) - _MESSAGES
    return "<br>".join(words[:_MESSAGES]) + (f"<br>and {rest} more" if rest > 0 else "")


def _message(finding: Finding) -> str:
    waived = f" (waived: {said(words_of(finding.waived))})" if finding.waived else ""
    return message(finding) + waived


def message(finding: Finding) -> str:
    """Write a finding's sentence in Markdown; our words are plain, all others are code."""
    return finding.message.fill(value_code, said_or_nothing)


def said_or_nothing(text: str) -> str:
    """Keep spaces around our own words."""
    inner = text.strip()
    return text.replace(inner, said(inner)) if inner else text


def pin_row(server: str, pin: PinEvidence) -> str:
    """Write one pin."""
    reason = f": {said(words_of(pin.reason))}" if pin.reason else ""
    owner = f"{code(words_of(server))} · " if server else ""
    subject = f"{owner}{said(words_of(pin.kind))} {code(words_of(pin.subject))}"
    return f"| {PIN_ICONS[pin.state]}{reason} | {subject} | {_digest(pin.locked)} | {_digest(pin.found)} |"


def _digest(text: str) -> str:
    return code(text if len(text) <= _DIGEST else f"{words_of(text)[:_DIGEST]}…") if text else "—"


def trouble_lines(server: ServerReport) -> Iterator[str]:
    """Say what of a server could not be read, and what to do about it."""
    for part, trouble in sorted(server.unavailable.items()):
        what = "" if part == "server" else f" {said(words_of(part))}"
        advice = f" → {said(words_of(trouble.advice, 300))}" if trouble.advice else ""
        yield f"- {code(words_of(server.name))}{what}: {said(words_of(trouble.message, 300))}{advice}"


def how_row(server: ServerReport, offers: str) -> str:
    """Say how a server was asked, and what it offers."""
    guards = ", ".join(said(words_of(word)) for word in server.protections[:20]) or "—"
    notes = "<br>".join(said(words_of(note)) for note in server.notes[:5]) or "—"
    status = str(server.status).replace("-", " ")
    return f"| {code(words_of(server.name))} | {status} | {offers or '—'} | {guards} | {notes} |"
