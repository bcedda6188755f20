"""Writes the comment that a reviewer reads: the verdict, what changed, what to do, then the details."""

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from toolpin_ci.model.finding import Finding
from toolpin_ci.model.report import Report
from toolpin_ci.render.fit import fit, size
from toolpin_ci.render.options import RenderOptions
from toolpin_ci.render.order import in_words, plural, severities, told
from toolpin_ci.render.page import Page, Section, page_of, with_details
from toolpin_ci.render.rows import finding_rows

if TYPE_CHECKING:
    from jinja2 import Template

_BLANK_LINES = re.compile(r"\n{3,}")
_RESERVE = 400  # headings of the details, and how many were left out


def render(report: Report, options: RenderOptions) -> str:
    """Write the whole comment within its budget."""
    template = _template("comment.md.j2")
    page = page_of(report, options)
    room = options.budget - size(_filled(template, page)) - _RESERVE
    return _filled(template, with_details(page, told(report), options, room))


def render_resolved(report: Report, options: RenderOptions) -> str:
    """Write the short comment that replaces an earlier one when all is well again."""
    return _filled(_template("resolved.md.j2"), page_of(report, options))


def render_changes(findings: Sequence[Finding], options: RenderOptions) -> str:
    """Write what `diff` found."""
    counts = f": {in_words(severities(findings))}" if findings else ""
    rows, left_out = fit(finding_rows(findings, with_server=False), options.budget // 3)
    page = Page(
        heading=f"{plural(len(findings), 'change')}{counts}" if findings else "No difference",
        sections=[Section("Changes", rows, left_out)] if findings else [],
        footer=("ToolPin CI",),
    )
    template = _template("comment.md.j2")
    room = options.budget - size(_filled(template, page)) - _RESERVE
    return _filled(template, with_details(page, findings, options, room))


def _template(name: str) -> "Template":
    from jinja2 import PackageLoader, StrictUndefined
    from jinja2.sandbox import SandboxedEnvironment

    return SandboxedEnvironment(  # the parts are quoted for Markdown; HTML escapes would double that
        loader=PackageLoader("toolpin_ci.render"),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        autoescape=False,
    ).get_template(name)


def _filled(template: "Template", page: Page) -> str:
    return _BLANK_LINES.sub("\n\n", template.render(page=page)).strip() + "\n"
