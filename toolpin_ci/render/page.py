"""What a Markdown report says, as parts that are already quoted; templates only put them in order."""

from collections.abc import Iterable, Iterator, Sequence

from toolpin_ci.model.finding import Finding
from toolpin_ci.model.report import Conclusion, PinState, Report, Status
from toolpin_ci.render.details import detail, has_detail
from toolpin_ci.render.fit import fit, size
from toolpin_ci.render.options import RenderOptions
from toolpin_ci.render.order import (
    groups,
    in_words,
    pins_in_order,
    plural,
    servers_in_order,
    severities,
    told,
)
from toolpin_ci.render.quote import code, fence, said, words_of
from toolpin_ci.render.rows import finding_rows, how_row, pin_row, trouble_lines
from toolpin_ci.render.summary import cost, counted, total_tokens
from toolpin_ci.values import dataclass, replace

_ICONS = {
    Conclusion.SUCCESS: "✅",
    Conclusion.NEUTRAL: "🟡",
    Conclusion.FAILURE: "🔴",
    Conclusion.ACTION_REQUIRED: "🟠",
}
_COULD_NOT_CHECK = 3
_UNFOLDED = 6
_REJECT = "**Reject** it: change the server back."
_SHARES = {"rows": 5, "lines": 8, "names": 20, "pins": 8, "how": 12, "commands": 20}
"""One part in so many of the budget that a list may take; details get what is left."""


@dataclass(frozen=True, slots=True)
class Section:
    """One side of the two comparisons."""

    title: str
    rows: list[str]
    left_out: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """All parts of a comment."""

    heading: str
    marker: str = ""
    facts: Sequence[str] = ()
    sections: Sequence[Section] = ()
    unchecked: Sequence[str] = ()
    unprobed: Sequence[str] = ()
    steps: Sequence[str] = ()
    details: Sequence[Section] = ()
    details_shown: int = 0
    details_left_out: int = 0
    pins: Sequence[str] = ()
    pins_title: str = ""
    how: Sequence[str] = ()
    notes: Sequence[str] = ()
    footer: Sequence[str] = ()
    report_name: str = "report.json"


def page_of(report: Report, options: RenderOptions) -> Page:
    """Give everything but the details."""
    pins = [(server.name, pin) for server in report.servers for pin in pins_in_order(server.pins)]
    return Page(
        heading=f"{_icon(report)} ToolPin: {said(words_of(report.title, 300))}",
        marker=options.marker,
        facts=list(_facts(report, options)),
        sections=list(_sections(report, options)),
        unchecked=_bounded(_unchecked(report), options, "lines"),
        unprobed=_bounded(_unprobed(report), options, "names"),
        steps=list(_steps(report, options)),
        pins=_bounded(
            (pin_row(name if len(report.servers) > 1 else "", pin) for name, pin in pins), options, "pins"
        ),
        pins_title=_pins_title([pin.state for _, pin in pins]),
        notes=_bounded((said(words_of(note)) for note in report.notes), options, "how"),
        how=_bounded((how_row(s, counted(s.counts)) for s in servers_in_order(report)), options, "how"),
        footer=list(_footer(report, options)),
        report_name=options.report_name,
    )


def with_details(page: Page, findings: Iterable[Finding], options: RenderOptions, room: int) -> Page:
    """Add as many details as fit, the worst first, and count the others."""
    found = [group for group in groups(findings) if has_detail(group)]
    titles = {False: "Undeclared, in detail", True: "Declared, in detail"}
    blocks: dict[bool, list[str]] = {declared: [] for declared in titles}
    shown = 0
    for group in found:
        block = detail(group, options)
        if size(block) + 2 <= room:
            room -= size(block) + 2
            blocks[group.declared].append(block)
            shown += 1
    sides = [
        Section(title, _folded(blocks[declared])) for declared, title in titles.items() if blocks[declared]
    ]
    return replace(page, details=sides, details_shown=shown, details_left_out=len(found) - shown)


def _folded(blocks: list[str]) -> list[str]:
    """Fold what comes after the first few into one block, so that the page stays short."""
    if len(blocks) <= _UNFOLDED + _UNFOLDED // 2:
        return blocks
    rest = blocks[_UNFOLDED:]
    head = f"<details><summary><b>{len(rest)} more</b>, less severe or alike</summary>"
    return [*blocks[:_UNFOLDED], "\n\n".join([head, *rest, "</details>"])]


def _pins_title(states: Sequence[PinState]) -> str:
    failed = states.count(PinState.FAILED)
    said_of_them = f"{failed} of {len(states)} do not match" if failed else ""
    return f"Pins: {said_of_them or f'{states.count(PinState.PASSED)} of {len(states)} hold'}"


def _icon(report: Report) -> str:
    return "⚠️" if report.exit_code >= _COULD_NOT_CHECK else _ICONS[report.conclusion]


def _bounded(items: Iterable[str], options: RenderOptions, share: str) -> list[str]:
    kept, left_out = fit(items, options.budget // _SHARES[share])
    mark = {"names": "", "commands": "# ", "lines": "- "}.get(share, "| ")
    return [*kept, f"{mark}… and {left_out} more"] if left_out else kept


def _lockfile(name: str, report: Report) -> str:
    """Name a lockfile; where there are several, also whose it is and how it stands."""
    found = next((lock for lock in report.locks if lock.file == name), None)
    if found is None or len(report.locks) == 1:
        return code(words_of(name))
    about = ", ".join(part for part in (found.system, str(found.verdict).replace("-", " ")) if part)
    return f"{code(words_of(name))} ({said(about)})"


def _facts(report: Report, options: RenderOptions) -> Iterator[str]:
    yield from (_lockfile(name, report) for name in report.lockfiles[:5])
    if report.base and options.head:
        yield f"base {code(report.base[:7])} → head {code(options.head[:7])}"
    elif report.base:
        yield f"compared with {code(report.base[:7])}"
    elif report.not_compared:
        yield f"declared changes not compared: {said(words_of(report.not_compared))}"
    if report.servers:
        same = sum(server.status is Status.UNCHANGED for server in report.servers)
        yield plural(len(report.servers), "server") + (f", {same} unchanged" if same else "")
    tokens = cost(total_tokens(report.servers))
    if tokens:
        yield tokens


def _sections(report: Report, options: RenderOptions) -> Iterator[Section]:
    found = told(report)
    names = {finding.server for finding in found}
    only = f" in {code(words_of(min(names)))}" if len(names) == 1 < len(report.servers) and any(names) else ""
    lockfile = code(words_of(report.lockfiles[0])) if len(report.lockfiles) == 1 else "the lockfile"
    titles = {
        False: f"Undeclared{only}: differs from {lockfile}, nobody has reviewed it",
        True: f"Declared{only}: this pull request changes {lockfile}",
    }
    for declared, title in titles.items():
        side = [finding for finding in found if finding.declared is declared]
        if side:
            rows, left = fit(
                finding_rows(side, with_server=len(names) > 1), options.budget // _SHARES["rows"]
            )
            yield Section(f"{title} ({in_words(severities(side))})", rows, left)


def _unchecked(report: Report) -> Iterator[str]:
    for server in servers_in_order(report):
        yield from trouble_lines(server)


def _unprobed(report: Report) -> Iterator[str]:
    return (code(words_of(s.name)) for s in report.servers if s.status is Status.NOT_PROBED)


def _steps(report: Report, options: RenderOptions) -> Iterator[str]:
    if report.advice:
        yield said(words_of(report.advice, 1000))
    if report.commands:
        lockfile = code(words_of(report.lockfiles[0])) if len(report.lockfiles) == 1 else "the lockfile"
        yield f"**Accept** what is undeclared: run this, review the diff and commit {lockfile}. {_REJECT}"
        commands = (words_of(command, 1000) for command in report.commands)
        yield fence("\n".join(_bounded(commands, options, "commands")), "sh")
        if options.patch:
            yield f"The same as a patch: {code(f'git apply {options.patch}')}, from the files of this job."
    if report.approval_label and report.approved:
        yield f"The declared changes are approved by the label {code(report.approval_label)}."
    elif report.approval_label:
        label = code(report.approval_label)
        limit = f" ({code(f'fail-on: {words_of(report.fail_on)}')})" if report.fail_on else ""
        yield f"**Approve** the declared changes{limit}: add the label {label}; further ones need a new one."


def _footer(report: Report, options: RenderOptions) -> Iterator[str]:
    yield from (f"[{label}]({url})" for label, url in options.links.items() if url)
    if options.head:
        yield f"checked {code(options.head[:7])}"
    if report.enforcement:
        yield f"enforcement {said(words_of(report.enforcement))}"
    yield f"ToolPin CI {said(words_of(report.tool_version))}".rstrip()
